import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { HostFailure } from '../../core/errors.ts';
import { counted, visible } from '../../core/text.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { awaitGame, type Executor, type Match, NotBegun, type PlayOptions, planIn } from '../executor.ts';
import { type GameReport, recordPath, unplayedReport } from '../play-game.ts';
import type { GamesDatabase, GameTables, Queries } from '../store/games-database.ts';
import { LARGEST_RECORD, packRecord, unpackRecord } from '../store/packed-record.ts';
import { errorOf } from '../worker-pool.ts';
import { FarmQueue } from './queue.ts';
import { seenWorkers } from './state.ts';
import { bundlesOf, deleteUnusedBundles, sendBundles } from './travelling-players.ts';
import {
  type Batch,
  FARM_FORM,
  type FarmSetup,
  LONGEST,
  type Outcome,
  queuePrefix,
  readBatch,
  readFacts,
  readOutcome,
  type WorkerFacts,
  writeSetup,
} from './wire.ts';

export interface FarmOptions {
  readonly database: GamesDatabase;
  readonly experiment: number;
  readonly setup: Omit<FarmSetup, 'queue' | 'form'>;
  /** Says that no worker takes the games. */
  readonly note?: (line: string) => void;
  readonly lexicon: Lexicon | undefined;
  /** The folder that records come to. */
  readonly record?: string | undefined;
  /** They go into the store as the workers have packed them, and come to no folder. */
  readonly keepsPacked?: boolean;
  /** Games that are planned ahead; as many as the workers need unless it is set. */
  readonly jobs?: number | undefined;
}

/** The time that a batch should take, and its games at most. */
const [BATCH_MS, MOST_IN_BATCH] = [2_000, 100];
/** Games that are planned ahead, at least and at most. */
const [LEAST_AHEAD, MOST_AHEAD] = [16, 20_000];
/** The pause between looks for results, and the time that games wait for others of their batch. */
const [LOOK_MS, GATHER_MS] = [100, 30];
/** The pause between looks for lost workers and counts of workers. */
const LOOK_AROUND_MS = 1_000;
/** A game that was sent so long ago is with somebody, or has an outcome. */
const MISSING_MS = 10_000;
const LONGEST_END_MS = 5_000;
/** The worker of an interrupted game may take this long to answer. */
const LONGEST_INTERRUPTION_MS = 60_000;
/** A game with which this number of workers were lost is not tried again. */
const MOST_LOST = 3;

interface PendingGame extends PromiseWithResolvers<GameReport> {
  readonly match: Match;
  readonly decided: (() => void) | undefined;
  /** After it, nobody waits for a game that has not begun. */
  readonly stop: AbortSignal | undefined;
  /** The batch that it was sent in. A game without a batch is sent next. */
  batch: string | undefined;
  sentAt: number;
  /** The number of workers that were lost while they had the game. */
  lost: number;
  isInterrupted: boolean;
  /** When its worker was told of the interruption. */
  toldAt: number | undefined;
}

/** Workers anywhere play the games: they find them in the database, and leave there what came of them. */
export class FarmExecutor implements Executor {
  readonly overlap = false;
  readonly queue: string;
  readonly #options: FarmOptions;
  readonly #jobs: FarmQueue;
  /** Games that have no report yet, by id. */
  readonly #pending = new Map<string, PendingGame>();
  /** Saved here, and not yet deleted there. */
  #taken: string[] = [];
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #failure: unknown;
  #slots = 1;
  #isRefused = false;
  /** The mean time of a game, once it is known. */
  #gameMs: number | undefined;

  static async open(options: FarmOptions): Promise<FarmExecutor> {
    const { database, experiment, setup, lexicon } = options;
    const failed = (problem: string) =>
      options.note?.(`note: the upkeep of the farm fails: ${visible(problem)}`);
    const jobs = await FarmQueue.open(database, { upkeep: { failed } });
    const queue = `${queuePrefix(experiment)}${randomUUID().slice(0, 8)}`;
    const written = writeSetup({ form: FARM_FORM, ...setup, queue });
    if (written.length > LONGEST.setup)
      throw new HostFailure(
        `its players and their options take more than ${LONGEST.setup} characters: too many for a farm`,
      );
    await jobs.removeOf(experiment);
    if (lexicon) await sendList(database, lexicon);
    await jobs.create(queue);
    await database.transaction(async (queries) => {
      for (const table of ['outcome', 'interruption'] as const)
        await queries.deleteFrom(table).where('experiment', '=', experiment).execute();
      await setFarm(queries, experiment, written);
    });
    await sendBundles(database, bundlesOf(setup.hosting));
    return new FarmExecutor(options, jobs, queue);
  }

  private constructor(options: FarmOptions, jobs: FarmQueue, queue: string) {
    this.#options = options;
    this.#jobs = jobs;
    this.queue = queue;
    this.#running = this.#run();
  }

