import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Job } from 'pg-boss';
import { HostFailure } from '../../core/errors.ts';
import { visible } from '../../core/text.ts';
import { type AnyGame, edition } from '../../games/game.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import type { MatchRequest } from '../../match/plan.ts';
import { aborted, type Executor } from '../executor.ts';
import { recordPath } from '../play-game.ts';
import { type GamesDatabase, isSeen, nowMs } from '../store/games-database.ts';
import { unpackRecord } from '../store/packed-record.ts';
import { failureOf } from '../worker-pool.ts';
import { Planner, type RequestPlayer } from '../worker-service.ts';
import { FairShare } from './fair-share.ts';
import { FarmQueue } from './queue.ts';
import { FLUSH_MS, RunningBatch } from './running-batch.ts';
import { Slots } from './slots.ts';
import {
  type FarmRefusal,
  type FarmSetup,
  LONGEST,
  needsNewer,
  readBatch,
  readSetup,
  type WorkerFacts,
  writeFacts,
} from './wire.ts';

export interface FarmWorkerOptions {
  readonly database: GamesDatabase;
  /** Each worker of a farm has a name of its own. */
  readonly name: string;
  readonly facts: Omit<WorkerFacts, 'games' | 'playing' | 'gamesPerMinute' | 'load' | 'refusals'>;
  /** The load of the machine in the last minute. */
  readonly load?: () => number;
  /** If set, the worker plays this experiment only. */
  readonly experiment?: number | undefined;
  readonly gameNamed: (name: string) => Promise<AnyGame>;
  /** The word list of this hash, if it is on this machine; else it is made of its text. */
  readonly lexiconOf: (
    list: { name: string; sha256: string },
    text: () => Promise<Uint8Array>,
  ) => Promise<Lexicon>;
  /** Returns the executor for the games of an experiment. Throws a `HostFailure` or a `UsageError` if this machine cannot play them. */
  readonly openExecutor: (setup: FarmSetup, lexicon: Lexicon | undefined) => Promise<Executor>;
  /** The folder that they write records to. */
  readonly record: string;
  readonly note: (line: string) => void;
  /** Receives why this machine cannot play the games of an experiment. */
  readonly refused?: (problem: string) => void;
}

export interface WorkerStops {
  /** Aborted to take no more batches. Its own are finished. */
  readonly drain: AbortSignal;
  /** Aborted to hand its games back. */
  readonly end: AbortSignal;
}

/** The assumed time of a game before the first one is over. */
const FIRST_GUESS_MS = 1_000;
/** The pauses between looks for experiments, interruptions and batches, and between signs of life. */
const [LOOK_MS, IDLE_MS, ALIVE_MS] = [500, 250, 5_000];
/** Limits the queries of all workers together, in each second: a large farm would otherwise load the database with them. */
const LOOKS_A_SECOND = 200;
/** A longer pause could make a living worker look silent, and its games would be given to others. */
const LONGEST_PAUSE_MS = 5_000;

/** A database with more than these runs is not a farm of one group. */
const MOST_EXPERIMENTS = 200;

interface Experiment {
  readonly id: number;
  readonly name: string;
  /** The version of its row when it was read. */
  readonly version: string;
  readonly queue: string | undefined;
  /** Undefined if its row cannot be read. */
  readonly setup: FarmSetup | undefined;
  player: Promise<RequestPlayer> | undefined;
  /** Says why this machine does not play its games. */
  refusal: string | undefined;
  /** A job of it could not be read, which was noted. */
  hasOddJob: boolean;
  /** The mean time that a game has a slot. */
  gameMs: number;
}

/** An experiment whose games this machine may play, and one of its jobs. */
interface Taken {
  readonly experiment: Experiment;
  readonly setup: FarmSetup;
  readonly job: Job<unknown>;
}

interface TakenGame {
  readonly setup: FarmSetup;
  readonly request: MatchRequest;
  readonly batch: RunningBatch;
}

