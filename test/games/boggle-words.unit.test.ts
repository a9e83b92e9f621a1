import t from 'tap';
import { type Board, boardOf } from '../../host/games/boggle/board/board.ts';
import { readBoardText } from '../../host/games/boggle/board/board-text.ts';
import { pathFinder } from '../../host/games/boggle/words/path-finder.ts';
import { pointsOf } from '../../host/games/boggle/words/points.ts';
import { isOnSmallBoard, wrongWithPath } from '../oracle/boggle-words.ts';
import { boardOfFaces, common, faces, listOf, oneOf, throwsFrom, tryBruteForce } from './brute-force.ts';

const boardWith = (width: number, height: number, cellAt: (x: number, y: number) => string) =>
  boardOf(
    width,
    height,
    Array.from({ length: width * height }, (_, cell) => cellAt(cell % width, Math.floor(cell / width))),
  );

function drawn(text: string): Board {
  const reading = readBoardText(text);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.value;
}

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
  const board = drawn('TIE/RQuA/NOL');
  const { pathOf } = pathFinder(board);
  t.same(finder.wordsOn(board), ['EQUAL', 'QU', 'QUIT', 'TIQU']);
  t.same(pathOf('QUIT'), [4, 1, 0]);
  t.same(pathOf('EQUAL'), [2, 4, 5, 8]);
  t.same(pathOf('TIQU'), [0, 1, 4]);
  t.same(pathOf('QU'), [4]);
  t.equal(pathOf('Q'), undefined, 'half a cell');
  t.equal(pathOf('U'), undefined);
  t.equal(pathOf('QUQU'), undefined, 'twice the same cell');
  t.same(finder.wordsOn(drawn('QU/AL')), ['Q', 'QU', 'U', 'UQ'], 'a Q and a U are two cells');
  t.same(pathFinder(drawn('QuQu')).pathOf('QUQU'), [0, 1]);
});

t.test('a path uses no cell twice, goes to neighbours alone, and corners touch', async (t) => {
  const { pathOf } = pathFinder(drawn('CAT/XXX/XSX'));
  t.same(pathOf('CAT'), [0, 1, 2]);
  t.equal(pathOf('CATS'), undefined, 'the S is two rows away');
  t.equal(pathOf('TACAT'), undefined);
  t.same(pathFinder(drawn('AX/XB')).pathOf('AB'), [0, 3]);
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
  t.same(finder.wordsOn(drawn('AB/BA')), ['AB', 'ABBA', 'BAA']);
  t.same(finder.wordsOn(boardWith(16, 16, () => 'A')), ['AAA']);
  const { pathOf } = pathFinder(drawn('AB/BA'));
  for (const word of others) t.equal(pathOf(word), undefined);
  const many = listOf([...others, ...Array.from({ length: 40 }, (_, index) => 'A'.repeat(index + 1))]);
  t.equal(many.finder.wordsOn(boardWith(16, 16, () => 'A')).length, 40);
});

t.test('a finder keeps nothing of one board when it is given the next, small or large', async (t) => {
  const { finder } = listOf(['AT', 'CAT', 'TEA', 'QUA', 'AAAAAA']);
  t.same(finder.wordsOn(drawn('CAT')), ['AT', 'CAT']);
  t.same(finder.wordsOn(boardWith(16, 16, () => 'A')), ['AAAAAA']);
  t.same(finder.wordsOn(drawn('TEA')), ['TEA']);
  t.same(finder.wordsOn(drawn('QuA')), ['QUA']);
  t.same(finder.wordsOn(drawn('X')), []);
  t.same(listOf(['Ä']).finder.wordsOn(drawn('CAT')), []);
});

t.test('a list too long for all its words to be kept as strings gives the same words', async (t) => {
  const letters = [...'ABCDEFGHIJKLMNOP'];
  const words = letters.flatMap((a) =>
    letters.flatMap((b) =>
      letters.flatMap((c) => letters.flatMap((d) => ['', ...'ABCD'].map((e) => `${a}${b}${c}${d}${e}`))),
    ),
  );
  const { finder, naively } = listOf(words);
  const board = drawn('ABCD/EFGH/IJKL/MNOP');
  const wanted = naively(board);
  t.ok(wanted.length > 1000 && words.length > 2 ** 18);
  t.same(finder.wordsOn(board), wanted);
  t.same(finder.wordsOn(drawn('PONM/LKJI/HGFE/DCBA')), wanted, 'turned round, it is the same board');
  t.same(finder.wordsOn(board), wanted);
});

const as = (count: number) => 'A'.repeat(count);
const allAs = boardWith(16, 16, () => 'A');

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
  ['the Bs are too far apart', boardWith(16, 16, (x, y) => ((x + y) % 30 === 0 ? 'B' : 'A')), `B${as(12)}B`],
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

t.test(
  'on small boards of few letters each long word is found where it is, and not where it is not',
  async (t) => {
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
  },
);

t.test('points go by letters, of which Qu are two', async (t) => {
  const wanted = { A: 0, AT: 0, TEA: 1, QUA: 1, SEAT: 1, QUIET: 2, SEATED: 3, QUIETER: 5, REQUIRED: 11 };
  for (const [word, points] of Object.entries(wanted)) t.equal(pointsOf(word), points, word);
  t.equal(pointsOf('UNREQUITEDNESS'), 11);
});
