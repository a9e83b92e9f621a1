import { setTimeout as sleep } from 'node:timers/promises';
import { type Generated, Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { PoolClient } from 'pg';
import { withoutPassword } from '../../core/postgres-address.ts';
import { readAddress } from '../../postgres/address.ts';
import { type Connections, connectionsTo } from '../../postgres/connections.ts';
import { isLoss, isOfServer, serverFault, serverTooOld } from '../../postgres/faults.ts';
import { StoreFailure } from '../../sqlite/fault.ts';

/** The tables of the schema `wordhost_games`. Times are texts or whole milliseconds, and true is 1. */
export interface GameTables {
  /** A tournament or a comparison. `writer` is drawn by the process that schedules it; `farm` is what workers need, as JSON. */
  experiment: {
    id: Generated<number>;
    name: string;
    writer: string | null;
    pid: number | null;
    command: string | null;
    since: string | null;
    farm: string | null;
  };
  file: { experiment: number; version: number; text: string; canonical: string; kept: string };
  game: { experiment: number; number: number; id: string; result: string };
  record: { experiment: number; number: number; sha256: string; bytes: number; packed: Uint8Array };
  /** Reports and failures from workers that the scheduler has not taken yet, as JSON, each game once. */
  outcome: {
    id: string;
    experiment: number;
    worker: string;
    report: string;
    sha256: string | null;
    bytes: number | null;
    packed: Uint8Array | null;
  };
  /** Games that are to be ended. */
  interruption: { id: string; experiment: number };
  /** The files that players bring, packed. */
  bundle: { sha256: string; packed: Uint8Array; bytes: number };
  wordlist: { sha256: string; name: string; packed: Uint8Array; bytes: number };
  /** `drain` means that the worker was told to stop. */
  worker: { name: string; host: string; facts: string; seen: number; drain: Generated<number> };
}

/** A line is never changed: databases have been made by it. */
const migrations = [
  `CREATE TABLE wordhost_games.experiment (
     id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name TEXT NOT NULL UNIQUE,
     writer TEXT, pid BIGINT, command TEXT, since TEXT, farm TEXT);
   CREATE TABLE wordhost_games.file (
     experiment BIGINT NOT NULL REFERENCES wordhost_games.experiment, version BIGINT NOT NULL,
     text TEXT NOT NULL, canonical TEXT NOT NULL, kept TEXT NOT NULL, PRIMARY KEY (experiment, version));
   CREATE TABLE wordhost_games.game (
     experiment BIGINT NOT NULL REFERENCES wordhost_games.experiment, number BIGINT NOT NULL,
     id TEXT NOT NULL, result TEXT NOT NULL, PRIMARY KEY (experiment, number), UNIQUE (experiment, id));
   CREATE TABLE wordhost_games.record (
     experiment BIGINT NOT NULL, number BIGINT NOT NULL, sha256 TEXT NOT NULL, bytes BIGINT NOT NULL, packed BYTEA NOT NULL,
     PRIMARY KEY (experiment, number), FOREIGN KEY (experiment, number) REFERENCES wordhost_games.game);
   CREATE TABLE wordhost_games.outcome (
     id TEXT PRIMARY KEY, experiment BIGINT NOT NULL REFERENCES wordhost_games.experiment, worker TEXT NOT NULL,
     report TEXT NOT NULL, sha256 TEXT, bytes BIGINT, packed BYTEA);
   CREATE INDEX ON wordhost_games.outcome (experiment);
   CREATE TABLE wordhost_games.interruption (
     id TEXT PRIMARY KEY, experiment BIGINT NOT NULL REFERENCES wordhost_games.experiment);
   CREATE TABLE wordhost_games.wordlist (
     sha256 TEXT PRIMARY KEY, name TEXT NOT NULL, packed BYTEA NOT NULL, bytes BIGINT NOT NULL);
   CREATE TABLE wordhost_games.worker (
     name TEXT PRIMARY KEY, host TEXT NOT NULL, facts TEXT NOT NULL, seen BIGINT NOT NULL, drain BIGINT NOT NULL DEFAULT 0);`,
  `CREATE TABLE wordhost_games.bundle (sha256 TEXT PRIMARY KEY, packed BYTEA NOT NULL, bytes BIGINT NOT NULL);`,
] as const;

/** The lock of processes that make these tables: "games". */
const LOCK = '444267947379';
/** The lock of a writer: "word". The second number is that of the experiment. */
const WRITER_LOCK = 2_003_792_484;

/** A proxy in between knows no settings when a connection begins. Counting a million games takes seconds. */
const SETTINGS = `SET client_encoding = 'UTF8'; SET statement_timeout = '30s'; SET standard_conforming_strings = on;
  SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3`;
const SILENCE_MS = 35_000;

/** A server that is away for longer is a failure. */
const PATIENCE_MS = 600_000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 2_000];

