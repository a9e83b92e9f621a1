import { availableParallelism } from 'node:os';
import { UsageError } from '../../core/errors.ts';
import { Trace } from '../../events/recorder.ts';
import type { Pace } from '../../games/game.ts';
import type { OpenSeats } from '../../match/seat.ts';
import { MOST_ENDING } from '../../runs/game-queue.ts';
import { GamePictures, type GameTools, type Recording, type SeenGame } from '../../runs/play-game.ts';
import type { Executor, RunTools } from '../../runs/run.ts';
import { Pool, type Setup, Worker } from '../../runs/worker-pool.ts';
import {
  type Headroom,
  type Load,
  memoryHeadroom,
  readHeadroom,
  shortage,
} from '../../seats/process/limits/headroom.ts';
import { type HostingRequest, processSeats } from '../../seats/process/process-seats.ts';
import { findPinning, keepHostTo } from '../../seats/process/processes/pinning.ts';
import { printNotes, terminalWidth } from '../output.ts';
import type { GameSettings } from '../series/players.ts';
import type { Interruption } from '../signals.ts';
import { optimizeLater } from './optimize-later.ts';

/** Who plays a series, and what is done with it besides; what is played is not asked. */
interface ExecutorOptions {
  readonly settings: GameSettings;
  readonly hosted: HostingRequest;
  readonly jobs: Jobs;
  readonly interruption: Interruption;
}

/** Somebody who may look at the games while they run. */
export interface Watcher {
  /** The folder for the records of the games that can be stepped through; none: they are kept elsewhere. */
  readonly copies: string | undefined;
  readonly begins: NonNullable<RunTools['begins']>;
  seen(game: SeenGame): void;
  /** `look` is told when somebody begins to look, and when nobody does any more. */
  onLook(look: (isLooking: boolean) => void): void;
}

/** The tools of a series, which is played here or by other processes. These end with the tools. */
export async function seriesTools(
  { settings, hosted, jobs, interruption }: ExecutorOptions,
  played: Pick<Setup, 'game' | 'lexicon'>,
  seen: Pick<GameTools, 'attend' | 'watch'> & { readonly onlooker?: Watcher | undefined } = {},
): Promise<RunTools & AsyncDisposable> {
  const { onlooker, ...told } = seen;
  const recording = { ...recordingOf(settings), copies: onlooker?.copies };
  const show = onlooker && ((game: SeenGame) => onlooker.seen(game));
  const setup = { ...played, hosting: hosted, recording, isWatched: show !== undefined };
  const executor = jobs.workers === 0 ? undefined : await workerPool(jobs, setup, show);
  const pictures = show && !executor ? new GamePictures(show) : undefined;
  onlooker?.onLook((isLooking) => (executor ?? pictures)?.look(isLooking));
  const { signal: interrupt, stop } = interruption;
  return {
    openSeats: thenOptimizing(processSeats(hosted)),
    ...{ interrupt, stop, executor },
    events: settings.output.events,
    ...recording,
    trace: traceOf(settings),
    ...told,
    ...(onlooker && { pictures, begins: (game, plan) => onlooker.begins(game, plan) }),
    [Symbol.asyncDispose]: async () => await executor?.[Symbol.asyncDispose](),
  };
}

function recordingOf({ output, hosting }: GameSettings): Recording {
  const { record, recordBad } = output;
  const { requireBatch } = hosting;
  return recordBad === undefined ? { record } : { record: recordBad, onlyBad: { requireBatch } };
}

function traceOf({ output }: GameSettings): GameTools['trace'] {
  const width = terminalWidth(process.stderr);
  const longest = process.stderr.isTTY ? width : Number.POSITIVE_INFINITY;
  return output.trace ? () => new Trace((line) => printNotes([line]), longest) : undefined;
}

/** It takes a millisecond or two, in which the first players start. */
function thenOptimizing(openSeats: OpenSeats): OpenSeats {
  return async (...asked) => {
    const opened = await openSeats(...asked);
    optimizeLater();
    return opened;
  };
}

