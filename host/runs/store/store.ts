import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isPostgresAddress } from '../../core/postgres-address.ts';
import { faultBeside, faultOfFirstPage, truncationOf } from '../../sqlite/before-opening.ts';
import { faultOf } from '../../sqlite/database-fault.ts';
import { refusal, StoreFailure, type Writer } from '../../sqlite/fault.ts';
import {
  faultOfPath,
  faultOfStore,
  inspect,
  openToRead,
  openToWrite,
  realPath,
  refuseOthers,
  refuseReadOnly,
} from '../../sqlite/open-database.ts';
import { migrate } from '../../sqlite/schema.ts';
import type { Opening, ReadableStore, Store } from './contract.ts';
import { FilePlace, schema } from './file-place.ts';
import { GameStore } from './game-store.ts';
import { thisWriter } from './this-writer.ts';
import { lockForWriting, lockPath } from './writer-lock.ts';

interface OpenOptions<Mode> {
  readonly mode: Mode;
  /** Says that the server of the store is away, and that it is back. */
  readonly note?: ((line: string) => void) | undefined;
}

/**
 * Opens the store at this path, or on a server of PostgreSQL. A store that is opened for writing has no other
 * writer, and is created if it is missing.
 */
export async function openStore(path: string, how: OpenOptions<'write'>): Promise<Opening<Store>>;
export async function openStore(path: string, how: OpenOptions<'read'>): Promise<Opening<ReadableStore>>;
export async function openStore(
  path: string,
  { mode, note }: OpenOptions<'read' | 'write'>,
): Promise<Opening<Store>> {
  if (isPostgresAddress(path)) {
    const { openExperiment } = await import('./server-place.ts');
    return await openExperiment(path, mode, note);
  }
  const whole = resolve(path);
  try {
    const fault = faultOfPath(whole, mode === 'write');
    if (fault) return refusal(path, fault);
    const real = realPath(whole);
    const unopened = faultBeside(real) ?? (existsSync(real) ? faultOfFirstPage(real) : undefined);
    if (unopened) return refusal(path, unopened);
    return { ok: true, store: new GameStore(mode === 'write' ? openWriter(real) : openReader(real)) };
  } catch (error) {
    const found = error instanceof StoreFailure ? error.fault : faultOf(error);
    return refusal(path, found.kind === 'damaged' ? (truncationOf(whole) ?? found) : found);
  }
}

function openReader(path: string): FilePlace {
  const opened = openToRead(path);
  const fault = faultOfStore(path, opened.database, schema);
  if (!fault) return new FilePlace(path, opened);
  opened.close();
  throw new StoreFailure(path, fault);
}

/** Throws a `StoreFailure`, or what SQLite refuses. */
function openWriter(path: string): FilePlace {
  refuseOthers(path, schema);
  refuseReadOnly(path, lockPath(path));
  const lock = lockForWriting(path);
  if (!lock) throw new StoreFailure(path, { kind: 'in-use', by: writerOf(path) });
  try {
    const database = databaseAt(path);
    return new FilePlace(path, { database, close: () => database.close() }, lock);
  } catch (error) {
    lock.close();
    throw error;
  }
}

function databaseAt(path: string): DatabaseSync {
  const database = openToWrite(path);
  try {
    const fault = migrate(database, schema);
    if (fault) throw new StoreFailure(path, fault);
    // The next process that wants to write to the store is told who this one is.
    const { pid, command, since } = thisWriter();
    database
      .prepare('INSERT OR REPLACE INTO writer (one, pid, command, since) VALUES (1, ?, ?, ?)')
      .run(pid, command, since);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Undefined if the writer has not announced itself yet. */
function writerOf(path: string): Writer | undefined {
  const query = 'SELECT pid, command, since FROM writer';
  try {
    return inspect(path, (database) => database.prepare(query).get() as Writer | undefined);
  } catch {
    return undefined;
  }
}