export interface DatabaseOptions {
  /** Missing tables are made. */
  readonly makes: boolean;
  /** The number of connections. */
  readonly most?: number;
  readonly note?: ((line: string) => void) | undefined;
}

export type Queries = Kysely<GameTables>;

/** A server of PostgreSQL that keeps games. What it does not answer is asked again until it is back. */
export class GamesDatabase implements AsyncDisposable {
  /** The address without its password. */
  readonly name: string;
  readonly #connections: Connections;
  /** Builds the queries for `rows`. */
  readonly queries: Queries;
  readonly #note: (line: string) => void;
  readonly #impatience = new AbortController();
  #isAway = false;
  #isClosed = false;

  /** Throws a `StoreFailure`, of the kind `missing` where there are no tables and none are made. */
  static async open(server: string, { makes, most = 4, note }: DatabaseOptions): Promise<GamesDatabase> {
    const read = readAddress(server);
    const name = withoutPassword(server);
    if (!read.ok) throw new StoreFailure(name, { kind: 'system', what: read.problem.slice(name.length + 2) });
    const connections = connectionsTo(read.address, { most, settings: SETTINGS, silenceMs: SILENCE_MS });
    const database = new GamesDatabase(name, connections, note ?? (() => {}));
    try {
      await database.#check(makes);
      return database;
    } catch (error) {
      await database[Symbol.asyncDispose]();
      throw database.#inWords(error);
    }
  }

  private constructor(name: string, connections: Connections, note: (line: string) => void) {
    this.name = name;
    this.#connections = connections;
    this.queries = new Kysely<GameTables>({ dialect: connections.dialect }).withSchema('wordhost_games');
    this.#note = note;
  }

  /** A transaction that cannot be done again: a loss of the connection is a `StoreFailure`. */
  async once<Result>(work: (queries: Transaction<GameTables>) => Promise<Result>): Promise<Result> {
    try {
      return await this.queries.transaction().setIsolationLevel('read committed').execute(work);
    } catch (error) {
      throw this.#inWords(error);
    }
  }

  /** Does the work again after each loss of the connection, so it may have been done before. */
  async patiently<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    const end = performance.now() + PATIENCE_MS;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        const result = await work(this.queries);
        if (this.#isAway) this.#note(`note: ${this.name} is available again`);
        this.#isAway = false;
        return result;
      } catch (error) {
        const isOver = performance.now() > end || this.#impatience.signal.aborted;
        if (!isLoss(error) || isOver) throw this.#inWords(error);
        if (!this.#isAway)
          this.#note(`note: ${this.name}: ${serverFault(error as Error)}. Waiting for the database`);
        this.#isAway = true;
      }
      await sleep(pause, undefined, { signal: this.#impatience.signal }).catch(() => {});
    }
  }

  /** After this call a loss of the connection is a failure at once. */
  stopWaiting(): void {
    this.#impatience.abort();
  }

  /** The rows of a query, which is made again after each loss of the connection. */
  async rows<Row>(query: { execute(): Promise<Row[]> } | RawBuilder<Row>): Promise<Row[]> {
    return await this.patiently(async (queries) =>
      'isRawBuilder' in query ? (await query.execute(queries)).rows : await query.execute(),
    );
  }

  /** A text of any number of statements. After an error its connection ends, since a transaction of the text may still be open. */
  async query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    return await this.patiently(async () => {
      const client = await this.#connections.connect();
      try {
        const result = await client.query(text, values);
        client.release();
        return result;
      } catch (error) {
        client.release(true);
        throw error;
      }
    });
  }

  /** Does all of the work or nothing, and does it again after a loss. */
  async transaction<Result>(work: (queries: Transaction<GameTables>) => Promise<Result>): Promise<Result> {
    return await this.patiently(
      async (queries) => await queries.transaction().setIsolationLevel('read committed').execute(work),
    );
  }

