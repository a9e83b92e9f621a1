import t from 'tap';
import { CompareFold } from '../../host/cli/comparing/compare-fold.ts';
import { VoidMatch } from '../../host/core/host-failure.ts';
import type { PlayedGame } from '../../host/runs/play-series.ts';

const test = { model: 'normalized', elo0: 0, elo1: 200, alpha: 0.05, beta: 0.05 } as const;

const seatOf = (entry: number, game: number) => ((entry + game) % 2) + 1;

/** A game of a mirrored series that NEW has won. */
function won(game: number): PlayedGame {
  const players = [1, 2].map((entry) => ({
    seat: seatOf(entry, game),
    entry,
    outcome: entry === 1 ? 'won' : 'lost',
  }));
  const result = { seed: `${Math.ceil(game / 2)}`, reason: 'out', winner: seatOf(1, game), players };
  return { game, again: false, report: { result } } as unknown as PlayedGame;
}

const newFold = () => new CompareFold({ test, notWorse: false, countsOffences: false });

t.test('a pair that misses a void game does not keep the others from deciding', async (t) => {
  const fold = newFold();
  fold.take({ game: 1, failure: new VoidMatch('no memory') });
  for (let game = 2; game <= 40 && !fold.isDecided; game++) fold.take(won(game));
  t.ok(fold.hostFailed);
  t.ok(fold.isDecided);
  t.equal(fold.comparison.verdict, 'better');
});

t.test('nothing is decided before the first pair is whole', async (t) => {
  const fold = newFold();
  fold.take(won(1));
  t.notOk(fold.isDecided);
});
