import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, DatabaseFailure } from '../database.ts';
import type { Address } from './address.ts';
import { attempt, NeverBegan, type Work } from './attempt.ts';
import { isCollision, isOfServer, serverFault } from './errors.ts';
import { Pool } from './pool.ts';

/** How long a transaction may collide with others, and the longest pause after that. */
const [PATIENCE_MS, LONGEST_PAUSE_MS] = [20_000, 100];
/** What one attempt counts in the share of those that collided, and how many are made alone at once where all collide. */
const [WEIGHT, MOST_ALONE] = [0.05, 0.95];

export class PostgresDatabase implements Database {
  readonly #place: string;
  readonly #pool: Pool;
  readonly #running = new Set<Promise<unknown>>();
  /** The share of attempts beside others that collided lately. */
  #collided = 0;
  #isClosed = false;

  /** The place is what people are told. */
  constructor(place: string, address: Address) {
    this.#place = place;
    this.#pool = new Pool(address);
  }

  async transaction<Given>(work: Work<Given>): Promise<Given> {
    if (this.#isClosed) throw new DatabaseFailure(`${this.#place}: it is closed`);
    const running = this.#untilDone(work);
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

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#running);
    this.#pool.close();
  }

  async #untilDone<Given>(work: Work<Given>): Promise<Given> {
    const end = performance.now() + PATIENCE_MS;
    for (let collisions = 0; ; collisions++) {
      const isAlone = collisions > 0 || Math.random() < this.#collided * MOST_ALONE;
      const given = await this.#attempt(work, isAlone ? 'alone' : 'beside');
      if (given.ok) return given.given;
      if (performance.now() > end) throw given.error;
      // Whatever it collided with was no host: that would have waited.
      if (isAlone) await sleep(Math.random() * LONGEST_PAUSE_MS);
    }
  }

  /** What it collided with, where it did. */
  async #attempt<Given>(work: Work<Given>, how: 'beside' | 'alone') {
    try {
      const given = await this.#pool.with((connection) => attempt(connection, work, how));
      if (how === 'beside') this.#collided -= this.#collided * WEIGHT;
      return { ok: true, given } as const;
    } catch (error) {
      if (!isCollision(error) && !(error instanceof NeverBegan)) throw error;
      if (how === 'beside') this.#collided += (1 - this.#collided) * WEIGHT;
      return { ok: false, error } as const;
    }
  }
}
