import type { Noted as NotedOf } from '../events/noted.ts';
import {
  type GameRecord as GameRecordOf,
  type RecordReading,
  readRecord as readRecordOf,
} from '../events/read-record.ts';
import type { EventsOf, Games } from '../games/game.ts';
import { games } from '../games/registry.ts';

type Ours = EventsOf<typeof games>;

/** An event of any built-in game, as it is in a record. */
export type Noted = NotedOf<Ours>;
export type GameRecord = GameRecordOf<Ours>;

/** A record of a built-in game, or of one of those that are named. */
export function readRecord(path: string): RecordReading<Ours>;
export function readRecord<Known extends Games>(path: string, known: Known): RecordReading<EventsOf<Known>>;
export function readRecord(path: string, known: Games = games): RecordReading<Ours> {
  return readRecordOf(path, known) as RecordReading<Ours>;
}
