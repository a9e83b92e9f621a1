import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { FIELD_SIDE, marksOf, TileGrid } from 'wordhost/bananagrams';
import { hasWord } from 'wordhost/lexicon';
import { nextViewport, sidesBeyond } from '../../players/human/bananagrams/viewport.ts';
import { whyNotPeel } from '../../players/human/bananagrams/why-not.ts';
import { ownScreen, plainScreen } from '../../players/human/terminal/screen.ts';
import { lexiconWith } from '../games/table.ts';
import fc, { runs } from '../support/laws.ts';

t.test('screen', async (t) => {
  const shown = { lines: ['a line'], prompt: 'Your word: ', typed: '' };
  const size = { columns: 80, rows: 24, isPlain: false };

  for (const [name, screenOn] of [
    ['a screen of its own', ownScreen],
    ['a terminal that can only print', plainScreen],
  ] as const)
    t.test(`${name}: what has not changed is drawn again when it is asked for`, async (t) => {
      const file = join(t.testdir(), 'terminal');
      const descriptor = openSync(file, 'w');
      const drawn = () => readFileSync(file, 'utf8').split('Your word: ').length - 1;
      const screen = screenOn(descriptor);
      screen.enter();
      screen.draw(shown, size);
      screen.draw(shown, size);
      t.equal(drawn(), 1);
      screen.forget();
      screen.draw(shown, size);
      t.equal(drawn(), 2);
      closeSync(descriptor);
    });
});

