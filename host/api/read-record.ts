import { type RecordReading, readRecord as readRecordOf } from '../events/read-record.ts';
import type { Games } from '../games/game.ts';
import { games } from '../games/registry.ts';

/** A record of one of these games; without them, of one that comes along. */
export function readRecord(path: string, known: Games = games): RecordReading {
  return readRecordOf(path, known);
}
