import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Fault, Writer } from '../fault.ts';
import { StoreFailure } from '../store-failure.ts';
import { faultOfStore, openToRead, openToWrite } from './open-database.ts';
import { migrate } from './schema.ts';
import { SqliteWriter } from './sqlite-writer.ts';
import { announce, lastWriter, lockForWriting, lockPath } from './writer.ts';

/** Throws a `StoreFailure`, or what SQLite refuses. */
export function openWriter(path: string): SqliteWriter {
  refuseOthers(path);
  refuseReadOnly(path);
  const lock = lockOf(path);
  try {
    return new SqliteWriter(path, databaseAt(path), lock);
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** What is no store gets no lock beside it. One that is empty becomes a store. */
function refuseOthers(path: string): void {
  const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  const fault = size === 0 ? undefined : looked(path, (database) => faultOfStore(path, database));
  if (fault) throw new StoreFailure(path, fault);
}

/** A file that can only be read cannot be locked, and SQLite does not say so. */
function refuseReadOnly(path: string): void {
  const written = {
    'folder of the store': dirname(path),
    store: path,
    'file …-lock beside the store': lockPath(path),
  };
  for (const [what, each] of Object.entries(written))
    if (existsSync(each) && !isWritable(each))
      throw new StoreFailure(path, { kind: 'read-only', what: what as keyof typeof written });
}

function lockOf(path: string): DatabaseSync {
  const lock = lockForWriting(path);
  if (lock) return lock;
  throw new StoreFailure(path, { kind: 'in-use', by: holderOf(path) });
}

function databaseAt(path: string): DatabaseSync {
  const database = openToWrite(path);
  try {
    const fault: Fault | undefined = migrate(database);
    if (fault) throw new StoreFailure(path, fault);
    announce(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** None where it has not said so yet. */
function holderOf(path: string): Writer | undefined {
  try {
    return looked(path, lastWriter);
  } catch {
    return undefined;
  }
}

function looked<Found>(path: string, look: (database: DatabaseSync) => Found): Found {
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