t.test('tile grid', async (t) => {
  const lexicon = lexiconWith(['AT', 'CAT', 'CATS', 'SEA', 'TEA']);
  const isWord = (word: string) => hasWord(lexicon, word);

  function gridWith(letters: string): TileGrid {
    const grid = new TileGrid();
    grid.receive(letters);
    return grid;
  }

  /** Letters are laid, ` ` turns, `<` erases, `x` takes the tile at the cursor, `w` the word, `u` what was typed; arrows are `hjkl`. */
  const actions: Readonly<Record<string, (grid: TileGrid) => unknown>> = {
    ' ': (grid) => grid.turn(),
    '<': (grid) => grid.erase(),
    x: (grid) => grid.takeAt(grid.cursor),
    w: (grid) => grid.takeWord(),
    u: (grid) => grid.undo(),
    h: (grid) => grid.move({ columns: -1, rows: 0 }),
    j: (grid) => grid.move({ columns: 0, rows: 1 }),
    k: (grid) => grid.move({ columns: 0, rows: -1 }),
    l: (grid) => grid.move({ columns: 1, rows: 0 }),
    o: (grid) => grid.home(),
    m: (grid) => grid.shift(grid.cursor - 1, grid.cursor),
    p: (grid) => grid.layAt(grid.cursor + 1, 'A'),
  };

  function after(letters: string, keys: string): TileGrid {
    const grid = gridWith(letters);
    for (const key of keys)
      if (actions[key]) actions[key](grid);
      else grid.type(key);
    return grid;
  }

  const drawn = (grid: TileGrid) => grid.rows().join('/');
  const looseOf = (grid: TileGrid) => grid.loose.toSorted().join('');

  t.test('Typing lays tiles in the direction of the cursor, as far as there are any', async (t) => {
    t.equal(drawn(after('CATS', 'CAT')), 'CAT');
    t.equal(drawn(after('CATS', ' CAT')), 'C/A/T');
    t.equal(drawn(after('CAT', 'CATT')), 'CAT', 'there is one T');
    t.equal(gridWith('CAT').type('X'), false);
    t.equal(looseOf(after('CATS', 'CAT')), 'S');
  });

  t.test('A word passes over a letter of its own, and replaces another', async (t) => {
    const crossing = after('CATSEA', 'SEAhk CAT');
    t.equal(drawn(crossing), '..C/SEA/..T');
    t.equal(looseOf(crossing), 'A');
    t.equal(drawn(after('CATS', 'CAoT')), 'TA', 'C is loose again');
  });

  t.test('Erasing goes back, and takes nothing that the word only passed over', async (t) => {
    t.equal(drawn(after('CATS', 'CAT<')), 'CA');
    t.equal(drawn(after('CATSEA', 'SEAhk CAT<<<')), 'SEA', 'the A of SEA stays');
    t.equal(drawn(after('CATS', 'CAoT<')), 'CA', 'what was typed over is there again');
    t.equal(drawn(after('CATSEA', 'SEAhk CATu')), 'SEA', 'undo takes back the word');
    t.equal(drawn(after('CATS', 'CATlh<')), 'CA', 'after a move it erases the tile before the cursor');
    t.equal(after('CATS', 'CAThu').undo(), false, 'after a move there is nothing to undo');
  });

  t.test('A tile at the cursor is taken back, or a word but for its crossing letters', async (t) => {
    t.equal(drawn(after('CATS', 'CATox')), 'AT');
    t.equal(drawn(after('CATSEA', 'SEAhk CATw')), 'SEA', 'a word down');
    t.equal(drawn(after('CATSEA', 'SEAhk CATkk w')), 'C/A/T', 'the word across');
    t.equal(drawn(after('CATS', 'CATw')), '', 'the word that ends before the cursor');
    t.equal(drawn(after('CATS', 'CATllw')), 'CAT', 'there is no word');
  });

  t.test('Home is the first tile, and the edge of the field stops the cursor', async (t) => {
    const grid = after('CATS', 'CATS');
    const middle = new TileGrid().cursor;
    grid.move({ columns: 0, rows: 5 });
    grid.home();
    t.equal(grid.cursor, middle);
    grid.move({ columns: -FIELD_SIDE, rows: -FIELD_SIDE });
    t.equal(grid.cursor, 0);
    grid.erase();
    t.equal(grid.cursor, 0);
  });

  t.test('Tiles at both edges of the field can still be sent', async (t) => {
    const grid = gridWith('AA');
    grid.move({ columns: -FIELD_SIDE, rows: 0 });
    grid.type('A');
    grid.move({ columns: FIELD_SIDE, rows: 0 });
    const { cursor } = grid;
    t.ok(grid.type('A'));
    t.equal(grid.cursor, cursor, 'it cannot go on');
    t.same(
      grid.rows().map(({ length }) => length),
      [FIELD_SIDE],
    );
  });

  t.test('Words that are not in the list are marked, and tiles that are not connected', async (t) => {
    const marksFor = (keys: string, letters = 'CATSEAZQT') => {
      const grid = after(letters, keys);
      const { wrong, wrongWords, apart } = marksOf(grid.laid, isWord);
      const lettersOf = (cells: ReadonlySet<number>) =>
        [...cells].map((cell) => grid.laid.get(cell)).join('');
      return [lettersOf(wrong), wrongWords.join(), lettersOf(apart)];
    };
    t.same(marksFor('CAT'), ['', '', '']);
    t.same(marksFor('CA'), ['CA', 'CA', '']);
    t.same(marksFor('SEAhk CAT'), ['', '', '']);
    t.same(marksFor('CATlZQ'), ['ZQ', 'ZQ', 'ZQ']);
    t.same(marksFor('CATjjSEA'), ['', '', 'SEA'], 'of two groups the first is the larger');
    t.same(marksFor('AToj SE', 'ATSE'), ['ASE', 'ASE', ''], 'down');
  });

  t.test('The ends of two rows of the field are no neighbours', async (t) => {
    const laid = new Map([
      [FIELD_SIDE - 1, 'A'],
      [FIELD_SIDE, 'T'],
    ]);
    const { wrongWords, apart } = marksOf(laid, isWord);
    t.same([wrongWords, [...apart]], [[], [FIELD_SIDE]]);
  });

  t.test('A peel that the host would refuse has a reason', async (t) => {
    const reason = (letters: string, keys: string) => whyNotPeel(after(letters, keys), lexicon);
    t.equal(reason('CATS', 'CATS'), undefined);
    t.equal(reason('S', 'S'), undefined, 'one tile alone');
    t.equal(reason('TSCA', 'CA'), 'place all your tiles first; left: S T');
    t.equal(reason('CAST', 'CAST'), 'CAST (across) is not in the word list');
    t.equal(reason('CAST', ' CAST'), 'CAST (down) is not in the word list');
    t.match(reason('CATAT', 'CATlAT'), /^connect all tiles/);
  });

  t.test('Tiles are laid on any cell, moved, exchanged and taken', async (t) => {
    const grid = gridWith('CATSEA');
    const at = (column: number) => grid.cursor + column;
    for (const [column, letter] of [...'CAT'].entries()) t.ok(grid.layAt(at(column), letter));
    t.equal(grid.layAt(at(3), 'C'), false, 'there is one C');
    t.equal(drawn(grid), 'CAT');
    grid.shift(at(0), at(2));
    t.equal(drawn(grid), 'TAC', 'two tiles change places');
    grid.shift(at(0), at(4));
    t.equal(drawn(grid), 'AC.T');
    grid.shift(at(0), at(1));
    t.equal(drawn(grid), 'AC.T', 'there is no tile');
    grid.layAt(at(1), 'S');
    t.equal(drawn(grid), 'SC.T', 'the A is loose again');
    grid.takeAt(at(4));
    t.equal(drawn(grid), 'SC');
    t.equal(looseOf(grid), 'AAET');
  });

  t.test('Loose tiles keep their order until they are shuffled', async (t) => {
    const grid = gridWith('CATS');
    grid.layAt(grid.cursor, 'A');
    grid.receive('E');
    t.equal(grid.loose.join(''), 'CTSE');
    const ranks = [0.3, 0.1, 0.2, 0];
    grid.shuffle(() => ranks.shift()!);
    t.equal(grid.loose.join(''), 'ETSC');
  });

  t.test('The cursor passes over tiles to the next free cell', async (t) => {
    const grid = after('CATS', 'CATo');
    grid.skipTiles();
    t.ok(grid.type('S'));
    t.equal(drawn(grid), 'CATS');
  });

  t.test('The hand changes to the letters that the host tells', async (t) => {
    const grid = after('CATS', 'CAT');
    t.equal(grid.setHand('CATSE'), 'E');
    t.equal(looseOf(grid), 'ES');
    t.equal(grid.setHand('CATTEE'), 'TE', 'S was loose');
    t.equal(drawn(grid), 'CAT');
    t.equal(grid.setHand('AEE'), '', 'C and T are taken from the grid');
    t.equal(drawn(grid), 'A');
    t.equal(looseOf(grid), 'EE');
  });

  t.test('Rows of a grid are laid as far as the hand has their letters', async (t) => {
    const grid = gridWith('CATSEA');
    grid.layRows(['CAT', '..E', '..X']);
    t.equal(drawn(grid), 'CAT/..E');
    t.equal(looseOf(grid), 'AS');
  });

  t.test('A cell that is pointed at has the cursor, and again turns it or loses its tile', async (t) => {
    const grid = after('CATSEA', 'CAT');
    const first = grid.cursor - 3;
    grid.point(first + 10);
    t.equal(grid.direction, 'across');
    grid.point(first + 10);
    t.equal(grid.direction, 'down');
    grid.point(first + 3);
    t.equal(grid.direction, 'across', 'it continues CAT');
    grid.point(first + 2 + FIELD_SIDE);
    t.equal(grid.direction, 'down', 'it continues T');
    grid.point(first);
    t.equal(drawn(grid), 'CAT');
    grid.point(first);
    t.equal(drawn(grid), 'AT');
  });

  t.test('The part of the field that is seen follows the cursor, and not more than it must', async (t) => {
    const size = { width: 20, height: 10 };
    const grid = after('CATS', 'CAT');
    const first = nextViewport(undefined, size, grid);
    t.same(nextViewport(first, size, grid), first);
    grid.move({ columns: 0, rows: 1 });
    t.same(nextViewport(first, size, grid), first, 'within it nothing moves');
    grid.move({ columns: 0, rows: 10 });
    const below = nextViewport(first, size, grid);
    t.equal(below.left, first.left);
    t.equal(
      below.top + size.height - 1,
      Math.floor(grid.cursor / FIELD_SIDE) + 2,
      'two rows around the cursor',
    );
    t.same(sidesBeyond(below, grid.box), ['above']);
    t.same(sidesBeyond(first, grid.box), []);
    const larger = nextViewport(below, { width: 40, height: 30 }, grid);
    t.same(sidesBeyond(larger, grid.box), [], 'in a larger terminal all is seen again');
    const smaller = nextViewport(larger, { width: 5, height: 3 }, grid);
    t.same(sidesBeyond(smaller, grid.box), ['left', 'above'], 'in a smaller one at least the cursor');
  });

  t.test('Whatever is typed, no tile is lost or made', async (t) => {
    const keys = fc.array(fc.constantFrom(...'CATSE', ...Object.keys(actions)), { maxLength: 60 });
    fc.assert(
      fc.property(keys, (pressed) => {
        const grid = after('CATSCATSEE', pressed.join(''));
        const all = looseOf(grid) + [...grid.laid.values()].join('');
        t.equal([...all].sort().join(''), 'AACCEESSTT');
      }),
      runs(100),
    );
  });
});
