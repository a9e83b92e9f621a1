import { sql } from 'kysely';
import { type GamesDatabase, isSeen, nowMs } from '../store/games-database.ts';
import { gamesInQueues } from './queue.ts';
import { LONGEST, readFacts, readSetup, type WorkerFacts } from './wire.ts';

export interface ExperimentState {
  readonly name: string;
  /** Games in the database. */
  readonly games: number;
  /** A command schedules its games. */
  readonly isRunning: boolean;
  /** Why it cannot be shown. */
  readonly problem?: string;
  /** The share of the workers. */
  readonly weight: number;
  /** Games that nobody plays yet, also where a worker has them, and games that are played. */
  readonly waiting: number;
  readonly playing: number;
}

/** One whose facts cannot be read has none. */
export interface WorkerState extends Partial<WorkerFacts> {
  readonly name: string;
  readonly problem?: string;
  readonly seenSecondsAgo: number;
}

export interface FarmState {
  readonly experiments: readonly ExperimentState[];
  readonly workers: readonly WorkerState[];
}

interface SeenWorker {
  readonly name: string;
  readonly facts: string;
  readonly agoMs: number;
}

/** More are not looked at. */
const [MOST_WORKERS, MOST_EXPERIMENTS] = [5_000, 1_000];

/** The workers that live, with what each says of itself. */
export async function seenWorkers(database: GamesDatabase): Promise<readonly SeenWorker[]> {
  return await database.rows(
    database.queries
      .selectFrom('worker')
      .select([
        sql<string>`left(name, ${LONGEST.name}::INTEGER)`.as('name'),
        sql<string>`left(facts, ${LONGEST.facts + 1}::INTEGER)`.as('facts'),
        sql<number>`${nowMs} - seen`.as('agoMs'),
      ])
      .where(isSeen)
      .orderBy('name')
      .limit(MOST_WORKERS),
  );
}

/** The content of a database, and its workers. */
export async function readFarm(database: GamesDatabase): Promise<FarmState> {
  const names = await database.rows(
    sql<{ id: number; name: string; games: number }>`SELECT id,
      left(name, ${LONGEST.name}::INTEGER) AS name,
      (SELECT count(*) FROM wordhost_games.game WHERE game.experiment = experiment.id) AS games
      FROM wordhost_games.experiment AS experiment ORDER BY name LIMIT ${MOST_EXPERIMENTS}`,
  );
  const workers = (await seenWorkers(database)).map(({ name, facts, agoMs }): WorkerState => {
    const read = readFacts(facts);
    const own = typeof read === 'string' ? { problem: read } : read;
    return { name, seenSecondsAgo: Math.max(0, Math.round(agoMs / 1000)), ...own };
  });
  const sent = await gamesInQueues(database);
  const experiments: ExperimentState[] = [];
  for (const { id, name, games } of names) {
    const farm = await farmOf(database, id);
    const read = farm === undefined ? undefined : readSetup(farm, id);
    const queue = read?.ok ? read.setup.queue : undefined;
    const played = workers.flatMap(({ playing = [] }) => playing.filter((each) => each.queue === queue));
    const playing = played.reduce((sum, each) => sum + each.games, 0);
    experiments.push({
      name,
      games,
      isRunning: read !== undefined,
      weight: read?.ok ? read.setup.weight : 1,
      playing,
      waiting: Math.max(0, (sent.get(queue ?? '') ?? 0) - playing),
      ...(read?.ok === false && { problem: read.problem }),
    });
  }
  return { experiments, workers };
}

async function farmOf(database: GamesDatabase, id: number): Promise<string | undefined> {
  const [row] = await database.rows(
    database.queries
      .selectFrom('experiment')
      .select(sql<string | null>`left(farm, ${LONGEST.setup + 1}::INTEGER)`.as('farm'))
      .where('id', '=', id),
  );
  return row?.farm ?? undefined;
}
