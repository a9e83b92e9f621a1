import type { Nanos } from '../../core/units.ts';
import type { Scanner } from '../../games/game.ts';
import type { Offence } from '../../games/kit/verdict.ts';
import type { SeatDeparture, SeatHandle, SeatListener } from '../../match/seat.ts';
import type { SeatInput } from './store.ts';
import { WholeMessages } from './whole-messages.ts';

interface BotTable {
  readonly scanner: Scanner<unknown>;
  /** What it said first, before a restart of the server. */
  readonly greeting: string | undefined;
  /** Resolves when the match has heard it. */
  readonly take: (input: SeatInput) => Promise<void>;
  /** The part of a text that it has not said before a restart, if it says all again. */
  readonly newIn?: (text: string) => string;
  readonly lost: (problem: string, at: Nanos) => void;
  /** It cannot go on with its game after a restart. */
  readonly giveUp: (why: string) => void;
}

/** A bot that is this far ahead of what the match has heard is not read: the rest waits in its pipe. */
const READ_AHEAD = 16 * 1024;

/** A game is kept in memory with all its moves, and each page of it shows them. */
const MOST_MESSAGES = 5_000;

/** Hears a bot. One that starts again must greet as before, which is left out, and is back with its next message. */
export class BotListener implements SeatListener {
  readonly #table: BotTable;
  readonly #messages: WholeMessages;
  #awaited: string | undefined;
  #isBack: boolean;
  #unheard = 0;
  #isTooMuch = false;
  /** Its seat, which is known after its listener. */
  seat: Pick<SeatHandle, 'pause' | 'resume'> | undefined;

  constructor(table: BotTable) {
    this.#table = table;
    this.#messages = new WholeMessages(table.scanner);
    this.#awaited = table.greeting;
    this.#isBack = table.greeting === undefined;
  }

  read(bytes: Uint8Array): void {
    if (this.#isTooMuch) return;
    const said = this.#afterGreeting(this.#messages.read(bytes));
    if (said === '') return;
    this.#isBack = true;
    this.#isTooMuch = this.#messages.count > MOST_MESSAGES;
    if (this.#isTooMuch) {
      const detail = `wrote more than ${MOST_MESSAGES} messages in one game of the site`;
      this.caught({ kind: 'flood', rule: 'output', detail });
      return;
    }
    const text = this.#table.newIn?.(said) ?? said;
    if (text === '') return;
    this.#unheard += text.length;
    if (this.#unheard > READ_AHEAD) this.seat?.pause();
    void this.#table.take({ read: text }).then(() => this.#heard(text.length));
  }

  gone({ cause, code, signal }: SeatDeparture): void {
    if (!this.#isBack) {
      const how = signal ?? (code === null ? undefined : `exit status ${code}`);
      this.#table.giveUp(how === undefined ? 'it could not be started' : `it has ended (${how})`);
      return;
    }
    const rest = this.#messages.rest();
    if (rest !== '') void this.#table.take({ read: rest });
    void this.#table.take({ gone: { cause, code, signal } });
  }

  caught(offence: Offence): void {
    if (this.#isBack) void this.#table.take({ caught: offence });
    else this.#table.giveUp(offence.detail);
  }

  lost(problem: string, at: Nanos): void {
    this.#table.lost(problem, at);
  }

  /** Gives the bot up if it has not greeted again. Called when its time to be ready is over. */
  checkReady(): void {
    if (this.#awaited !== undefined) this.#table.giveUp('it is not ready in time');
  }

  #heard(length: number): void {
    this.#unheard -= length;
    if (this.#unheard === 0) this.seat?.resume();
  }

  #afterGreeting(text: string): string {
    const greeting = this.#awaited;
    if (text === '' || greeting === undefined) return text;
    if (text.startsWith(greeting)) {
      this.#awaited = undefined;
      return text.slice(greeting.length);
    }
    this.#table.giveUp('it begins in another way than before');
    return '';
  }
}
