import { resolve } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { SqliteDialect, type SqliteStatement } from 'kysely';
import { faultBeside, truncationOf } from '../../sqlite/before-opening.ts';
import { faultOf, isBusy, isOfSystem } from '../../sqlite/database-fault.ts';
import { refusal, StoreFailure, storeFaultInWords } from '../../sqlite/fault.ts';
import { inodeOf } from '../../sqlite/inode.ts';
import {
  faultOfPath,
  openToWrite,
  realPath,
  refuseOthers,
  refuseReadOnly,
} from '../../sqlite/open-database.ts';
import { migrate, type Schema } from '../../sqlite/schema.ts';
import { RecentValues } from '../recent-values.ts';
import { Database, type OpeningDatabase } from './database.ts';

/** Opens or creates a file that several processes may have open. */
export function openSqlite<Tables>(path: string, migrations: readonly string[]): OpeningDatabase<Tables> {
  const whole = resolve(path);
  try {
    const fault = faultOfPath(whole, true);
    if (fault) return refusal(path, fault);
    const real = realPath(whole);
    const unopened = faultBeside(real);
    if (unopened) return refusal(path, unopened);
    return { ok: true, database: databaseOn(real, openFile(real, { of: 'web', migrations })) };
  } catch (error) {
    const found = error instanceof StoreFailure ? error.fault : faultOf(error);
    return refusal(path, found.kind === 'damaged' ? (truncationOf(whole) ?? found) : found);
  }
}

function openFile(path: string, schema: Schema): DatabaseSync {
  refuseOthers(path, schema);
  refuseReadOnly(path);
  const file = openToWrite(path);
  try {
    const fault = migrate(file, schema);
    if (fault) throw new StoreFailure(path, fault);
    // A wait inside SQLite would block this process.
    file.exec('PRAGMA busy_timeout = 0');
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

/** SQLite has one writer at a time, in any process, so transactions are sequential. */
function databaseOn<Tables>(path: string, file: DatabaseSync): Database<Tables> {
  const inode = inodeOf(path);
  const commits = new SharedCommit(file, () => {
    if (inodeOf(path) !== inode) throw new StoreFailure(path, { kind: 'replaced' });
  });
  return new Database({
    name: path,
    dialect: dialectOf(file, commits),
    stored: () => commits.outcome,
    canRetry: (error) => isBusy(error) || error instanceof LostCommit,
    problemOf(error) {
      if (error instanceof StoreFailure) return storeFaultInWords(error.fault);
      return isOfSystem(error) ? storeFaultInWords(faultOf(error)) : undefined;
    },
    late: storeFaultInWords({ kind: 'locked' }),
    close: (closed) => closed,
  });
}

/** The dialect is made for better-sqlite3. Compiling a statement takes longer than most run. */
function dialectOf(file: DatabaseSync, commits: SharedCommit): SqliteDialect {
  const ofTransactions: Record<string, SqliteStatement> = {
    begin: acting(() => commits.begin()),
    commit: acting(() => commits.end(false)),
    rollback: acting(() => commits.end(true)),
  };
  const statements = new RecentValues<SqliteStatement>(MOST_STATEMENTS);
  const compile = (sql: string): SqliteStatement => {
    const statement = file.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (values) => statement.all(...values.map(boundValue)),
      run: (values) => statement.run(...values.map(boundValue)),
      iterate: (values) => statement.iterate(...values.map(boundValue)),
    };
  };
  return new SqliteDialect({
    database: {
      close: () => file.close(),
      prepare: (sql) => ofTransactions[sql] ?? statements.get(sql, () => compile(sql)),
    },
  });
}

const MOST_STATEMENTS = 200;

function acting(act: () => void): SqliteStatement {
  const run = () => {
    act();
    return { changes: 0, lastInsertRowid: 0 };
  };
  return { reader: false, all: () => [], run, iterate: () => [].values() };
}

/** SQLite binds numbers as fractions, so `7 / 2` would be one. A whole number must be a bigint. */
function boundValue(value: unknown): SQLInputValue {
  return typeof value === 'number' ? BigInt(value) : (value as SQLInputValue);
}

/** Another transaction made the shared commit fail, so this one may succeed again. */
class LostCommit extends Error {}

/** A commit takes longer than most transactions, so those of one turn of the loop share it. */
class SharedCommit {
  readonly #file: DatabaseSync;
  readonly #check: () => void;
  readonly #runs: Record<'begin' | 'commit' | 'rollback' | 'enter' | 'undo' | 'leave', () => void>;
  /** The outcome of transactions since the last commit. */
  #outcome: PromiseWithResolvers<void> | undefined;
  #shares = 0;
  /** This many transactions get separate commits, to find the one that fails. */
  #alone = 0;
  #isInside = false;
  #isDue = false;

  /** `check` throws if nothing would be stored. */
  constructor(file: DatabaseSync, check: () => void) {
    const prepared = (sql: string) => {
      const statement = file.prepare(sql);
      return () => void statement.run();
    };
    this.#file = file;
    this.#check = check;
    this.#runs = {
      // An immediate transaction excludes other writers, so nothing collides.
      begin: prepared('BEGIN IMMEDIATE'),
      commit: prepared('COMMIT'),
      rollback: prepared('ROLLBACK'),
      enter: prepared('SAVEPOINT one'),
      undo: prepared('ROLLBACK TO one'),
      leave: prepared('RELEASE one'),
    };
  }

  begin(): void {
    if (!this.#file.isTransaction) {
      this.#check();
      this.#runs.begin();
    }
    this.#runs.enter();
    this.#isInside = true;
  }

  /** Commits at the end of this turn of the event loop, or after a transaction in progress. */
  end(isUndone: boolean): void {
    this.#isInside = false;
    // SQLite itself rolls back after some faults.
    if (!this.#file.isTransaction) {
      this.#settle(new LostCommit());
      if (isUndone) return;
      throw new LostCommit();
    }
    if (isUndone) this.#runs.undo();
    this.#runs.leave();
    this.#shares++;
    if (this.#outcome === undefined) {
      this.#outcome = Promise.withResolvers();
      this.#outcome.promise.catch(() => {});
      if (this.#alone === 0) setImmediate(() => this.#commitLater());
    }
    if (this.#alone > 0) this.#alone--;
    else if (!this.#isDue) return;
    const fault = this.#commit();
    if (fault !== undefined) throw fault;
  }

  /** The outcome of ended transactions that are not stored yet. Rejects on a failure. */
  get outcome(): Promise<void> | undefined {
    return this.#outcome?.promise;
  }

  #commitLater(): void {
    // The result is unknown, and nobody waits for a rollback.
    if (this.#outcome === undefined || !this.#file.isOpen) return;
    if (this.#isInside) this.#isDue = true;
    else this.#commit();
  }

  /** Returns the fault. */
  #commit(): unknown {
    let fault: unknown;
    try {
      this.#runs.commit();
    } catch (error) {
      if (this.#file.isTransaction) this.#runs.rollback();
      fault = this.#shares > 1 ? new LostCommit() : error;
      if (this.#shares > 1) this.#alone = this.#shares;
    }
    this.#settle(fault);
    return fault;
  }

  #settle(fault?: unknown): void {
    const outcome = this.#outcome;
    this.#outcome = undefined;
    this.#shares = 0;
    this.#isDue = false;
    if (fault === undefined) outcome?.resolve();
    else outcome?.reject(fault);
  }
}
