import t from 'tap';
import { openStream } from '../../host/core/chance.ts';
import { keyOf } from '../../host/core/seed.ts';
import { type Board, boardOf, rowsOf } from '../../host/games/boggle/board/board.ts';
import { boardText, readBoardText } from '../../host/games/boggle/board/board-text.ts';
import { rollBoard } from '../../host/games/boggle/board/dice.ts';
import { namedBoard } from '../../host/games/boggle/named-board.ts';
import { allOf } from '../support/all-of.ts';
import fc, { runs } from '../support/laws.ts';

const box =
  'AEANEG WNGEEH AHSPCO LNHNRZ ASPFFK TSTIYD OBJOAB OWTOAT IOTMUC ERTTYL RYVDEL TOESSI LREIXD TERWHV EIUNES NUIHMQu';
const dice = box.split(' ').map((die) => die.match(/Qu|[A-Z]/g)!.map((face) => face.toUpperCase()));

const rolled = (seed: string, width = 4, height = 4) =>
  rollBoard(openStream(keyOf(seed), 'board'), width, height);
const rolls = (count: number, width = 4, height = 4) =>
  Array.from({ length: count }, (_, index) => rolled(`roll ${index}`, width, height));

function read(text: string): Board {
  const reading = readBoardText(text);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.value;
}

function problem(text: string): string {
  const reading = readBoardText(text);
  if (reading.ok) throw new Error(`${JSON.stringify(text)} was read`);
  return reading.line === undefined ? reading.problem : `line ${reading.line}: ${reading.problem}`;
}

/** Whether each cell can be given a die of its own that has its letters on a face: a matching, found by moving dice on. */
function canBeThrown(cells: readonly string[]): boolean {
  const cellOf = new Map<number, number>();
  const finds = (cell: number, tried: Set<number>): boolean =>
    dice.some((die, index) => {
      if (tried.has(index) || !die.includes(cells[cell]!)) return false;
      tried.add(index);
      const holder = cellOf.get(index);
      if (holder !== undefined && !finds(holder, tried)) return false;
      cellOf.set(index, cell);
      return true;
    });
  return cells.every((_, cell) => finds(cell, new Set()));
}

/** How far the count of each face is from what is likely, in standard deviations. */
function oddity(boards: readonly Board[], cellsDrawn: number, chances: ReadonlyMap<string, number>): number {
  const counts = new Map<string, number>();
  for (const { cells } of boards) for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const off = [...chances].map(([face, chance]) => {
    const likely = cellsDrawn * chance;
    return Math.abs((counts.get(face) ?? 0) - likely) / Math.sqrt(likely);
  });
  return Math.max(...off, ...[...counts.keys()].map((face) => (chances.has(face) ? 0 : Infinity)));
}

const chanceOfFace = new Map<string, number>();
for (const face of dice.flat()) chanceOfFace.set(face, (chanceOfFace.get(face) ?? 0) + 1 / 96);

t.test('A board is read as web services write it, with spaces, bars and QU in capitals', async (t) => {
  const spaced = [
    'R S P QU  | E I B T  | U L Z A  | E S T I  | ',
    'R S P QU | E I B T | U L Z A | E S T I |',
    'R S P Qu|E I B T|U L Z A|E S T I',
    'R S P QU/E I B T/U L Z A/E S T I',
  ];
  for (const text of spaced) {
    t.same(read(text), read('RSPQu/EIBT/ULZA/ESTI'), text);
    t.same(namedBoard(text), readBoardText(text), text);
  }
  t.same(read('Q U\nQU A').cells, ['Q', 'U', 'QU', 'A']);
  t.same(read('QUA').cells, ['Q', 'U', 'A'], 'without spaces each capital is a cell');
  t.match(problem('RS PL|EI BT'), /expected spaces between all cells or none/);
  for (const file of ['My Games/foo', 'My Board/X.txt', 'boards/one', 'A B'])
    t.equal(namedBoard(file), undefined, file);
  const hostile = `A ${'A '.repeat(20_000)}| ${'QU '.repeat(20_000)}!`;
  t.equal(namedBoard(hostile), undefined, 'a long text that is no board is seen at once');
});

t.test('one seed gives one board, another seed another', async (t) => {
  t.same(rolled('a'), rolled('a'));
  t.same(rolled('a', 5, 6), rolled('a', 5, 6));
  t.equal(new Set(rolls(100).map(boardText)).size, 100);
});

t.test('on 4 by 4 each die is used once, all its faces come up, and it lies anywhere', async (t) => {
  t.ok(dice.length === 16 && allOf(dice, (die) => die.length === 6));
  t.ok(canBeThrown(dice.map((die) => die[0]!)));
  t.notOk(canBeThrown(dice.map(() => 'QU')), 'there is one Qu');
  const boards = rolls(3000);
  t.same(
    boards.filter(({ cells }) => !canBeThrown(cells)),
    [],
  );
  t.ok(oddity(boards, 3000 * 16, chanceOfFace) < 5);
  const places = new Set(boards.map(({ cells }) => cells.indexOf('QU')));
  t.equal(places.size, 17, 'Qu lies in each of 16 cells, or is not up');
});

t.test('on boards of other sizes each cell is drawn from the faces of all dice', async (t) => {
  for (const [width, height] of [
    [5, 5],
    [3, 7],
    [16, 16],
  ] as const) {
    const boards = rolls(300, width, height);
    t.ok(allOf(boards, (board) => board.cells.length === width * height));
    t.ok(oddity(boards, 300 * width * height, chanceOfFace) < 5, `${width} by ${height}`);
  }
  t.ok(
    rolls(50, 16, 16).some(({ cells }) => cells.filter((cell) => cell === 'K').length > 1),
    'one die has the only K',
  );
  t.equal(rolled('a', 1, 1).cells.length, 1);
});

