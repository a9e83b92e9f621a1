import type { Nanos } from '../../core/units.ts';
import type { Noted } from '../../events/noted.ts';

/** Why an event cannot stand where it does, and what can. */
export interface Misfit {
  readonly problem: string;
  readonly expected: string;
}

/** They are noted at the moment in which they are seen. */
const seenAtOnce: ReadonlySet<string> = new Set(['game', 'spawn', 'signal', 'load', 'exit', 'end']);

/**
 * What was seen of the players and of the machine, line by line. It cannot be worked out again, but it has an order: each player is started
 * once and ends once, and no clock goes back.
 */
export class SeenFacts {
  readonly #players: number;
  readonly #first: Nanos;
  readonly #last: Nanos;
  readonly #once = new Set<string>();
  #latest = Number.NEGATIVE_INFINITY;

  /** `last`: when the record ends; one whose host was killed does not tell. */
  constructor(players: number, first: Nanos, last = Number.POSITIVE_INFINITY) {
    this.#players = players;
    this.#first = first;
    this.#last = last;
  }

  misfit(event: Noted): Misfit | undefined {
    return this.#wrongTime(event) ?? this.#wrongSeat(event) ?? this.#twice(event);
  }

  /** Of a record that has its end. */
  missing(): Misfit | undefined {
    for (let seat = 1; seat <= this.#players; seat++)
      if (!this.#once.has(`spawn ${seat}`))
        return { problem: `the start of seat ${seat} is missing before the end`, expected: '"type":"spawn"' };
    return undefined;
  }

  #wrongTime({ t, type }: Noted): Misfit | undefined {
    if (t < this.#first)
      return { problem: 'it is earlier than the first line', expected: `"t" from ${this.#first}` };
    if (t > this.#last)
      return { problem: 'it is later than the last line', expected: `"t" up to ${this.#last}` };
    if (!seenAtOnce.has(type)) return undefined;
    if (t < this.#latest)
      return { problem: 'it is earlier than what was seen before it', expected: `"t" from ${this.#latest}` };
    this.#latest = t;
    return undefined;
  }

  #wrongSeat(event: Noted): Misfit | undefined {
    const seat =
      event.type === 'signal' ? event.to : event.type === 'spawn' || event.type === 'exit' ? event.seat : 1;
    if (seat >= 1 && seat <= this.#players) return undefined;
    return { problem: `there is no seat ${seat}`, expected: `a seat from 1 to ${this.#players}` };
  }

  #twice(event: Noted): Misfit | undefined {
    const what =
      event.type === 'load'
        ? 'load'
        : event.type === 'spawn' || event.type === 'exit'
          ? `${event.type} ${event.seat}`
          : undefined;
    if (what === undefined) return undefined;
    if (this.#once.has(what)) return { problem: 'it was there before', expected: `one line of ${what}` };
    this.#once.add(what);
    return undefined;
  }
}
