import t from 'tap';
import { type MoveRow, mean, quantile, shareOf } from '../../host/games/analysis.ts';
import { bananagramsAnalysis } from '../../host/games/bananagrams/analysis.ts';
import { boggleAnalysis } from '../../host/games/boggle/analysis.ts';
import { scrabbleAnalysis } from '../../host/games/scrabble/analysis/analyze.ts';

/** Moves with these cells. */
const rows = (cells: readonly MoveRow['cells'][], measure?: number): MoveRow[] =>
  cells.map((each, n) => ({ n, seat: 1, cells: each, measure, best: [] }));

t.test('figures of an analysis', async (t) => {
  t.test('no moves have no mean, no median and no share', (t) => {
    t.same([mean([]), quantile([], 0.5), shareOf(0, 0)], [undefined, undefined, undefined]);
    t.same([mean([1, 2, 6]), quantile([6, 1, 2], 0.5), shareOf(1, 4)], [3, 2, 0.25]);
    t.end();
  });

  t.test('Bananagrams: of two longest words the first is named', (t) => {
    const moves = rows([{ longest: 'cat' }, { longest: 'horse' }, { longest: 'mouse' }]);
    t.match(bananagramsAnalysis.figuresOf(moves, { dumps: 2, late: 1, stood: 8 }), {
      peels: 3,
      longest: 'horse',
      dumps: 2,
      late: 1,
    });
    t.equal(bananagramsAnalysis.figuresOf([], {}).longest, undefined);
    t.end();
  });

  t.test('Boggle: points and words a second are those of right words', (t) => {
    const moves = rows([{ points: 1 }, { points: 5 }, { reason: 'notonboard' }]);
    t.match(boggleAnalysis.figuresOf(moves, { seconds: 4 }), {
      words: 2,
      points: 6,
      notonboard: 1,
      wordsPerSecond: 0.5,
    });
    t.equal(boggleAnalysis.figuresOf(moves, {}).wordsPerSecond, undefined, 'no time is known');
    t.end();
  });

  t.test('Scrabble: moves within 0, 5 and 20 points of the best, and better exchanges', (t) => {
    const losses = rows([0, 5, 6, 20, 21].map((loss) => ({ loss, kind: 'play' })));
    t.match(scrabbleAnalysis.figuresOf(losses, {}), {
      moves: 5,
      within0: 0.2,
      within5: 0.4,
      within20: 0.8,
      exchangesWorse: 0,
    });
    const exchanges = [
      ...rows([{ kind: 'change' }], 3),
      ...rows([{ kind: 'change' }], 0),
      ...rows([{ kind: 'play' }, { kind: 'play' }], 9),
    ];
    t.equal(scrabbleAnalysis.figuresOf(exchanges, {}).exchangesWorse, 1);
    t.end();
  });
});
