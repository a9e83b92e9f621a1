import { parseRecordBytes, type RecordReading } from '../../events/read-record.ts';
import type { Games } from '../../games/game.ts';

const [MOST_LINES, LF] = [2 ** 15, 10];

/** A record from a store, which may be a stranger's: what unpacks to very many lines takes memory for each of them. */
export function parseKeptRecord(bytes: Uint8Array, path: string, games: Games): RecordReading {
  let lines = 0;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) lines++;
  if (lines <= MOST_LINES) return parseRecordBytes(Buffer.from(bytes), path, games);
  const problem = `expected at most ${MOST_LINES} lines in the record of a store; there are ${lines}. wordhost store export writes it as a file, which can be read`;
  return { ok: false, problem: `${path}: ${problem}` };
}
