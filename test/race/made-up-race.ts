import type { CurvePoint, RaceReport, Share, Spread } from '../../host/tools/race/race-report.ts';

/** With an interval that is wide enough to be seen. */
export function shareOf(index: number, wins: number, of: number): Share {
  const share = of === 0 ? 0 : wins / of;
  const half = of === 0 ? 0.5 : 1.96 * Math.sqrt((share * (1 - share) + 0.001) / of);
  return { index, wins, of, share, low: Math.max(0, share - half), high: Math.min(1, share + half) };
}

export function spreadOf(wins: readonly number[], p = 0.42): Spread {
  const of = wins.reduce((sum, each) => sum + each, 0);
  const method = wins.length === 2 ? 'exact binomial' : 'chi-squared';
  return { shares: wins.map((won, index) => shareOf(index + 1, won, of)), p, byGame: null, method };
}

export function curveOf(shares: Readonly<Record<number, number>>): CurvePoint[] {
  return Object.entries(shares).map(([us, share]) => {
    const { wins, of, low, high } = shareOf(1, Math.round(400 * share), 400);
    return { advantageUs: Number(us), wins, gates: of, share: wins / of, low, high };
  });
}

/** Two equal racers on a quiet machine. */
export const quietRace: RaceReport = {
  wordhost: 1,
  kind: 'race',
  source: 'racers',
  players: 2,
  games: 20,
  gates: 2000,
  seconds: 11.4,
  seed: 'spring',
  interrupted: false,
  mode: { shuffles: true, flushes: true, batch: true, photoFinishUs: 0, restUs: 2000 },
  jobs: 1,
  racer: 'compiled',
  seats: spreadOf([990, 1010]),
  spawns: spreadOf([1007, 993]),
  places: spreadOf([1400, 600], 1e-70),
  entries: null,
  headStart: {
    medianUs: 2.1,
    p99Us: 13.4,
    quantiles: [0.9, 1.1, 1.4, 1.6, 1.8, 2.1, 2.8, 4.4, 6.1, 13.4, 212].map((us, index) => {
      return { share: [0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1][index]!, us };
    }),
    byPlace: [{ place: 2, medianUs: 2.1 }],
  },
  inversions: { count: 3, of: 1950, share: 3 / 1950, tieUs: 2 },
  deadHeats: { count: 1210, of: 2000, windowUs: 50 },
  curve: curveOf({ 5: 0.55, 20: 0.78, 100: 0.99 }),
  photoFinish: null,
  late: [1010, 990],
  offences: 0,
  leftBatchClass: [],
  offenders: [],
  loopDelayMs: 4.2,
  unpolledGates: 3,
  pinned: false,
  unpinnedBecause: null,
  machine: {
    platform: 'linux',
    kernel: '6.1.0',
    node: 'v24.21.0',
    wordhost: '0.1.0',
    model: 'A processor',
    processors: 2,
    allowedProcessors: '0-1',
    quota: null,
    loadBefore: 0.31,
    loadAfter: 1.4,
    othersShare: 0.03,
    busy: [{ name: 'make', pid: 1234, share: 0.02 }],
  },
  verdict: { fair: true, judged: true, sentence: 'Nobody was favoured.', alpha: 0.001 },
};