/** Processes of this very program, started as it was. They end with it, also where they hang. */
export async function workerPool(
  sizes: Pick<Jobs, 'jobs' | 'workers' | 'processors'>,
  setup: Setup,
  show?: (game: SeenGame) => void,
): Promise<Executor & Pick<Pool, 'look'> & AsyncDisposable> {
  const program = process.argv[1];
  if (program === undefined)
    throw new UsageError(
      '--jobs: expected a program in a file, which is started again to play the games; this one has none',
    );
  const { startWorker, takeEarlyWorkers } = await import('./early-workers.ts');
  const early = takeEarlyWorkers(sizes.processors ? 0 : sizes.workers);
  const free = [...(sizes.processors?.numbers ?? [])];
  const started = () => {
    const number = free.shift();
    if (sizes.processors === undefined || number === undefined) return startWorker(program);
    const child = startWorker(program, { taskset: sizes.processors.taskset, number });
    child.once('exit', () => free.push(number));
    return child;
  };
  const pool = new Pool(sizes, () => new Worker(early.shift() ?? started(), setup, show));
  const kill = () => pool.kill();
  process.once('exit', kill);
  return {
    jobs: pool.jobs,
    play: (plan, told) => pool.play(plan, told),
    look: (isLooking) => pool.look(isLooking),
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]();
      process.off('exit', kill);
    },
  };
}

/** What the number of games at once depends on. */
interface Facts {
  readonly wanted: number | 'auto';
  readonly games: number;
  readonly pace: Pace;
  readonly players: number;
  readonly pin: boolean;
  readonly oneProcessor: boolean;
  readonly trace: boolean;
  /** So many players one process can keep apart from each other; none: as many as there are. */
  readonly mostOfOne?: number | undefined;
}

export interface Jobs {
  /** Games at once. */
  readonly jobs: number;
  /** Processes that play them; 0: this one does. */
  readonly workers: number;
  /** There is room for the players of the games that are played, and of those whose players are ended. */
  readonly overlap: boolean;
  /** With `--one-processor`: of each process that plays games, and of its players. */
  readonly processors?: GameProcessors;
  /** Where they are more than have a processor for each player that can think. */
  readonly note?: string;
}

/** One for each game that is played at the same moment, and the program that keeps processes to them. */
interface GameProcessors {
  readonly taskset: string;
  readonly numbers: readonly number[];
}

/** What the machine has. */
interface Machine {
  readonly processors: number;
  readonly headroom: readonly Headroom[];
}

function thisMachine(facts: Facts): Machine {
  const headroom = [...readHeadroom(), ...(isOneAtATime(facts) ? [] : memoryHeadroom())];
  return { processors: availableParallelism(), headroom };
}

/** Without a look at the machine. */
export function isOneAtATime({ wanted, games }: Pick<Facts, 'wanted' | 'games'>): boolean {
  return wanted === 1 || games === 1;
}

/** How many games are played at once, and by how many processes. What does not fit is refused; `auto` takes what does. */
export function settleJobs(facts: Facts, machine = thisMachine(facts)): Jobs {
  const { wanted, games } = facts;
  const odd = whyNotOneProcessor(facts, machine);
  if (odd !== undefined) throw new UsageError(`--one-processor: ${odd}`);
  const alone = onlyAlone(facts);
  if (alone !== undefined && wanted !== 'auto' && wanted > 1)
    throw new UsageError(`--jobs ${wanted}: ${alone}`);
  const fair = alone === undefined ? fairJobs(facts, machine) : 1;
  const asked = Math.min(games, wanted === 'auto' ? fair : wanted);
  const problem = shortage(loadOf(asked, facts, machine), machine.headroom);
  const jobs = problem === undefined ? asked : mostJobs(asked, facts, machine);
  if (problem !== undefined && (jobs === 0 || wanted !== 'auto'))
    throw new UsageError(asked === 1 ? problem : `--jobs ${asked}: ${problem}${whatFits(jobs)}`);
  const withEnding = { ...facts, players: (1 + MOST_ENDING) * facts.players };
  return {
    jobs,
    workers: workersFor(jobs, facts, machine),
    overlap: shortage(loadOf(jobs, withEnding, machine), machine.headroom) === undefined,
    ...(jobs > fair && !facts.oneProcessor && { note: tooMany(jobs, fair, facts, machine) }),
  };
}

