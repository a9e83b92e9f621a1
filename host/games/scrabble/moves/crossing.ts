import { ENDS_WORD, step, TARGET } from '../../../lexicon/automaton.ts';
import type { Direction } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import type { LetterNumbers, Words } from './words.ts';

/** The word that a tile would form across a line: whether it is one, letter by letter. */
export class Crossing {
  /** Of the word, with the tile. */
  readonly length: number;
  /** What the tiles that lie bring to it. */
  readonly points: number;
  readonly #words: Words | undefined;
  /** Where the letters before lead to; 0 where no word begins so. */
  readonly #state: number;
  readonly #after: readonly number[];
  readonly #known: (boolean | undefined)[] = [];

  constructor(before: readonly number[], after: readonly number[], points: number, words: Words | undefined) {
    this.length = before.length + 1 + after.length;
    this.points = points;
    this.#words = words;
    this.#after = after;
    this.#state = words
      ? before.reduce((state, letter) => step(words.edges, state, letter) & TARGET, words.root)
      : 0;
  }

  allows(letter: number): boolean {
    const known = this.#known[letter];
    if (known !== undefined) return known;
    const found = this.#isWordWith(letter);
    this.#known[letter] = found;
    return found;
  }

  #isWordWith(letter: number): boolean {
    if (!this.#words) return true;
    const { edges } = this.#words;
    let edge = step(edges, this.#state, letter);
    for (const next of this.#after) edge = step(edges, edge & TARGET, next);
    return (edge & ENDS_WORD) !== 0;
  }
}

/** None where no tile lies beside the place, looked at across this direction. */
export function crossingAt(
  position: Position,
  x: number,
  y: number,
  direction: Direction,
  words: Words | undefined,
  numbers: LetterNumbers,
): Crossing | undefined {
  const [right, down] = direction === 'across' ? [0, 1] : [1, 0];
  let points = 0;
  const run = (step: 1 | -1): number[] => {
    const letters: number[] = [];
    for (let distance = step; ; distance += step) {
      const index = position.indexAt(x + distance * right, y + distance * down);
      if (index < 0) return letters;
      letters.push(numbers.of(position.letterOf(index)));
      points += position.pointsOf(index);
    }
  };
  const [before, after] = [run(-1).reverse(), run(1)];
  return before.length + after.length === 0 ? undefined : new Crossing(before, after, points, words);
}
