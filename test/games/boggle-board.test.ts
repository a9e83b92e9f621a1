import t from 'tap';
import { openStream } from '../../host/core/chance.ts';
import { keyOf } from '../../host/core/seed.ts';
import {
  type Board,
  boardOf,
  boardText,
  namedBoard,
  readBoardText,
  rollBoard,
  rowsOf,
} from '../../host/games/boggle/board.ts';
import { pointsOf } from '../../host/games/boggle/judge.ts';
import { pathFinder } from '../../host/games/boggle/path-finder.ts';
import { isOnSmallBoard, wrongWithPath } from '../oracle/boggle-words.ts';
import { allOf } from '../support/all-of.ts';
import fc, { runs } from '../support/laws.ts';
import { boardFrom } from './boggle-table.ts';
import { boardOfFaces, common, faces, listOf, oneOf, throwsFrom, tryBruteForce } from './brute-force.ts';

t.test('boggle board', async (t) => {
  const box =
    'AEANEG WNGEEH AHSPCO LNHNRZ ASPFFK TSTIYD OBJOAB OWTOAT IOTMUC ERTTYL RYVDEL TOESSI LREIXD TERWHV EIUNES NUIHMQu';
  const dice = box.split(' ').map((die) => die.match(/Qu|[A-Z]/g)!.map((face) => face.toUpperCase()));

  const rolled = (seed: string, width = 4, height = 4) =>
    rollBoard(openStream(keyOf(seed), 'board'), width, height);
  const rolls = (count: number, width = 4, height = 4) =>
    Array.from({ length: count }, (_, index) => rolled(`roll ${index}`, width, height));

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
  function oddity(
    boards: readonly Board[],
    cellsDrawn: number,
    chances: ReadonlyMap<string, number>,
  ): number {
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
      t.same(boardFrom(text), boardFrom('RSPQu/EIBT/ULZA/ESTI'), text);
      t.same(namedBoard(text), readBoardText(text), text);
    }
    t.same(boardFrom('Q U\nQU A').cells, ['Q', 'U', 'QU', 'A']);
    t.same(boardFrom('QUA').cells, ['Q', 'U', 'A'], 'without spaces each capital is a cell');
    t.match(problem('RS PL|EI BT'), /spaces between.*none/);
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

  t.test('rows stand between slashes, and a lowercase letter belongs to the one before', async (t) => {
    const board = boardFrom('RSPL/EIBT/ULZA/EQuTI');
    t.match(board, { width: 4, height: 4 });
    t.same(board.cells, [...'RSPLEIBTULZAE', 'QU', 'T', 'I']);
    t.same(rowsOf(board), ['R S P L', 'E I B T', 'U L Z A', 'E QU T I']);
    t.same(boardFrom('StreA').cells, ['STRE', 'A']);
    t.same(boardFrom('A').cells, ['A']);
    t.match(boardFrom('AB/CD/EF'), { width: 2, height: 3 });
  });

  t.test('a file has a row a line, with spaces between cells or without, and comments', async (t) => {
    const wanted = boardFrom('RSPL/EIBT/ULZA/EQuTI');
    for (const text of [
      'RSPL\nEIBT\nULZA\nEQuTI\n',
      '\uFEFFR S P L\r\nE I B T\r\nU L Z A\r\nE Qu T I\r\n',
      '# the box\n\n  R  S\tP L\nEIBT\n\nULZA\nE Qu T I',
      'RSPL/EIBT/ULZA/EQuTI\n',
      'RSPL / EIBT\nULZA/EQuTI',
    ])
      t.same(boardFrom(text), wanted, JSON.stringify(text));
  });

  t.test('what is wrong with a board is told in a sentence', async (t) => {
    const nothing = 'expected at least one letter; got none';
    for (const text of ['', '\n\n', '# nothing\n', '/', '  ']) t.equal(problem(text), nothing);
    const expected: Readonly<Record<string, string>> = {
      'ABC/AB': 'row 2: expected 3 cells, as in row 1; got 2',
      'QuBC/QUBC': 'row 2: expected 3 cells, as in row 1; got 4',
      'AB//AB': 'row 2: expected a row of letters; got an empty row',
      'AB/CD/': 'row 3: expected a row of letters; got an empty row',
      'AB/c':
        'row 2: expected a capital to begin each cell, with lowercase letters only after it, such as Qu; got "c"',
      'A b':
        'row 1: expected a capital to begin each cell, with lowercase letters only after it, such as Qu; got "A b"',
      Streng: 'row 1: expected cells of at most 4 letters; "Streng" has 6',
      A1: 'row 1: expected letters from A to Z; got "1" in "A1"',
      AÄ: 'row 1: expected letters from A to Z; got "Ä" in "AÄ"',
      'A\u{1F600}': 'row 1: expected letters from A to Z; got "\u{1F600}" in "A\u{1F600}"',
      'RSPL EIBT':
        'row 1: expected spaces between all cells or none, and cells of several letters written like Qu; got "RSPL EIBT"',
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
      t.same(boardFrom(text), board);
      t.same(boardFrom(text.replaceAll('/', '\n')), board);
      t.same(boardFrom(text.replaceAll(/(?!^)(?=[A-Z])/gm, ' ')), board);
    });
    fc.assert(law, runs(50));
    t.equal(boardText(boardFrom('RSPL/EIBT/ULZA/EQuTI')), 'RSPL/EIBT/ULZA/EQuTI');
  });

  t.test('a board that cannot be is not made', async (t) => {
    const sizes = /expected a cell/;
    t.throws(() => boardOf(2, 2, ['A']), sizes);
    t.throws(() => boardOf(0, 0, []), sizes);
    t.throws(() => boardOf(17, 1, new Array<string>(17).fill('A')), sizes);
    t.throws(() => boardOf(1.5, 2, ['A', 'B', 'C']), sizes);
    for (const odd of ['a', '', 'Qu', 'ABCDE', 'Ä', ' '])
      t.throws(() => boardOf(1, 1, [odd]), /expected cells of one to 4 letters from A to Z; got "/);
  });
});

