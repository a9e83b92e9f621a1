import { hostname } from 'node:os';
import { drawId } from '../../core/seed.ts';
import type { Database } from '../database/database.ts';

/** The server that plays the games of a database. */
export interface LeaseHolder {
  readonly machine: string;
  readonly process: number;
}

/** The table has at most one row. */
interface LeaseTable extends LeaseHolder {
  readonly id: number;
  readonly holder: string;
  readonly seen_at: number;
}

export interface LeaseTables {
  readonly scrabble_lease: LeaseTable;
}

/** A holder without a sign of life for this time has stopped or lost the database. */
export const LEASE_MS = 15_000;

const held = new Set<string>();

/** Only the holder of the lease plays the games of a database, and renews it regularly. */
export class Lease {
  readonly #database: Database<LeaseTables>;
  readonly #now: () => number;
  readonly #id = drawId();
  readonly #own: LeaseHolder;

  constructor(
    database: Database<LeaseTables>,
    now: () => number,
    own: LeaseHolder = { machine: hostname(), process: process.pid },
  ) {
    this.#database = database;
    this.#now = now;
    this.#own = own;
  }

  /** Takes or renews the lease. Returns another holder. */
  async take(): Promise<LeaseHolder | undefined> {
    const row = { holder: this.#id, ...this.#own, seen_at: this.#now() };
    const other = await this.#database.transaction(async (queries) => {
      const known = await queries.selectFrom('scrabble_lease').selectAll().executeTakeFirst();
      if (known && known.holder !== this.#id && !this.#isOver(known)) return known;
      if (known) await queries.updateTable('scrabble_lease').set(row).execute();
      else
        await queries
          .insertInto('scrabble_lease')
          .values({ id: 1, ...row })
          .execute();
      return undefined;
    });
    if (!other) held.add(this.#id);
    else held.delete(this.#id);
    return other && { machine: other.machine, process: other.process };
  }

  /** Releases the lease so that the next server need not wait. */
  async release(): Promise<void> {
    if (!held.delete(this.#id)) return;
    await this.#database.transaction(
      async (queries) => await queries.deleteFrom('scrabble_lease').where('holder', '=', this.#id).execute(),
    );
  }

  #isOver(known: LeaseTable): boolean {
    if (this.#now() - known.seen_at >= LEASE_MS) return true;
    if (known.machine !== this.#own.machine) return false;
    // The first process of a container always has the same number.
    return known.process === process.pid ? !held.has(known.holder) : !isRunning(known.process);
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
