import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { DatabaseError } from 'pg';
import { withoutPassword } from '../../../core/postgres-address.ts';
import {
  CompiledQueries,
  type Database,
  DatabaseFailure,
  type OpeningDatabase,
  OpenQueries,
  Patience,
  type Queries,
  type TransactionLimits,
  type Writer,
} from '../database.ts';
import { readAddress } from './address.ts';
import { type Connection, Connections } from './connections.ts';
import { isCollision, isLoss, isOfServer, LostConnection, serverFault } from './errors.ts';

/** The database at an address. Several hosts may use it. */
export async function openPostgres<Tables>(
  where: string,
  migrations: readonly string[],
): Promise<OpeningDatabase<Tables>> {
  const read = readAddress(where);
  if (!read.ok) return read;
  const place = withoutPassword(where);
  const connections = new Connections(read.address);
  const problem = await connections.with((connection) => migrate(connection, migrations)).catch(inWords);
  if (problem === undefined) return { ok: true, database: new PostgresDatabase(place, connections) };
  await connections.close();
  return { ok: false, problem: `${place}: ${problem}` };
}

function inWords(error: unknown): string {
  if (error instanceof LostConnection || error instanceof DatabaseError) return serverFault(error);
  throw error;
}

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

class PostgresDatabase<Tables> implements Database<Tables> {
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

/** Of all that hosts do in one database: "wordhost". */
const LOCK = '8606223188502737780';

/** As if one transaction came after the other, so that services need not know which database they have. */
const BEGIN = 'BEGIN ISOLATION LEVEL SERIALIZABLE';

/**
 * Transactions run beside each other, and those that have collided before run alone: they collide no more. Each locks before it
 * begins, since what it sees is settled by its first query, and not after the wait in it.
 */
const locks = {
  beside: {
    take: `SELECT pg_advisory_lock_shared(${LOCK})`,
    leave: `SELECT pg_advisory_unlock_shared(${LOCK})`,
  },
  alone: { take: `SELECT pg_advisory_lock(${LOCK})`, leave: `SELECT pg_advisory_unlock(${LOCK})` },
};

/** The server has ended a connection that was kept, as when it was started again: another one can be opened. */
class NeverBegan extends Error {}

/** One attempt at a transaction; throws why it is undone. */
async function attempt<Tables, Given>(
  connection: Connection,
  queries: OpenQueries<Tables>,
  work: (queries: OpenQueries<Tables>) => Promise<Given>,
  how: 'beside' | 'alone',
): Promise<Given> {
  const { take, leave } = locks[how];
  // All of this is sent with the first query.
  const begun = settled(connection.command(take), connection.command(BEGIN));
  try {
    const given = await work(queries);
    const fault = await begun;
    if (fault) throw fault.error;
    queries.refuseFailed();
    queries.end();
    await commit(connection, leave);
    return given;
  } catch (error) {
    queries.end();
    const fault = await begun;
    if (fault && isLoss(fault.error))
      throw new NeverBegan('a kept connection was lost', { cause: fault.error });
    await settled(connection.command('ROLLBACK'), connection.command(leave));
    // What the work throws may follow from it.
    throw fault?.error ?? queries.refusal ?? error;
  }
}

async function commit(connection: Connection, leave: string): Promise<void> {
  const committed = connection.command('COMMIT');
  const left = settled(connection.command(leave));
  try {
    const { command } = await committed;
    if (command !== 'COMMIT') throw new Error('a query was refused, and nobody waited for it');
  } catch (error) {
    await left;
    if (!isLoss(error)) throw error;
    const why = `${(error as Error).message}, while a transaction was committed: it may be kept or not`;
    throw new LostConnection(why, error);
  }
}

/** The first error, if there is one, when all have ended. */
async function settled(
  ...promises: readonly Promise<unknown>[]
): Promise<{ readonly error: unknown } | undefined> {
  const outcomes = await Promise.allSettled(promises);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  return failed && { error: failed.reason };
}

const OLDEST_MAJOR = 12;
const SERVER = "SELECT current_setting('server_version') AS version";
const VERSION = 'SELECT version FROM wordhost_version';
const TABLES = `SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = current_schema() ORDER BY tablename`;

/** Takes a database to this version, all steps or none; the problem, where that cannot be. Throws what the server refuses. */
async function migrate(connection: Connection, migrations: readonly string[]): Promise<string | undefined> {
  await refuseOld(connection);
  // What another one has done meanwhile must be seen after the wait for it.
  await connection.command('BEGIN ISOLATION LEVEL READ COMMITTED');
  try {
    await connection.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const problem = await migrated(connection, migrations);
    await connection.command(problem === undefined ? 'COMMIT' : 'ROLLBACK');
    return problem;
  } catch (error) {
    await connection.command('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function migrated(connection: Connection, migrations: readonly string[]): Promise<string | undefined> {
  const version = await versionOf(connection);
  if (typeof version === 'string') return version;
  if (version > migrations.length)
    return `the store is of version ${version}, made by a newer wordhost; this one reads versions up to ${migrations.length}. Install the newer wordhost`;
  for (const step of migrations.slice(version)) await connection.command(step);
  await connection.query('UPDATE wordhost_version SET version = $1', [migrations.length]);
  return undefined;
}

/** 0: it was empty. A text: the problem. */
async function versionOf(connection: Connection): Promise<number | string> {
  const { rows } = await connection.query(TABLES);
  if (rows.length === 0) {
    await connection.command(
      'CREATE TABLE wordhost_version (version BIGINT NOT NULL); INSERT INTO wordhost_version VALUES (0)',
    );
    return 0;
  }
  if (rows.some(({ tablename }) => tablename === 'wordhost_version'))
    return (await connection.query(VERSION)).rows[0]?.version as number;
  return `expected a store of wordhost or an empty database; got one with the table "${rows[0]!.tablename}" of another program`;
}

async function refuseOld(connection: Connection): Promise<void> {
  const version = String((await connection.query(SERVER)).rows[0]?.version);
  if (Number.parseInt(version, 10) < OLDEST_MAJOR)
    throw new LostConnection(`expected PostgreSQL ${OLDEST_MAJOR} or newer; got ${version}`);
}
