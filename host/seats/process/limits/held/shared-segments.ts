import { readProc } from '../../processes/proc.ts';
import type { FilesInMemory } from './nameless-files.ts';

/** Columns of /proc/sysvipc/shm. */
const [ID, CREATOR, LAST_USER, RESIDENT, SWAPPED] = [1, 4, 5, 14, 15];

/** Segments of System V that one of these processes made, or was the last to attach. */
export function segmentsOf(pids: readonly number[]): FilesInMemory {
  const [, ...lines] = readProc('sysvipc/shm')?.trimEnd().split('\n') ?? [];
  const rows = lines.map((line) => line.trim().split(/ +/).map(Number));
  const own = rows.filter((row) => pids.includes(row[CREATOR]!) || pids.includes(row[LAST_USER]!));
  return new Map(own.map((row) => [segmentName(row[ID]!), row[RESIDENT]! + row[SWAPPED]!]));
}

export function segmentName(id: number): string {
  return `segment ${id}`;
}
