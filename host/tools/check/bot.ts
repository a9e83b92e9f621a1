import { LONGEST_TIMER_MS, millis, type Nanos } from '../../core/units.ts';
import type { Scanned, Scanner } from '../../games/game.ts';
import type { Offence } from '../../games/kit/verdict.ts';
import { now } from '../../match/clock.ts';
import type { Ending, SeatDeparture, SeatHandle, SeatListener } from '../../match/seat.ts';
import { Conversation } from './transcript.ts';

/** The next event of the bot. `gone`, `caught` and `interrupted` are the last. */
export type BotEvent<Message> =
  | (Scanned<Message> & { readonly at: Nanos })
  | { readonly kind: 'gone'; readonly gone: SeatDeparture; readonly unfinished: string | undefined }
  | { readonly kind: 'caught'; readonly offence: Offence }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'silence'; readonly unfinished: string | undefined };

type LastEvent<Message> = Extract<BotEvent<Message>, { readonly kind: 'gone' | 'caught' | 'interrupted' }>;

/** An idle bot with a processor reads a piece in this time. */
const SHORTEST_TO_READ = millis(4);
/** A limit for all pieces of a message, because a bot that computes all the time would delay each piece. */
const LONGEST_TO_READ = millis(1000);

/** A bot without a processor is given its limit this many times: the waits of many threads add up. */
const MOST_WAITS = 5;

export class Bot<Message> implements SeatListener {
  readonly conversation = new Conversation();
  readonly command: string;
  readonly #scanner: Scanner<Message>;
  readonly #events: (Scanned<Message> & { readonly at: Nanos })[] = [];
  #last: LastEvent<Message> | undefined;
  #isReady = false;
  #seat: SeatHandle | undefined;
  #wake: () => void = () => {};

  constructor(command: string, scanner: Scanner<Message>) {
    this.command = command;
    this.#scanner = scanner;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  sitsAt(seat: SeatHandle): void {
    this.#seat = seat;
  }

  send(text: string): void {
    this.conversation.addHost(text);
    this.#seat!.send(text);
  }

  /** Sends each piece in a write of its own, with a pause in which the bot reads it. */
  async sendInPieces(pieces: readonly string[]): Promise<void> {
    this.conversation.addHost(pieces.join(''));
    const deadline = now() + LONGEST_TO_READ;
    for (const piece of pieces) {
      this.#seat!.send(piece);
      do await pause(SHORTEST_TO_READ);
      while (this.#last === undefined && now() < deadline && this.#seat!.processes?.isBusy?.());
    }
  }

  /** The time limit does not count waits for a processor. */
  async next(limit: Nanos): Promise<BotEvent<Message>> {
    const began = now();
    const waitBefore = this.#waitTime();
    let end = began + limit;
    while (this.#events.length === 0 && this.#last === undefined) {
      const left = end - now();
      if (left > 0) await this.#eventOr(left);
      else {
        const longer = began + limit + Math.min(this.#waitTime() - waitBefore, MOST_WAITS * limit);
        if (longer <= end) return { kind: 'silence', unfinished: this.#scanner.unfinished() };
        end = longer;
      }
    }
    return this.#events.shift() ?? this.#last!;
  }

  /** Time in which the bot could run but had no processor because the machine was busy. */
  #waitTime(): Nanos {
    return millis(this.#seat?.processes?.usage?.share().waitMs ?? 0);
  }

  pending(): BotEvent<Message> | undefined {
    return this.#events[0] ?? this.#last;
  }

  get ending(): Promise<Ending> {
    return this.#seat!.ended;
  }

  hangUp(): void {
    this.#seat!.hangUp();
  }

  /**
   * Sends SIGTERM, and SIGKILL after the grace. `after-reading` lets the bot read the end of its game first.
   */
  async end(when: 'at-once' | 'after-reading' = 'at-once'): Promise<Ending> {
    this.#seat!.dismiss(when);
    return await this.ending;
  }

  read(bytes: Uint8Array, at: Nanos): void {
    this.conversation.addBot(bytes);
    this.#scanner.feed(bytes);
    for (let next = this.#scanner.take(); next; next = this.#scanner.take()) {
      this.#events.push({ ...next, at });
      if (next.kind === 'ready') this.#isReady = true;
    }
    this.#wake();
  }

  gone(gone: SeatDeparture): void {
    this.#ended({ kind: 'gone', gone, unfinished: this.#scanner.unfinished() });
  }

  caught(offence: Offence): void {
    this.#ended({ kind: 'caught', offence });
  }

  interrupted(): void {
    this.#ended({ kind: 'interrupted' });
  }

  #ended(last: LastEvent<Message>): void {
    this.#last ??= last;
    this.#wake();
  }

  async #eventOr(limit: Nanos): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, Math.min(Math.ceil(limit / 1e6), LONGEST_TIMER_MS));
    await promise;
    clearTimeout(timer);
    // Reads all pending input before it reports silence.
    await new Promise(setImmediate);
  }
}

async function pause(time: Nanos): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, time / 1e6));
}
