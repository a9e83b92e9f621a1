import type { OwnEvent } from './event.ts';
import type { EventsWith } from './platform-events.ts';

/** A form of its own in which programs of others read this game. */
export interface WrittenForm<Event extends OwnEvent> {
  /** What a file of it is: `game in GCG`. */
  readonly what: string;
  /** How each begins that is written here. */
  readonly beginning: string;
  /** From all events of a record. */
  write(events: readonly EventsWith<Event>[]): Writing;
}

export type Writing =
  | { readonly ok: true; readonly text: string }
  /** Why this game has no such form, and what has one. */
  | { readonly ok: false; readonly problem: string };
