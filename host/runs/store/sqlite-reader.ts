import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { readJsonObject } from '../../core/json.ts';
import { inShort } from '../../core/shape.ts';
import { faultOf } from '../../sqlite/database-fault.ts';
import { StoreFailure } from '../../sqlite/fault.ts';
import type { OpenedToRead } from '../../sqlite/open-database.ts';
import type { Schema } from '../../sqlite/schema.ts';
import type { ReadableStore, StoreCounts, StoredFile, StoredGame } from './contract.ts';
import { notAsKept, unpackRecord } from './packed-record.ts';

/** By the table itself: in pages that a stranger has made, an index may lead in circles. */
const FILES = 'SELECT version, text, canonical, keptAt FROM file NOT INDEXED ORDER BY version';
const GAMES = 'SELECT number, id, result FROM game NOT INDEXED';
const GAME_NUMBERS = 'SELECT number FROM game NOT INDEXED ORDER BY number';
const RECORD_SIZES = 'SELECT number, bytes FROM record NOT INDEXED ORDER BY number';
const RECORDS = 'SELECT number, sha256, bytes, packed FROM record NOT INDEXED';
const COUNTS = `SELECT (SELECT count(*) FROM game) AS games, count(*) AS records, coalesce(sum(bytes), 0) AS recordBytes FROM record`;

/** What each column has: SQLite says nothing of a value that another program has put there. */
const columns = {
  version: 'a number',
  text: 'a string',
  canonical: 'a string',
  keptAt: 'a string',
  number: 'a number',
  id: 'a string',
  result: 'a string',
  sha256: 'a string',
  bytes: 'a number',
  packed: 'bytes',
} as const;
type Column = keyof typeof columns;

const keys = { file: 'version', game: 'number', record: 'number' } as const;
type Table = keyof typeof keys;
type Row = Readonly<Partial<Record<Column, unknown>>>;

/** Of a file with all its versions, and of one result. */
const [LARGEST_FILES, LARGEST_RESULT] = [2 ** 24, 2 ** 20];

interface RecordRow extends Row {
  readonly sha256: string;
  readonly bytes: number;
  readonly packed: Uint8Array;
}

export class SqliteReader implements ReadableStore {
  protected readonly path: string;
  protected readonly database: DatabaseSync;
  readonly #close: () => void;
  /** Each table has been walked through once, and leads nowhere twice: what SQLite counts ends. */
  #isFinite = false;

  constructor(path: string, { database, close }: OpenedToRead) {
    this.path = path;
    this.database = database;
    this.#close = close;
  }

  async file(): Promise<StoredFile | undefined> {
    return (await this.files()).at(-1);
  }

  async files(): Promise<readonly StoredFile[]> {
    const files: StoredFile[] = [];
    let length = 0;
    for (const row of this.#rows('file', FILES)) {
      const file = row as unknown as StoredFile;
      const read = readJsonObject(file.canonical);
      if (typeof read === 'string') throw this.misfit('file', file.version, `canonical: ${read}`);
      length += file.text.length + file.canonical.length;
      if (length > LARGEST_FILES)
        throw this.misfit(
          'file',
          file.version,
          `expected at most ${LARGEST_FILES} characters up to it; it has more`,
        );
      files.push(file);
    }
    return files;
  }

  async *games(): AsyncGenerator<StoredGame> {
    // Handed on as they are, each would be waited for three times.
    for (const row of this.#rows('game', `${GAMES} ORDER BY number`)) yield this.#game(row);
  }

  async game(number: number): Promise<StoredGame | undefined> {
    const row = this.#first('game', `${GAMES} WHERE number = ?`, number);
    return row && this.#game(row);
  }

  async record(number: number): Promise<Uint8Array | undefined> {
    const row = this.#first('record', `${RECORDS} WHERE number = ?`, number);
    return row && (await this.#unpacked(number, row as RecordRow));
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
    // With the first fault it ends: what follows would walk through the pages that are at fault.
    const [found = 'ok'] = this.#check('PRAGMA integrity_check(1)', 'integrity_check');
    if (found !== 'ok') return found.split('\n');
    const orphans = this.#check('PRAGMA foreign_key_check', 'rowid');
    return orphans.map((number) => `record ${number} belongs to a game that does not exist`);
  }

  async close(): Promise<void> {
    if (this.database.isOpen) this.#close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** It may itself end where it finds damage. */
  #check(pragma: string, column: string): readonly string[] {
    try {
      return Array.from(this.database.prepare(pragma).iterate(), (row) => String(row[column]));
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'damaged') return [fault.what];
      throw new StoreFailure(this.path, fault);
    }
  }

  #game(row: Row): StoredGame {
    const game = row as unknown as StoredGame;
    if (game.result.length <= LARGEST_RESULT) return game;
    const what = `result: expected at most ${LARGEST_RESULT} characters; got ${game.result.length}`;
    throw this.misfit('game', game.number, what);
  }

  async #unpacked(number: number, { sha256, bytes, packed }: RecordRow): Promise<Uint8Array> {
    const record = await unpackRecord([sha256, bytes, packed]);
    if (record !== undefined) return record;
    throw new StoreFailure(this.path, { kind: 'damaged', what: notAsKept(number) });
  }

  #first(table: Table, query: string, ...values: SQLInputValue[]): Row | undefined {
    for (const row of this.#rows(table, query, ...values)) return row;
    return undefined;
  }

  #one(query: string): Readonly<Record<string, unknown>> {
    try {
      return this.database.prepare(query).get()!;
    } catch (error) {
      throw new StoreFailure(this.path, faultOf(error));
    }
  }

  /**
   * In the order of their keys, each with its columns. A statement of its own each time: it is read while others are. Pages that lead
   * to one another would give the same rows for ever, and are found by the first that comes again.
   */
  *#rows(table: Table, query: string, ...values: SQLInputValue[]): Generator<Row> {
    let last = Number.NEGATIVE_INFINITY;
    try {
      for (const found of this.database.prepare(query).iterate(...values)) {
        const row: Row = { ...found };
        const key = row[keys[table]] as number;
        for (const [name, value] of Object.entries(row))
          if (!isOf(columns[name as Column], value))
            throw this.misfit(
              table,
              key,
              `${name}: expected ${columns[name as Column]}; got ${cameOf(value)}`,
            );
        if (key <= last) throw this.misfit(table, key, `expected a row after ${last}`);
        last = key;
        yield row;
      }
    } catch (error) {
      throw error instanceof StoreFailure ? error : new StoreFailure(this.path, faultOf(error));
    }
  }

  misfit(table: Table, row: number, what: string): StoreFailure {
    return new StoreFailure(this.path, { kind: 'damaged', what: `table ${table}, row ${row}: ${what}` });
  }
}

function isOf(column: (typeof columns)[Column], value: unknown): boolean {
  switch (column) {
    case 'a string':
      return typeof value === 'string';
    case 'a number':
      return Number.isSafeInteger(value);
    case 'bytes':
      return value instanceof Uint8Array;
    default:
      return column satisfies never;
  }
}

const cameOf = (value: unknown) => (value instanceof Uint8Array ? 'bytes' : inShort(value));

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
