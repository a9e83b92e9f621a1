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
  #waiting: { event: GameEvent; at: Nanos }[] = [];
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
    for (const { event, at } of waiting) this.#pass(event, at);
  }

  note(event: GameEvent, at: Nanos): void {
    const { bytes, seat } = event as { bytes?: ByteRange; seat?: Seat };
    const placed = bytes && seat ? { ...event, in: this.#readsOf(seat).holding(bytes) } : event;
    this.#promised++;
    this.#atOnce?.(event, at);
    if (this.#zero === undefined) this.#waiting.push({ event: placed, at });
    else this.#pass(placed, at);
  }

  noteRead(seat: Seat, bytes: Uint8Array, at: Nanos): void {
    this.#readsOf(seat).add(this.#promised + 1, bytes.length);
    this.note({ type: 'in', seat, data: bytes }, at);
  }

  #pass(event: GameEvent, at: Nanos): void {
    const noted = { n: ++this.#n, t: at - this.#zero!, ...event };
    for (const sink of this.#sinks) sink.take(noted);
  }

  #readsOf(seat: Seat): ReadMap {
    let reads = this.#reads.get(seat);
    if (!reads) this.#reads.set(seat, (reads = new ReadMap()));
    return reads;
  }
}

/** Which `in` events hold which bytes of one player's output. Reads whose messages are judged are forgotten. */
class ReadMap {
  #reads: { n: number; end: number }[] = [];
  #end = 0;

  add(n: number, length: number): void {
    this.#end += length;
    this.#reads.push({ n, end: this.#end });
  }

  /** The numbers of the first and the last read that the bytes came in. */
  holding([from, to]: ByteRange): readonly [number, number] {
    const first = this.#reads.findIndex(({ end }) => end > from);
    const last = this.#reads.findIndex(({ end }) => end >= to);
    const found = [this.#reads[first]?.n ?? 0, this.#reads[last]?.n ?? 0] as const;
    if (first > 0) this.#reads.splice(0, first);
    return found;
  }
}
