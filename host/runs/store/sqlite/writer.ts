import { closeSync, constants, lstatSync, openSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cut } from '../../../core/text/columns.ts';
import { shellWord } from '../../../files/shell-words.ts';
import { isBusy } from '../../../sqlite/database-fault.ts';
import type { Writer } from '../../../sqlite/fault.ts';
import { StoreFailure } from '../../../sqlite/store-failure.ts';

export const lockPath = (store: string) => `${store}-lock`;

/** Longer than the holder takes to say who it is. */
const PATIENCE_MS = 300;

export interface WriterLock {
  close(): void;
}

/**
 * That nobody else writes to a store, until it is closed; undefined where another has it. Throws where the file cannot be made.
 *
 * The system keeps it by a lock on an empty file beside the store, and lets go of it when its holder has ended, whatever way. Its
 * holder removes the file while it is locked. A writer that has locked a file which is not there any more tries again.
 */
export function lockForWriting(store: string): WriterLock | undefined {
  const path = lockPath(store);
  for (;;) {
    const made = lockFileAt(store, path);
    const file = new DatabaseSync(path, { timeout: PATIENCE_MS });
    try {
      file.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
      if (identityOf(path) === made) return { close: () => removeAndClose(path, file) };
    } catch (error) {
      file.close();
      if (isBusy(error)) return undefined;
      throw error;
    }
    file.close();
  }
}

/** Made if it is not there; by SQLite it would be made at the end of a link. Answers which one it is. */
function lockFileAt(store: string, path: string): string {
  const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  for (;;) {
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there && (!there.isFile() || there.size > 0))
      throw new StoreFailure(store, {
        kind: 'beside',
        file: basename(path),
        what: 'no empty file, as the lock of a store is',
      });
    const identity = identityOf(path);
    if (identity !== undefined) return identity;
    try {
      closeSync(openSync(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Numbers of files are given again once a file is gone, but not with the same time. */
function identityOf(path: string): string | undefined {
  const file = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  return file && `${file.dev}:${file.ino}:${file.ctimeNs}`;
}

function removeAndClose(path: string, file: DatabaseSync): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It stays, and is locked again by the next writer.
  }
  file.close();
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