t.test('cells that touch are neighbours, corners included', async (t) => {
  for (const [width, height] of [
    [4, 4],
    [1, 5],
    [6, 1],
    [1, 1],
    [16, 16],
  ] as const) {
    const { cells, neighbours } = rolled('a', width, height);
    const wanted = cells.map((_, one) =>
      [...cells.keys()].filter((other) => {
        const across = (one % width) - (other % width);
        const down = Math.floor(one / width) - Math.floor(other / width);
        return Math.max(Math.abs(across), Math.abs(down)) === 1;
      }),
    );
    t.same(neighbours, wanted, `${width} by ${height}`);
  }
});

t.test(
  'a board is written with / between its rows, and lower-case letters belong to the one before',
  async (t) => {
    const board = read('RSPL/EIBT/ULZA/EQuTI');
    t.match(board, { width: 4, height: 4 });
    t.same(board.cells, [...'RSPLEIBTULZAE', 'QU', 'T', 'I']);
    t.same(rowsOf(board), ['R S P L', 'E I B T', 'U L Z A', 'E QU T I']);
    t.same(read('StreA').cells, ['STRE', 'A']);
    t.same(read('A').cells, ['A']);
    t.match(read('AB/CD/EF'), { width: 2, height: 3 });
  },
);

t.test('a file has a row a line, with spaces between cells or without, and comments', async (t) => {
  const wanted = read('RSPL/EIBT/ULZA/EQuTI');
  for (const text of [
    'RSPL\nEIBT\nULZA\nEQuTI\n',
    '\uFEFFR S P L\r\nE I B T\r\nU L Z A\r\nE Qu T I\r\n',
    '# the box\n\n  R  S\tP L\nEIBT\n\nULZA\nE Qu T I',
    'RSPL/EIBT/ULZA/EQuTI\n',
    'RSPL / EIBT\nULZA/EQuTI',
  ])
    t.same(read(text), wanted, JSON.stringify(text));
});

t.test('what is wrong with a board is told in a sentence', async (t) => {
  const nothing = 'expected at least one letter; there is none';
  for (const text of ['', '\n\n', '# nothing\n', '/', '  ']) t.equal(problem(text), nothing);
  const expected: Readonly<Record<string, string>> = {
    'ABC/AB': 'row 2: expected 3 cells, as in row 1; got 2',
    'QuBC/QUBC': 'row 2: expected 3 cells, as in row 1; got 4',
    'AB//AB': 'row 2: expected a row of letters; it is empty',
    'AB/CD/': 'row 3: expected a row of letters; it is empty',
    'AB/c':
      'row 2: expected a capital to begin each cell, with lower-case letters only after it, as in Qu; got "c"',
    'A b':
      'row 1: expected a capital to begin each cell, with lower-case letters only after it, as in Qu; got "A b"',
    Streng: 'row 1: expected cells of at most 4 letters; "Streng" has 6',
    A1: 'row 1: expected letters from A to Z; got "1" in "A1"',
    AÄ: 'row 1: expected letters from A to Z; got "Ä" in "AÄ"',
    'A\u{1F600}': 'row 1: expected letters from A to Z; got "\u{1F600}" in "A\u{1F600}"',
    'RSPL EIBT':
      'row 1: expected spaces between all cells or none, and a cell of several letters written as Qu; got "RSPL EIBT"',
    [`${'A'.repeat(17)}`]: 'row 1: 17 cells: a board has at most 16 in a row',
    [`${'A/'.repeat(16)}A`]: 'row 17: a board has at most 16 rows',
    'AB\nAB\n\nABC\n': 'line 4: row 3: expected 2 cells, as in row 1; got 3',
  };
  for (const [text, sentence] of Object.entries(expected)) t.equal(problem(text), sentence);
  t.ok(problem(`A${'é'.repeat(100_000)}`).length < 200, 'however long the text is');
  t.ok(problem('A\n'.repeat(100_000)).length < 200);
});

const letters = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const cell = fc.array(letters, { minLength: 1, maxLength: 4 }).map((spelled) => spelled.join(''));
const boards = fc
  .tuple(fc.integer({ min: 1, max: 16 }), fc.integer({ min: 1, max: 16 }))
  .chain(([width, height]) =>
    fc
      .array(cell, { minLength: width * height, maxLength: width * height })
      .map((cells) => boardOf(width, height, cells)),
  );

t.test('the text of a board is read back to it, on one line or on many', async (t) => {
  const law = fc.property(boards, (board) => {
    const text = boardText(board);
    t.match(text, /^[A-Za-z/]+$/);
    t.same(read(text), board);
    t.same(read(text.replaceAll('/', '\n')), board);
    t.same(read(text.replaceAll(/(?!^)(?=[A-Z])/gm, ' ')), board);
  });
  fc.assert(law, runs(50));
  t.equal(boardText(read('RSPL/EIBT/ULZA/EQuTI')), 'RSPL/EIBT/ULZA/EQuTI');
});

t.test('a board that cannot be is not made', async (t) => {
  const sizes = /expected a cell for each place/;
  t.throws(() => boardOf(2, 2, ['A']), sizes);
  t.throws(() => boardOf(0, 0, []), sizes);
  t.throws(() => boardOf(17, 1, new Array<string>(17).fill('A')), sizes);
  t.throws(() => boardOf(1.5, 2, ['A', 'B', 'C']), sizes);
  for (const odd of ['a', '', 'Qu', 'ABCDE', 'Ä', ' '])
    t.throws(() => boardOf(1, 1, [odd]), /expected cells of one to 4 letters from A to Z; got "/);
});
