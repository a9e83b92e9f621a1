import { bettors } from '../../host/statistics/anytime.ts';
import { scoreOfElo } from '../../host/statistics/elo.ts';
import type { Sample } from '../../host/statistics/sample.ts';

export function sampleOf(counts: readonly number[]): Sample {
  return counts.map((count, index) => ({ value: index / (counts.length - 1), count }));
}

/** Probabilities of the shares 0, ¼, ½, ¾ and 1. */
export type Shape = readonly number[];

const shares = [0, 0.25, 0.5, 0.75, 1];
const meanOf = (shape: Shape) => shape.reduce((sum, chance, index) => sum + chance * shares[index]!, 0);

/** Chances with this mean and standard deviation, as even as they can be: exp(a·x + b·x²), found by bisection. */
export function shapeWith(mean: number, deviation: number): Shape {
  const of = (b: number) => {
    let [low, high] = [-1000, 1000];
    const at = (a: number) => {
      const logs = shares.map((x) => a * (x - 0.5) + b * (x - mean) ** 2);
      const most = Math.max(...logs);
      const parts = logs.map((log) => Math.exp(log - most));
      const all = parts.reduce((sum, part) => sum + part, 0);
      return parts.map((part) => part / all);
    };
    for (let round = 0; round < 100; round++) {
      const middle = (low + high) / 2;
      if (meanOf(at(middle)) < mean) low = middle;
      else high = middle;
    }
    return at(low);
  };
  const spread = (shape: Shape) =>
    Math.sqrt(shape.reduce((sum, chance, index) => sum + chance * (shares[index]! - mean) ** 2, 0));
  let [low, high] = [-500, 500];
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2;
    if (spread(of(middle)) < deviation) low = middle;
    else high = middle;
  }
  return of(low);
}

/** The bets of `statistics/anytime.ts`, one pair after the other: the independent way to the same capital. */
class Capital {
  readonly #steps: readonly (readonly number[])[];
  #logs = bettors.map(({ weight }) => Math.log(weight / 14));

  constructor(mean: number, sign: 1 | -1) {
    this.#steps = shares.map((x) =>
      bettors.map(({ fraction }) =>
        Math.log(sign === 1 ? 1 + (fraction / mean) * (x - mean) : 1 - (fraction / (1 - mean)) * (x - mean)),
      ),
    );
  }

  bet(index: number): number {
    const step = this.#steps[index]!;
    this.#logs = this.#logs.map((log, bettor) => log + step[bettor]!);
    return Math.log(this.#logs.reduce((sum, log) => sum + Math.exp(log), 0));
  }
}

export interface Simulated {
  readonly verdict: 'better' | 'not-better' | 'undecided';
  readonly counts: readonly number[];
}

const MOST_PAIRS = 10_000;

/** Plays pairs until the any-time test decides. */
export function simulate(shape: Shape, random: () => number, alpha = 0.05, difference = 10): Simulated {
  const better = new Capital(0.5, 1);
  const notBetter = new Capital(scoreOfElo(difference), -1);
  const counts = [0, 0, 0, 0, 0];
  const bound = Math.log(1 / alpha);
  for (let pair = 1; pair <= MOST_PAIRS; pair++) {
    let left = random();
    const index = shape.findIndex((chance) => (left -= chance) < 0);
    const came = index < 0 ? 4 : index;
    counts[came]!++;
    const [one, other] = [better.bet(came), notBetter.bet(came)];
    if (one >= bound) return { verdict: 'better', counts };
    if (other >= bound) return { verdict: 'not-better', counts };
  }
  return { verdict: 'undecided', counts };
}