t.test('boggle words', async (t) => {
  const boardWith = (width: number, height: number, cellAt: (x: number, y: number) => string) =>
    boardOf(
      width,
      height,
      Array.from({ length: width * height }, (_, cell) => cellAt(cell % width, Math.floor(cell / width))),
    );

  const manyLetters = [...common, 'QU', 'IN', 'ER', 'TH', 'ING', 'ION', 'EST', 'TION', 'NESS', 'Q'];

  /** Rows of random letters, some of them words that can be found, with Qu in all places. */
  function madeWords(seed: number, count: number, letters: readonly string[], longest: number): string[] {
    const die = throwsFrom(seed);
    return Array.from({ length: count }, () =>
      Array.from({ length: 1 + die(longest) }, () => oneOf(die, letters)).join(''),
    );
  }

  // `npm run test:slow` has many more.
  tryBruteForce(t, 12);

  t.test('on boards of all sizes, with cells of up to four letters, they are those too', async (t) => {
    const die = throwsFrom(2);
    const list = listOf([
      ...madeWords(3, 6000, manyLetters, 6),
      ...madeWords(4, 4000, ['E', 'S', 'T', 'EST', 'QU'], 9),
    ]);
    let found = 0;
    for (let index = 0; index < 20; index++) {
      const [width, height] = [1 + die(8), 1 + die(8)];
      const letters = index % 3 === 0 ? ['E', 'S', 'T', 'R', 'EST', 'QU', 'SETS'] : manyLetters;
      const board = boardOfFaces(width, height, die, letters);
      const words = list.finder.wordsOn(board);
      const wanted = list.naively(board);
      if (words.join() !== wanted.join()) t.same(words, wanted, `${width}: ${board.cells.join(' ')}`);
      const here = new Set(words);
      const { pathOf } = pathFinder(board);
      for (const word of list.inOrder) {
        const path = pathOf(word);
        if (here.has(word) !== (path !== undefined) || (path && wrongWithPath(board, word, path)))
          t.fail(`${word} ${path} ${width}: ${board.cells.join(' ')}`);
      }
      found += words.length;
    }
    t.ok(found > 1_000, `${found} words were found`);
  });

  t.test('on boards of 16 by 16 they are those too', async (t) => {
    const die = throwsFrom(5);
    const list = listOf(madeWords(6, 3000, [...'ETAOINSHRDLU', 'QU', 'ING'], 5));
    let found = 0;
    for (let index = 0; index < 6; index++) {
      const board = boardOfFaces(16, 16, die, index % 2 === 0 ? faces : manyLetters);
      const words = list.finder.wordsOn(board);
      t.same(words, list.naively(board));
      found += words.length;
    }
    t.ok(found > 500, `${found} words were found`);
  });

  t.test('Qu is one cell, anywhere in a word', async (t) => {
    const { finder } = listOf(['QUIT', 'EQUAL', 'TIQU', 'QU', 'Q', 'QUQU', 'U', 'UQ', 'QI', 'QUAQU']);
    const board = boardFrom('TIE/RQuA/NOL');
    const { pathOf } = pathFinder(board);
    t.same(finder.wordsOn(board), ['EQUAL', 'QU', 'QUIT', 'TIQU']);
    t.same(pathOf('QUIT'), [4, 1, 0]);
    t.same(pathOf('EQUAL'), [2, 4, 5, 8]);
    t.same(pathOf('TIQU'), [0, 1, 4]);
    t.same(pathOf('QU'), [4]);
    t.equal(pathOf('Q'), undefined, 'half a cell');
    t.equal(pathOf('U'), undefined);
    t.equal(pathOf('QUQU'), undefined, 'twice the same cell');
    t.same(finder.wordsOn(boardFrom('QU/AL')), ['Q', 'QU', 'U', 'UQ'], 'a Q and a U are two cells');
    t.same(pathFinder(boardFrom('QuQu')).pathOf('QUQU'), [0, 1]);
  });

  t.test('a path uses no cell twice, goes to neighbours alone, and corners touch', async (t) => {
    const { pathOf } = pathFinder(boardFrom('CAT/XXX/XSX'));
    t.same(pathOf('CAT'), [0, 1, 2]);
    t.equal(pathOf('CATS'), undefined, 'the S is two rows away');
    t.equal(pathOf('TACAT'), undefined);
    t.same(pathFinder(boardFrom('AX/XB')).pathOf('AB'), [0, 3]);
    t.equal(pathOf(''), undefined);
    t.equal(pathOf('cat'), undefined, 'words are in capitals');
    t.equal(pathOf('C-T'), undefined);
    t.equal(pathOf('CÄT'), undefined);
    t.equal(pathOf('A'.repeat(70_000)), undefined);
  });

  t.test('words with letters beyond A to Z are on no board, and break nothing', async (t) => {
    const latin = ['AAA', 'AB', 'ABBA', 'BAA'];
    const others = ['ÄB', 'AÄ', 'ABÉ', 'ÑABBA', 'ΑΒΒΑ', 'БА', 'A\u{10400}', 'AAAΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ'];
    const { finder } = listOf([...latin, ...others]);
    t.same(finder.wordsOn(boardFrom('AB/BA')), ['AB', 'ABBA', 'BAA']);
    t.same(finder.wordsOn(boardWith(16, 16, () => 'A')), ['AAA']);
    const { pathOf } = pathFinder(boardFrom('AB/BA'));
    for (const word of others) t.equal(pathOf(word), undefined);
    const many = listOf([...others, ...Array.from({ length: 40 }, (_, index) => 'A'.repeat(index + 1))]);
    t.equal(many.finder.wordsOn(boardWith(16, 16, () => 'A')).length, 40);
  });

  t.test('a finder keeps nothing of one board when it is given the next, small or large', async (t) => {
    const { finder } = listOf(['AT', 'CAT', 'TEA', 'Q', 'QUA', 'AAAAAA']);
    t.same(finder.wordsOn(boardFrom('CAT')), ['AT', 'CAT']);
    t.same(finder.wordsOn(boardWith(16, 16, () => 'A')), ['AAAAAA']);
    t.same(finder.wordsOn(boardFrom('TEA')), ['TEA']);
    t.same(finder.wordsOn(boardFrom('QuA')), ['QUA']);
    t.same(finder.wordsOn(boardFrom('X')), []);
    t.same(listOf(['Ä']).finder.wordsOn(boardFrom('CAT')), []);
  });

  t.test('a list too long for all its words to be kept as strings gives the same words', async (t) => {
    const letters = [...'ABCDEFGHIJKLMNOP'];
    const words = letters.flatMap((a) =>
      letters.flatMap((b) =>
        letters.flatMap((c) => letters.flatMap((d) => ['', ...'ABCD'].map((e) => `${a}${b}${c}${d}${e}`))),
      ),
    );
    const { finder, naively } = listOf(words);
    const board = boardFrom('ABCD/EFGH/IJKL/MNOP');
    const wanted = naively(board);
    t.ok(wanted.length > 1000 && words.length > 2 ** 18);
    t.same(finder.wordsOn(board), wanted);
    t.same(finder.wordsOn(boardFrom('PONM/LKJI/HGFE/DCBA')), wanted, 'turned round, it is the same board');
    t.same(finder.wordsOn(board), wanted);
  });

  const as = (count: number) => 'A'.repeat(count);
  const allAs = boardWith(16, 16, () => 'A');

  t.test('a word that takes nearly every cell is found, past corners too', async (t) => {
    const rows = 'ABBBAAAAB/ABAAAAAAA/BABAABAAB/BBABAAAAA/AAAAABAAA/AAAABAAAA/ABAAAAAAA/AAAABAAAA/BAAAAAABA';
    const path = pathFinder(boardFrom(rows)).pathOf(as(63));
    t.equal(path && wrongWithPath(boardFrom(rows), as(63), path), undefined);
    t.equal(path?.length, 63);
  });

  t.test('on a board of nothing but As each row of As is found, and nothing else', async (t) => {
    const { pathOf } = pathFinder(allAs);
    for (const count of [1, 2, 100, 240, 255, 256]) {
      const path = pathOf(as(count));
      t.equal(path && wrongWithPath(allAs, as(count), path), undefined, `${count} As`);
      t.equal(path?.length, count);
    }
    t.equal(pathOf(as(257)), undefined);
    t.equal(pathOf(`${as(200)}B`), undefined);
    const { finder } = listOf(
      Array.from({ length: 255 }, (_, index) => [as(index + 1), `${as(index)}B`]).flat(),
    );
    t.equal(finder.wordsOn(allAs).length, 255);
    t.equal(finder.wordsOn(boardWith(5, 5, () => 'A')).length, 25);
    t.equal(finder.wordsOn(boardWith(16, 16, (x, y) => (x + y === 0 ? 'B' : 'A'))).length, 255 + 255);
  });

  /** Words that cannot be, though a walk would take long to show it. */
  const hopeless: readonly (readonly [what: string, board: Board, word: string])[] = [
    [
      'the Bs are too far apart',
      boardWith(16, 16, (x, y) => ((x + y) % 30 === 0 ? 'B' : 'A')),
      `B${as(12)}B`,
    ],
    ['walls between the As', boardWith(16, 16, (x, y) => (x % 5 === 4 || y % 5 === 4 ? 'C' : 'A')), as(17)],
    ['strips of As', boardWith(16, 16, (_, y) => (y % 3 === 2 ? 'C' : 'A')), as(33)],
    ['half of the board', boardWith(16, 16, (x) => (x < 8 ? 'A' : 'B')), `${as(127)}CB`],
    ['cells of four', boardWith(16, 16, () => 'AAAA'), as(255)],
  ];

  t.test('words that cannot be are refused at once, on boards made to make that hard', async (t) => {
    for (const [what, board, word] of hopeless) {
      const before = process.cpuUsage();
      t.equal(pathFinder(board).pathOf(word), undefined, what);
      const { user } = process.cpuUsage(before);
      t.ok(user < 2_000_000, `${what}: ${user} µs`);
    }
  });

  t.test('on small boards of few letters each long word is found where it is, only there', async (t) => {
    const die = throwsFrom(9);
    let [there, absent] = [0, 0];
    for (let index = 0; index < 60; index++) {
      const rare = 1 + die(6);
      const board = boardOfFaces(4, 4, die, [...as(10 - rare), ...'BCB'.repeat(2).slice(0, rare)]);
      const left = [...board.cells];
      const length = 8 + die(9);
      const word = Array.from({ length }, () => left.splice(die(left.length), 1)[0]).join('');
      const wanted = isOnSmallBoard(board, word);
      if (wanted) there++;
      else absent++;
      const path = pathFinder(board).pathOf(word);
      const wrong = path && wrongWithPath(board, word, path);
      if (wanted !== (path !== undefined) || wrong)
        t.fail(`${board.cells.join('')} ${word}: ${wrong ?? path}`);
    }
    t.ok(there > 8 && absent > 8, `${there} there, ${absent} not`);
  });

  t.test('points go by letters, of which Qu are two', async (t) => {
    const wanted = { A: 0, AT: 0, TEA: 1, QUA: 1, SEAT: 1, QUIET: 2, SEATED: 3, QUIETER: 5, REQUIRED: 11 };
    for (const [word, points] of Object.entries(wanted)) t.equal(pointsOf(word), points, word);
    t.equal(pointsOf('UNREQUITEDNESS'), 11);
  });
});