/** A worker of a farm: it takes batches of games from the database, plays them, and records what came of them there. */
export class FarmWorker {
  readonly #options: FarmWorkerOptions;
  readonly #jobs: FarmQueue;
  readonly #slots: Slots;
  readonly #experiments = new Map<number, Experiment>();
  readonly #shares = new FairShare<Experiment>();
  readonly #batches = new Set<RunningBatch>();
  readonly #drained = new AbortController();
  #games = 0;
  #pauseMs = 0;
  /** The times at which the games of the last minute ended. */
  #recent: number[] = [];

  static async open(options: FarmWorkerOptions): Promise<FarmWorker> {
    return new FarmWorker(options, await FarmQueue.open(options.database));
  }

  private constructor(options: FarmWorkerOptions, jobs: FarmQueue) {
    this.#options = options;
    this.#jobs = jobs;
    this.#slots = new Slots(options.facts.slots);
  }

  /** Plays until it is drained or ended, and until its games are over. */
  async run({ drain: told, end }: WorkerStops): Promise<void> {
    const stop = new AbortController();
    const fault = new AbortController();
    const failed = (error: unknown) => fault.abort(error);
    const over = AbortSignal.any([told, this.#drained.signal, end, fault.signal]);
    let waiting: PromiseWithResolvers<void> | undefined;
    // One listener for all batches, of which a worker has many in its life: what waits is woken, and looks again.
    over.addEventListener('abort', () => this.#slots.wake(), { once: true });
    fault.signal.addEventListener('abort', () => waiting?.resolve(), { once: true });
    const looking = this.#look(stop.signal).catch(failed);
    const abort = () => {
      for (const batch of this.#batches) batch.handBack();
    };
    end.addEventListener('abort', abort, { once: true });
    const playing = new Set<Promise<void>>();
    try {
      while (!over.aborted) {
        await this.#slots.free();
        const taken = over.aborted ? undefined : await this.#take();
        if (taken === undefined) {
          await sleep(Math.max(IDLE_MS, this.#pauseMs), undefined, { signal: over }).catch(() => {});
          continue;
        }
        waiting = Promise.withResolvers();
        const batch = this.#play(taken, waiting.resolve).catch(failed);
        playing.add(batch);
        void batch.finally(() => playing.delete(batch));
        await waiting.promise;
      }
      await Promise.race([Promise.all(playing), aborted(fault.signal)]);
      fault.signal.throwIfAborted();
    } finally {
      end.removeEventListener('abort', abort);
      stop.abort();
      await looking;
      for (const { player } of this.#experiments.values())
        await player?.then(({ executor }) => executor[Symbol.asyncDispose]()).catch(() => {});
      const { database, name } = this.#options;
      await database.rows(database.queries.deleteFrom('worker').where('name', '=', name)).catch(() => {});
      await this.#jobs[Symbol.asyncDispose]();
    }
  }

  /** Takes a batch of the experiment whose turn it is by the weights. */
  async #take(): Promise<Taken | undefined> {
    const open = [...this.#experiments.values()].filter(({ refusal }) => refusal === undefined);
    for (const experiment of this.#shares.order(open)) {
      const { setup } = experiment;
      const job = setup && (await this.#jobs.take(setup.queue));
      if (job) return { experiment, setup, job };
    }
    return undefined;
  }

  /** `waiting` is called when all its games have a slot or wait for one. */
  async #play({ experiment, setup, job }: Taken, waiting: () => void): Promise<void> {
    const read = readBatch(job.data, setup);
    if (typeof read === 'string') {
      await this.#drop(experiment, job, read);
      waiting();
      return;
    }
    const { requests } = read;
    const { database, name, note } = this.#options;
    const tools = { database, jobs: this.#jobs, experiment: experiment.id, worker: name, note };
    const batch = new RunningBatch(job, read, tools);
    this.#batches.add(batch);
    const { weight } = setup;
    const cost = requests.length * experiment.gameMs;
    this.#shares.begin(experiment, cost, weight);
    let taken = 0;
    try {
      experiment.player ??= this.#open(setup);
      const player = await experiment.player.catch((error: unknown) => error as Error);
      if (player instanceof Error) this.#refuse(experiment, player);
      else {
        const games = requests.map(
          async (request) => await this.#playGame(experiment, { ...player, setup, request, batch }),
        );
        waiting();
        for (const ms of await Promise.all(games)) taken += ms;
      }
      waiting();
      if (experiment.refusal !== undefined && !batch.isLeft) batch.handBack();
      await batch.end();
    } finally {
      if (this.#experiments.get(experiment.id) === experiment)
        this.#shares.correct(experiment, taken - cost, weight);
      this.#batches.delete(batch);
    }
  }

  /** The scheduler finds that nobody has the games of the job, and sends them again. */
  async #drop(experiment: Experiment, job: Job<unknown>, problem: string): Promise<void> {
    await this.#options.database.transaction(async (queries) => await this.#jobs.confirm(job, true, queries));
    if (!experiment.hasOddJob)
      this.#options.note(`a job of ${experiment.name} is dropped, which is damaged: ${visible(problem)}`);
    experiment.hasOddJob = true;
  }

  /** Plays a game and returns the total time for which it had its slots. */
  async #playGame(
    experiment: Experiment,
    { planner, executor, setup, request, batch }: RequestPlayer & TakenGame,
  ): Promise<number> {
    const { overlap, thinking } = setup;
    using slot = await this.#slots.take(thinking);
    if (batch.isLeft || experiment.refusal !== undefined) return 0;
    const start = performance.now();
    const taken = () => (performance.now() - start) * slot.size;
    const interrupt = batch.begin(request.id);
    const path = recordPath(this.#options.record, request.id);
    try {
      const match = { request, plan: () => planner.plan(request) };
      const decided = () => overlap && slot.startEnding();
      const report = await executor.play(match, { interrupt, decided });
      const ms = taken();
      if (batch.isLeft) return ms;
      experiment.gameMs = 0.9 * experiment.gameMs + 0.1 * ms;
      // Recording takes no processor.
      slot[Symbol.dispose]();
      await batch.over(request.id, { report }, path);
      this.#games++;
      this.#recent.push(performance.now());
      return ms;
    } catch (error) {
      const ms = taken();
      if (batch.isLeft) return ms;
      const failure = failureOf(error);
      if (failure.of === 'host') this.#refuse(experiment, error as Error);
      else await batch.over(request.id, { failure }, path);
      if (failure.of === 'bug') this.#options.note(`game ${request.id}: ${failure.text}`);
      return ms;
    } finally {
      rmSync(path, { force: true });
    }
  }

  async #open(setup: FarmSetup): Promise<RequestPlayer> {
    if (setup.edition > edition) throw new HostFailure(needsNewer(setup));
    const game = await this.#options.gameNamed(setup.game);
    const { dictionary } = setup;
    const lexicon =
      dictionary === null
        ? undefined
        : await this.#options.lexiconOf(dictionary, async () => await this.#textOf(dictionary.sha256));
    const executor = await this.#options.openExecutor(setup, lexicon);
    return { planner: new Planner(game, lexicon), executor };
  }

  async #textOf(sha256: string): Promise<Uint8Array> {
    const { database } = this.#options;
    const [row] = await database.rows(
      database.queries.selectFrom('wordlist').selectAll().where('sha256', '=', sha256),
    );
    const text = row && (await unpackRecord([sha256, row.bytes, row.packed]));
    if (text !== undefined) return text;
    throw new HostFailure(`its word list (${sha256}) was changed in the database`);
  }

  #refuse(experiment: Experiment, { message }: Error): void {
    if (experiment.refusal !== undefined) return;
    experiment.refusal = message;
    this.#options.note(`cannot play games of ${experiment.name}: ${message}`);
    this.#options.refused?.(message);
  }

  async #look(stop: AbortSignal): Promise<void> {
    let said = Number.NEGATIVE_INFINITY;
    while (!stop.aborted) {
      await this.#lookForExperiments();
      await this.#lookForInterruptions();
      if (performance.now() - said >= ALIVE_MS) {
        said = performance.now();
        await this.#sayAlive();
      }
      for (const batch of this.#batches) await batch.flush(batch.hasResults ? FLUSH_MS : ALIVE_MS);
      await sleep(Math.max(LOOK_MS, this.#pauseMs), undefined, { signal: stop }).catch(() => {});
    }
  }

  async #lookForExperiments(): Promise<void> {
    const { database, experiment } = this.#options;
    const rows = await database.rows(
      database.queries
        .selectFrom('experiment')
        // Each change of a row changes this number of the server.
        .select(['id', sql<string>`xmin::TEXT`.as('version')])
        .where('farm', 'is not', null)
        .$if(experiment !== undefined, (only) => only.where('id', '=', experiment!))
        .orderBy('id', 'desc')
        .limit(MOST_EXPERIMENTS),
    );
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    for (const [id, experiment] of this.#experiments) {
      if (versions.get(id) === experiment.version) continue;
      this.#experiments.delete(id);
      this.#end(experiment);
    }
    for (const { id, version } of rows) if (!this.#experiments.has(id)) await this.#begin(id, version);
  }

  async #begin(id: number, version: string): Promise<void> {
    const { database } = this.#options;
    const [row] = await database.rows(
      database.queries
        .selectFrom('experiment')
        .select([
          sql<string>`left(name, ${LONGEST.name}::INTEGER)`.as('name'),
          sql<string>`left(farm, ${LONGEST.setup + 1}::INTEGER)`.as('farm'),
        ])
        .where('id', '=', id)
        .where(sql<string>`xmin::TEXT`, '=', version)
        .where('farm', 'is not', null),
    );
    // The row has changed since.
    if (row === undefined) return;
    const name = visible(row.name);
    const read = readSetup(row.farm, id);
    const experiment: Experiment = {
      id,
      name,
      version,
      setup: read.ok ? read.setup : undefined,
      queue: read.ok ? read.setup.queue : read.queue,
      player: undefined,
      refusal: undefined,
      hasOddJob: false,
      gameMs: FIRST_GUESS_MS,
    };
    this.#experiments.set(id, experiment);
    if (!read.ok) this.#refuse(experiment, new HostFailure(read.problem));
  }

  #end(experiment: Experiment): void {
    for (const batch of this.#batches) if (batch.queue === experiment.queue) batch.leave();
    this.#shares.delete(experiment);
    void experiment.player?.then(({ executor }) => executor[Symbol.asyncDispose]()).catch(() => {});
  }

  async #lookForInterruptions(): Promise<void> {
    const ids = [...this.#batches].flatMap((batch) => batch.unfinished);
    if (ids.length === 0) return;
    const { database } = this.#options;
    const rows = await database.rows(
      database.queries.selectFrom('interruption').select('id').where('id', 'in', ids),
    );
    for (const { id } of rows) for (const batch of this.#batches) batch.interrupt(id);
  }

  async #sayAlive(): Promise<void> {
    const { name, facts, database } = this.#options;
    const minuteAgo = performance.now() - 60_000;
    this.#recent = this.#recent.filter((at) => at > minuteAgo);
    const refusals: FarmRefusal[] = [...this.#experiments.values()].flatMap(
      ({ name: experiment, queue = '', refusal: problem }) =>
        problem === undefined ? [] : [{ queue, experiment, problem }],
    );
    const now: WorkerFacts = {
      ...facts,
      games: this.#games,
      gamesPerMinute: this.#recent.length,
      refusals,
      playing: [...this.#batches].map(({ queue, running }) => ({ queue, games: running.length })),
      load: this.#options.load?.() ?? 0,
    };
    const text = writeFacts(now);
    const [row] = await database.rows(
      database.queries
        .insertInto('worker')
        .values({ name, host: facts.host, facts: text, seen: nowMs })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ facts: text, seen: nowMs }))
        .returning([
          'drain',
          sql<number>`(SELECT count(*) FROM wordhost_games.worker WHERE ${isSeen})`.as('workers'),
        ]),
    );
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, (1_000 * row!.workers) / LOOKS_A_SECOND);
    if (row!.drain === 1) this.#drained.abort();
  }
}
