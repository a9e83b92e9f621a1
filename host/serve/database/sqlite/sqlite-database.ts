import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { faultOf, isBusy, isOfSystem } from '../../../sqlite/database-fault.ts';
import { refusal } from '../../../sqlite/fault.ts';
import { CompiledQueries, type Writer } from '../compiled-queries.ts';
import { type Database, DatabaseFailure, type Queries } from '../database.ts';
import { OpenQueries } from '../open-queries.ts';
import { Statements } from './statements.ts';

/** How long another process may write to the same file, and how often it is looked whether it is done. */
const [PATIENCE_MS, LOOK_AGAIN_MS] = [10_000, 5];

const writer: Writer = {
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (kysely) => new SqliteIntrospector(kysely),
};

/** Transactions one after the other: SQLite has one writer at a time. */
export class SqliteDatabase<Tables> implements Database<Tables> {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #compiled = new CompiledQueries<Tables>(writer);
  #last: Promise<unknown> = Promise.resolve();

  constructor(path: string, database: DatabaseSync) {
    this.#path = path;
    this.#database = database;
    // While it waits itself, nothing else can happen in this process.
    database.exec('PRAGMA busy_timeout = 0');
    this.#statements = new Statements(database);
  }

  transaction<Given>(work: (queries: Queries<Tables>) => Promise<Given>): Promise<Given> {
    return this.#inOrder(() => this.#transaction(work));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#inOrder(async () => {
      if (this.#database.isOpen) this.#database.close();
    });
  }

  /** When what was asked for before is done, whatever came of it. */
  #inOrder<Given>(work: () => Promise<Given>): Promise<Given> {
    const given = this.#last.then(work);
    this.#last = given.catch(() => {});
    return given;
  }

  async #transaction<Given>(work: (queries: Queries<Tables>) => Promise<Given>): Promise<Given> {
    if (!this.#database.isOpen) throw new DatabaseFailure(`${this.#path}: it is closed`);
    const queries = new OpenQueries(this.#compiled, this.#statements);
    try {
      await this.#begin();
      const given = await work(queries);
      queries.refuseFailed();
      this.#statements.run('COMMIT');
      return given;
    } catch (error) {
      throw this.#failure(error);
    } finally {
      queries.end();
      if (this.#database.isTransaction) this.#statements.run('ROLLBACK');
    }
  }

  /** Once it has begun, no other process can write to it: nothing collides. */
  async #begin(): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
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

  #failure(error: unknown): unknown {
    return isOfSystem(error) ? new DatabaseFailure(refusal(this.#path, faultOf(error)).problem) : error;
  }
}
