import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { type Database, DatabaseFailure } from './database.ts';

/** Each number of rows is compiled once, so there are few. */
const MOST_IN_A_QUERY = 32;
/** After this time, rows wait for no further turn. */
const LONGEST_WAIT_MS = 10;

type Insert<Tables, Row> = (queries: Transaction<Tables>, rows: readonly Row[]) => Promise<unknown>;

interface Gathered<Row> {
  readonly rows: Row[];
  readonly stored: Promise<void>;
}

/**
 * Stores rows that arrive in successive turns of the event loop, or during a write, in one transaction. A transaction
 * takes longer than its rows. The first turn without a row ends the wait.
 */
export class GatheredRows<Tables, Row extends object> {
  readonly #database: Database<Tables>;
  readonly #insert: Insert<Tables, Row>;
  #next: Gathered<Row> | undefined;
  /** The write before. */
  #storing: Promise<void> = Promise.resolve();

  constructor(database: Database<Tables>, insert: Insert<Tables, Row>) {
    this.#database = database;
    this.#insert = insert;
  }

  /** Resolves when the row is stored. The fault of one row is not that of the others. */
  async add(row: Row): Promise<void> {
    this.#next ??= this.#gather();
    const { rows, stored } = this.#next;
    rows.push(row);
    try {
      await stored;
    } catch (error) {
      if (rows.length === 1 || error instanceof DatabaseFailure) throw error;
      await this.#store([row]);
    }
  }

  #gather(): Gathered<Row> {
    const rows: Row[] = [];
    const store = async () => {
      const end = performance.now() + LONGEST_WAIT_MS;
      let count: number;
      do {
        count = rows.length;
        await nextTurn();
      } while (rows.length > count && performance.now() < end);
      this.#next = undefined;
      await this.#store(rows);
    };
    const stored = this.#storing.then(store);
    this.#storing = stored.catch(() => {});
    return { rows, stored };
  }

  async #store(rows: readonly Row[]): Promise<void> {
    await this.#database.transaction(async (queries) => {
      for (let from = 0; from < rows.length; from += MOST_IN_A_QUERY)
        await this.#insert(queries, rows.slice(from, from + MOST_IN_A_QUERY));
    });
  }
}
