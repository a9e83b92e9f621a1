import type { Scanner } from '../../games/game.ts';

/**
 * Holds back the beginning of a message until the rest has come. The store has whole messages only, since a program
 * that starts again does not finish one that it had begun. Bytes are as in Latin-1.
 */
export class WholeMessages {
  readonly #scanner: Scanner<unknown>;
  #held = '';
  #taken = 0;
  #isWrong = false;
  /** Whole messages until now. */
  count = 0;

  constructor(scanner: Scanner<unknown>) {
    this.#scanner = scanner;
  }

  /** Returns everything up to the end of the last whole message. Nothing after a fault is heard. */
  read(bytes: Uint8Array): string {
    if (this.#isWrong) return '';
    this.#held += Buffer.from(bytes).toString('latin1');
    this.#scanner.feed(bytes);
    let end = this.#taken;
    for (let found = this.#scanner.take(); found && !this.#isWrong; found = this.#scanner.take()) {
      this.count++;
      this.#isWrong = found.kind === 'fault';
      end = this.#isWrong ? this.#taken + this.#held.length : found.bytes[1];
    }
    return this.#takeUntil(end);
  }

  /** The beginning of a message that nobody finishes. */
  rest(): string {
    return this.#takeUntil(this.#taken + this.#held.length);
  }

  #takeUntil(end: number): string {
    const text = this.#held.slice(0, end - this.#taken);
    this.#held = this.#held.slice(text.length);
    this.#taken = end;
    return text;
  }
}
