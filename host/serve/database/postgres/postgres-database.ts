import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { CompiledQueries, type Writer } from '../compiled-queries.ts';
import {
  type Database,
  DatabaseFailure,
  Patience,
  type Queries,
  type TransactionLimits,
} from '../database.ts';
import { OpenQueries } from '../open-queries.ts';
import { attempt, NeverBegan } from './attempt.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { isCollision, isOfServer, serverFault } from './errors.ts';

const writer: Writer = {
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (kysely) => new PostgresIntrospector(kysely),
};

/** The longest pause after a collision with another transaction. */
const LONGEST_PAUSE_MS = 100;
/** What one attempt counts in the share of those that collided, and how many are made alone at once where all collide. */
const [WEIGHT, MOST_ALONE] = [0.05, 0.95];

type Work<Tables, Given> = (queries: Queries<Tables>) => Promise<Given>;

export class PostgresDatabase<Tables> implements Database<Tables> {
  readonly #place: string;
  readonly #connections: Connections;
  readonly #compiled = new CompiledQueries<Tables>(writer);
  readonly #patience = new Patience();
  readonly #running = new Set<Promise<unknown>>();
  /** The share of attempts beside others that collided lately. */
  #collided = 0;
  #isClosed = false;

  /** The place is what people are told. */
  constructor(place: string, connections: Connections) {
    this.#place = place;
    this.#connections = connections;
  }

  async transaction<Given>(work: Work<Tables, Given>, limits?: TransactionLimits): Promise<Given> {
    if (this.#isClosed) throw new DatabaseFailure(`${this.#place}: it is closed`);
    const running = this.#untilDone(work, this.#patience.endOf(limits));
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      throw isOfServer(error)
        ? new DatabaseFailure(`${this.#place}: ${serverFault(error as Error)}`, { cause: error })
        : error;
    } finally {
      this.#running.delete(running);
    }
  }

  hurry(ms: number): void {
    this.#patience.hurry(ms);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#running);
    await this.#connections.close();
  }

  async #untilDone<Given>(work: Work<Tables, Given>, end: number): Promise<Given> {
    for (let collisions = 0; ; collisions++) {
      const isAlone = collisions > 0 || Math.random() < this.#collided * MOST_ALONE;
      const given = await this.#attempt(work, isAlone ? 'alone' : 'beside', end);
      if (given.ok) return given.given;
      if (performance.now() > end) throw given.error;
      // Whatever it collided with was no host: that would have waited.
      if (isAlone) await sleep(Math.random() * LONGEST_PAUSE_MS);
    }
  }

  /** What it collided with, where it did. */
  async #attempt<Given>(work: Work<Tables, Given>, how: 'beside' | 'alone', end: number) {
    try {
      const given = await this.#connections.with(
        (connection) => attempt(connection, this.#queries(connection), work, how),
        end,
      );
      if (how === 'beside') this.#collided -= this.#collided * WEIGHT;
      return { ok: true, given } as const;
    } catch (error) {
      if (!isCollision(error) && !(error instanceof NeverBegan)) throw error;
      if (how === 'beside') this.#collided += (1 - this.#collided) * WEIGHT;
      return { ok: false, error: error instanceof NeverBegan ? error.cause : error } as const;
    }
  }

  #queries(connection: Connection): OpenQueries<Tables> {
    return new OpenQueries(this.#compiled, {
      all: async (sql, values) => (await connection.query(sql, values)).rows,
      run: async (sql, values) => (await connection.query(sql, values)).changed,
    });
  }
}
