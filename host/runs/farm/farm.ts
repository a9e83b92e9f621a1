import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { HostFailure } from '../../core/errors.ts';
import { counted, visible } from '../../core/text.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { type Executor, type Match, NotBegun, type PlayOptions, planIn } from '../executor.ts';
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
/** How often results are looked for, and how long games wait for others of their batch. */
const [LOOK_MS, GATHER_MS] = [100, 30];
/** How often lost workers are looked for, and how many there are. */
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
  /** Nobody waits for it unless it has begun. */
  readonly stop: AbortSignal | undefined;
  /** The batch that it was sent in. */
  batch: string | undefined;
  sentAt: number;
  /** The number of workers that were lost while they had the game. */
  lost: number;
  interruption: 'none' | 'due' | 'told';
  toldAt?: number;
}

/** Workers anywhere play the games: they find them in the database, and leave there what came of them. */
export class FarmExecutor implements Executor {
  readonly overlap = false;
  readonly queue: string;
  readonly #options: FarmOptions;
  readonly #jobs: FarmQueue;
  /** Games that have no report yet, by id. */
  readonly #pending = new Map<string, PendingGame>();
  #unsent: PendingGame[] = [];
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
      ...{ match, decided, stop, batch: undefined, sentAt: 0, lost: 0, interruption: 'none' },
    };
    this.#pending.set(match.request.id, game);
    this.#unsent.push(game);
    const end = () => {
      game.interruption = 'due';
    };
    if (interrupt?.aborted) end();
    interrupt?.addEventListener('abort', end, { once: true });
    try {
      return await game.promise;
    } finally {
      interrupt?.removeEventListener('abort', end);
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
    for (const game of this.#pending.values())
      game.resolve(await unplayedReport(planIn(game.match), 'interrupted'));
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
        await this.#takeBackStopped();
        await this.#send();
        await this.#interrupt();
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
        await sleep(this.#unsent.length > 0 ? GATHER_MS : LOOK_MS, undefined, {
          signal: this.#closing.signal,
        }).catch(() => {});
      }
    } catch (error) {
      this.fail(error as Error);
    }
  }

  get #batchSize(): number {
    return Math.min(MOST_IN_BATCH, Math.max(1, Math.round(BATCH_MS / (this.#gameMs ?? BATCH_MS))));
  }

  async #send(): Promise<void> {
    const games = this.#unsent.filter(({ interruption }) => interruption === 'none');
    if (games.length === 0) return;
    this.#unsent = this.#unsent.filter((game) => !games.includes(game));
    const written = JSON.stringify(games[0]!.match.request).length;
    const size = Math.min(
      ...[this.#batchSize, Math.ceil(this.#pending.size / this.#slots)],
      Math.max(1, Math.floor(LONGEST.batch / written)),
    );
    await this.#jobs.send(this.queue, batchesOf(games, size).map(batchOf));
  }

  /** After a stop, what no worker has begun. A worker may hand games back later. */
  async #takeBackStopped(): Promise<void> {
    const stopped = [...this.#pending.values()].filter(isStopped);
    if (stopped.length === 0) return;
    const sent = [...new Set(stopped.flatMap(({ batch }) => batch ?? []))];
    const back = sent.length === 0 ? new Set<string>() : await this.#jobs.takeBack(this.queue, sent);
    this.#unsent = this.#unsent.filter((game) => !isStopped(game));
    for (const game of stopped) if (game.batch === undefined || back.has(game.batch)) this.#notBegun(game);
  }

  #notBegun(game: PendingGame): void {
    this.#pending.delete(game.match.request.id);
    game.reject(new NotBegun());
  }

  /** Games that nobody plays yet are over at once. The workers of the others end them. */
  async #interrupt(): Promise<void> {
    for (const game of this.#pending.values())
      if (game.toldAt !== undefined && performance.now() - game.toldAt > LONGEST_INTERRUPTION_MS)
        this.#resolve(game, await unplayedReport(planIn(game.match), 'interrupted'));
    const due = [...this.#pending.values()].filter(({ interruption }) => interruption === 'due');
    if (due.length === 0) return;
    const sent = [...new Set(due.flatMap(({ batch }) => batch ?? []))];
    const back = sent.length === 0 ? new Set<string>() : await this.#jobs.takeBack(this.queue, sent);
    const ofOthers = [...this.#pending.values()].filter(
      ({ batch, interruption }) => interruption === 'none' && batch !== undefined && back.has(batch),
    );
    for (const game of ofOthers) game.batch = undefined;
    this.#unsent = [...ofOthers, ...this.#unsent.filter(({ interruption }) => interruption === 'none')];
    const played: PendingGame[] = [];
    for (const game of due) {
      game.interruption = 'told';
      if (game.batch === undefined || back.has(game.batch))
        this.#resolve(game, await unplayedReport(planIn(game.match), 'interrupted'));
      else {
        game.toldAt = performance.now();
        played.push(game);
      }
    }
    if (played.length === 0) return;
    const { database, experiment } = this.#options;
    const rows = played.map(({ match }) => ({ id: match.request.id, experiment }));
    const insert = database.queries.insertInto('interruption').values(rows);
    await database.rows(insert.onConflict((conflict) => conflict.doNothing()));
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
      ...{ ...outcome.report, result: { ...result, worker, players }, records },
      ...(keepsPacked && { packedRecord: [sha256, bytes, packed] }),
    });
  }

  #resolve(game: PendingGame, report: GameReport): void {
    game.decided?.();
    game.resolve(report);
  }

  /**
   * Each game of a lost batch is sent alone, so that the one that took its worker down is found. Most of the games had not begun: the
   * loss counts against the first alone that was not over.
   */
  async #takeLost(): Promise<void> {
    const batches: Batch[] = [];
    const lost = await this.#jobs.takeLost(this.queue);
    if (lost.length > 0) await this.#takeOutcomes();
    for (const data of lost) {
      const batch = readBatch(data, this.#options.setup);
      // `#takeMissing` finds the games of a damaged batch.
      if (typeof batch === 'string') continue;
      const games = batch.requests
        .map(({ id }) => this.#pending.get(id))
        .filter((game): game is PendingGame => game?.batch === batch.batch);
      for (const [index, game] of games.entries()) {
        if (index === 0) game.lost++;
        if (await this.#isSentAgain(game)) batches.push(batchOf([game]));
      }
    }
    if (batches.length > 0) await this.#jobs.send(this.queue, batches);
  }

  /** Nobody has them, and nothing of them was recorded: a job was lost in another way than with its worker. */
  async #takeMissing(): Promise<void> {
    const before = performance.now() - MISSING_MS;
    const sent = [...this.#pending.values()].filter(
      ({ batch, sentAt }) => batch !== undefined && sentAt < before,
    );
    if (sent.length === 0) return;
    const there = await this.#jobs.gamesIn(
      this.queue,
      sent.map(({ match }) => match.request.id),
    );
    const missing = sent.filter(({ match }) => !there.has(match.request.id));
    if (missing.length === 0) return;
    // What was recorded before its job was over is seen now.
    const { database, experiment } = this.#options;
    const rows = await database.rows(
      database.queries.selectFrom('outcome').select('id').where('experiment', '=', experiment),
    );
    const recorded = new Set(rows.map(({ id }) => id));
    const batches: Batch[] = [];
    for (const game of missing) {
      const { id } = game.match.request;
      if (recorded.has(id) || !this.#pending.has(id)) continue;
      game.lost++;
      if (await this.#isSentAgain(game)) batches.push(batchOf([game]));
    }
    if (batches.length > 0)
      this.#options.note?.(`note: ${counted(batches.length, 'game')} that nobody has: sent again`);
    if (batches.length > 0) await this.#jobs.send(this.queue, batches);
  }

  /** A game whose worker was lost; otherwise it is over. */
  async #isSentAgain(game: PendingGame): Promise<boolean> {
    if (isStopped(game)) this.#notBegun(game);
    else if (game.interruption !== 'none')
      this.#resolve(game, await unplayedReport(planIn(game.match), 'interrupted'));
    else if (game.lost >= MOST_LOST)
      this.#resolve(game, await unplayedReport(planIn(game.match), 'worker-lost'));
    else return true;
    return false;
  }

  async #countSlots(): Promise<void> {
    const rows = await seenWorkers(this.#options.database);
    const workers = rows
      .map(({ facts }) => readFacts(facts))
      .filter((read): read is WorkerFacts => typeof read !== 'string');
    const refusalOf = ({ refusals = [] }: WorkerFacts) => refusals.find(({ queue }) => queue === this.queue);
    const willing = workers.filter((worker) => refusalOf(worker) === undefined);
    const [first] = workers;
    if (first && willing.length === 0)
      this.#noteRefusal(visible(`${first.host}: ${refusalOf(first)!.problem}`));
    this.#slots = Math.max(
      1,
      willing.reduce((sum, { slots }) => sum + slots, 0),
    );
  }

  /** The run waits for other workers, so one note is enough. */
  #noteRefusal(problem: string): void {
    if (!this.#isRefused)
      this.#options.note?.(`note: no worker takes the games, which wait for others: ${problem}`);
    this.#isRefused = true;
  }
}

function isStopped({ stop, interruption }: PendingGame): boolean {
  return stop?.aborted === true && interruption === 'none';
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
