import { LONGEST_TIMER_MS, millis, type Nanos } from '../../core/units.ts';
import type { Scanned, Scanner } from '../../games/game.ts';
import type { Offence } from '../../games/kit/verdict.ts';
import { now } from '../../match/clock.ts';
import type { Ending, SeatDeparture, SeatHandle, SeatListener } from '../../match/seat.ts';
import { Conversation } from './transcript.ts';

/** The next event of the bot. `unfinished`: what has come of a message that is not whole, in words. Nothing follows `gone`, `caught` and `interrupted`. */
export type BotEvent<Message> =
  | (Scanned<Message> & { readonly at: Nanos })
  | { readonly kind: 'gone'; readonly gone: SeatDeparture; readonly unfinished: string | undefined }
  | { readonly kind: 'caught'; readonly offence: Offence }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'silence'; readonly unfinished: string | undefined };

type LastEvent<Message> = Extract<BotEvent<Message>, { readonly kind: 'gone' | 'caught' | 'interrupted' }>;

/** A bot that waits for its input reads a piece in this time, where it has a processor. */
const SHORTEST_TO_READ = millis(4);
/** For all pieces of a message: one that is always at work would be waited for at each. */
const LONGEST_TO_READ = millis(1000);

/** So many times its limit a bot is waited for that has no processor: with many threads the waits add up. */
const MOST_WAITS = 5;

/** The bot under test, to which a scene sends one message at a time. */
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

  /** Each piece as a separate write, with a pause in which a bot reads it alone. */
  async sendInPieces(pieces: readonly string[]): Promise<void> {
    this.conversation.addHost(pieces.join(''));
    const deadline = now() + LONGEST_TO_READ;
    for (const piece of pieces) {
      this.#seat!.send(piece);
      do await pause(SHORTEST_TO_READ);
      while (this.#last === undefined && now() < deadline && this.#seat!.processes?.isBusy?.());
    }
  }

  /** Its next event, or silence if there is none within the time limit, in which waits for a processor do not count. */
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

  /** How long it could have run, and had no processor: the machine is busy, with other bots too. */
  #waitTime(): Nanos {
    return millis(this.#seat?.processes?.usage?.share().waitMs ?? 0);
  }

  /** What it has sent unsolicited. */
  pending(): BotEvent<Message> | undefined {
    return this.#events[0] ?? this.#last;
  }

  /** How it ends. */
  get ending(): Promise<Ending> {
    return this.#seat!.ended;
  }

  hangUp(): void {
    this.#seat!.hangUp();
  }

  /** SIGTERM, and after the grace SIGKILL; where its game is over, it may read that first. */
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
    // All input is read before silence is reported.
    await new Promise(setImmediate);
  }
}

async function pause(time: Nanos): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, time / 1e6));
}
