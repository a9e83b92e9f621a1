import type { Nanos } from '../../host/core/units.ts';
import type { Clock } from '../../host/match/clock.ts';

/**
 * A clock that stands still until a test moves it. A poll is answered when the test turns the loop; those that
 * were asked for first are answered first, and each answer is acted upon before the next is given.
 */
export class ManualClock implements Clock {
  /** How long a turn of the loop takes. */
  turnTakes: Nanos = 1000;
  /** How long it takes to look at the clock. */
  lookTakes: Nanos = 0;
  /** Told of each turn, before it begins. */
  onTurn: () => void = () => {};
  #now: Nanos = 0;
  #polls: (() => void)[] = [];
  readonly #alarms = new Set<{ readonly at: Nanos; readonly ring: () => void }>();

  now(): Nanos {
    this.#now += this.lookTakes;
    return this.#now;
  }

  alarm(at: Nanos, ring: () => void): () => void {
    const alarm = { at, ring };
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  }

  poll(): Promise<void> {
    return new Promise((resolve) => this.#polls.push(resolve));
  }

  /** One turn of the loop. False where nobody has asked for it. */
  async turn(): Promise<boolean> {
    await allReactions();
    const polls = this.#polls;
    if (polls.length === 0) return false;
    this.#polls = [];
    this.onTurn();
    this.#now += this.turnTakes;
    for (const answer of polls) {
      answer();
      await allReactions();
    }
    return true;
  }

  /** Turns until nobody asks for more: everybody waits for a word or for time to pass. */
  async quiet(): Promise<void> {
    for (let turns = 0; await this.turn(); turns++)
      if (turns > 100_000) throw new Error('the loop turns and turns, and never comes to rest');
  }

  /** Time passes, and each alarm that falls due in it rings at its moment. */
  async pass(time: Nanos): Promise<void> {
    const until = this.#now + time;
    await this.quiet();
    for (let next = this.#next(); next && next.at <= until; next = this.#next()) {
      this.ring(next.at);
      await this.quiet();
    }
    this.#now = Math.max(this.#now, until);
  }

  /** It is now this time, and the alarms that are due have level; what comes of that comes with the next turn. */
  ring(at: Nanos): void {
    this.#now = Math.max(this.#now, at);
    for (const alarm of [...this.#alarms])
      if (alarm.at <= this.#now && this.#alarms.delete(alarm)) alarm.ring();
  }

  /** Turns, and lets time pass to the next alarm when all is quiet, until this is settled. */
  async run<Value>(promise: Promise<Value>): Promise<Value> {
    let settled = false;
    const settle = () => {
      settled = true;
    };
    promise.then(settle, settle);
    while (!settled) {
      await this.quiet();
      const next = this.#next();
      if (!settled && !next) throw new Error('everybody waits, and no alarm is set');
      if (!settled && next) this.ring(next.at);
      await allReactions();
    }
    return promise;
  }

  #next(): { readonly at: Nanos } | undefined {
    return [...this.#alarms].sort((one, other) => one.at - other.at)[0];
  }
}

/** All promises that could be settled are, and what was waiting for them has run. */
function allReactions(): Promise<void> {
  return new Promise(setImmediate);
}
