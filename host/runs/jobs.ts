import { availableParallelism } from 'node:os';
import { UsageError } from '../core/errors.ts';
import type { Pace } from '../games/game.ts';
import {
  type Headroom,
  type Load,
  memoryHeadroom,
  readHeadroom,
  shortage,
} from '../seats/process/limits/headroom.ts';
import { findPinning, keepHostTo } from '../seats/process/processes/pinning.ts';
import { MOST_ENDING } from './game-queue.ts';

/** The number of games at once depends on these facts. */
interface Facts {
  readonly wanted: number | 'auto';
  readonly games: number;
  readonly pace: Pace;
  readonly players: number;
  readonly pin: boolean;
  readonly oneProcessor: boolean;
  readonly trace: boolean;
  /** The number of players that one process can keep apart from each other. It has no limit unless it is set. */
  readonly mostOfOne?: number | undefined;
}

export interface Jobs {
  /** Games at once. */
  readonly jobs: number;
  /** The number of processes that play them. 0: this one does. */
  readonly workers: number;
  /** The machine has room for the players of running games, and of those whose players are being ended. */
  readonly overlap: boolean;
  /** The processors of `--one-processor`: each process that plays games shares one with its players. */
  readonly processors?: GameProcessors;
  /** Says that there are more games than processors for the players that can think. */
  readonly note?: string;
}

/** One for each game that is played at the same moment, and the program that keeps processes to them. */
interface GameProcessors {
  readonly taskset: string;
  readonly numbers: readonly number[];
}

/** The resources of the machine. */
interface Machine {
  readonly processors: number;
  readonly headroom: readonly Headroom[];
}

function thisMachine(facts: Facts): Machine {
  const headroom = [...readHeadroom(), ...(isOneAtATime(facts) ? [] : memoryHeadroom())];
  return { processors: availableParallelism(), headroom };
}

/** Decides without a look at the machine. */
export function isOneAtATime({ wanted, games }: Pick<Facts, 'wanted' | 'games'>): boolean {
  return wanted === 1 || games === 1;
}

/** Returns the number of games at once, and of processes that play them. A number that does not fit is refused, and `auto` takes one that does. */
export function settleJobs(facts: Facts, machine = thisMachine(facts)): Jobs {
  const { wanted, games } = facts;
  refuseJobs(facts, machine);
  const fair = onlyAlone(facts) === undefined ? fairJobs(facts, machine) : 1;
  const target = Math.min(games, wanted === 'auto' ? fair : wanted);
  const problem = shortage(loadOf(target, facts, machine), machine.headroom);
  const jobs = problem === undefined ? target : mostJobs(target, facts, machine);
  if (problem !== undefined && (jobs === 0 || wanted !== 'auto'))
    throw new UsageError(target === 1 ? problem : `--jobs ${target}: ${problem}${whatFits(jobs)}`);
  const withEnding = { ...facts, players: (1 + MOST_ENDING) * facts.players };
  return {
    jobs,
    workers: workersFor(jobs, facts, machine),
    overlap: shortage(loadOf(jobs, withEnding, machine), machine.headroom) === undefined,
    ...(jobs > fair && !facts.oneProcessor && { note: tooMany(jobs, fair, facts, machine) }),
  };
}

/** Refuses settings that are wrong for any number of games. */
export function refuseJobs(facts: Omit<Facts, 'games'>, machine: Pick<Machine, 'processors'>): void {
  const { wanted } = facts;
  const odd = whyNotOneProcessor(facts, machine);
  if (odd !== undefined) throw new UsageError(`--one-processor: ${odd}`);
  const alone = onlyAlone(facts);
  if (alone !== undefined && wanted !== 'auto' && wanted > 1)
    throw new UsageError(`--jobs ${wanted}: ${alone}`);
}

function whyNotOneProcessor(
  { oneProcessor, wanted, pace, pin }: Omit<Facts, 'games'>,
  { processors }: Pick<Machine, 'processors'>,
): string | undefined {
  if (!oneProcessor) return undefined;
  if (pin) return '--pin gives each player its own processor: use one or the other';
  if (pace !== 'turns')
    return 'it requires a game with turns: the players of this game think at the same time';
  if (wanted === 'auto' || wanted <= processors) return undefined;
  return `--jobs ${wanted} requires ${wanted} processors, but this host may use only ${processors}. Use --jobs ${processors}`;
}

function onlyAlone({ pin, trace }: Pick<Facts, 'pin' | 'trace'>): string | undefined {
  if (pin) return '--pin requires --jobs 1, since each player of a game gets its own processor';
  if (trace) return '--trace requires --jobs 1, since it shows the messages of one game at a time';
  return undefined;
}

/** The host needs a processor, and in a turn game one player thinks at a time. */
function fairJobs({ pace, players }: Facts, { processors }: Machine): number {
  return Math.max(1, pace === 'turns' ? processors - 1 : Math.floor(processors / players));
}

/** A race shares its thread with no other; who takes turns waits most of the time. */
function workersFor(jobs: number, { pace, players, mostOfOne }: Facts, { processors }: Machine): number {
  if (jobs <= 1) return 0;
  if (pace !== 'turns') return jobs;
  // Players that are being ended count as well.
  const apart = mostOfOne === undefined ? 1 : Math.ceil(((1 + MOST_ENDING) * jobs * players) / mostOfOne);
  return Math.min(jobs, Math.max(processors, apart));
}

function loadOf(jobs: number, facts: Facts, machine: Machine): Load {
  const others = workersFor(jobs, facts, machine);
  const { players } = facts;
  return { players: jobs * players, others, ofOne: Math.ceil(jobs / Math.max(1, others)) * players };
}

function mostJobs(target: number, facts: Facts, machine: Machine): number {
  for (let jobs = target - 1; jobs > 0; jobs--)
    if (shortage(loadOf(jobs, facts, machine), machine.headroom) === undefined) return jobs;
  return 0;
}

const whatFits = (jobs: number) => (jobs === 0 ? '' : `. Use --jobs ${jobs}`);

function tooMany(jobs: number, fair: number, { pace }: Facts, { processors }: Machine): string {
  const who = pace === 'turns' ? 'the player to move in each game' : 'every player';
  const here = processors === 1 ? '1 processor' : `${processors} processors`;
  return `note: ${jobs} games at once on ${here}: players may wait for each other. With --jobs ${fair} (auto) ${who} has a processor`;
}

/**
 * Chooses the processors of the games for `--one-processor`, before a player is started. If the games are
 * played here, this process keeps to its own processor from now on, with everything that it starts.
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
