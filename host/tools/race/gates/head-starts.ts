import type { Nanos } from '../../../core/units.ts';
import type { HeadStart } from '../race-report.ts';
import type { OpenedGate } from './observed-game.ts';

const shares = [0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1];

/** The time from the first write to each other one. */
export class HeadStarts {
  /** By place, from the second. */
  readonly #after: Nanos[][] = [];

  add({ times }: OpenedGate): void {
    for (let place = 1; place < times.length; place++) {
      this.#after[place - 1] ??= [];
      this.#after[place - 1]!.push(times[place]! - times[0]!);
    }
  }

  report(): HeadStart | null {
    const last = this.#after.at(-1)?.toSorted((one, other) => one - other);
    if (!last) return null;
    const us = (share: number) => quantile(last, share) / 1e3;
    return {
      medianUs: us(0.5),
      p99Us: us(0.99),
      quantiles: shares.map((share) => ({ share, us: us(share) })),
      byPlace: this.#after.map((times, index) => {
        const sorted = times.toSorted((one, other) => one - other);
        return { place: index + 2, medianUs: quantile(sorted, 0.5) / 1e3 };
      }),
    };
  }
}

/** The quantile of sorted values. */
function quantile(sorted: readonly number[], share: number): number {
  const index = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return sorted[index] ?? Number.NaN;
}
