import { open } from 'node:fs/promises';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { faultOf } from '../../sqlite/database-fault.ts';
import { type Fault, refusal, StoreFailure } from '../../sqlite/fault.ts';
import { inodeOf } from '../../sqlite/inode.ts';
import type { OpenedToRead } from '../../sqlite/open-database.ts';
import type { Schema } from '../../sqlite/schema.ts';
import type { DefinitionFile, SaveResult, StoreCounts } from './contract.ts';
import type { PackedGame, StorePlace } from './game-store.ts';
import { keys, type Row, rowCheck, type StoreTable } from './rows.ts';
import type { WriterLock } from './writer-lock.ts';

/** Reads by the table itself: in pages that a stranger has made, an index may lead in circles. */
const reads = {
  file: 'SELECT version, text, canonical, keptAt FROM file NOT INDEXED',
  game: 'SELECT number, id, result FROM game NOT INDEXED',
  record: 'SELECT number, sha256, bytes, packed FROM record NOT INDEXED',
} as const;
const GAME_NUMBERS = 'SELECT number FROM game NOT INDEXED ORDER BY number';
const RECORD_SIZES = 'SELECT number, bytes FROM record NOT INDEXED ORDER BY number';
const COUNTS = `SELECT (SELECT count(*) FROM game) AS games, count(*) AS records, coalesce(sum(bytes), 0) AS recordBytes FROM record`;

const NUMBER_OF_ID = 'SELECT number FROM game WHERE id = ?';
const INSERT_FILE = 'INSERT INTO file (version, text, canonical, keptAt) VALUES (?, ?, ?, ?)';
const INSERT_GAME = 'INSERT INTO game (number, id, result) VALUES (?, ?, ?) ON CONFLICT (number) DO NOTHING';
const INSERT_RECORD = 'INSERT INTO record (number, sha256, bytes, packed) VALUES (?, ?, ?, ?)';

/** The tables of a store in a file of SQLite. Without a lock they are only read. */
export class FilePlace implements StorePlace {
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #close: () => void;
  readonly #lock: WriterLock | undefined;
  readonly #sync: SyncSoon;
  readonly #inode: string | undefined;
  /** Compiling a statement takes as long as saving a game. */
  readonly #statements = new Map<string, StatementSync>();
  /** Each table was read once to its end, so that counting by SQLite ends, too. */
  #isFinite = false;

  constructor(path: string, { database, close }: OpenedToRead, lock?: WriterLock) {
    this.path = path;
    this.#database = database;
    this.#close = close;
    this.#lock = lock;
    this.#sync = new SyncSoon(`${path}-wal`);
    this.#inode = inodeOf(path);
  }

  rows(table: StoreTable, key?: number): Iterable<Row> {
    const column = keys[table];
    return key === undefined
      ? this.#rows(table, `${reads[table]} ORDER BY ${column}`)
      : this.#rows(table, `${reads[table]} WHERE ${column} = ?`, key);
  }

  async counts(): Promise<StoreCounts> {
    const { page_count } = this.#one('PRAGMA page_count');
    const { page_size } = this.#one('PRAGMA page_size');
    const bytes = Number(page_count) * Number(page_size);
    if (this.#isFinite) return { ...(this.#one(COUNTS) as unknown as StoreCounts), bytes };
    let [games, records, recordBytes] = [0, 0, 0];
    for (const _ of this.#rows('game', GAME_NUMBERS)) games++;
    for (const row of this.#rows('record', RECORD_SIZES)) {
      records++;
      recordBytes += Number(row.bytes);
    }
    this.#isFinite = true;
    return { games, records, recordBytes, bytes };
  }

  async faults(): Promise<readonly string[]> {
    // The check ends with the first fault: what follows would read the damaged pages.
    const [found = 'ok'] = this.#check('PRAGMA integrity_check(1)', 'integrity_check');
    if (found !== 'ok') return found.split('\n');
    const orphans = this.#check('PRAGMA foreign_key_check', 'rowid');
    return orphans.map((number) => `record ${number} belongs to a game that does not exist`);
  }

  async insertFile(version: number, file: DefinitionFile): Promise<SaveResult> {
    return await this.#commit(() => this.#insertFile(version, file));
  }

  async insertGame(game: PackedGame): Promise<SaveResult> {
    return await this.#commit(() => this.#insertGame(game));
  }

  async insertAll(
    version: number,
    files: readonly DefinitionFile[],
    games: AsyncIterable<PackedGame>,
  ): Promise<SaveResult> {
    return await this.#commit(async () => {
      for (const [index, file] of files.entries()) this.#insertFile(version + 1 + index, file);
      for await (const game of games) {
        const inserted = this.#insertGame(game);
        if (typeof inserted !== 'boolean') return inserted;
      }
      return true;
    });
  }

