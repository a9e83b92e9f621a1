import { UsageError } from '../../core/usage-error.ts';
import { Trace } from '../../events/trace.ts';
import type { OpenSeats } from '../../match/seat.ts';
import { GamePictures, type SeenGame } from '../../runs/game-pictures.ts';
import type { GameTools, Recording } from '../../runs/play-game.ts';
import type { Others, SeriesTools } from '../../runs/play-series.ts';
import type { Setup } from '../../runs/workers/messages.ts';
import { Pool } from '../../runs/workers/pool.ts';
import { Worker } from '../../runs/workers/worker.ts';
import { type HostingRequest, processSeats } from '../../seats/process/process-seats.ts';
import type { Interruption } from '../interrupt.ts';
import type { GameSettings } from '../playing/game-settings.ts';
import { printNotes, terminalWidth } from '../print.ts';
import { optimizeLater } from './optimize-later.ts';
import type { Jobs } from './settle-jobs.ts';

/** Who plays a series, and what is done with it besides; what is played is not asked. */
interface Playing {
  readonly settings: GameSettings;
  readonly hosted: HostingRequest;
  readonly jobs: Jobs;
  readonly interruption: Interruption;
}

/** Somebody who may look at the games while they run. */
export interface Onlooker {
  /** The folder for the records of the games that can be stepped through; none: they are kept elsewhere. */
  readonly copies: string | undefined;
  readonly begins: NonNullable<SeriesTools['begins']>;
  seen(game: SeenGame): void;
  /** `look` is told when somebody begins to look, and when nobody does any more. */
  onLook(look: (isLooking: boolean) => void): void;
}

/** The tools of a series, which is played here or by other processes. These end with the tools. */
export async function seriesTools(
  { settings, hosted, jobs, interruption }: Playing,
  played: Pick<Setup, 'game' | 'lexicon'>,
  seen: Pick<GameTools, 'attend' | 'watch'> & { readonly onlooker?: Onlooker | undefined } = {},
): Promise<SeriesTools & AsyncDisposable> {
  const { onlooker, ...told } = seen;
  const recording = { ...recordingOf(settings), copies: onlooker?.copies };
  const show = onlooker && ((game: SeenGame) => onlooker.seen(game));
  const setup = { ...played, hosting: hosted, recording, isWatched: show !== undefined };
  const others = jobs.workers === 0 ? undefined : await workerPool(jobs, setup, show);
  const pictures = show && !others ? new GamePictures(show) : undefined;
  onlooker?.onLook((isLooking) => (others ?? pictures)?.look(isLooking));
  const { signal: interrupt, stop } = interruption;
  return {
    openSeats: thenOptimizing(processSeats(hosted)),
    ...{ interrupt, stop, others },
    events: settings.output.events,
    ...recording,
    trace: traceOf(settings),
    ...told,
    ...(onlooker && { pictures, begins: (game, plan) => onlooker.begins(game, plan) }),
    [Symbol.asyncDispose]: async () => await others?.[Symbol.asyncDispose](),
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
): Promise<Others & Pick<Pool, 'look'> & AsyncDisposable> {
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
