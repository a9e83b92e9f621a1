import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { sleepSync } from '../files/read-file.ts';
import { isBusy, isUnsharable } from './database-fault.ts';
import { type Fault, StoreFailure } from './fault.ts';
import { faultOfSchema, type Schema } from './schema.ts';

/** A process waits this long for another one that has just begun to write or to read. If SQLite does not wait, the call is repeated. */
const [PATIENCE_MS, TRY_AGAIN_MS] = [5_000, 5];

/** No value of a store is larger: one that says it is would take that memory before anybody has seen it. */
const LARGEST_VALUE = 20 * 2 ** 20;
const settings = { timeout: PATIENCE_MS, defensive: true, limits: { length: LARGEST_VALUE } } as const;
/** Nothing in a file is run, and its pages are not taken at their word. */
const WARY = 'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0';

/** What speaks against a path, before anything is opened. Throws what the system refuses. */
export function faultOfPath(path: string, isWritten: boolean): Fault | undefined {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) return { kind: 'folder' };
  if (there && !there.isFile()) return { kind: 'not-a-store', what: 'a device or a pipe' };
  if (there) accessSync(path, constants.R_OK);
  if (there) return undefined;
  const folder = dirname(path);
  if (!existsSync(folder)) return { kind: 'no-folder', folder };
  return isWritten ? undefined : { kind: 'missing' };
}

/** Resolves links, since the files beside a store have the name of the file itself. */
export function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
}

export function openToWrite(path: string): DatabaseSync {
  const database = new DatabaseSync(path, settings);
  try {
    database.exec(WARY);
    logBeside(database);
    // The system has committed data at once, the disk at each checkpoint.
    database.exec('PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** If two processes make a file at the same moment, SQLite refuses one at once, since each would wait for the other. */
function logBeside(database: DatabaseSync): void {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
    }
    sleepSync(TRY_AGAIN_MS);
  }
}

/** Says why an opened file is no store. */
export function faultOfStore(path: string, database: DatabaseSync, schema: Schema): Fault | undefined {
  return faultOfSchema(database, schema) ?? (hasLog(path) ? undefined : faultOfSize(path, database));
}

/** SQLite takes what is missing of the last page for zeros. */
function faultOfSize(path: string, database: DatabaseSync): Fault | undefined {
  const { page_size } = database.prepare('PRAGMA page_size').get()!;
  const isWhole = statSync(path).size % Number(page_size) === 0;
  return isWhole ? undefined : { kind: 'damaged', what: 'its last page is incomplete' };
}

export interface OpenedToRead {
  readonly database: DatabaseSync;
  /** Closes the database and removes the files that were made for it alone. */
  close(): void;
}

/** Beside its writer; where nothing can be written, as it is there. What a writer that was killed has left is put in its place. */
export function openToRead(path: string): OpenedToRead {
  try {
    return withoutMore(openFile(path));
  } catch (error) {
    if (!isUnsharable(error)) throw error;
    return hasLog(path) ? openCopy(path) : withoutMore(openFile(`${pathToFileURL(path)}?immutable=1`));
  }
}

function openFile(path: string): DatabaseSync {
  // Opened read-only, it would leave the files behind that it shares with a writer.
  const database = new DatabaseSync(path, settings);
  try {
    database.exec(`PRAGMA query_only = ON; ${WARY}`);
    // Nothing is read before it is asked for.
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const withoutMore = (database: DatabaseSync): OpenedToRead => ({ database, close: () => database.close() });

/** A writer that was killed has left games there. */
function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function openCopy(path: string): OpenedToRead {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-store-'));
  try {
    for (const ending of ['', '-wal']) copyFileSync(`${path}${ending}`, join(folder, `store${ending}`));
    const database = openFile(join(folder, 'store'));
    const close = () => {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    };
    return { database, close };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Throws what speaks against writing to a path: nothing is made, there or beside it. One that is empty becomes a store. */
export function refuseOthers(path: string, schema: Schema): void {
  const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (size === 0) return;
  const fault = inspect(path, (database) => faultOfStore(path, database, schema));
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

export function inspect<Found>(path: string, look: (database: DatabaseSync) => Found): Found {
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
