import { threeDigits } from '../../games/bananagrams/wire/grid-text.ts';
import type { Dialect } from '../../games/bananagrams/wire/messages.ts';
import { readNotice } from '../../games/bananagrams/wire/notices.ts';
import { refuse } from '../expected.ts';

/** How the two dialects differ for a player. */
interface Manner {
  readonly ready: string;
  /** Each of its peels is answered, so it sends no other before the answer. */
  readonly answersPeels: boolean;
  peel(number: number, grid: string): string;
}

const manners = {
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
} as const satisfies Record<Dialect, Manner>;

const MOST = 999;
const ROWS = `rows of equal length, 1 to ${MOST} of them with 1 to ${MOST} cells, each A to Z or .`;

/** The host reads as many cells as the size says: it would wait for those of a short row. */
function gridText(rows: readonly string[]): string {
  const width = rows[0]?.length ?? 0;
  const isGrid =
    rows.length <= MOST &&
    width <= MOST &&
    rows.every((row: unknown) => typeof row === 'string' && row.length === width && /^[A-Z.]+$/.test(row));
  if (width === 0 || !isGrid) refuse('a peel', ROWS, rows);
  return `${threeDigits(width)}${threeDigits(rows.length)}${rows.join('')}`;
}

/**
 * One player's side of the conversation: which peel is next, and what still has no answer. It never peels while
 * a dump is unanswered: such a grid would be held against a hand that it can't know. Nor does it offer the same
 * hand twice: where that is not answered, a letter is on its way.
 */
export class Talk {
  readonly #dialect: Dialect;
  readonly #manner: Manner;
  #next = 1;
  #dealt = false;
  #over = false;
  #offered = false;
  #peelUnanswered = false;
  #dumped: string | undefined;
  #refused = 0;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#manner = manners[dialect];
  }

  get ready(): string {
    return this.#manner.ready;
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

  /** There is something to do with this hand. */
  get mayThink(): boolean {
    return this.#dealt && !this.#over && !this.dumping && !this.#offered;
  }

  get mayPeel(): boolean {
    return this.mayThink && !this.#peelUnanswered;
  }

  peel(rows: readonly string[]): string {
    const grid = gridText(rows);
    this.#offered = true;
    this.#peelUnanswered = this.#manner.answersPeels;
    return this.#manner.peel(this.#next, grid);
  }

  dump(letter: string): string {
    if (!/^[A-Z]$/.test(letter)) refuse('a dump', 'one letter A to Z', letter);
    this.#dumped = letter;
    return `d${letter}`;
  }

  /** A message of the host, without its `.`, to the letters that come into the hand. It skips those of a later version. */
  hear(message: string): string {
    const notice = readNotice(message, this.#dialect, this.#dealt);
    switch (notice?.type) {
      case 'hand':
        this.#dealt = true;
        return this.#receive(notice.tiles);
      case 'peeled':
        this.#next = (notice.number + 1) % 1000;
        if (notice.mine) this.#peelUnanswered = false;
        if (notice.drew === '') this.#over = true;
        return this.#receive(notice.drew);
      case 'late':
        this.#peelUnanswered = false;
        return '';
      case 'dumped':
        return this.#isAnswer(notice.tiles) ? this.#hearAnswer(notice.tiles) : this.#receive(notice.tiles);
      case undefined:
        return '';
      default:
        return notice satisfies never;
    }
  }

  /** Without a mark, three letters or the letter itself are the answer to a dump, if one is open. */
  #isAnswer(letters: string): boolean {
    if (this.#dialect === 'numbered') return true;
    return this.#dumped !== undefined && (letters.length === 3 || letters === this.#dumped);
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
