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
import { LostCommit, SharedCommit } from './shared-commit.ts';

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
  const commits = new SharedCommit(file);
  return new Database({
    name: path,
    dialect: dialectOf(file, commits),
    check() {
      if (inodeOf(path) !== inode) throw new StoreFailure(path, { kind: 'replaced' });
    },
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
