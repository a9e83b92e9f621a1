import { micros } from '../../../core/units.ts';
import type { StampedAnswer } from './stamped-answers.ts';

/** Stamps closer than this are ties: that time may pass between the stamp and the write. */
export const TIE = micros(2);

export interface PairCount {
  count: number;
  /** Pairs that are no ties. */
  of: number;
}

/** Pairs of answers to one gate that were read in another order than they were written in. */
export function countInversions(answers: readonly StampedAnswer[], pairs: PairCount): void {
  for (const [index, { stamp: first }] of answers.entries())
    for (const { stamp: second } of answers.slice(index + 1)) {
      if (Math.abs(first.written - second.written) <= TIE) continue;
      pairs.of++;
      if (second.written < first.written) pairs.count++;
    }
}