  /** Tells the workers of a machine to end after the games that they play, or only the one of this name. Answers how many. */
  async drainWorkers(host: string, name: string | undefined): Promise<number> {
    const column = name === undefined ? 'host' : 'name';
    const update = this.queries
      .updateTable('worker')
      .set({ drain: 1 })
      .where(column, '=', name ?? host);
    return (await this.rows(update.returning('name'))).length;
  }

  /** The right to write to an experiment, until it is released or its connection is lost; undefined where another has it. */
  async lockExperiment(id: number, lost: () => void): Promise<WriterLock | undefined> {
    const client: PoolClient = await this.#connections.connect();
    try {
      const { rows } = await client.query<{ locked: boolean }>(
        'SELECT pg_try_advisory_lock($1, $2) AS locked',
        [WRITER_LOCK, id],
      );
      if (rows[0]?.locked) {
        let isOver = false;
        const release = () => {
          if (!isOver) client.release(true);
          isOver = true;
        };
        client.once('end', () => {
          // The pool waits for each of its connections when it is closed.
          release();
          lost();
        });
        return { release };
      }
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release();
    return undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.stopWaiting();
    await this.#connections.close(this.queries.destroy());
  }

  async #check(makes: boolean): Promise<void> {
    const fail = (what: string) => new StoreFailure(this.name, { kind: 'system', what });
    const [server] = await this.#now("SELECT current_setting('server_version') AS version");
    const tooOld = serverTooOld(String(server!.version));
    if (tooOld !== undefined) throw fail(tooOld);
    const [there] = await this.#now("SELECT to_regclass('wordhost_games.version') IS NOT NULL AS is");
    if (there!.is !== true && !makes) throw new StoreFailure(this.name, { kind: 'missing' });
    const version = there!.is === true ? await this.#version() : 0;
    if (version > migrations.length)
      throw new StoreFailure(this.name, { kind: 'newer', version, known: migrations.length });
    if (version === migrations.length) return;
    if (!makes) throw fail('it was made by an older wordhost. Any run that saves games in it upgrades it');
    await this.#migrate();
  }

  async #migrate(): Promise<void> {
    await this.queries.transaction().execute(async (queries) => {
      const run = async (text: string) => await sql.raw(text).execute(queries);
      await run(`SELECT pg_advisory_xact_lock(${LOCK})`);
      await run(
        'CREATE SCHEMA IF NOT EXISTS wordhost_games; CREATE TABLE IF NOT EXISTS wordhost_games.version (version BIGINT NOT NULL)',
      );
      // Another process may have done it meanwhile.
      const { rows } = await sql
        .raw<{ version: number }>('SELECT version FROM wordhost_games.version')
        .execute(queries);
      if (rows.length === 0) await run('INSERT INTO wordhost_games.version VALUES (0)');
      for (const step of migrations.slice(rows[0]?.version ?? 0)) await run(step);
      await run(`UPDATE wordhost_games.version SET version = ${migrations.length}`);
    });
  }

  async #version(): Promise<number> {
    return Number((await this.#now('SELECT version FROM wordhost_games.version'))[0]?.version ?? 0);
  }

  /** An opening does not wait for a server that is away. */
  async #now(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return (await sql.raw<Record<string, unknown>>(text).execute(this.queries)).rows;
  }

  #inWords(error: unknown): unknown {
    if (error instanceof StoreFailure || !(isOfServer(error) || isPermission(error))) return error;
    return new StoreFailure(this.name, { kind: 'system', what: serverFault(error as Error) });
  }
}

/** The clock of the server, since those of the machines may differ. */
export const nowMs = sql<number>`(extract(epoch FROM clock_timestamp()) * 1000)::BIGINT`;

/** A worker that was not seen for so long is gone. One that the future has seen was seen before the server's clock was put back. */
const GONE_MS = 30_000;

/** True for the row of a worker that lives. */
export const isSeen = sql<boolean>`seen BETWEEN ${nowMs} - ${sql.lit(GONE_MS)} AND ${nowMs} + ${sql.lit(GONE_MS)}`;

export interface WriterLock {
  release(): void;
}

/** A query that fails for lack of a right is no bug of this program. */
const isPermission = (error: unknown) => (error as { code?: unknown }).code === '42501';
