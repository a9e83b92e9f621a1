import type { Nanos } from '../../core/units.ts';
import { type Clock, liveClock } from '../../match/clock.ts';

interface Alarm {
  readonly at: Nanos;
  readonly ring: () => void;
  cancel: () => void;
}

/** V8 compiles for small integers first, and would discard that code later. */
const BEGINNING: Nanos = 2 ** 32;

/**
 * The time of one game. It stands still while an input is stored and heard, and between a stop of the server
 * and the next start. So a game that is played again from its inputs takes the same course.
 */
export class TableClock implements Clock {
  #stoppedAt: Nanos | undefined = BEGINNING;
  #offset: Nanos = 0;
  #polls = 0;
  readonly #alarms = new Set<Alarm>();

  now(): Nanos {
    return this.#stoppedAt ?? liveClock.now() + this.#offset;
  }

  alarm(at: Nanos, ring: () => void): () => void {
    const alarm: Alarm = { at, ring, cancel: () => {} };
    this.#alarms.add(alarm);
    this.#arm(alarm);
    return () => {
      alarm.cancel();
      this.#alarms.delete(alarm);
    };
  }

  async poll(): Promise<void> {
    this.#polls++;
    await liveClock.poll();
    this.#polls--;
  }

  /** Stops at this time, after the alarms before it. */
  async stop(at: Nanos): Promise<void> {
    for (const { cancel } of this.#alarms) cancel();
    for (;;) {
      const next = this.#next();
      if (!next || next.at > at) break;
      this.#stoppedAt = next.at;
      this.#ring(next);
      await this.settled();
    }
    this.#stoppedAt = at;
  }

  go(): void {
    if (this.#stoppedAt === undefined) return;
    this.#offset = this.#stoppedAt - liveClock.now();
    this.#stoppedAt = undefined;
    for (const alarm of this.#alarms) this.#arm(alarm);
  }

  /** Resolves when the match waits for an input or an alarm. */
  async settled(): Promise<void> {
    do await liveClock.poll();
    while (this.#polls > 0);
  }

  #next(): Alarm | undefined {
    let next: Alarm | undefined;
    for (const alarm of this.#alarms) if (!next || alarm.at < next.at) next = alarm;
    return next;
  }

  #arm(alarm: Alarm): void {
    if (this.#stoppedAt !== undefined) return;
    alarm.cancel = liveClock.alarm(alarm.at - this.#offset, () => this.#ring(alarm));
  }

  #ring(alarm: Alarm): void {
    this.#alarms.delete(alarm);
    alarm.ring();
  }
}
