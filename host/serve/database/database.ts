import type { Compilable, Kysely } from 'kysely';
import { HostFailure } from '../../core/host-failure.ts';

/** Whole numbers and text, which both databases keep alike. Times are whole milliseconds, and what is true is 1. */
export type Value = string | number | null;

/**
 * A query as kysely builds it. It is built once, with places for the values that come with each call: so it is a constant, and does nothing
 * with a value but to hand it to kysely. Columns are BIGINT or TEXT; a sum is cast to BIGINT before it is divided, texts
 * are sorted by whoever reads them, and what may be there already is inserted with `onConflict`.
 */
export type Query<Tables, Values, Row> = (build: Kysely<Tables>, values: Values) => Compilable<Row>;

/** Queries of one transaction, with values by the names that a query has for them. */
export interface Queries<Tables> {
  all<Given extends object, Row>(query: Query<Tables, Given, Row>, values: Given): Promise<readonly Row[]>;
  /** How many rows it changed. */
  run<Given extends object>(query: Query<Tables, Given, unknown>, values: Given): Promise<number>;
}

/** To close it waits for the transactions that were asked for before. */
export interface Database<Tables> extends AsyncDisposable {
  /**
   * All of it or nothing; done again when the database says that it collided with another. So the work must have no effect but by
   * its queries, and it asks for no transaction of its own. When it throws, nothing is kept. What the database refused for a reason outside of the SQL (a full disk, a
   * lost connection) is a `DatabaseFailure`.
   */
  transaction<Given>(
    work: (queries: Queries<Tables>) => Promise<Given>,
    limits?: TransactionLimits,
  ): Promise<Given>;
  /** The program ends: what is asked for from now on has no more than this time, in milliseconds, from now. */
  hurry(ms: number): void;
}

export interface TransactionLimits {
  /** After so many milliseconds a transaction that has not come to its end is a `DatabaseFailure`. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 5_000;

/** How long a transaction may wait, for whatever comes before it: each has a limit of its own, so that waits do not add up. */
export class Patience {
  #last = Number.POSITIVE_INFINITY;

  /** When a transaction that is asked for now is given up, by `performance.now()`. */
  endOf({ patienceMs = PATIENCE_MS }: TransactionLimits = {}): number {
    return Math.min(performance.now() + patienceMs, this.#last);
  }

  hurry(ms: number): void {
    this.#last = Math.min(this.#last, performance.now() + ms);
  }
}

/** The database could not do what it was asked: neither a mistake in the SQL nor one of the caller. */
export class DatabaseFailure extends HostFailure {
  override readonly name = 'DatabaseFailure';
}

export type OpeningDatabase<Tables> =
  | { readonly ok: true; readonly database: Database<Tables> }
  /** Why not, in words, with the place. */
  | { readonly ok: false; readonly problem: string };
