import type { Automaton } from '../../../lexicon/automaton.ts';
import { letterNumbers } from '../../../lexicon/lookup.ts';

/** A compiled word list, as far as a search walks along it. */
export type Words = Pick<Automaton, 'edges' | 'root'>;

/** Letters by number: those of the list's alphabet by theirs, all others by those after them. No word has these. */
export class LetterNumbers {
  readonly #numbers = new Map<number, number>();

  constructor(alphabet: readonly string[]) {
    for (const [letter, number] of letterNumbers(alphabet)) this.#numbers.set(letter.codePointAt(0)!, number);
  }

  of(codePoint: number): number {
    const known = this.#numbers.get(codePoint);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(codePoint, number);
    return number;
  }
}
