import type { SquareKind } from '../board.ts';

/** What a kind of square does to points. */
export interface Multiplier {
  /** So many times the letter's own points count. */
  readonly letter: number;
  /** So many times the word's points count. */
  readonly word: number;
}

/** `letters`: how many of its functions count the letter. None for a kind that does something else. */
export function multiplierOf({
  functions,
}: SquareKind): (Multiplier & { readonly letters: number }) | undefined {
  let [letter, word, letters] = [0, 1, 0];
  for (const { premium } of functions) {
    if (!premium) return undefined;
    if (premium.multiplies === 'word') word = Math.imul(word, premium.times);
    else {
      letters++;
      letter = (letter + premium.times) | 0;
    }
  }
  return { letter, word, letters };
}
