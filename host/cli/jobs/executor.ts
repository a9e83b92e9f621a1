import type { SharedEvent } from '../../events/noted.ts';
import { Trace } from '../../events/recorder.ts';
import type { AnyGame } from '../../games/game.ts';
import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import type { MatchPlan } from '../../match/plan.ts';
import type { OpenSeats } from '../../match/seat.ts';
import { type Executor, LocalExecutor, type LocalTools } from '../../runs/executor.ts';
import { isOneAtATime, type Jobs, onOneProcessorEach, settleJobs } from '../../runs/jobs.ts';
import type { Recording, SeenGame } from '../../runs/play-game.ts';
import type { SeriesRequest } from '../../runs/series.ts';
import type { FarmPlace } from '../../runs/store/contract.ts';
import type { SavedGames } from '../../runs/store/saved-games.ts';
import type { Setup } from '../../runs/worker-pool.ts';
import { type HostingRequest, processSeats } from '../../seats/process/process-seats.ts';
import { usersOfThisHost } from '../../seats/process/sandbox/sandbox.ts';
import type { LiveRun, RunView } from '../../serve/watch/live-run.ts';
import type { RunOutput } from '../../views/terminal/run-output.ts';
import { printNote, printNotes, terminalWidth } from '../output.ts';
import type { GameSettings } from '../series/players.ts';
import { optimizeLater } from './optimize-later.ts';
import { workerPool } from './worker-processes.ts';

interface FarmRun {
  readonly place: FarmPlace;
  /** The folder of records that go into the store. Undefined if the store gets no records. */
  readonly runningFolder: string | undefined;
  readonly game: AnyGame;
  /** Players of one game that can think at the same moment. */
  readonly thinking: number;
  readonly overlap: boolean;
  /** The share of the workers. */
  readonly weight: number;
}

/** The facts that workers need of a run whose games are in this store. A store in a file has no workers. */
export function farmRun(
  saved: SavedGames | undefined,
  { game, options, overlap = false }: Pick<SeriesRequest, 'game' | 'options' | 'overlap'>,
  players: number,
  weight = 1,
): FarmRun | undefined {
  const place = saved?.store.farm;
  const thinking = game.pace(options) === 'turns' ? 1 : players;
  return place && { place, runningFolder: saved.folder, game, thinking, overlap, weight };
}

/** The number of games at once, and of processes that play them. */
export function jobsFor(
  game: AnyGame,
  options: OptionValues<OptionTable>,
  settings: GameSettings,
  players: number,
): Jobs {
  const facts = factsOf(game, options, settings, players);
  const { output, hosting } = settings;
  if (facts.wanted === 0) return { jobs: 0, workers: 0, overlap: true };
  const isApart = hosting.sandbox === 'strict' && !isOneAtATime(facts);
  const jobs = settleJobs({ ...facts, mostOfOne: isApart ? usersOfThisHost().length : undefined });
  if (jobs.note !== undefined && !output.quiet) printNotes([jobs.note]);
  return facts.oneProcessor ? onOneProcessorEach(jobs) : jobs;
}

/** The number of games at once depends on these facts, and on the machine. */
export function factsOf(
  game: AnyGame,
  options: OptionValues<OptionTable>,
  { series: { jobs: wanted, games, pin, oneProcessor }, output: { trace } }: GameSettings,
  players: number,
) {
  return { wanted, games, pace: game.pace(options), players, pin, oneProcessor, trace };
}

interface ExecutorOptions {
  readonly settings: GameSettings;
  readonly hosting: HostingRequest;
  readonly jobs: Jobs;
  readonly attend?: ((plan: MatchPlan) => (event: SharedEvent) => void) | undefined;
  readonly watch?: LocalTools['watch'];
  readonly livePage?: LiveRun | undefined;
  /** The folder of records unless the user has named one. */
  readonly recordsTo?: string | undefined;
  /** Set if the store is on a server: workers play. */
  readonly farm?: FarmRun | undefined;
}

/** Chooses the executor of a command: this process, or others. */
export async function executorFor(
  played: Pick<Setup, 'game' | 'lexicon'>,
  { settings, hosting, jobs, attend, watch, livePage, recordsTo, farm }: ExecutorOptions,
): Promise<Executor> {
  if (farm) {
    const { openFarm } = await import('../../runs/farm/machine.ts');
    const { place, ...run } = farm;
    const { record } = recordingOf(settings, recordsTo);
    const { lexicon } = played;
    return await openFarm(place, {
      ...run,
      lexicon,
      hosting,
      record,
      jobs: jobs.jobs,
      note: printNote,
      openPool: workerPool,
    });
  }
  const recording = { ...recordingOf(settings, recordsTo), copies: livePage?.copies };
  const seen = livePage && ((game: SeenGame) => livePage.seen(game));
  const setup = { ...played, hosting, recording, isWatched: seen !== undefined };
  const executor: Executor =
    jobs.workers > 0
      ? workerPool(jobs, setup, seen)
      : new LocalExecutor({
          ...recording,
          attend,
          watch,
          seen,
          openSeats: thenOptimizing(processSeats(hosting)),
          events: settings.output.events,
          trace: traceOf(settings),
        });
  livePage?.onLook((isLooking) => executor.look?.(isLooking));
  if ([...(hosting.own?.values() ?? [])].every(({ bundle }) => bundle === undefined)) return executor;
  const { withPreparedPlayers } = await import('../../runs/farm/travelling-players.ts');
  return withPreparedPlayers(executor, hosting);
}

function recordingOf({ output, hosting }: GameSettings, recordsTo: string | undefined): Recording {
  const { record = recordsTo, recordBad } = output;
  const { requireBatch } = hosting;
  return recordBad === undefined ? { record } : { record: recordBad, onlyBad: { requireBatch } };
}

function traceOf({ output }: GameSettings): LocalTools['trace'] {
  const width = terminalWidth(process.stderr);
  const longest = process.stderr.isTTY ? width : Number.POSITIVE_INFINITY;
  return output.trace ? () => new Trace((line) => printNotes([line]), longest) : undefined;
}

/** It takes a millisecond or two, in which the first players start. */
function thenOptimizing(openSeats: OpenSeats): OpenSeats {
  return async (...request) => {
    const opened = await openSeats(...request);
    optimizeLater();
    return opened;
  };
}

/** The live page of a run, at this port; what it is made of is loaded where there is one. */
export async function livePageOf(
  port: number | undefined,
  output: RunOutput,
  viewOf: () => Promise<RunView>,
): Promise<LiveRun | undefined> {
  if (port === undefined) return undefined;
  const { LiveRun } = await import('../../serve/watch/live-run.ts');
  return await LiveRun.open(port, await viewOf(), output);
}
