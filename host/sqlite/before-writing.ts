import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { faultOfStore, openToRead } from './open-database.ts';
import type { Schema } from './schema.ts';
import { StoreFailure } from './store-failure.ts';

/** Throws what speaks against writing to a path: nothing is made, there or beside it. One that is empty becomes a store. */
export function refuseOthers(path: string, schema: Schema): void {
  const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (size === 0) return;
  const fault = looked(path, (database) => faultOfStore(path, database, schema));
  if (fault && fault.kind !== 'empty') throw new StoreFailure(path, fault);
}

/** A file that can only be read cannot be locked, and SQLite does not say so. */
export function refuseReadOnly(path: string, lock?: string): void {
  const written = {
    'folder of the store': dirname(path),
    store: path,
    ...(lock && { 'file …-lock beside the store': lock }),
  };
  for (const [what, each] of Object.entries(written))
    if (existsSync(each) && !isWritable(each))
      throw new StoreFailure(path, { kind: 'read-only', what: what as keyof typeof written });
}

export function looked<Found>(path: string, look: (database: DatabaseSync) => Found): Found {
  const opened = openToRead(path);
  try {
    return look(opened.database);
  } finally {
    opened.close();
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
