import type { Readable } from 'node:stream';
import { setImmediate as afterPoll } from 'node:timers/promises';

/** Timers of more milliseconds fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Text as it comes, in pieces of any length, to the messages that are whole. */
interface Reader<Message> {
  read(text: string): readonly Message[];
}

/** Messages of the host that were not handled yet. */
export class Inbox<Message> {
  #waiting: Message[] = [];
  #ended = false;
  #wake: () => void = () => {};

  constructor(input: Readable, reader: Reader<Message>, encoding: 'latin1' | 'utf8') {
    input.setEncoding(encoding);
    input.on('data', (text: string) => {
      this.#waiting.push(...reader.read(text));
      this.#wake();
    });
    for (const end of ['end', 'error', 'close']) {
      input.on(end, () => {
        this.#ended = true;
        this.#wake();
      });
    }
  }

  get empty(): boolean {
    return this.#waiting.length === 0;
  }

  /** The host has closed our input: nothing more will come. */
  get ended(): boolean {
    return this.#ended;
  }

  take(): Message[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  /** What was taken and is for whoever takes next. */
  giveBack(messages: readonly Message[]): void {
    this.#waiting.unshift(...messages);
  }

  /** Until something is here, the input has ended or that many milliseconds have gone by. */
  async news(milliseconds?: number): Promise<void> {
    if (!this.empty || this.#ended) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer =
      milliseconds === undefined ? undefined : setTimeout(resolve, Math.min(milliseconds, LONGEST_TIMER));
    await promise;
    clearTimeout(timer);
  }

  /** Whoever waits for news looks again at what it waits for. */
  wake(): void {
    this.#wake();
  }

  /** Reads all input. The first hop ends the current turn of the loop, the second follows a poll. */
  async glance(): Promise<void> {
    await afterPoll();
    await afterPoll();
  }
}
