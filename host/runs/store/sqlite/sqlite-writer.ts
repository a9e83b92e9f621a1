import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { longHash } from '../../../files/long-hash.ts';
import type { GameToKeep, Keeping, PlayedFile, Store } from '../contract.ts';
import { type Fault, refusal } from '../fault.ts';
import { faultOf } from './database-fault.ts';
import { packed } from './packed.ts';
import { SqliteReader } from './sqlite-reader.ts';
import { SyncSoon } from './sync-soon.ts';
import { takeLeave } from './writer.ts';

const KEEP_FILE = 'INSERT INTO file (text, canonical, keptAt) VALUES (?, ?, ?)';
const KEEP_GAME = 'INSERT INTO game (number, id, result) VALUES (?, ?, ?) ON CONFLICT (number) DO NOTHING';
const KEEP_RECORD = 'INSERT INTO record (number, sha256, bytes, packed) VALUES (?, ?, ?, ?)';

/** A store that this process has locked. */
export class SqliteWriter extends SqliteReader implements Store {
  readonly #lock: DatabaseSync;
  readonly #sync: SyncSoon;
  readonly #inode: string | undefined;

  constructor(path: string, database: DatabaseSync, lock: DatabaseSync) {
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

  async keep({ number, id, result, record }: GameToKeep): Promise<Keeping> {
    const packedRecord = record && (await packed(record));
    const other = this.first<{ readonly number: number }>('SELECT number FROM game WHERE id = ?', id);
    if (other !== undefined && other.number !== number)
      return refusal(this.path, { kind: 'conflict', id, number, other: other.number });
    return this.#commit(() => {
      const isNew = this.#insert(KEEP_GAME, number, id, result);
      if (isNew && packedRecord)
        this.#insert(KEEP_RECORD, number, longHash(record!), record!.length, packedRecord);
      return isNew;
    });
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

  #insert(statement: string, ...values: (string | number | Uint8Array)[]): boolean {
    return this.database.prepare(statement).run(...values).changes > 0;
  }

  /** All that is inserted, or nothing. Nothing else happens in between. */
  #commit(insert: () => boolean): Keeping {
    const fault = this.#faultBefore();
    if (fault) return refusal(this.path, fault);
    try {
      this.database.exec('BEGIN IMMEDIATE');
      const isNew = insert();
      this.database.exec('COMMIT');
      this.#sync.written();
      return { ok: true, isNew };
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

function inodeOf(path: string): string | undefined {
  const file = statSync(path, { throwIfNoEntry: false });
  return file && `${file.dev}:${file.ino}`;
}