  async close(): Promise<void> {
    if (!this.#database.isOpen) return;
    this.#sync.stop();
    if (this.#lock)
      try {
        this.#database.exec('DELETE FROM writer; PRAGMA wal_checkpoint(PASSIVE)');
      } catch {
        // The log beside the store has the saved games, and the next process that opens it finds them.
      }
    this.#close();
    this.#lock?.close();
  }

  /** A read has a statement of its own, since it may be in progress while others are. */
  *#rows(table: StoreTable, query: string, ...values: SQLInputValue[]): Generator<Row> {
    const check = rowCheck(this.path, table);
    try {
      for (const row of this.#database.prepare(query).iterate(...values)) yield check({ ...row });
    } catch (error) {
      throw error instanceof StoreFailure ? error : new StoreFailure(this.path, faultOf(error));
    }
  }

  #one(query: string): Row {
    try {
      return this.#database.prepare(query).get()!;
    } catch (error) {
      throw new StoreFailure(this.path, faultOf(error));
    }
  }

  /** A check may itself end where it finds damage. */
  #check(pragma: string, column: string): readonly string[] {
    try {
      return Array.from(this.#database.prepare(pragma).iterate(), (row) => String(row[column]));
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'damaged') return [fault.what];
      throw new StoreFailure(this.path, fault);
    }
  }

  #insertFile(version: number, { text, canonical }: DefinitionFile): boolean {
    return this.#insert(INSERT_FILE, version, text, canonical, new Date().toISOString());
  }

  #insertGame({ game: { number, id, result }, record }: PackedGame): boolean | Fault {
    const other = this.#statement(NUMBER_OF_ID).get(id)?.number as number | undefined;
    if (other !== undefined && other !== number) return { kind: 'conflict', id, number, other };
    const isNew = this.#insert(INSERT_GAME, number, id, result);
    if (isNew && record) this.#insert(INSERT_RECORD, number, ...record);
    return isNew;
  }

  #insert(statement: string, ...values: (string | number | Uint8Array)[]): boolean {
    return this.#statement(statement).run(...values).changes > 0;
  }

  #statement(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.#database.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  async #commit(insert: () => boolean | Fault | Promise<boolean | Fault>): Promise<SaveResult> {
    if (inodeOf(this.path) !== this.#inode) return refusal(this.path, { kind: 'replaced' });
    const { failure } = this.#sync;
    if (failure) return refusal(this.path, faultOf(failure));
    try {
      this.#statement('BEGIN IMMEDIATE').run();
      const inserting = insert();
      // One game is saved at once, so that no other save comes in between.
      const inserted = inserting instanceof Promise ? await inserting : inserting;
      if (typeof inserted !== 'boolean') return refusal(this.path, inserted);
      this.#statement('COMMIT').run();
      this.#sync.written();
      return { ok: true, isNew: inserted };
    } catch (error) {
      if (error instanceof StoreFailure) throw error;
      return refusal(this.path, faultOf(error));
    } finally {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    }
  }
}

const WITHIN_MS = 1_000;

/**
 * Syncs written data to the disk at most a second later, beside other work, because a game should not wait
 * for a disk. Only a loss of power can lose data that the system has taken.
 */
class SyncSoon {
  readonly #path: string;
  #timer: NodeJS.Timeout | undefined;
  /** The reason why data did not reach the disk. */
  failure: Error | undefined;

  constructor(path: string) {
    this.#path = path;
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
      // The log is gone where all of it has come into the store.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.failure = error as Error;
    }
  }
}

/** A line of the migrations is never changed: stores have been made by it. */
export const schema: Schema = {
  of: 'games',
  migrations: [
    `CREATE TABLE file (
     version INTEGER PRIMARY KEY, text TEXT NOT NULL, canonical TEXT NOT NULL, keptAt TEXT NOT NULL) STRICT;
   CREATE TABLE game (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, result TEXT NOT NULL) STRICT;
   CREATE TABLE record (
     number INTEGER PRIMARY KEY REFERENCES game, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, packed BLOB NOT NULL) STRICT;
   CREATE TABLE writer (
     one INTEGER PRIMARY KEY CHECK (one = 1), pid INTEGER NOT NULL, command TEXT NOT NULL, since TEXT NOT NULL) STRICT;`,
  ],
};
