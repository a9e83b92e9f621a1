import type { Readable } from 'node:stream';
import { setImmediate as afterPoll } from 'node:timers/promises';
import { LONGEST_TIMER_MS } from '../core/units.ts';
import type { ProgramInput } from '../seats/remote/program-seats.ts';

/** Turns pieces of text of any length into complete messages. */
interface Reader<Message> {
  read(text: string): readonly Message[];
}

export class Inbox<Message> {
  #waiting: Message[] = [];
  #ended = false;
  #wake: () => void = () => {};

  /** `encoding` is that of a stream. */
  constructor(input: Readable | ProgramInput, reader: Reader<Message>, encoding: 'latin1' | 'utf8') {
    const hear = (text: string) => {
      this.#waiting.push(...reader.read(text));
      this.#wake();
    };
    const ended = () => {
      this.#ended = true;
      this.#wake();
    };
    if ('listen' in input) input.listen(hear, ended);
    else {
      input.setEncoding(encoding).on('data', hear);
      for (const end of ['end', 'error', 'close']) input.on(end, ended);
    }
  }

  get empty(): boolean {
    return this.#waiting.length === 0;
  }

  /** The host has closed our input. */
  get ended(): boolean {
    return this.#ended;
  }

  take(): Message[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  /** Returns messages for the next reader. */
  giveBack(messages: readonly Message[]): void {
    this.#waiting.unshift(...messages);
  }

  /** Waits for a message, the end of the input, or the time limit. */
  async news(milliseconds?: number): Promise<void> {
    if (!this.empty || this.#ended) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    if (milliseconds === undefined || milliseconds === Number.POSITIVE_INFINITY) return await promise;
    const timer = setTimeout(resolve, Math.min(milliseconds, LONGEST_TIMER_MS));
    await promise;
    clearTimeout(timer);
  }

  wake(): void {
    this.#wake();
  }

  /** Reads all input. The first hop ends the current turn of the loop, and the second follows a poll. */
  async glance(): Promise<void> {
    await afterPoll();
    await afterPoll();
  }
}

export class PartReader {
  readonly #end: string;
  #unfinished = '';

  constructor(end: string) {
    this.#end = end;
  }

  read(text: string): readonly string[] {
    const parts = (this.#unfinished + text).split(this.#end);
    this.#unfinished = parts.pop()!;
    return parts;
  }
}

/**
 * Reads up to the line `end` and leaves the rest in the inbox. Returns undefined if the input ended before.
 */
export async function linesOfGreeting(inbox: Inbox<string>): Promise<readonly string[] | undefined> {
  const lines: string[] = [];
  while (!inbox.ended) {
    await inbox.news();
    const taken = inbox.take();
    const end = taken.findIndex((line) => line.trim() === 'end');
    if (end >= 0) {
      inbox.giveBack(taken.slice(end + 1));
      return [...lines, ...taken.slice(0, end + 1)];
    }
    lines.push(...taken);
  }
  return undefined;
}

export class Listener {
  readonly #inbox: Inbox<string>;
  readonly #hear: (line: string) => void;

  constructor(inbox: Inbox<string>, hear: (line: string) => void) {
    this.#inbox = inbox;
    this.#hear = hear;
  }

  hearNews(): void {
    for (const line of this.#inbox.take()) this.#hear(line);
  }

  /** Waits until the condition holds, the host has gone, or the time is over. */
  async hearUntil(holds: () => boolean, time = Number.POSITIVE_INFINITY): Promise<void> {
    for (;;) {
      this.hearNews();
      const left = time - performance.now();
      if (holds() || this.#inbox.ended || left <= 0) return;
      await this.#inbox.news(left);
    }
  }
}
