import t from 'tap';
import { CompareProgress } from '../../host/cli/comparing/compare-progress.ts';
import { CompareReport } from '../../host/cli/comparing/compare-report.ts';
import type { PlayerReports } from '../../host/cli/playing/player-reports.ts';
import { VoidMatch } from '../../host/core/host-failure.ts';
import type { PlayedGame } from '../../host/runs/play-series.ts';

const test = { model: 'normalized', elo0: 0, elo1: 200, alpha: 0.05, beta: 0.05 } as const;

/** A game of a mirrored series that NEW has won. */
function won(game: number): PlayedGame {
  const players = [1, 2].map((entry) => ({ seat: entry, entry, outcome: entry === 1 ? 'won' : 'lost' }));
  const result = { seed: `${Math.ceil(game / 2)}`, reason: 'out', winner: 1, players };
  return { game, again: false, report: { result } } as unknown as PlayedGame;
}

function reportOf(): CompareReport {
  const progress = new CompareProgress({ stream: undefined, now: () => 0, mostGames: 100 });
  const players = { print: () => false } as unknown as PlayerReports;
  const question = { test, notWorse: false, countsOffences: false };
  return new CompareReport(question, { players, progress, results: undefined });
}

t.test('a pair that misses a void game does not keep the others from deciding', async (t) => {
  using report = reportOf();
  report.take({ game: 1, failure: new VoidMatch('no memory') });
  for (let game = 2; game <= 40 && !report.isDecided; game++) report.take(won(game));
  t.ok(report.hostFailed);
  t.ok(report.isDecided);
  t.equal(report.comparison.verdict, 'better');
});

t.test('nothing is decided before the first pair is whole', async (t) => {
  using report = reportOf();
  report.take(won(1));
  t.notOk(report.isDecided);
});
