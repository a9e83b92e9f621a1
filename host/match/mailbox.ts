import type { Offence } from '../games/verdict.ts';
import type { Nanos, Seat } from '../tabletop/units.ts';
import type { Clock } from './clock.ts';
import type { GoneFacts } from './startup.ts';

/** What reaches the referee, in the order in which it arrived. */
export type Letter =
  | { readonly is: 'read'; readonly seat: Seat; readonly bytes: Uint8Array; readonly at: Nanos }
  | { readonly is: 'gone'; readonly seat: Seat; readonly gone: GoneFacts; readonly at: Nanos }
  | { readonly is: 'caught'; readonly seat: Seat; readonly offence: Offence; readonly at: Nanos }
  | { readonly is: 'interrupt'; readonly at: Nanos };

/** The one place that decides what came when. */
export class Mailbox {
  readonly #clock: Clock;
  #letters: Letter[] = [];
  #next = 0;
  #arrived = 0;
  #wakeUp: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many letters ever came: two equal answers mean that nothing came between them. */
  get arrived(): number {
    return this.#arrived;
  }

  put(letter: Letter): void {
    this.#letters.push(letter);
    this.#arrived++;
    this.#wakeUp?.();
  }

  /** The next letter that was stamped before the alarm, or nothing once the alarm is due. */
  async next(alarm: Nanos | undefined): Promise<Letter | undefined> {
    let polls = 0;
    for (;;) {
      const letter = this.#letters[this.#next];
      if (letter && (alarm === undefined || letter.at < alarm)) return this.#take();
      if (letter) return undefined;
      if (alarm === undefined || this.#clock.now() < alarm) {
        polls = 0;
        await this.#somethingOr(alarm);
      } else if (polls++ < 2) {
        // What already lies in a pipe came in time: silence is only believed after two more polls.
        await this.#clock.poll();
      } else return undefined;
    }
  }

  #take(): Letter {
    const letter = this.#letters[this.#next++]!;
    if (this.#next === this.#letters.length) {
      this.#letters = [];
      this.#next = 0;
    }
    return letter;
  }

  /** Woken only at the end of a poll, so that all that came in it is stamped before the first is settled. */
  async #somethingOr(alarm: Nanos | undefined): Promise<void> {
    let takeBack: (() => void) | undefined;
    await new Promise<void>((resolve) => {
      this.#wakeUp = resolve;
      if (alarm !== undefined) takeBack = this.#clock.alarm(alarm, resolve);
    });
    this.#wakeUp = undefined;
    takeBack?.();
    await this.#clock.poll();
  }
}
