import type { DatabaseSync } from 'node:sqlite';
import { looked, refuseOthers, refuseReadOnly } from '../../../sqlite/before-writing.ts';
import type { Fault, Writer } from '../../../sqlite/fault.ts';
import { openToWrite } from '../../../sqlite/open-database.ts';
import { migrate } from '../../../sqlite/schema.ts';
import { StoreFailure } from '../../../sqlite/store-failure.ts';
import { schema } from './schema.ts';
import { SqliteWriter } from './sqlite-writer.ts';
import { announce, lastWriter, lockForWriting, lockPath, type WriterLock } from './writer.ts';

/** Throws a `StoreFailure`, or what SQLite refuses. */
export function openWriter(path: string): SqliteWriter {
  refuseOthers(path, schema);
  refuseReadOnly(path, lockPath(path));
  const lock = lockOf(path);
  try {
    return new SqliteWriter(path, databaseAt(path), lock);
  } catch (error) {
    lock.close();
    throw error;
  }
}

function lockOf(path: string): WriterLock {
  const lock = lockForWriting(path);
  if (lock) return lock;
  throw new StoreFailure(path, { kind: 'in-use', by: holderOf(path) });
}

function databaseAt(path: string): DatabaseSync {
  const database = openToWrite(path);
  try {
    const fault: Fault | undefined = migrate(database, schema);
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
