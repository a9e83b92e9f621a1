import { closeSync, constants, lstatSync, openSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from '../../sqlite/database-fault.ts';
import { StoreFailure } from '../../sqlite/fault.ts';

export const lockPath = (store: string) => `${store}-lock`;

/** The holder takes less time to announce itself. */
const PATIENCE_MS = 300;

export interface WriterLock {
  close(): void;
}

/**
 * Locks a store, so that nobody else writes to it until the lock is closed. Returns undefined if another process has the lock, and
 * throws where the file cannot be made.
 *
 * The lock is one of the system on an empty file beside the store, so it ends with its holder, whatever way. The holder removes the
 * file while it is locked. A writer that has locked a file which is no longer there tries again.
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

/** Makes the file if it is not there, since SQLite would make it at the end of a link. Returns its identity. */
function lockFileAt(store: string, path: string): string {
  const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  for (;;) {
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there && (!there.isFile() || there.size > 0))
      throw new StoreFailure(store, {
        kind: 'beside',
        file: basename(path),
        what: 'not an empty file, as the lock of a store is',
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

/** The system gives the number of a deleted file to another one, but not with the same time. */
function identityOf(path: string): string | undefined {
  const file = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  return file && `${file.dev}:${file.ino}:${file.ctimeNs}`;
}

function removeAndClose(path: string, file: DatabaseSync): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The file stays, and the next writer locks it again.
  }
  file.close();
}
