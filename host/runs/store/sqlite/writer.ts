import { DatabaseSync } from 'node:sqlite';
import { cut } from '../../../core/text/columns.ts';
import { shellWord } from '../../../files/shell-words.ts';
import { isBusy } from '../../../sqlite/database-fault.ts';
import type { Writer } from '../../../sqlite/fault.ts';

export const lockPath = (store: string) => `${store}-lock`;

/** Longer than the holder takes to say who it is. */
const PATIENCE_MS = 300;

/**
 * That nobody else writes to a store, until it is closed; undefined where another has it. Throws where the file cannot be made.
 *
 * The system keeps it by a lock on an empty file beside the store, and lets go of it when its holder has ended, whatever way. The
 * file stays: whoever removed it could remove one that another has just locked.
 */
export function lockForWriting(store: string): DatabaseSync | undefined {
  const file = new DatabaseSync(lockPath(store), { timeout: PATIENCE_MS });
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    return file;
  } catch (error) {
    file.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

const LONGEST_COMMAND = 200;

/** Says in a store that this process writes to it: the next one that wants to is told. */
export function announce(database: DatabaseSync): void {
  const command = ['wordhost', ...process.argv.slice(2)].map(shellWord).join(' ');
  const since = new Date().toISOString();
  database
    .prepare('INSERT OR REPLACE INTO writer (one, pid, command, since) VALUES (1, ?, ?, ?)')
    .run(process.pid, cut(command, LONGEST_COMMAND), since);
}

export function takeLeave(database: DatabaseSync): void {
  database.exec('DELETE FROM writer');
}

/** None where it has taken its leave. One that was killed is still there. */
export function lastWriter(database: DatabaseSync): Writer | undefined {
  return database.prepare('SELECT pid, command, since FROM writer').get() as Writer | undefined;
}
