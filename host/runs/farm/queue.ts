import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, fromKysely, type Job, PgBoss } from 'pg-boss';
import type { GamesDatabase, Queries } from '../store/games-database.ts';
import { type Batch, queuePrefix } from './wire.ts';

const SCHEMA = 'wordhost_jobs';
/**
 * Three statements read this table of pg-boss, because pg-boss has no call that removes waiting jobs by their
 * content, finds games, or counts the games of all queues.
 */
const JOBS = sql.table(`${SCHEMA}.job`);
/** A worker that is silent for so long has lost its jobs, which is looked at every so often. */
const [HEARTBEAT_SECONDS, MONITOR_SECONDS] = [15, 5];
/** Each may be as long as a batch can be. */
const MOST_LOST_AT_ONCE = 10;
/** A game without a time limit may take long; the heartbeat tells whether somebody plays it. */
const LONGEST_SECONDS = 23 * 3600;

/** The jobs of a farm, in the database of its games. */
export class FarmQueue implements AsyncDisposable {
  readonly #boss: PgBoss;
  readonly #database: GamesDatabase;

  /** With `upkeep` it maintains the jobs of all queues, and reports the first failure of that. */
  static async open(
    database: GamesDatabase,
    { upkeep }: { readonly upkeep?: { failed(problem: string): void } } = {},
  ): Promise<FarmQueue> {
    const boss = new PgBoss({
      db: { executeSql: async (text, values) => await database.query(text, values) },
      schema: SCHEMA,
      schedule: false,
      supervise: upkeep !== undefined,
      superviseIntervalSeconds: MONITOR_SECONDS,
      monitorIntervalSeconds: MONITOR_SECONDS,
      registerInstance: false,
      persistWarnings: false,
      monitorVacuum: false,
      reindex: false,
    });
    // The next pass of the upkeep may fail again.
    let hasFailed = false;
    boss.on('error', ({ message }) => {
      if (!hasFailed) upkeep?.failed(message);
      hasFailed = true;
    });
    await boss.start({ attempts: 5 });
    return new FarmQueue(database, boss);
  }

  private constructor(database: GamesDatabase, boss: PgBoss) {
    this.#database = database;
    this.#boss = boss;
  }

  async create(queue: string): Promise<void> {
    await this.#boss.createQueue(lostOf(queue), { retryLimit: 100, expireInSeconds: 60 });
    await this.#boss.createQueue(queue, {
      retryLimit: 0,
      deadLetter: lostOf(queue),
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: LONGEST_SECONDS,
      deleteAfterSeconds: 3600,
    });
  }

  /** Deletes the queue with all its jobs, whichever worker has them. */
  async remove(queue: string): Promise<void> {
    await this.#boss.deleteQueue(queue);
    await this.#boss.deleteQueue(lostOf(queue));
  }

  /** Removes what earlier runs of a scheduler have left. */
  async removeOf(experiment: number): Promise<void> {
    const queues = await this.#boss.getQueues();
    const names = queues.map(({ name }) => name).filter((name) => name.startsWith(queuePrefix(experiment)));
    // A queue goes before the one of its lost jobs, whose name is longer.
    for (const name of names.sort()) await this.#boss.deleteQueue(name);
  }

  async send(queue: string, batches: readonly Batch[], db?: Db): Promise<void> {
    const jobs = batches.map((data) => ({ id: randomUUID(), data }));
    await this.#boss.insert(queue, jobs, db && { db });
  }

  /** The next batch that nobody plays; undefined: there is none. A queue that is gone has none. */
  async take(queue: string): Promise<Job<unknown> | undefined> {
    const [job] = await this.#boss.fetch<unknown>(queue).catch(ifGone([]));
    return job;
  }

  /** The data of jobs whose workers were lost. */
  async takeLost(queue: string): Promise<readonly unknown[]> {
    const lost: unknown[] = [];
    for (;;) {
      const jobs = await this.#boss.fetch<unknown>(lostOf(queue), { batchSize: MOST_LOST_AT_ONCE });
      if (jobs.length > 0) await this.#boss.complete(lostOf(queue), jobs);
      lost.push(...jobs.map(({ data }) => data));
      if (jobs.length < MOST_LOST_AT_ONCE) return lost;
    }
  }

  /** Says by this attempt that it is alive, or that it is over, in the transaction of these queries. Answers whether it has the job. */
  async confirm(job: Job<unknown>, isOver: boolean, queries: Queries): Promise<boolean> {
    const db = fromKysely(queries);
    const call = isOver
      ? this.#boss.complete(job.name, job, undefined, { db })
      : this.#boss.touch(job.name, job, { db });
    const response = await call.catch(ifGone(undefined));
    return (response as { affected?: number } | undefined)?.affected === 1;
  }

  /** Games that this worker cannot play go to others: a new job in the place of the old one. */
  async handBack(job: Job<unknown>, batch: Batch, queries: Queries): Promise<boolean> {
    if (!(await this.confirm(job, true, queries))) return false;
    await this.send(job.name, [batch], fromKysely(queries));
    return true;
  }

  /** Batches that nobody plays yet are taken out. Answers which. */
  async takeBack(queue: string, batches: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database.rows(
      sql<{ batch: string }>`DELETE FROM ${JOBS} WHERE name = ${queue} AND data->>'batch' = ANY(${batches})
        AND state = 'created' RETURNING data->>'batch' AS batch`,
    );
    return new Set(rows.map(({ batch }) => batch));
  }

  /** The games of these that wait for a worker or are with one, also one that is lost. */
  async gamesIn(queue: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.#database.rows(
      sql<{ id: string }>`SELECT request->>'id' AS id FROM ${JOBS}, jsonb_array_elements(
          CASE jsonb_typeof(data->'requests') WHEN 'array' THEN data->'requests' ELSE '[]' END) AS request
        WHERE name = ANY(${[queue, lostOf(queue)]}) AND state IN ('created', 'retry', 'active')
          AND request->>'id' = ANY(${ids})`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#boss.stop({ graceful: false, close: false }).catch(() => {});
  }
}

const lostOf = (queue: string) => `${queue}-lost`;

function ifGone<Answer>(answer: Answer): (error: unknown) => Answer {
  return (error) => {
    if ((error as { code?: unknown }).code === 'PGBOSS_QUEUE_NOT_FOUND') return answer;
    throw error;
  };
}

/** Counts the games of jobs that are not over, by queue. */
export async function gamesInQueues(database: GamesDatabase): Promise<ReadonlyMap<string, number>> {
  const [there] = await database.rows(
    sql<{ is: boolean }>`SELECT to_regclass(${`${SCHEMA}.job`}) IS NOT NULL AS is`,
  );
  if (!there!.is) return new Map();
  const rows = await database.rows(
    sql<{ queue: string; games: number }>`SELECT name AS queue,
      sum(CASE jsonb_typeof(data->'requests') WHEN 'array' THEN jsonb_array_length(data->'requests') ELSE 0 END)::BIGINT AS games
      FROM ${JOBS} WHERE state IN ('created', 'active') GROUP BY name`,
  );
  return new Map(rows.map(({ queue, games }) => [queue, games]));
}
