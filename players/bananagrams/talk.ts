import { gridText, type Notice, threeDigits } from './wire.ts';

/** How the two dialects differ for a player. */
interface Dialect {
  readonly ready: string;
  /** Each of its peels is answered, so it sends no other before the answer. */
  readonly answersPeels: boolean;
  peel(number: number, grid: string): string;
}

export const dialects = {
  numbered: {
    ready: 'n',
    answersPeels: true,
    peel: (number, grid) => `p${threeDigits(number)}${grid}`,
  },
  plain: {
    ready: 'r',
    answersPeels: false,
    peel: (_, grid) => `p${grid}`,
  },
} as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof dialects;

/**
 * One player's side of the conversation: which peel is next, and what still has no answer. It never peels while
 * a dump is unanswered: such a grid would be held against a hand that it can't know. Nor does it offer the same
 * hand twice: where that is not answered, a letter is on its way.
 */
export class Talk {
  readonly #dialect: Dialect;
  #next = 1;
  #dealt = false;
  #over = false;
  #offered = false;
  #peelUnanswered = false;
  #dumped: string | undefined;
  #refused = 0;

  constructor(name: DialectName) {
    this.#dialect = dialects[name];
  }

  get ready(): string {
    return this.#dialect.ready;
  }

  get dealt(): boolean {
    return this.#dealt;
  }

  get over(): boolean {
    return this.#over;
  }

  get dumping(): boolean {
    return this.#dumped !== undefined;
  }

  /** How many dumps in a row were refused. */
  get refused(): number {
    return this.#refused;
  }

  get mayPeel(): boolean {
    return this.#dealt && !this.#over && !this.dumping && !this.#offered && !this.#peelUnanswered;
  }

  peel(rows: readonly string[]): string {
    this.#offered = true;
    this.#peelUnanswered = this.#dialect.answersPeels;
    return this.#dialect.peel(this.#next, gridText(rows));
  }

  dump(letter: string): string {
    this.#dumped = letter;
    return `d${letter}`;
  }

  /** The letters that come into the hand. */
  hear(notice: Notice): string {
    switch (notice.kind) {
      case 'letters':
        return this.#hearLetters(notice.letters);
      case 'peel':
        this.#next = (notice.number + 1) % 1000;
        if (notice.ours) this.#peelUnanswered = false;
        if (notice.letters === '') this.#over = true;
        return this.#receive(notice.letters);
      case 'late':
        this.#peelUnanswered = false;
        return '';
      case 'dump':
        return this.#hearAnswer(notice.letters);
      default:
        return notice satisfies never;
    }
  }

  /** Without a mark, three letters or the letter itself are the answer to a dump, if one is open. */
  #hearLetters(letters: string): string {
    this.#dealt = true;
    const answer = this.#dumped !== undefined && (letters.length === 3 || letters === this.#dumped);
    return answer ? this.#hearAnswer(letters) : this.#receive(letters);
  }

  #hearAnswer(letters: string): string {
    this.#refused = letters.length === 1 ? this.#refused + 1 : 0;
    this.#dumped = undefined;
    return this.#receive(letters);
  }

  #receive(letters: string): string {
    if (letters !== '') this.#offered = false;
    return letters;
  }
}
