import { closeSync, constants, existsSync, lstatSync, openSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { isPostgresAddress } from '../../core/postgres-address.ts';
import { faultBeside, faultOfFirstPage, truncationOf } from '../../sqlite/before-opening.ts';
import { faultOf, isBusy } from '../../sqlite/database-fault.ts';
import { type Fault, refusal, StoreFailure, type Writer } from '../../sqlite/fault.ts';
import { inodeOf } from '../../sqlite/inode.ts';
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
import type { DefinitionFile, NewGame, Opening, ReadableStore, SaveResult, Store } from './contract.ts';
import { type PackedRecord, packRecord } from './packed-record.ts';
import { SqliteReader, schema } from './sqlite-reader.ts';
import { thisWriter } from './this-writer.ts';

interface OpenOptions<Mode> {
  readonly mode: Mode;
  /** Told that the store is on a server that is away, and that it is back. */
  readonly note?: ((line: string) => void) | undefined;
}

/**
 * A store at this path, or on a server of PostgreSQL. To be written it has no other writer, and is made if it is not there.
 */
export async function openStore(path: string, how: OpenOptions<'write'>): Promise<Opening<Store>>;
export async function openStore(path: string, how: OpenOptions<'read'>): Promise<Opening<ReadableStore>>;
export async function openStore(
  path: string,
  { mode, note }: OpenOptions<'read' | 'write'>,
): Promise<Opening<ReadableStore>> {
  if (isPostgresAddress(path)) {
    const { openExperiment } = await import('./postgres-store.ts');
    return await openExperiment(path, mode, note);
  }
  const whole = resolve(path);
  try {
    const fault = faultOfPath(whole, mode === 'write');
    if (fault) return refusal(path, fault);
    const real = realPath(whole);
    const unopened = faultBeside(real) ?? (existsSync(real) ? faultOfFirstPage(real) : undefined);
    if (unopened) return refusal(path, unopened);
    return { ok: true, store: mode === 'write' ? openWriter(real) : openReader(real) };
  } catch (error) {
    const found = error instanceof StoreFailure ? error.fault : faultOf(error);
    return refusal(path, found.kind === 'damaged' ? (truncationOf(whole) ?? found) : found);
  }
}

function openReader(path: string): SqliteReader {
  const opened = openToRead(path);
  const fault = faultOfStore(path, opened.database, schema);
  if (!fault) return new SqliteReader(path, opened);
  opened.close();
  throw new StoreFailure(path, fault);
}

/** Throws a `StoreFailure`, or what SQLite refuses. */
function openWriter(path: string): SqliteWriter {
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
    return inspect(path, lastWriter);
  } catch {
    return undefined;
  }
}

const OF_ID = 'SELECT number FROM game WHERE id = ?';
const KEEP_FILE = 'INSERT INTO file (text, canonical, keptAt) VALUES (?, ?, ?)';
const KEEP_GAME = 'INSERT INTO game (number, id, result) VALUES (?, ?, ?) ON CONFLICT (number) DO NOTHING';
const KEEP_RECORD = 'INSERT INTO record (number, sha256, bytes, packed) VALUES (?, ?, ?, ?)';

