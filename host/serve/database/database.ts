import { setTimeout as sleep } from 'node:timers/promises';
import { type Dialect, type IsolationLevel, Kysely, type Transaction } from 'kysely';
import { HostFailure } from '../../core/errors.ts';

/** The database could not do its work: neither a mistake in the SQL nor one of the caller. */
export class DatabaseFailure extends HostFailure {
  override readonly name = 'DatabaseFailure';
}

/** What differs between SQLite and PostgreSQL. */
export interface Backend {
  /** A path, or an address without its password. */
  readonly name: string;
  readonly dialect: Dialect;
  /** Throws why no transaction can begin. */
  check?(): void;
  /** Settles when the transactions that have ended are stored; undefined: they are. */
  stored?(): Promise<void> | undefined;
  /** Whether another attempt may succeed. A transaction that has not begun was not played in part. */
  canRetry(error: unknown, hasBegun: boolean): boolean;
  /** For people; undefined for a mistake in the SQL or its values. */
  problemOf(error: unknown): string | undefined;
  /** Why a transaction did not end in time. */
  readonly late: string;
  /** After the last transaction. */
  close(closed: Promise<void>): Promise<void>;
}

export interface TransactionLimits {
  /** After so many milliseconds a transaction that has not come to its end is a `DatabaseFailure`. */
  readonly patienceMs?: number;
  /** Of PostgreSQL. */
  readonly isolationLevel?: IsolationLevel;
}

const PATIENCE_MS = 5_000;
/** Pauses between attempts are random, and get longer. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [5, 100];

/**
 * Transactions on whole numbers and texts, which both databases store alike. Columns are BIGINT or TEXT, times are whole milliseconds,
 * and true is 1. A sum is cast to BIGINT before it is divided, and the program that reads texts sorts them.
 */
export class Database<Tables> implements AsyncDisposable {
  readonly #backend: Backend;
  readonly #kysely: Kysely<Tables>;
  readonly #running = new Set<Promise<unknown>>();
  #lastEnd = Number.POSITIVE_INFINITY;
  #isClosed = false;

  constructor(backend: Backend) {
    this.#backend = backend;
    this.#kysely = new Kysely({ dialect: backend.dialect });
  }

  /**
   * All of it or nothing, as if one transaction came after the other. It is done again after a collision with another one: so the
   * work must have no effect but by its queries.
   */
  async transaction<Result>(
    work: (queries: Transaction<Tables>) => Promise<Result>,
    { patienceMs = PATIENCE_MS, isolationLevel = 'serializable' }: TransactionLimits = {},
  ): Promise<Result> {
    if (this.#isClosed) throw this.#failure('it is closed');
    const timeout = new AbortController();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => {
        timeout.abort(this.#failure(this.#backend.late));
        late.reject(timeout.signal.reason);
      },
      Math.min(patienceMs, this.#lastEnd - performance.now()),
    );
    const running = Promise.race([this.#repeat(work, timeout.signal, isolationLevel), late.promise]);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      clearTimeout(timer);
      this.#running.delete(running);
    }
  }

  /** The program ends: transactions that begin from now on have no more than this time, in milliseconds, from now. */
  hurry(ms: number): void {
    this.#lastEnd = Math.min(this.#lastEnd, performance.now() + ms);
  }

  /** After the transactions that began before. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#running);
    await this.#backend.close(this.#kysely.destroy());
  }

  async #repeat<Result>(
    work: (queries: Transaction<Tables>) => Promise<Result>,
    timeout: AbortSignal,
    isolationLevel: IsolationLevel,
  ): Promise<Result> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      let hasBegun = false;
      try {
        this.#backend.check?.();
        const result = await this.#kysely
          .transaction()
          .setIsolationLevel(isolationLevel)
          .execute(async (queries) => {
            hasBegun = true;
            timeout.throwIfAborted();
            const result = await work(queries);
            // The caller was told that it failed.
            timeout.throwIfAborted();
            return result;
          });
        await this.#backend.stored?.();
        return result;
      } catch (error) {
        if (!this.#backend.canRetry(error, hasBegun) || timeout.aborted) throw this.#inWords(error);
      }
      await sleep(Math.random() * pause);
    }
  }

  #inWords(error: unknown): unknown {
    const problem = this.#backend.problemOf(error);
    return problem === undefined ? error : this.#failure(problem, error);
  }

  #failure(problem: string, cause?: unknown): DatabaseFailure {
    return new DatabaseFailure(`${this.#backend.name}: ${problem}`, { cause });
  }
}

export type OpeningDatabase<Tables> =
  | { readonly ok: true; readonly database: Database<Tables> }
  /** With the path or the address. */
  | { readonly ok: false; readonly problem: string };
