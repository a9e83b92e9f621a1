import { sql } from 'kysely';
import { type FarmSetup, farmJson, GONE_MS, SCHEMA, type WorkerFacts } from './farm-queue.ts';
import { type GamesDatabase, nowMs } from './store/games-database.ts';

export interface ExperimentState {
  readonly name: string;
  readonly games: number;
  /** A command schedules its games. */
  readonly isRunning: boolean;
  /** Its part of the workers beside that of others. */
  readonly weight: number;
  /** Games that wait for a worker, and those that a worker has. */
  readonly waiting: number;
  readonly playing: number;
}

export interface WorkerState extends WorkerFacts {
  readonly name: string;
  readonly seenSecondsAgo: number;
}

export interface FarmState {
  readonly experiments: readonly ExperimentState[];
  readonly workers: readonly WorkerState[];
}

/** What a database has, and who plays. */
export async function readFarm(database: GamesDatabase): Promise<FarmState> {
  const experiments = await database.patiently(
    async (queries) =>
      await sql<{ name: string; farm: string | null; games: number }>`SELECT name, farm,
        (SELECT count(*) FROM wordhost_games.game WHERE game.experiment = experiment.id) AS games
        FROM wordhost_games.experiment AS experiment ORDER BY name`.execute(queries),
  );
  const workers = await database.patiently(
    async (queries) =>
      await queries
        .selectFrom('worker')
        .select(['name', 'facts', sql<number>`${nowMs} - seen`.as('ago')])
        .where('seen', '>', sql<number>`${nowMs} - ${GONE_MS}::BIGINT`)
        .orderBy('name')
        .execute(),
  );
  const jobs = await jobsOf(database);
  return {
    experiments: experiments.rows.map(({ name, farm, games }) => {
      const setup = farm === null ? undefined : (farmJson.read(farm) as FarmSetup);
      const queue = setup?.queue;
      const count = (state: string) =>
        jobs.find((each) => each.queue === queue && each.state === state)?.games ?? 0;
      return {
        ...{ name, games, isRunning: queue !== undefined, weight: setup?.weight ?? 1 },
        ...{ waiting: count('created'), playing: count('active') },
      };
    }),
    workers: workers.map(({ name, facts, ago }) => ({
      ...{ name, seenSecondsAgo: Math.round(ago / 1000) },
      ...(farmJson.read(facts) as WorkerFacts),
    })),
  };
}

interface JobCount {
  readonly queue: string;
  readonly state: string;
  readonly games: number;
}

async function jobsOf(database: GamesDatabase): Promise<readonly JobCount[]> {
  const table = `${SCHEMA}.job`;
  return await database.patiently(async (queries) => {
    const there = await sql<{ is: boolean }>`SELECT to_regclass(${table}) IS NOT NULL AS is`.execute(queries);
    if (!there.rows[0]!.is) return [];
    const counts = await sql<JobCount>`SELECT name AS queue, state::TEXT AS state,
      sum(jsonb_array_length(data->'requests'))::BIGINT AS games
      FROM ${sql.table(table)} WHERE state IN ('created', 'active') GROUP BY name, state`.execute(queries);
    return counts.rows;
  });
}
