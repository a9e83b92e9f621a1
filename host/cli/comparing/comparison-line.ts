import type { Comparison } from '../../tournament/comparison.ts';
import type { TestState } from '../../tournament/likelihood-test.ts';

/** What was compared; null where only the counts are known. */
export interface Compared {
  readonly game: string | null;
  readonly seed: string | null;
  readonly seconds: number | null;
}

/** One JSON object for programs. Figures are rounded to what they mean. */
export function comparisonLine({ game, seed, seconds }: Compared, comparison: Comparison): object {
  const { games, pairs, pentanomial, won, drawn, lost, score, elo, normalizedElo } = comparison;
  const { los, margin, sprt, offences, timeouts, verdict } = comparison;
  return {
    ...{ wordhost: 1, kind: 'compare', game, seed, games, pairs, pentanomial, won, drawn, lost },
    score: rounded(score, 4),
    elo: roundedIn(elo),
    normalizedElo: roundedIn(normalizedElo),
    los: rounded(los, 4),
    margin: roundedIn(margin),
    sprt: sprt && testLine(sprt),
    ...{ offences, timeouts, verdict, seconds },
  };
}

function testLine({ llr, deviation: _, lower, upper, accepted, ...test }: TestState): object {
  return { ...test, llr: rounded(llr, 2), lower: rounded(lower, 2), upper: rounded(upper, 2), accepted };
}

function roundedIn<Figures extends object>(figures: Figures | null): object | null {
  if (figures === null) return null;
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(value, 2)]));
}

/** Null where there is no such number, or it has no end. */
function rounded(value: number | null, places: number): number | null {
  return value === null || !Number.isFinite(value) ? null : Number(value.toFixed(places));
}
