import type { NotedInAny } from '../host/events/noted.ts';
import { eventLine } from '../host/events/noted.ts';
import { type GameRecord, parseRecord } from '../host/events/read-record.ts';
import { games } from '../host/games/registry.ts';

/** Events as they come out of a record that they were written to. */
export function readBack(events: readonly NotedInAny[]): GameRecord {
  const reading = parseRecord(events.map((event) => `${eventLine(event)}\n`).join(''), 'record', games);
  if (!reading.ok) throw new Error(reading.problem);
  return reading;
}
