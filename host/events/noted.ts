import type { Nanos } from '../core/units.ts';
import type { OpaqueEvent, OwnEvent } from '../games/event.ts';
import type { EventsWith, PlatformEvent } from '../games/platform-events.ts';

/** An event as code sees it that serves every game: by name it knows those of the platform. */
export type SharedEvent = PlatformEvent | OpaqueEvent;

/** An event as it is in a record: of a game with these events of its own, or of any. */
export type Noted<Event extends OwnEvent = SharedEvent> = EventsWith<Event> & Place;

/** One of whatever game. */
// biome-ignore lint/suspicious/noExplicitAny: who knows the game knows its events, and who does not may take them
export type NotedInAny = Noted<any>;

interface Place {
  /** Its number, from 1. */
  readonly n: number;
  readonly t: Nanos;
  /** Of what was said: the numbers of the first and the last `in` event that it came in. */
  readonly in?: Reads;
}

/** The numbers of the first and the last `in` event that a message came in. */
export type Reads = readonly [first: number, last: number];

/** Something that is made from events, as they are recorded. */
export interface EventSink {
  take(event: NotedInAny): void;
}
