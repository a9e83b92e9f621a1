import { hasWord } from '../../../lexicon/lookup.ts';
import type { JudgedTable } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import { type Line, placeOn } from './line.ts';

/** Whether a letter may lie at a place of a line, for the word that it would form across the line. */
export class Crossing {
  readonly #table: JudgedTable;
  readonly #position: Position;
  readonly #line: Line;
  readonly #known = new Map<number, { readonly before: string; readonly after: string } | undefined>();
  readonly #answers = new Map<string, boolean>();

  constructor(table: JudgedTable, position: Position, line: Line) {
    this.#table = table;
    this.#position = position;
    this.#line = line;
  }

  allows(along: number, letter: string): boolean {
    const { lexicon, rules } = this.#table;
    if (!lexicon || rules.words === 'along') return true;
    const around = this.#around(along);
    if (!around) return true;
    const word = around.before + letter + around.after;
    const known = this.#answers.get(word) ?? hasWord(lexicon, word);
    this.#answers.set(word, known);
    return known;
  }

  #around(along: number): { readonly before: string; readonly after: string } | undefined {
    if (!this.#known.has(along)) {
      const before = this.#run(along, -1);
      const after = this.#run(along, 1);
      this.#known.set(along, before + after === '' ? undefined : { before, after });
    }
    return this.#known.get(along);
  }

  #run(along: number, step: 1 | -1): string {
    const { x, y } = placeOn(this.#line, along);
    const [right, down] = this.#line.direction === 'across' ? [0, step] : [step, 0];
    let letters = '';
    for (let distance = 1; ; distance++) {
      const index = this.#position.indexAt(x + distance * right, y + distance * down);
      if (index < 0) return letters;
      const letter = String.fromCodePoint(this.#position.letterOf(index));
      letters = step === 1 ? letters + letter : letter + letters;
    }
  }
}