  get jobs(): number {
    const ahead = 3 * this.#slots * this.#batchSize;
    return this.#options.jobs ?? Math.min(MOST_AHEAD, Math.max(LEAST_AHEAD, ahead));
  }

  async play(match: Match, { interrupt, decided, stop }: PlayOptions): Promise<GameReport> {
    if (this.#failure !== undefined) throw this.#failure;
    const game: PendingGame = {
      ...Promise.withResolvers<GameReport>(),
      match,
      decided,
      stop,
      batch: undefined,
      sentAt: 0,
      lost: 0,
      isInterrupted: false,
      toldAt: undefined,
    };
    this.#pending.set(match.request.id, game);
    try {
      return await awaitGame(game.promise, interrupt, () => {
        game.isInterrupted = true;
      });
    } finally {
      this.#pending.delete(match.request.id);
    }
  }

  recordOf(id: string): string | undefined {
    const { record } = this.#options;
    return record && recordPath(record, id);
  }

  /** Nobody plays its games any more. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    for (const game of this.#pending.values()) await this.#endUnplayed(game, 'interrupted');
    // The next scheduler removes what is left where the database is away.
    await Promise.race([this.#leave().catch(() => {}), sleep(LONGEST_END_MS, undefined, { ref: false })]);
    await this.#jobs[Symbol.asyncDispose]();
  }

  /** No game can be played: who waits for one is told. */
  fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#pending.values()) reject(error);
  }

