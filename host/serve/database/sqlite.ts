import { resolve } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { faultBeside, truncationOf } from '../../sqlite/before-opening.ts';
import { faultOf, isBusy, isOfSystem } from '../../sqlite/database-fault.ts';
import { refusal, StoreFailure } from '../../sqlite/fault.ts';
import { inodeOf } from '../../sqlite/inode.ts';
import {
  faultOfPath,
  openToWrite,
  realPath,
  refuseOthers,
  refuseReadOnly,
} from '../../sqlite/open-database.ts';
import { migrate, type Schema } from '../../sqlite/schema.ts';
import {
  CompiledQueries,
  checkedRow,
  type Database,
  DatabaseFailure,
  type OpeningDatabase,
  OpenQueries,
  Patience,
  type Queries,
  type Row,
  type TransactionLimits,
  type Value,
  type Writer,
} from './database.ts';

/** A file, made if it is not there. Several processes may have it open. */
export function openSqlite<Tables>(path: string, migrations: readonly string[]): OpeningDatabase<Tables> {
  const whole = resolve(path);
  try {
    const fault = faultOfPath(whole, true);
    if (fault) return refusal(path, fault);
    const real = realPath(whole);
    const unopened = faultBeside(real);
    if (unopened) return refusal(path, unopened);
    return { ok: true, database: opened<Tables>(real, { of: 'web', migrations }) };
  } catch (error) {
    const found = error instanceof StoreFailure ? error.fault : faultOf(error);
    return refusal(path, found.kind === 'damaged' ? (truncationOf(whole) ?? found) : found);
  }
}

function opened<Tables>(path: string, schema: Schema): SqliteDatabase<Tables> {
  refuseOthers(path, schema);
  refuseReadOnly(path);
  const database = openToWrite(path);
  try {
    const fault = migrate(database, schema);
    if (fault) throw new StoreFailure(path, fault);
    return new SqliteDatabase(path, database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** How often it is looked whether another process, which writes to the same file, is done. */
const LOOK_AGAIN_MS = 5;

const writer: Writer = {
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (kysely) => new SqliteIntrospector(kysely),
};

/**
 * Transactions one after the other: SQLite has one writer at a time. Those that come in the same turn of the event loop are
 * committed together, which writes each page once and not once for each; none is answered before, and what one of them
 * did is undone alone when it throws.
 */
class SqliteDatabase<Tables> implements Database<Tables> {
  readonly #path: string;
  readonly #inode: string | undefined;
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #compiled = new CompiledQueries<Tables>(writer);
  readonly #patience = new Patience();
  #last: Promise<unknown> = Promise.resolve();
  /** What is begun and not yet committed. */
  #group: PromiseWithResolvers<void> | undefined;

  constructor(path: string, database: DatabaseSync) {
    this.#path = path;
    this.#inode = inodeOf(path);
    this.#database = database;
    // While it waits itself, nothing else can happen in this process.
    database.exec('PRAGMA busy_timeout = 0');
    this.#statements = new Statements(database);
  }

  async transaction<Given>(
    work: (queries: Queries<Tables>) => Promise<Given>,
    limits?: TransactionLimits,
  ): Promise<Given> {
    const end = this.#patience.endOf(limits);
    const late = Promise.withResolvers<never>();
    // One that waits for others is told in its own time, and is not done when its turn comes.
    const timer = setTimeout(() => late.reject(this.#locked()), end - performance.now());
    const turn = this.#inOrder(async () => {
      clearTimeout(timer);
      if (performance.now() > end) throw this.#locked();
      const group = this.#group ?? (await this.#begin(end));
      return { group, given: await this.#savepoint(work) };
    });
    const { group, given } = await Promise.race([turn, late.promise]);
    await group.promise;
    return given;
  }

  hurry(ms: number): void {
    this.#patience.hurry(ms);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#inOrder(async () => {
      this.#commit();
      if (this.#database.isOpen) this.#database.close();
    });
  }

  /** When what was asked for before is done, whatever came of it. */
  #inOrder<Given>(work: () => Promise<Given>): Promise<Given> {
    const given = this.#last.then(work);
    this.#last = given.catch(() => {});
    return given;
  }

  async #begin(end: number): Promise<PromiseWithResolvers<void>> {
    if (!this.#database.isOpen) throw new DatabaseFailure(`${this.#path}: it is closed`);
    if (inodeOf(this.#path) !== this.#inode)
      throw new DatabaseFailure(refusal(this.#path, { kind: 'replaced' }).problem);
    try {
      await this.#beginAlone(end);
    } catch (error) {
      throw this.#failure(error);
    }
    const group = Promise.withResolvers<void>();
    // It may fail when nobody waits for it any more: all that were in it have thrown.
    group.promise.catch(() => {});
    this.#group = group;
    // Why it failed is told to those who wait for it.
    setImmediate(() => void this.#inOrder(async () => this.#commit()).catch(() => {}));
    return group;
  }

  /** Once it has begun, no other process can write to it: nothing collides. */
  async #beginAlone(end: number): Promise<void> {
    for (;;) {
      try {
        this.#statements.run('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw error;
      }
      await sleep(LOOK_AGAIN_MS);
    }
  }

  async #savepoint<Given>(work: (queries: Queries<Tables>) => Promise<Given>): Promise<Given> {
    const queries = new OpenQueries(this.#compiled, this.#statements);
    try {
      this.#statements.run('SAVEPOINT own');
      const given = await work(queries);
      queries.refuseFailed();
      this.#statements.run('RELEASE own');
      return given;
    } catch (error) {
      const failure = this.#failure(error);
      this.#undo(failure);
      throw failure;
    } finally {
      queries.end();
    }
  }

  /** What the last transaction did; or all that were to be committed with it, where SQLite has undone them itself. */
  #undo(failure: unknown): void {
    try {
      this.#statements.run('ROLLBACK TO own');
      this.#statements.run('RELEASE own');
    } catch {
      this.#fail(failure);
    }
  }

  #commit(): void {
    try {
      if (this.#group) this.#statements.run('COMMIT');
      this.#group?.resolve();
      this.#group = undefined;
    } catch (error) {
      this.#fail(this.#failure(error));
    }
  }

  #fail(failure: unknown): void {
    this.#group?.reject(failure);
    this.#group = undefined;
    if (this.#database.isTransaction) this.#statements.run('ROLLBACK');
  }

  #locked(): DatabaseFailure {
    return new DatabaseFailure(refusal(this.#path, { kind: 'locked' }).problem);
  }

  #failure(error: unknown): unknown {
    return isOfSystem(error) ? new DatabaseFailure(refusal(this.#path, faultOf(error)).problem) : error;
  }
}

/** The statements of a database, each compiled once: that takes longer than most take to run. */
class Statements {
  readonly #database: DatabaseSync;
  readonly #compiled = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  all(sql: string, values: readonly Value[]): readonly Row[] {
    return this.#statement(sql)
      .all(...values.map(bound))
      .map(checkedRow);
  }

  run(sql: string, values: readonly Value[] = []): number {
    return Number(this.#statement(sql).run(...values.map(bound)).changes);
  }

  #statement(sql: string): StatementSync {
    const known = this.#compiled.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#compiled.set(sql, statement);
    return statement;
  }
}

/** A number would be bound as a fraction, and `7 / 2` be one: a whole number is a bigint to it. */
const bound = (value: Value): SQLInputValue => (typeof value === 'number' ? BigInt(value) : value);
