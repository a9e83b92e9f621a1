import t from 'tap';
import { boardOf } from '../../../../host/games/boggle/board/board.ts';
import { readBoardText } from '../../../../host/games/boggle/board/board-text.ts';
import {
  chosen,
  draggedTo,
  spelled,
  TypedWords,
} from '../../../../host/serve/boggle/page/state/word-path.ts';
import fc from '../../../support/laws.ts';

//  0 R  1 QU  2 P  3 L
//  4 E  5 I   6 B  7 T
//  8 U  9 L  10 Z 11 A
// 12 E 13 S  14 T 15 I
const read = readBoardText('R QU P L | E I B T | U L Z A | E S T I | ');
if (!read.ok) throw new Error(read.problem);
const board = read.value;
const drag = (...cells: number[]) =>
  cells.reduce((path: readonly number[], cell) => draggedTo(board, path, cell), []);
const choose = (...cells: number[]) =>
  cells.reduce((path: readonly number[], cell) => chosen(board, path, cell), []);

t.test('what is dragged goes from neighbour to neighbour, and back the same way', async (t) => {
  t.same(drag(1, 5, 14), [1, 5], 'a cell that is no neighbour is passed over');
  t.same(drag(1, 5, 9, 14), [1, 5, 9, 14]);
  t.same(drag(1, 5, 9, 5), [1, 5], 'one back takes the last away');
  t.same(drag(1, 5, 4, 1), [1, 5, 4], 'no cell is used twice');
  t.same(spelled(board, [1, 5, 14]), 'QUIT');
});

t.test('what is chosen goes on from the last, takes it away, or begins again', async (t) => {
  t.same(choose(1, 5), [1, 5]);
  t.same(choose(1, 5, 5), [1]);
  t.same(choose(1, 1), []);
  t.same(choose(1, 5, 15), [15]);
  t.same(choose(1, 5, 4, 1), [1], 'an earlier cell of the word begins a new one');
});

t.test('every path that is dragged or chosen is one by the rules', async (t) => {
  const cells = fc.array(fc.nat(15), { maxLength: 40 });
  fc.assert(
    fc.property(cells, fc.constantFrom(drag, choose), (all, make) => {
      const path = make(...all);
      t.equal(new Set(path).size, path.length);
      for (const [index, cell] of path.slice(1).entries())
        if (!board.neighbours[path[index]!]!.includes(cell)) return false;
      return path.length === 0 || new TypedWords(board).pathOf(spelled(board, path)).isWhole;
    }),
  );
});

t.test('a typed word lights up where it lies, as far as it does', async (t) => {
  const words = new TypedWords(board);
  t.same(words.pathOf('quiff'), { path: [1, 5], isWhole: false });
  t.equal(words.pathOf('bil').isWhole, true);
  t.same(words.pathOf(''), { path: [], isWhole: true });
  t.same(words.pathOf('  '), { path: [], isWhole: true });
  t.same(words.pathOf('q'), { path: [1], isWhole: true }, 'a cell may have more letters than are typed');
  t.same(words.pathOf('qui'), { path: [1, 5], isWhole: true });
  t.same(words.pathOf('quix'), { path: [1, 5], isWhole: false });
  t.same(words.pathOf('x'), { path: [], isWhole: false });
  t.same(words.pathOf('ü<'), { path: [], isWhole: false });
  t.same(words.pathOf('eſ'), { path: [4], isWhole: false }, 'a long s is no S, as for the server');
  const long = boardOf(2, 1, ['ABC', 'D']);
  t.same(new TypedWords(long).pathOf('a'), { path: [0], isWhole: true });
  t.same(new TypedWords(long).pathOf('DAB'), { path: [1, 0], isWhole: true });
});