/** A store that this process has locked. */
class SqliteWriter extends SqliteReader implements Store {
  readonly #lock: WriterLock;
  readonly #sync: SyncSoon;
  readonly #inode: string | undefined;
  /** By their texts: to compile one takes as long as to keep a game. */
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string, database: DatabaseSync, lock: WriterLock) {
    super(path, { database, close: () => database.close() });
    this.#lock = lock;
    this.#sync = new SyncSoon(`${path}-wal`);
    this.#inode = inodeOf(path);
  }

  async saveFile({ text, canonical }: DefinitionFile): Promise<SaveResult> {
    const last = await this.file();
    if (last?.text === text && last.canonical === canonical) return { ok: true, isNew: false };
    return this.#commit(() => this.#insert(KEEP_FILE, text, canonical, new Date().toISOString()));
  }

  async save(game: NewGame): Promise<SaveResult> {
    const record = await packRecord(game.record);
    const saving = this.#commit(() => this.#insertGame(game, record));
    const isLeft = game.record !== undefined && record === undefined;
    return saving.ok && saving.isNew && isLeft ? { ...saving, left: 'record' } : saving;
  }

  async saveAll(files: readonly DefinitionFile[], games: AsyncIterable<NewGame>): Promise<SaveResult> {
    const fault = this.#faultBefore();
    if (fault) return refusal(this.path, fault);
    try {
      this.#statement('BEGIN IMMEDIATE').run();
      for (const { text, canonical } of files)
        this.#insert(KEEP_FILE, text, canonical, new Date().toISOString());
      for await (const game of games) {
        const inserted = this.#insertGame(game, await packRecord(game.record));
        if (typeof inserted !== 'boolean') return refusal(this.path, inserted);
      }
      this.#statement('COMMIT').run();
      this.#sync.written();
      return { ok: true, isNew: true };
    } catch (error) {
      if (error instanceof StoreFailure) throw error;
      return refusal(this.path, faultOf(error));
    } finally {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
    }
  }

  override async close(): Promise<void> {
    if (!this.database.isOpen) return;
    this.#sync.stop();
    try {
      takeLeave(this.database);
      this.database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // What is kept is in the log beside the store: whoever opens it next finds it there.
    }
    await super.close();
    this.#lock.close();
  }

  #insertGame({ number, id, result }: NewGame, record: PackedRecord | undefined): boolean | Fault {
    const other = this.#statement(OF_ID).get(id)?.number as number | undefined;
    if (other !== undefined && other !== number) return { kind: 'conflict', id, number, other };
    const isNew = this.#insert(KEEP_GAME, number, id, result);
    if (isNew && record) this.#insert(KEEP_RECORD, number, ...record);
    return isNew;
  }

  #insert(statement: string, ...values: (string | number | Uint8Array)[]): boolean {
    return this.#statement(statement).run(...values).changes > 0;
  }

  #statement(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.database.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  /** All that is inserted, or nothing. Nothing else happens in between. */
  #commit(insert: () => boolean | Fault): SaveResult {
    const fault = this.#faultBefore();
    if (fault) return refusal(this.path, fault);
    try {
      this.#statement('BEGIN IMMEDIATE').run();
      const inserted = insert();
      this.#statement('COMMIT').run();
      if (typeof inserted !== 'boolean') return refusal(this.path, inserted);
      this.#sync.written();
      return { ok: true, isNew: inserted };
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      return refusal(this.path, faultOf(error));
    }
  }

  #faultBefore(): Fault | undefined {
    if (inodeOf(this.path) !== this.#inode) return { kind: 'replaced' };
    const { failure } = this.#sync;
    return failure && faultOf(failure);
  }
}

const lockPath = (store: string) => `${store}-lock`;

/** Longer than the holder takes to say who it is. */
const PATIENCE_MS = 300;

interface WriterLock {
  close(): void;
}

/**
 * That nobody else writes to a store, until it is closed; undefined where another has it. Throws where the file cannot be made.
 *
 * The system keeps it by a lock on an empty file beside the store, and lets go of it when its holder has ended, whatever way. Its
 * holder removes the file while it is locked. A writer that has locked a file which is not there any more tries again.
 */
function lockForWriting(store: string): WriterLock | undefined {
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

/** Says in a store that this process writes to it: the next one that wants to is told. */
function announce(database: DatabaseSync): void {
  const { pid, command, since } = thisWriter();
  database
    .prepare('INSERT OR REPLACE INTO writer (one, pid, command, since) VALUES (1, ?, ?, ?)')
    .run(pid, command, since);
}

function takeLeave(database: DatabaseSync): void {
  database.exec('DELETE FROM writer');
}

/** None where it has taken its leave. One that was killed is still there. */
function lastWriter(database: DatabaseSync): Writer | undefined {
  return database.prepare('SELECT pid, command, since FROM writer').get() as Writer | undefined;
}

const WITHIN_MS = 1_000;

/**
 * Has what is written to a file brought to its disk, at most a second later and beside other work: a game should not wait for a
 * disk. Only a loss of power can lose what the system has taken.
 */
class SyncSoon {
  readonly #path: string;
  #timer: NodeJS.Timeout | undefined;
  #failure: Error | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Why something did not reach the disk. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  written(): void {
    this.#timer ??= setTimeout(() => this.#sync(), WITHIN_MS).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #sync(): Promise<void> {
    this.#timer = undefined;
    try {
      await using file = await open(this.#path, 'r');
      await file.datasync();
    } catch (error) {
      // It is gone where all of it has come into the store.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#failure = error as Error;
    }
  }
}
