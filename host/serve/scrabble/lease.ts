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

/** A holder that says nothing for so long has stopped, or has lost the database. */
export const LEASE_MS = 15_000;

const held = new Set<string>();

/** Only the holder of the lease plays the games of a database, and renews it regularly. */
export class Lease {
  readonly #database: Database<LeaseTables>;
  readonly #now: () => number;
  readonly #elapsed: () => number;
  readonly #id = drawId();
  readonly #own: LeaseHolder;
  /** The row of another holder, and since when it has been as it is. */
  #other: { readonly row: string; readonly since: number } | undefined;

  /** `now`: the time of day, which somebody may set. `elapsed`: milliseconds of a clock that nobody sets. */
  constructor(
    database: Database<LeaseTables>,
    now: () => number,
    own: LeaseHolder = { machine: hostname(), process: process.pid },
    elapsed: () => number = () => performance.now(),
  ) {
    this.#database = database;
    this.#now = now;
    this.#own = own;
    this.#elapsed = elapsed;
  }

  /** Takes or renews the lease. Returns another holder. */
  async take(): Promise<LeaseHolder | undefined> {
    const other = await this.#database.transaction(async (queries) => {
      const known = await queries.selectFrom('scrabble_lease').selectAll().executeTakeFirst();
      if (known && known.holder !== this.#id && !this.#isOver(known)) return known;
      // Each renewal changes `seen_at`, even if the clock was set back: other servers see by it that the holder lives.
      const seen_at = Math.max(this.#now(), (known?.seen_at ?? 0) + 1);
      const row = { holder: this.#id, ...this.#own, seen_at };
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
    await this.#database.transaction((queries) =>
      queries.deleteFrom('scrabble_lease').where('holder', '=', this.#id).execute(),
    );
  }

  /** The holder says that it is there again and again: clocks of machines differ, and may be set. */
  #isOver({ machine, process: id, holder, seen_at }: LeaseTable): boolean {
    // The first process of a container always has the same number.
    const hasEnded = id === process.pid ? !held.has(holder) : !isRunning(id);
    if (machine === this.#own.machine && hasEnded) return true;
    const row = `${holder} ${seen_at}`;
    if (this.#other?.row !== row) this.#other = { row, since: this.#elapsed() };
    return this.#elapsed() - this.#other.since >= LEASE_MS;
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