function whyNotOneProcessor(
  { oneProcessor, wanted, pace, pin }: Facts,
  { processors }: Machine,
): string | undefined {
  if (!oneProcessor) return undefined;
  if (pin) return 'with --pin each player has a processor of its own: expected one of the two';
  if (pace !== 'turns')
    return 'the players of this game think at the same moment, and would wait for one another: expected a game in turns';
  if (wanted === 'auto' || wanted <= processors) return undefined;
  const here = processors === 1 ? 'there is 1' : `there are ${processors}`;
  return `--jobs ${wanted} needs ${wanted} processors, and ${here} that this host may use: expected --jobs ${processors} at most`;
}

function onlyAlone({ pin, trace }: Facts): string | undefined {
  if (pin) return '--pin gives each player of one game a processor: expected --jobs 1 with it';
  if (trace) return '--trace shows the messages of one game at a time: expected --jobs 1 with it';
  return undefined;
}

/** In a turn game one player thinks at a time, and the host needs a processor. */
function fairJobs({ pace, players }: Facts, { processors }: Machine): number {
  return Math.max(1, pace === 'turns' ? processors - 1 : Math.floor(processors / players));
}

/** A race shares its thread with no other; who takes turns waits most of the time. */
function workersFor(jobs: number, { pace, players, mostOfOne }: Facts, { processors }: Machine): number {
  if (jobs <= 1) return 0;
  if (pace !== 'turns') return jobs;
  // Those that are being ended are there, too.
  const apart = mostOfOne === undefined ? 1 : Math.ceil(((1 + MOST_ENDING) * jobs * players) / mostOfOne);
  return Math.min(jobs, Math.max(processors, apart));
}

function loadOf(jobs: number, facts: Facts, machine: Machine): Load {
  const others = workersFor(jobs, facts, machine);
  const { players } = facts;
  return { players: jobs * players, others, ofOne: Math.ceil(jobs / Math.max(1, others)) * players };
}

function mostJobs(asked: number, facts: Facts, machine: Machine): number {
  for (let jobs = asked - 1; jobs > 0; jobs--)
    if (shortage(loadOf(jobs, facts, machine), machine.headroom) === undefined) return jobs;
  return 0;
}

const whatFits = (jobs: number) => (jobs === 0 ? '' : `. --jobs ${jobs} would fit`);

function tooMany(jobs: number, fair: number, { pace }: Facts, { processors }: Machine): string {
  const thinking = pace === 'turns' ? 'the player that has the turn' : 'every player';
  const here = processors === 1 ? '1 processor' : `${processors} processors`;
  return `note: ${jobs} games at once on ${here}: players may wait for one another. With --jobs ${fair} (auto) ${thinking} of each game has a processor`;
}

/**
 * For `--one-processor`, before a player is started: the processors of the games. Where they are played here, this process keeps to its
 * own from now on, with all that it starts.
 */
export function onOneProcessorEach(jobs: Jobs): Jobs {
  const pinning = findPinning();
  if (!pinning.ok) throw new UsageError(`--one-processor: ${pinning.because}`);
  const { program: taskset, processors } = pinning;
  // The first one often has the interrupts of devices, too.
  const numbers = processors.slice(-jobs.jobs);
  const problem = jobs.workers === 0 ? keepHostTo(taskset, numbers) : undefined;
  if (problem !== undefined) throw new UsageError(`--one-processor: taskset failed: ${problem}`);
  return { ...jobs, processors: { taskset, numbers } };
}
