import { HostFailure } from '../../core/host-failure.ts';

/** Whole numbers and text, which both databases keep alike. Times are whole milliseconds, and what is true is 1. */
export type Value = string | number | null;

/** By the names of the columns. A name that is not in quotes is in lower case: PostgreSQL makes it so. */
export type Row = Readonly<Record<string, Value>>;

/**
 * Queries of one transaction. The SQL is what SQLite and PostgreSQL both know: columns are BIGINT or TEXT, a `?` has the type of
 * the column that it is compared with or put into, a sum is cast to BIGINT before it is divided, texts are sorted by whoever reads them, and what may be there already is
 * inserted with ON CONFLICT.
 */
export interface Queries {
  /** SQL with `?` for each value. */
  all(sql: string, ...values: readonly Value[]): Promise<readonly Row[]>;
  /** How many rows it changed. */
  run(sql: string, ...values: readonly Value[]): Promise<number>;
}

/** To close it waits for the transactions that were asked for before. */
export interface Database extends AsyncDisposable {
  /**
   * All of it or nothing; done again when the database says that it collided with another. So the work must have no effect but by
   * its queries, and it asks for no transaction of its own. When it throws, nothing is kept. What the database refused for a reason outside of the SQL (a full disk, a
   * lost connection) is a `DatabaseFailure`.
   */
  transaction<Given>(work: (queries: Queries) => Promise<Given>): Promise<Given>;
}

/** The database could not do what it was asked: neither a mistake in the SQL nor one of the caller. */
export class DatabaseFailure extends HostFailure {
  override readonly name = 'DatabaseFailure';
}

export type OpeningDatabase =
  | { readonly ok: true; readonly database: Database }
  /** Why not, in words, with the place. */
  | { readonly ok: false; readonly problem: string };
