import { type Dialect, readNotice, threeDigits } from '../../games/bananagrams/wire/messages.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { loadLexicon } from '../../lexicon/load.ts';
import type { ProgramPlace } from '../../seats/remote/program-seats.ts';
import { asProgram, type BotOptions, type Pace } from '../as-program.ts';
import { type Chance, chanceFrom } from '../chance.ts';
import { Inbox, PartReader } from '../inbox.ts';
import { expectFunction, refuse } from '../misuse.ts';

export interface PlayOptions extends BotOptions {
  /** The dialect of its messages (default: numbered). */
  readonly dialect?: Dialect | undefined;
}

/**
 * Plays a game of Bananagrams on standard input and output, from the hand to the last peel.
 * `WORDHOST_DICTIONARY` names the word list; the built-in list is the default. Returns the exit status: 2,
 * with a sentence on standard error, if it cannot play.
 */
export async function play(strategy: Strategy, options: PlayOptions = {}): Promise<number> {
  const { dialect = 'numbered' } = options;
  const sitDown = async ({ pauseMs, seed }: Pace) => {
    const loaded = loadLexicon(process.env.WORDHOST_DICTIONARY ?? 'english');
    if (!loaded.ok) return loaded.problem;
    const chance = chanceFrom(seed);
    expectFunction('play: the strategy', strategy);
    const answerTo = strategy({ lexicon: loaded.lexicon, chance });
    expectFunction('what the strategy returns', answerTo);
    const seat = new Seat({
      inbox: new Inbox(process.stdin, new PartReader('.'), 'latin1'),
      send: (text) => process.stdout.write(text),
      answerTo,
      dialect,
      pauseMs,
      chance,
    });
    await seat.play();
    return undefined;
  };
  return await asProgram(options, sitDown, 'bananagrams');
}

/** Plays in this process, with a loaded word list. */
export async function playAt(
  { input, send }: ProgramPlace,
  strategy: Strategy,
  { lexicon, seed }: { readonly lexicon: Lexicon; readonly seed: string },
): Promise<void> {
  const chance = chanceFrom(seed);
  const inbox = new Inbox(input, new PartReader('.'), 'latin1');
  const answerTo = strategy({ lexicon, chance });
  await new Seat({ inbox, send, answerTo, dialect: 'numbered', pauseMs: 0, chance }).play();
}

interface SeatNeeds {
  readonly inbox: Inbox<string>;
  readonly send: (text: string) => void;
  readonly answerTo: ReturnType<Strategy>;
  readonly dialect: Dialect;
  readonly pauseMs: number;
  readonly chance: Chance;
}

export class Seat {
  readonly #needs: SeatNeeds;
  readonly #talk: Talk;
  #letters = '';
  #drew = '';
  /** The rows contain all letters of the hand. */
  #rows: readonly string[] | undefined;

  constructor(needs: SeatNeeds) {
    this.#needs = needs;
    this.#talk = new Talk(needs.dialect);
  }

  async play(): Promise<void> {
    const { inbox, send } = this.#needs;
    send(this.#talk.ready);
    for (;;) {
      this.#readNews();
      if (inbox.ended) return;
      if (!this.#talk.mayThink) await inbox.news();
      else if (!this.#rows) await this.#think();
      else if (this.#talk.mayPeel) await this.#offerPeel(this.#rows);
      else await inbox.news();
    }
  }

  #readNews(): void {
    for (const message of this.#needs.inbox.take()) {
      const letters = this.#talk.hear(message);
      if (letters === '') continue;
      this.#letters += letters;
      this.#drew += letters;
      this.#rows = undefined;
    }
  }

  async #think(): Promise<void> {
    const { answerTo, inbox, send } = this.#needs;
    const answer = answerTo({ letters: this.#letters, drew: this.#drew, refused: this.#talk.refused });
    this.#drew = '';
    if (answer && !isAnswer(answer)) refuse('an answer', ANSWERS, answer);
    if (answer && 'dump' in answer) {
      this.#letters = this.#letters.replace(answer.dump, '');
      send(this.#talk.dump(answer.dump));
      return;
    }
    if (answer && 'wait' in answer) return await inbox.news(answer.wait);
    this.#rows = answer?.peel;
    await inbox.glance();
  }

  /**
   * Looks for messages before a peel, because a letter from another player's peel must go in as well. Equal
   * pauses would make all players peel at once, so pauses vary a little.
   */
  async #offerPeel(rows: readonly string[]): Promise<void> {
    const { inbox, send, pauseMs, chance } = this.#needs;
    if (pauseMs > 0) await inbox.news(pauseMs * (0.75 + chance() / 2));
    else await inbox.glance();
    if (inbox.empty && !inbox.ended) send(this.#talk.peel(rows));
  }
}

const ANSWERS = '{ peel: rows }, { dump: letter } or { wait: milliseconds }, or nothing';

function isAnswer(answer: Partial<Record<'peel' | 'dump' | 'wait', unknown>>): boolean {
  return Array.isArray(answer.peel) || typeof answer.dump === 'string' || typeof answer.wait === 'number';
}

/** The facts before the deal. */
export interface Table {
  readonly lexicon: Lexicon;
  readonly chance: Chance;
}

export interface Hand {
  readonly letters: string;
  /** The letters that have come since the last question. */
  readonly drew: string;
  readonly refused: number;
}

/**
 * Rows of a grid (`.` is an empty cell), a letter to exchange for three, or milliseconds until the next
 * question. A new letter leads to a question at once.
 */
export type Answer =
  | { readonly peel: readonly string[] }
  | { readonly dump: string }
  | { readonly wait: number };

/**
 * Called once before the deal. The host program calls the returned function for each hand until it answers.
 * Messages are read between calls, so a call should take some milliseconds at most. A grid is sent if no
 * letter has come meanwhile.
 */
export type Strategy = (table: Table) => (hand: Hand) => Answer | undefined;

interface Manner {
  readonly ready: string;
  /** The host answers each peel, so the player waits before it sends another. */
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
const ROWS = `1 to ${MOST} rows of equal length, each with 1 to ${MOST} cells, which are A to Z or .`;

/** Fills short rows: the host reads as many cells as the size says. */
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
 * Tracks peels and dumps without an answer. The player never peels while a dump is open, because the host
 * would judge the grid by an unknown hand. It never offers a hand twice: without an answer, a letter is on
 * its way.
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

  get refused(): number {
    return this.#refused;
  }

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
    if (!/^[A-Z]$/.test(letter)) refuse('a dump', 'one letter from A to Z', letter);
    this.#dumped = letter;
    return `d${letter}`;
  }

  /** Reads a message without its `.` and returns new letters. Unknown messages are skipped. */
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

  /** Three letters or the letter itself without a mark answer an open dump. */
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
