import { randomUUID } from 'node:crypto';
import { type Db, fromKysely, type Job, PgBoss } from 'pg-boss';
import type { MatchRequest } from '../match/plan.ts';
import type { HostingRequest } from '../seats/process/process-seats.ts';
import type { GameReport } from './play-game.ts';
import type { GamesDatabase, Queries } from './store/games-database.ts';
import type { Failure } from './worker-pool.ts';

/**
 * Of what follows. It goes up with whatever older workers would not keep to, such as another limit of players: these take no games
 * then.
 */
export const FARM_FORM = 1;

/** What workers need to know of an experiment; the scheduler writes it, and takes it back at its end. */
export interface FarmSetup {
  /** Of this run of the scheduler alone: what an earlier one has left is of no queue. */
  readonly queue: string;
  /** `FARM_FORM` of the scheduler. */
  readonly form: number;
  /** Of wordhost. */
  readonly version: string;
  /** The newest edition of the rules that its games may have. */
  readonly edition: number;
  readonly game: string;
  readonly dictionary: { readonly name: string; readonly sha256: string } | null;
  readonly hosting: HostingRequest;
  /** Records travel with the results. */
  readonly records: boolean;
  /** A game may begin while the players of another are ended. */
  readonly overlap: boolean;
  /** Players of one game that can think at the same moment. */
  readonly thinking: number;
  /** Its part of the workers beside that of others; 1 unless it is set. */
  readonly weight?: number;
}

/** Some games, which one worker plays: a few seconds of them. */
export interface Batch {
  /** Of the scheduler: what a worker hands back stays the same batch, in another job. */
  readonly batch: string;
  readonly requests: readonly MatchRequest[];
}

/** What came of a game on a worker. */
export type Outcome = { readonly report: GameReport } | { readonly failure: Failure };

/** What workers say of themselves. */
export interface WorkerFacts {
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly processors: number;
  /** Games at once. */
  readonly slots: number;
  readonly games: number;
  readonly gamesPerMinute: number;
  readonly since: string;
  /** Processes that want a processor, the mean of a minute. Workers of older versions do not say this, nor what follows. */
  readonly load?: number;
  readonly refusals?: readonly FarmRefusal[];
}

/** An experiment that a worker cannot play as its scheduler promises. */
export interface FarmRefusal {
  readonly queue: string;
  readonly experiment: string;
  readonly problem: string;
}

/** One that has not been seen for so long is gone. */
export const GONE_MS = 30_000;

export const SCHEMA = 'wordhost_jobs';
/** A worker that is silent for so long has lost its jobs, which is looked at every so often. */
const [HEARTBEAT_SECONDS, MONITOR_SECONDS] = [15, 5];
/** A game without a time limit may take long; the heartbeat tells whether somebody plays it. */
const LONGEST_SECONDS = 23 * 3600;

/** The jobs of a farm, in the database of its games. */
export class FarmQueue implements AsyncDisposable {
  readonly #boss: PgBoss;
  readonly #database: GamesDatabase;

  /** With `upkeep` it looks after the jobs of all queues, and tells the first failure of that. */
  static async open(
    database: GamesDatabase,
    { upkeep }: { readonly upkeep?: { failed(problem: string): void } } = {},
  ): Promise<FarmQueue> {
    const boss = new PgBoss({
      db: { executeSql: async (text, values) => await database.query(text, values) },
      ...{ schema: SCHEMA, schedule: false, supervise: upkeep !== undefined },
      ...{ superviseIntervalSeconds: MONITOR_SECONDS, monitorIntervalSeconds: MONITOR_SECONDS },
      ...{ registerInstance: false, persistWarnings: false, monitorVacuum: false, reindex: false },
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
      ...{ retryLimit: 0, deadLetter: lostOf(queue), heartbeatSeconds: HEARTBEAT_SECONDS },
      ...{ expireInSeconds: LONGEST_SECONDS, deleteAfterSeconds: 3600 },
    });
  }

  /** With all its jobs, whoever has them. */
  async remove(queue: string): Promise<void> {
    await this.#boss.deleteQueue(queue);
    await this.#boss.deleteQueue(lostOf(queue));
  }

  async send(queue: string, batches: readonly Batch[], db?: Db): Promise<void> {
    const jobs = batches.map((data) => ({ id: randomUUID(), data }));
    await this.#boss.insert(queue, jobs, db && { db });
  }

  /** The next batch that nobody plays; undefined: there is none. A queue that is gone has none. */
  async take(queue: string): Promise<Job<Batch> | undefined> {
    const [job] = await this.#boss.fetch<Batch>(queue).catch(ifGone([]));
    return job;
  }

  /** Batches whose workers were lost. */
  async takeLost(queue: string): Promise<readonly Job<Batch>[]> {
    const jobs = await this.#boss.fetch<Batch>(lostOf(queue), { batchSize: 50 });
    if (jobs.length > 0) await this.#boss.complete(lostOf(queue), jobs);
    return jobs;
  }

  /** Says by this attempt that it is alive, or that it is over, in the transaction of these queries. Answers whether it has the job. */
  async confirm(job: Job<Batch>, isOver: boolean, queries: Queries): Promise<boolean> {
    const db = fromKysely(queries);
    const call = isOver
      ? this.#boss.complete(job.name, job, undefined, { db })
      : this.#boss.touch(job.name, job, { db });
    const response = await call.catch(ifGone(undefined));
    return (response as { affected?: number } | undefined)?.affected === 1;
  }

  /** Games that this worker cannot play go to others: a new job in the place of the old one. */
  async handBack(job: Job<Batch>, requests: readonly MatchRequest[], queries: Queries): Promise<boolean> {
    if (!(await this.confirm(job, true, queries))) return false;
    await this.send(job.name, [{ ...job.data, requests }], fromKysely(queries));
    return true;
  }

  /** Batches that nobody plays yet are taken out. Answers which. */
  async takeBack(queue: string, batches: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.#database.patiently(
      async (queries) =>
        await fromKysely(queries).executeSql(
          `DELETE FROM ${SCHEMA}.job WHERE name = $1 AND data->>'batch' = ANY($2) AND state = 'created'
            RETURNING data->>'batch' AS batch`,
          [queue, batches],
        ),
    );
    return new Set(rows.map(({ batch }: { batch: string }) => batch));
  }

  /** The games that wait for a worker or are with one, also one that is lost. */
  async gamesIn(queue: string): Promise<ReadonlySet<string>> {
    const { rows } = await this.#database.patiently(
      async (queries) =>
        await fromKysely(queries).executeSql(
          `SELECT request->>'id' AS id FROM ${SCHEMA}.job, jsonb_array_elements(data->'requests') AS request
            WHERE name = ANY($1) AND state IN ('created', 'retry', 'active')`,
          [[queue, lostOf(queue)]],
        ),
    );
    return new Set(rows.map(({ id }: { id: string }) => id));
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

/** JSON with maps, and with numbers that have no end. */
export const farmJson = {
  write: (value: unknown): string =>
    JSON.stringify(value, (_, each: unknown) => {
      if (each instanceof Map) return { $map: [...each] };
      return each === Number.POSITIVE_INFINITY ? { $infinite: true } : each;
    }),
  read: (text: string): unknown =>
    JSON.parse(text, (_, each: { $map?: [unknown, unknown][]; $infinite?: true } | null) => {
      if (each?.$map !== undefined) return new Map(each.$map);
      return each?.$infinite === true ? Number.POSITIVE_INFINITY : each;
    }),
};
