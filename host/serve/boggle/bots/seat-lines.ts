import { moveText } from '../../../games/boggle/wire/text.ts';
import type { Clock } from '../../../match/clock.ts';
import type { SeatListener } from '../../../match/seat.ts';
import type { TurnUse } from './web-game.ts';

/** What a use of a turn is on the wire. A turn that ran out was used without a word. */
export function lineOf(use: TurnUse): string {
  return moveText(use.is === 'guess' ? { type: 'guess', word: asToken(use.word) } : { type: 'pass' });
}

/** People may write what no line of the wire can have: it is in no dictionary, and is none with other signs either. */
function asToken(word: string): string {
  return word.replaceAll(/[^\x21-\x7e]/g, '?');
}

export const isTurn = (text: string) => text.startsWith('turn ');

/** Says lines for a player: they are read a moment later, in order, as those of a process would be. */
export class SaidLines {
  readonly #listener: Pick<SeatListener, 'read'>;
  readonly #clock: Clock;
  #waiting: Uint8Array[] = [];
  #isPaused = false;
  #isOver = false;

  constructor(listener: Pick<SeatListener, 'read'>, clock: Clock) {
    this.#listener = listener;
    this.#clock = clock;
  }

  say(line: string): void {
    // What is read is the reader's to keep: it is no part of a larger buffer.
    this.pass(Uint8Array.from(Buffer.from(`${line}\n`, 'latin1')));
  }

  /** What was read of it elsewhere, after all that was said. */
  pass(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
    void this.#clock.poll().then(() => this.#tell());
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    void this.#clock.poll().then(() => this.#tell());
  }

  end(): void {
    this.#isOver = true;
    this.#waiting = [];
  }

  #tell(): void {
    while (!this.#isPaused && !this.#isOver) {
      const bytes = this.#waiting.shift();
      if (!bytes) return;
      this.#listener.read(bytes, this.#clock.now());
    }
  }
}
