import type { Nanos, Seat } from '../core/units.ts';
import type { ByteRange } from '../games/kit/verdict.ts';
import type { EventSink, Noted, Reads, SharedEvent } from './noted.ts';
import { isMessage } from './times.ts';

/** The log holds events until their time is known. */
type Noting = SharedEvent & { n: number; t: Nanos; in?: Reads };

/** Events in order. Times count from the deal, so earlier events wait for it. */
export class EventLog {
  readonly #sinks: readonly EventSink[];
  readonly #atOnce: ((event: SharedEvent, at: Nanos) => void) | undefined;
  readonly #reads = new Map<Seat, ReadMap>();
  #waiting: { event: Noting; at: Nanos }[] = [];
  #zero: Nanos | undefined;
  #n = 0;

  /** `atOnce` gets each event when it happens, even before the deal. */
  constructor(sinks: readonly EventSink[], atOnce?: (event: SharedEvent, at: Nanos) => void) {
    this.#sinks = sinks;
    this.#atOnce = atOnce;
  }

  /** Sets the moment from which times count. Further calls have no effect. */
  begin(zero: Nanos): void {
    if (this.#zero !== undefined) return;
    this.#zero = zero;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { event, at } of waiting) {
      event.t = at - zero;
      this.#pass(event);
    }
  }

  note(event: SharedEvent, at: Nanos): void {
    const noted: Noting = { n: ++this.#n, t: this.#sinceDeal(at), ...event };
    if (isMessage(event)) noted.in = this.#readsOf(event.seat).holding(event.bytes);
    this.#note(noted, at);
  }

  // Messages are the most frequent events and are made only when they are recorded.

  noteRead(seat: Seat, data: Uint8Array, at: Nanos): void {
    this.#readsOf(seat).add(this.#n + 1, data.length);
    this.#note({ n: ++this.#n, t: this.#sinceDeal(at), type: 'in', seat, data }, at);
  }

  /** `clock` starts the player's clock here. */
  noteTold(seat: Seat, text: string, at: Nanos, clock?: true): void {
    const n = ++this.#n;
    const t = this.#sinceDeal(at);
    this.#note(clock ? { n, t, type: 'out', seat, text, clock } : { n, t, type: 'out', seat, text }, at);
  }

  #note(event: Noting, at: Nanos): void {
    this.#atOnce?.(event, at);
    if (this.#zero === undefined) this.#waiting.push({ event, at });
    else this.#pass(event);
  }

  #pass(event: Noted): void {
    // An index takes half the time of an iterator before V8 optimizes.
    for (let index = 0; index < this.#sinks.length; index++) this.#sinks[index]!.take(event);
  }

  /** Before the deal `t` is the clock's own time, so that V8 sees a large number from the first event on. */
  #sinceDeal(at: Nanos): Nanos {
    return at - (this.#zero ?? 0);
  }

  #readsOf(seat: Seat): ReadMap {
    let reads = this.#reads.get(seat);
    if (!reads) this.#reads.set(seat, (reads = new ReadMap()));
    return reads;
  }
}

const MOST_FORGOTTEN = 64;

/**
 * Finds the `in` events of a range of bytes. It drops reads whose messages were judged. A large message in
 * single bytes makes a million reads, so they are numbers, not objects.
 */
class ReadMap {
  #numbers: number[] = [];
  #ends: number[] = [];
  /** Entries before this one are forgotten, and their memory is freed in bulk. */
  #first = 0;
  #end = 0;

  add(n: number, length: number): void {
    this.#end += length;
    this.#numbers.push(n);
    this.#ends.push(this.#end);
  }

  holding([from, to]: ByteRange): Reads {
    const ends = this.#ends;
    let first = this.#first;
    while (first < ends.length && ends[first]! <= from) first++;
    let last = first;
    while (last < ends.length && ends[last]! < to) last++;
    const found = [this.#numbers[first] ?? 0, this.#numbers[last] ?? 0] as const;
    this.#first = first;
    if (first > MOST_FORGOTTEN && 2 * first > ends.length) {
      this.#numbers = this.#numbers.slice(first);
      this.#ends = ends.slice(first);
      this.#first = 0;
    }
    return found;
  }
}
