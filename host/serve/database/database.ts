import { setTimeout as sleep } from 'node:timers/promises';
import { type Dialect, type IsolationLevel, Kysely, type Transaction } from 'kysely';
import { HostFailure } from '../../core/errors.ts';
import type { Reading } from '../../core/reading.ts';

/** The database failed, without a mistake in the SQL or of the caller. */
export class DatabaseFailure extends HostFailure {
  override readonly name = 'DatabaseFailure';
}

/** The differences between SQLite and PostgreSQL. */
export interface Backend {
  /** A path, or an address without its password. */
  readonly name: string;
  readonly dialect: Dialect;
  /** Settles when ended transactions are stored. Undefined if they already are. */
  stored?(): Promise<void> | undefined;
  /** Whether another attempt may succeed. A transaction that has not begun has no effect. */
  canRetry(error: unknown, hasBegun: boolean): boolean;
  /** A problem for people. Undefined for a mistake in the SQL or its values. */
  problemOf(error: unknown): string | undefined;
  /** The reason of a timeout. */
  readonly late: string;
  close(closed: Promise<void>): Promise<void>;
}

export interface TransactionLimits {
  /** A transaction that takes longer than this many milliseconds is a `DatabaseFailure`. */
  readonly patienceMs?: number;
  /** Set for PostgreSQL only. */
  readonly isolationLevel?: IsolationLevel;
}

const PATIENCE_MS = 5_000;
/** Pauses between attempts are random and grow. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [5, 100];

/**
 * Transactions on whole numbers and texts, which both databases store alike. Columns are BIGINT or TEXT,
 * times are whole milliseconds, and true is 1. Sums are cast to BIGINT before a division, and programs sort
 * texts themselves.
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
   * Runs serializable transactions. A collision repeats the work, so it must have no effects but its queries.
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

  /** Limits new transactions to this many milliseconds from now, because the program ends. */
  hurry(ms: number): void {
    this.#lastEnd = Math.min(this.#lastEnd, performance.now() + ms);
  }

  /** Waits for earlier transactions. */
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

export type OpeningDatabase<Tables> = Reading<{ database: Database<Tables> }>;
