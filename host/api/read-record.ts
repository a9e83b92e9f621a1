import type { Noted as NotedOf } from '../events/noted.ts';
import {
  type GameRecord as GameRecordOf,
  type RecordReading,
  readRecord as readRecordOf,
} from '../events/read-record.ts';
import type { EventsOf, Games } from '../games/game.ts';
import { games } from '../games/registry.ts';

type Ours = EventsOf<typeof games>;

/** An event of a record of any built-in game. */
export type Noted = NotedOf<Ours>;
export type GameRecord = GameRecordOf<Ours>;

/** Reads a record of a built-in game, or of the given games. */
export function readRecord(path: string): RecordReading<Ours>;
export function readRecord<Known extends Games>(path: string, known: Known): RecordReading<EventsOf<Known>>;
export function readRecord(path: string, known: Games = games): RecordReading<Ours> {
  return readRecordOf(path, known) as RecordReading<Ours>;
}
