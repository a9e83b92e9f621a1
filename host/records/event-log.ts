import type { GameEvent } from '../games/event.ts';
import type { ByteRange } from '../games/verdict.ts';
import type { Nanos, Seat } from '../tabletop/units.ts';

/** An event as it stands in a record. */
export type Noted = GameEvent & { readonly n: number; readonly t: Nanos };

/** Something that is made from events, as they are noted. */
export interface EventSink {
  take(event: Noted): void;
}

/**
 * What happened, in order. Times in a record count from the deal, which is not known before it: until then
 * events wait, and then all go on together.
 */
export class EventLog {
  readonly #sinks: readonly EventSink[];
  readonly #atOnce: ((event: GameEvent, at: Nanos) => void) | undefined;
  readonly #reads = new Map<Seat, ReadMap>();
  #waiting: { event: GameEvent; reads: Reads | undefined; at: Nanos }[] = [];
  #zero: Nanos | undefined;
  #n = 0;
  #promised = 0;

  /** `atOnce` is told of each event when it happens, before there is a deal to count from. */
  constructor(sinks: readonly EventSink[], atOnce?: (event: GameEvent, at: Nanos) => void) {
    this.#sinks = sinks;
    this.#atOnce = atOnce;
  }

  /** The moment from which times count. Only the first call does anything. */
  begin(zero: Nanos): void {
    if (this.#zero !== undefined) return;
    this.#zero = zero;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { event, reads, at } of waiting) this.#pass(event, reads, at);
  }

  note(event: GameEvent, at: Nanos): void {
    const { bytes, seat } = event as { bytes?: ByteRange; seat?: Seat };
    const reads = bytes && seat ? this.#readsOf(seat).holding(bytes) : undefined;
    this.#promised++;
    this.#atOnce?.(event, at);
    if (this.#zero === undefined) this.#waiting.push({ event, reads, at });
    else this.#pass(event, reads, at);
  }

  noteRead(seat: Seat, bytes: Uint8Array, at: Nanos): void {
    this.#readsOf(seat).add(this.#promised + 1, bytes.length);
    this.note({ type: 'in', seat, data: bytes }, at);
  }

  #pass(event: GameEvent, reads: Reads | undefined, at: Nanos): void {
    const noted: Noted & { in?: Reads } = { n: ++this.#n, t: at - this.#zero!, ...event };
    if (reads) noted.in = reads;
    for (const sink of this.#sinks) sink.take(noted);
  }

  #readsOf(seat: Seat): ReadMap {
    let reads = this.#reads.get(seat);
    if (!reads) this.#reads.set(seat, (reads = new ReadMap()));
    return reads;
  }
}

/** The numbers of the first and the last `in` event that a message came in. */
type Reads = readonly [first: number, last: number];

/**
 * Which `in` events hold which bytes of one player's output. Reads whose messages are judged are forgotten; a player
 * that writes its largest message a byte at a time leads to a million of them, so they are numbers and no objects.
 */
class ReadMap {
  #numbers: number[] = [];
  #ends: number[] = [];
  #end = 0;

  add(n: number, length: number): void {
    this.#end += length;
    this.#numbers.push(n);
    this.#ends.push(this.#end);
  }

  holding([from, to]: ByteRange): Reads {
    const ends = this.#ends;
    let first = 0;
    while (first < ends.length && ends[first]! <= from) first++;
    let last = first;
    while (last < ends.length && ends[last]! < to) last++;
    const found = [this.#numbers[first] ?? 0, this.#numbers[last] ?? 0] as const;
    if (first > 0) {
      this.#numbers.splice(0, first);
      ends.splice(0, first);
    }
    return found;
  }
}
