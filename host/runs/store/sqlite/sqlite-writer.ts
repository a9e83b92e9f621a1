import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { longHashBeside } from '../../../files/long-hash.ts';
import { faultOf } from '../../../sqlite/database-fault.ts';
import { type Fault, refusal } from '../../../sqlite/fault.ts';
import { inodeOf } from '../../../sqlite/inode.ts';
import { StoreFailure } from '../../../sqlite/store-failure.ts';
import type { GameToKeep, Keeping, PlayedFile, Store } from '../contract.ts';
import { LARGEST_RECORD, packed } from './packed.ts';
import { SqliteReader } from './sqlite-reader.ts';
import { SyncSoon } from './sync-soon.ts';
import { takeLeave, type WriterLock } from './writer.ts';

const OF_ID = 'SELECT number FROM game WHERE id = ?';
const KEEP_FILE = 'INSERT INTO file (text, canonical, keptAt) VALUES (?, ?, ?)';
const KEEP_GAME = 'INSERT INTO game (number, id, result) VALUES (?, ?, ?) ON CONFLICT (number) DO NOTHING';
const KEEP_RECORD = 'INSERT INTO record (number, sha256, bytes, packed) VALUES (?, ?, ?, ?)';

/** A store that this process has locked. */
export class SqliteWriter extends SqliteReader implements Store {
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

  async keepFile({ text, canonical }: PlayedFile): Promise<Keeping> {
    const last = await this.file();
    if (last?.text === text && last.canonical === canonical) return { ok: true, isNew: false };
    return this.#commit(() => this.#insert(KEEP_FILE, text, canonical, new Date().toISOString()));
  }

  async keep(game: GameToKeep): Promise<Keeping> {
    const record = await packedRecord(game);
    const keeping = this.#commit(() => this.#insertGame(game, record));
    const isLeft = game.record !== undefined && record === undefined;
    return keeping.ok && keeping.isNew && isLeft ? { ...keeping, left: 'record' } : keeping;
  }

  async keepAll(files: readonly PlayedFile[], games: AsyncIterable<GameToKeep>): Promise<Keeping> {
    const fault = this.#faultBefore();
    if (fault) return refusal(this.path, fault);
    try {
      this.#statement('BEGIN IMMEDIATE').run();
      for (const { text, canonical } of files)
        this.#insert(KEEP_FILE, text, canonical, new Date().toISOString());
      for await (const game of games) {
        const inserted = this.#insertGame(game, await packedRecord(game));
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

  #insertGame({ number, id, result }: GameToKeep, record: PackedRecord | undefined): boolean | Fault {
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
  #commit(insert: () => boolean | Fault): Keeping {
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

/** Its hash, its length, and itself. */
type PackedRecord = readonly [sha256: string, bytes: number, packed: Uint8Array];

async function packedRecord({ record }: GameToKeep): Promise<PackedRecord | undefined> {
  if (record !== undefined && record.length > LARGEST_RECORD) return undefined;
  return record && (await Promise.all([longHashBeside(record), record.length, packed(record)]));
}
