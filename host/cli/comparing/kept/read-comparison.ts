import type { Question } from '../../../tournament/comparison.ts';
import type { LikelihoodTest } from '../../../tournament/likelihood-test.ts';

/** Of what a store keeps of a comparison: what is needed to tell how it stands. */
interface ComparisonInStore {
  readonly kind: 'compare';
  readonly game: string;
  readonly seed: string;
  /** NEW and OLD. */
  readonly players: readonly { readonly name: string }[];
  readonly test: LikelihoodTest | null;
  readonly notWorse: boolean;
  /** None: the first of NEW ends it. */
  readonly offences?: 'count';
}

/** The comparison that a store keeps; none: it keeps something else. */
export function comparisonIn(canonical: string): ComparisonInStore | undefined {
  const value = JSON.parse(canonical) as Partial<ComparisonInStore>;
  return value.kind === 'compare' ? (value as ComparisonInStore) : undefined;
}

/** What was asked when it was last gone on with. */
export function questionIn({ test, notWorse, offences }: ComparisonInStore): Question {
  return { test, notWorse, countsOffences: offences === 'count' };
}
