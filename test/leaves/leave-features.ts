import { MOST_KEPT, VOWELS } from '../../host/games/scrabble/moves/leaves.ts';

/** Of `english`: the blank is 0. */
export const LETTERS = '?ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const MOST_COPIES = 3;
const BALANCE = LETTERS.length * MOST_COPIES;
const WITH_Q = BALANCE + (MOST_KEPT + 1) ** 2;
export const FEATURES = WITH_Q + 1;

export const copyFeature = (id: number, copy: number) => id * MOST_COPIES + copy;
export const balanceFeature = (vowels: number, others: number) => BALANCE + vowels * (MOST_KEPT + 1) + others;
export const withQFeature = WITH_Q;

/** What these tiles have, each counting 1. */
export function featuresOf(kept: ReadonlyMap<number, number>): readonly number[] {
  const features: number[] = [];
  let [vowels, others] = [0, 0];
  for (const [id, count] of kept) {
    for (let copy = 0; copy < Math.min(count, MOST_COPIES); copy++) features.push(copyFeature(id, copy));
    if (VOWELS.includes(LETTERS[id]!)) vowels += count;
    else if (id > 0) others += count;
  }
  features.push(balanceFeature(vowels, others));
  if (kept.has(LETTERS.indexOf('Q')) && kept.has(LETTERS.indexOf('U'))) features.push(withQFeature);
  return features;
}