  async #leave(): Promise<void> {
    await this.#running;
    const { database, experiment } = this.#options;
    await database.transaction(async (queries) => {
      await queries.deleteFrom('outcome').where('experiment', '=', experiment).execute();
      await setFarm(queries, experiment, null);
      await deleteUnusedBundles(queries);
    });
    await this.#jobs.remove(this.queue);
  }

  async #run(): Promise<void> {
    let [lookedAround, lookedForMissing] = [Number.NEGATIVE_INFINITY, performance.now()];
    try {
      while (!this.#closing.signal.aborted) {
        await this.#endEarly();
        await this.#send();
        await this.#takeOutcomes();
        if (performance.now() - lookedAround > LOOK_AROUND_MS) {
          lookedAround = performance.now();
          await this.#takeLost();
          await this.#countSlots();
        }
        if (performance.now() - lookedForMissing > MISSING_MS) {
          lookedForMissing = performance.now();
          await this.#takeMissing();
        }
        const pause = this.#unsent.length > 0 ? GATHER_MS : LOOK_MS;
        await sleep(pause, undefined, { signal: this.#closing.signal }).catch(() => {});
      }
    } catch (error) {
      this.fail(error as Error);
    }
  }

  get #batchSize(): number {
    return Math.min(MOST_IN_BATCH, Math.max(1, Math.round(BATCH_MS / (this.#gameMs ?? BATCH_MS))));
  }

  get #unsent(): readonly PendingGame[] {
    return [...this.#pending.values()].filter(
      ({ batch, isInterrupted }) => batch === undefined && !isInterrupted,
    );
  }

  async #send(): Promise<void> {
    const games = this.#unsent;
    if (games.length === 0) return;
    const written = JSON.stringify(games[0]!.match.request).length;
    const size = Math.min(
      this.#batchSize,
      Math.ceil(this.#pending.size / this.#slots),
      Math.max(1, Math.floor(LONGEST.batch / written)),
    );
    await this.#jobs.send(this.queue, batchesOf(games, size).map(batchOf));
  }

  /** After a stop or an interruption, the games that no worker has are over at once. The workers of the others end them. */
  async #endEarly(): Promise<void> {
    const pending = [...this.#pending.values()];
    const longAgo = performance.now() - LONGEST_INTERRUPTION_MS;
    for (const game of pending)
      if (game.toldAt !== undefined && game.toldAt < longAgo) await this.#endUnplayed(game, 'interrupted');
    const ending = pending.filter(
      (game) => isStopped(game) || (game.isInterrupted && game.toldAt === undefined),
    );
    const sent = [...new Set(ending.flatMap(({ batch }) => batch ?? []))];
    const back = sent.length === 0 ? undefined : await this.#jobs.takeBack(this.queue, sent);
    // The other games of a batch that was taken back are sent again.
    for (const game of pending) if (back?.has(game.batch ?? '')) game.batch = undefined;
    const told: PendingGame[] = [];
    for (const game of ending) {
      if (game.batch !== undefined) {
        if (game.isInterrupted) told.push(game);
      } else if (game.isInterrupted) await this.#endUnplayed(game, 'interrupted');
      else this.#notBegun(game);
    }
    if (told.length === 0) return;
    for (const game of told) game.toldAt = performance.now();
    const { database, experiment } = this.#options;
    const rows = told.map(({ match }) => ({ id: match.request.id, experiment }));
    const insert = database.queries.insertInto('interruption').values(rows);
    await database.rows(insert.onConflict((conflict) => conflict.doNothing()));
  }

  #notBegun(game: PendingGame): void {
    this.#pending.delete(game.match.request.id);
    game.reject(new NotBegun());
  }

  async #endUnplayed(game: PendingGame, reason: 'interrupted' | 'worker-lost'): Promise<void> {
    this.#resolve(game, await unplayedReport(planIn(game.match), reason));
  }

  async #takeOutcomes(): Promise<void> {
    if (this.#pending.size === 0 && this.#taken.length === 0) return;
    const { database, experiment } = this.#options;
    const taken = this.#taken;
    const rows = await database.transaction(async (queries) => {
      if (taken.length > 0) await queries.deleteFrom('outcome').where('id', 'in', taken).execute();
      return await outcomesOf(queries, experiment);
    });
    this.#taken = rows.map(({ id }) => id);
    for (const row of rows) {
      const game = this.#pending.get(row.id);
      if (game !== undefined) await this.#take(game, row);
    }
  }

  async #take(game: PendingGame, { id, worker, report, sha256, bytes, packed }: OutcomeRow): Promise<void> {
    const fail = (problem: string): never => {
      throw new HostFailure(
        `what worker ${visible(worker)} has recorded of game ${id} is damaged: ${problem}`,
      );
    };
    const outcome = readOutcome(report, game.match.request);
    if (typeof outcome === 'string') return fail(outcome);
    const path = this.recordOf(id);
    const isPacked = sha256 !== null && bytes !== null && packed !== null;
    const keepsPacked = isPacked && this.#options.keepsPacked && !('failure' in outcome);
    const record = isPacked && !keepsPacked ? await unpackRecord([sha256, bytes, packed]) : undefined;
    if (isPacked && !keepsPacked && record === undefined) return fail('its record has changed');
    if (record !== undefined && path !== undefined) writeFileSync(path, record);
    if ('failure' in outcome) return game.reject(failureOnWorker(outcome, worker));
    const { players, ...result } = outcome.report.result;
    const { ms } = result;
    this.#gameMs = this.#gameMs === undefined ? ms : 0.9 * this.#gameMs + 0.1 * ms;
    const records = record !== undefined && path !== undefined ? [path] : [];
    this.#resolve(game, {
      ...outcome.report,
      result: { ...result, worker, players },
      records,
      ...(keepsPacked && { packedRecord: [sha256, bytes, packed] }),
    });
  }

  #resolve(game: PendingGame, report: GameReport): void {
    game.decided?.();
    game.resolve(report);
  }

  /**
   * Sends each game of a lost batch alone, so that a game that takes its worker down is found. Most of the
   * games had not begun, so the loss counts only against the first that was not over.
   */
  async #takeLost(): Promise<void> {
    const lost = await this.#jobs.takeLost(this.queue);
    if (lost.length > 0) await this.#takeOutcomes();
    for (const data of lost) {
      const batch = readBatch(data, this.#options.setup);
      // `#takeMissing` finds the games of a damaged batch.
      if (typeof batch === 'string') continue;
      const games = batch.requests.flatMap(({ id }) => this.#pending.get(id) ?? []);
      const left = games.filter((game) => game.batch === batch.batch);
      if (left[0]) left[0].lost++;
      await this.#sendAgain(left);
    }
  }

  /** Nobody has them, and nothing of them was recorded: a job was lost in another way than with its worker. */
  async #takeMissing(): Promise<void> {
    const before = performance.now() - MISSING_MS;
    const sent = [...this.#pending.values()].filter(
      (game) => game.batch !== undefined && game.sentAt < before,
    );
    if (sent.length === 0) return;
    const ids = sent.map(({ match }) => match.request.id);
    const there = await this.#jobs.gamesIn(this.queue, ids);
    if (ids.every((id) => there.has(id))) return;
    // Results that were recorded before their job ended are seen now.
    const { database, experiment, note } = this.#options;
    const rows = await database.rows(
      database.queries.selectFrom('outcome').select('id').where('experiment', '=', experiment),
    );
    for (const { id } of rows) there.add(id);
    const missing = ids.flatMap((id) => (there.has(id) ? [] : (this.#pending.get(id) ?? [])));
    for (const game of missing) game.lost++;
    const count = await this.#sendAgain(missing);
    if (count > 0) note?.(`note: ${counted(count, 'game')} that nobody has: sent again`);
  }

  /** Sends games whose worker was lost, each alone, unless they are over with that. Answers how many it has sent. */
  async #sendAgain(games: readonly PendingGame[]): Promise<number> {
    const batches: Batch[] = [];
    for (const game of games)
      if (isStopped(game)) this.#notBegun(game);
      else if (game.isInterrupted) await this.#endUnplayed(game, 'interrupted');
      else if (game.lost >= MOST_LOST) await this.#endUnplayed(game, 'worker-lost');
      else batches.push(batchOf([game]));
    if (batches.length > 0) await this.#jobs.send(this.queue, batches);
    return batches.length;
  }

  async #countSlots(): Promise<void> {
    const rows = await seenWorkers(this.#options.database);
    const read = rows.map(({ facts }) => readFacts(facts));
    const workers = read.filter((facts): facts is WorkerFacts => typeof facts !== 'string');
    const refusalOf = ({ refusals = [] }: WorkerFacts) => refusals.find(({ queue }) => queue === this.queue);
    const willing = workers.filter((worker) => refusalOf(worker) === undefined);
    const [first] = workers;
    if (first && willing.length === 0)
      this.#noteRefusal(visible(`${first.host}: ${refusalOf(first)!.problem}`));
    const slots = willing.reduce((sum, worker) => sum + worker.slots, 0);
    this.#slots = Math.max(1, slots);
  }

  /** The run waits for other workers, so one note is enough. */
  #noteRefusal(problem: string): void {
    if (!this.#isRefused)
      this.#options.note?.(`note: no worker takes the games, which wait for others: ${problem}`);
    this.#isRefused = true;
  }
}

function isStopped({ stop, isInterrupted }: PendingGame): boolean {
  return stop?.aborted === true && !isInterrupted;
}

function batchOf(games: readonly PendingGame[]): Batch {
  const batch = randomUUID();
  for (const game of games) Object.assign(game, { batch, sentAt: performance.now() });
  return { batch, requests: games.map(({ match }) => match.request) };
}

/** Games of one seed stay together: the same worker plays both games of a pair. */
function batchesOf(games: readonly PendingGame[], size: number): readonly PendingGame[][] {
  const batches: PendingGame[][] = [];
  let seed: string | undefined;
  for (const game of games) {
    const last = batches.at(-1);
    const isOfGroup = game.match.request.seed === seed;
    if (last !== undefined && (last.length < size || isOfGroup)) last.push(game);
    else batches.push([game]);
    seed = game.match.request.seed;
  }
  return batches;
}

type OutcomeRow = Pick<GameTables['outcome'], 'id' | 'worker' | 'report' | 'sha256' | 'bytes' | 'packed'>;

/** Outcomes that are read at once, and what they take together. */
const [MOST_OUTCOMES, MOST_OUTCOME_BYTES] = [200, 32 * 2 ** 20];

/** Some of the outcomes of an experiment, none longer than it may be. */
async function outcomesOf(queries: Queries, experiment: number): Promise<readonly OutcomeRow[]> {
  const { rows } = await sql<OutcomeRow>`WITH sized AS (
      SELECT id, row_number() OVER by_id AS row,
        sum(octet_length(report) + coalesce(octet_length(packed), 0)) OVER by_id AS total
      FROM (SELECT * FROM wordhost_games.outcome WHERE experiment = ${experiment} LIMIT ${MOST_OUTCOMES}) AS outcome
      WINDOW by_id AS (ORDER BY id))
    SELECT id, left(worker, ${LONGEST.name}::INTEGER) AS worker, left(report, ${LONGEST.report + 1}::INTEGER) AS report,
      sha256, bytes, CASE WHEN octet_length(packed) <= ${LARGEST_RECORD} THEN packed END AS packed
    FROM sized JOIN wordhost_games.outcome USING (id) WHERE row = 1 OR total <= ${MOST_OUTCOME_BYTES}`.execute(
    queries,
  );
  return rows;
}

/** A bug of the worker is none of this host. */
function failureOnWorker({ failure }: Extract<Outcome, { failure: unknown }>, worker: string): Error {
  if (failure.of !== 'bug') return errorOf(failure);
  const [first = ''] = failure.text.split('\n');
  return new HostFailure(
    `worker ${visible(worker)} has failed, which is a bug in wordhost: ${visible(first)}`,
  );
}

async function setFarm(queries: Queries, experiment: number, farm: string | null): Promise<void> {
  await queries.updateTable('experiment').set({ farm }).where('id', '=', experiment).execute();
}

async function sendList(database: GamesDatabase, { name, sha256, path }: Lexicon): Promise<void> {
  const packed = await packRecord(readFileSync(path));
  if (packed === undefined) throw new HostFailure(`the word list ${name} is too large for a farm`);
  const [, bytes, text] = packed;
  const insert = database.queries.insertInto('wordlist').values({ sha256, name, bytes, packed: text });
  await database.rows(insert.onConflict((conflict) => conflict.doNothing()));
}
