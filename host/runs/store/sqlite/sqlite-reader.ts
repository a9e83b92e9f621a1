import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { longHash } from '../../../files/long-hash.ts';
import { faultOf } from '../../../sqlite/database-fault.ts';
import type { OpenedToRead } from '../../../sqlite/open-database.ts';
import { StoreFailure } from '../../../sqlite/store-failure.ts';
import type { KeptFile, KeptGame, ReadableStore, StoreCounts } from '../contract.ts';
import { unpacked } from './packed.ts';

const FILES = 'SELECT version, text, canonical, keptAt FROM file ORDER BY version';
const GAMES = 'SELECT number, id, result FROM game';
const COUNTS = `SELECT (SELECT count(*) FROM game) AS games, count(*) AS records, coalesce(sum(bytes), 0) AS recordBytes,
  (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size) AS bytes FROM record`;
/** More is no help. */
const MOST_FAULTS = 20;

interface RecordRow {
  readonly sha256: string;
  readonly bytes: number;
  readonly packed: Uint8Array;
}

export class SqliteReader implements ReadableStore {
  protected readonly path: string;
  protected readonly database: DatabaseSync;
  readonly #close: () => void;

  constructor(path: string, { database, close }: OpenedToRead) {
    this.path = path;
    this.database = database;
    this.#close = close;
  }

  async file(): Promise<KeptFile | undefined> {
    return (await this.files()).at(-1);
  }

  async files(): Promise<readonly KeptFile[]> {
    return [...this.#rows<KeptFile>(FILES)];
  }

  async *games(): AsyncGenerator<KeptGame> {
    // Handed on as they are, each would be waited for three times.
    for (const game of this.#rows<KeptGame>(`${GAMES} ORDER BY number`)) yield game;
  }

  async game(number: number): Promise<KeptGame | undefined> {
    return this.#first<KeptGame>(`${GAMES} WHERE number = ?`, number);
  }

  async record(number: number): Promise<Uint8Array | undefined> {
    const row = this.#first<RecordRow>('SELECT sha256, bytes, packed FROM record WHERE number = ?', number);
    return row && (await this.#unpacked(number, row));
  }

  async counts(): Promise<StoreCounts> {
    return this.#first<StoreCounts>(COUNTS)!;
  }

  async faults(): Promise<readonly string[]> {
    const said = this.#check(`PRAGMA integrity_check(${MOST_FAULTS})`, 'integrity_check');
    const found = said.filter((each) => each !== 'ok');
    if (found.length > 0) return found;
    const orphans = this.#check('PRAGMA foreign_key_check', 'rowid');
    return orphans.map((number) => `record ${number} is of a game that is not there`);
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
      return [...this.#rows<Readonly<Record<string, unknown>>>(pragma)].map((row) => String(row[column]));
    } catch (error) {
      if (error instanceof StoreFailure && error.fault.kind === 'damaged') return [error.fault.what];
      throw error;
    }
  }

  async #unpacked(number: number, { sha256, bytes, packed }: RecordRow): Promise<Uint8Array> {
    const what = `the record of game ${number} is not as it was kept`;
    const record = await unpacked(packed, bytes).catch(() => undefined);
    if (record === undefined || longHash(record) !== sha256)
      throw new StoreFailure(this.path, { kind: 'damaged', what });
    return record;
  }

  #first<Row>(query: string, ...values: SQLInputValue[]): Row | undefined {
    for (const row of this.#rows<Row>(query, ...values)) return row;
    return undefined;
  }

  /** A statement of its own each time: it is read while others are. */
  *#rows<Row>(query: string, ...values: SQLInputValue[]): Generator<Row> {
    try {
      for (const row of this.database.prepare(query).iterate(...values)) yield { ...row } as Row;
    } catch (error) {
      throw new StoreFailure(this.path, faultOf(error));
    }
  }
}
