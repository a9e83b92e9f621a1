import type { Nanos } from '../../../core/units.ts';
import type { Clock } from '../../../match/clock.ts';
import type { SeatHandle, SeatListener } from '../../../match/seat.ts';
import { isTurn, lineOf, SaidLines } from './seat-lines.ts';
import type { TurnUse } from './web-game.ts';

/**
 * Stands between a bot that is started in the middle of a game and the match: turns that were used before are answered for
 * it, and it is not asked. All else it is told as it was, so it knows what was found. What it says meanwhile waits.
 */
export class PastTurns {
  readonly #past: TurnUse[];
  readonly #listener: SeatListener;
  readonly #said: SaidLines;
  /** What it said meanwhile. */
  #waiting: Uint8Array[] = [];
  #hasStarted = false;

  constructor(past: readonly TurnUse[], listener: SeatListener, clock: Clock) {
    this.#past = [...past];
    this.#listener = listener;
    this.#said = new SaidLines(listener, clock);
  }

  get listener(): SeatListener {
    const read = (bytes: Uint8Array, at: Nanos) => {
      if (!this.#hasStarted) this.#listener.read(bytes, at);
      else if (this.#past.length > 0) this.#waiting.push(bytes);
      else this.#said.pass(bytes);
    };
    return { ...this.#listener, read };
  }

  handle(inner: SeatHandle): SeatHandle {
    return {
      send: (text, when) => {
        if (text.startsWith('start')) this.#hasStarted = true;
        // What is left out may be what the text before was to wait for.
        if (!isTurn(text) || this.#past.length === 0)
          inner.send(text, this.#past.length === 0 ? when : 'soon');
        else this.#answer(this.#past.shift()!);
      },
      pause: () => {
        this.#said.pause();
        inner.pause();
      },
      resume: () => {
        this.#said.resume();
        inner.resume();
      },
      readInSmallPieces: () => inner.readInSmallPieces(),
      hangUp: () => inner.hangUp(),
      dismiss: () => {
        this.#said.end();
        inner.dismiss();
      },
      ended: inner.ended,
      get processes() {
        return inner.processes;
      },
    };
  }

  #answer(past: TurnUse): void {
    this.#said.say(lineOf(past));
    if (this.#past.length > 0) return;
    for (const bytes of this.#waiting) this.#said.pass(bytes);
    this.#waiting = [];
  }
}
