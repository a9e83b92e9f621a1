import { fork } from 'node:child_process';
import { UsageError } from '../../core/usage-error.ts';
import { Trace } from '../../events/trace.ts';
import type { OpenSeats } from '../../match/seat.ts';
import type { GameTools, Recording } from '../../runs/play-game.ts';
import { playSeries, type SeriesGame, type SeriesTools } from '../../runs/play-series.ts';
import type { Setup } from '../../runs/workers/messages.ts';
import { Pool } from '../../runs/workers/pool.ts';
import { Worker } from '../../runs/workers/worker.ts';
import { processSeats } from '../../seats/process/process-seats.ts';
import type { GameSettings } from '../playing/game-settings.ts';
import type { ReadySeries } from '../playing/ready-series.ts';
import { printNotes, terminalWidth } from '../print.ts';
import { optimizeLater } from './optimize-later.ts';
import type { Jobs } from './settle-jobs.ts';
import { WORKER_WORD } from './worker-word.ts';

/** The games of a series, here or by other processes, as they end. */
export async function* playReady(
  ready: ReadySeries,
  seen: Pick<GameTools, 'attend' | 'watch'> = {},
): AsyncGenerator<SeriesGame> {
  const { request, hosted, jobs, settings } = ready;
  const { game, lexicon } = request;
  const setup = { game: game.name, lexicon, hosting: hosted, recording: recordingOf(settings) };
  await using others = jobs.workers === 0 ? undefined : workerPool(jobs, setup);
  using _exit = onExit(() => others?.kill());
  yield* playSeries(request, { ...gameTools(ready), ...seen, others });
}

function recordingOf({ output, hosting }: GameSettings): Recording {
  const { record, recordBad } = output;
  const { requireBatch } = hosting;
  return recordBad === undefined ? { record } : { record: recordBad, onlyBad: { requireBatch } };
}

function gameTools({ settings, hosted, interruption }: ReadySeries): SeriesTools {
  const { events, trace: isTraced } = settings.output;
  const width = terminalWidth(process.stderr);
  const longest = process.stderr.isTTY ? width : Number.POSITIVE_INFINITY;
  const trace = isTraced ? () => new Trace((line) => printNotes([line]), longest) : undefined;
  const { signal: interrupt, stop } = interruption;
  return {
    openSeats: thenOptimizing(processSeats(hosted)),
    interrupt,
    stop,
    events,
    ...recordingOf(settings),
    trace,
  };
}

/** It takes a millisecond or two, in which the first players start. */
function thenOptimizing(openSeats: OpenSeats): OpenSeats {
  return async (...asked) => {
    const opened = await openSeats(...asked);
    optimizeLater();
    return opened;
  };
}

/** One that hangs would not see that this process has gone. */
function onExit(act: () => void): Disposable {
  process.once('exit', act);
  return { [Symbol.dispose]: () => process.off('exit', act) };
}

/** Processes of this very program, started as it was. */
export function workerPool(sizes: Pick<Jobs, 'jobs' | 'workers'>, setup: Setup): Pool<Worker> {
  const program = process.argv[1];
  if (program === undefined)
    throw new UsageError(
      '--jobs: expected a program in a file, which is started again to play the games; this one has none',
    );
  return new Pool(sizes, () => new Worker(startWorker(program), setup));
}

function startWorker(program: string) {
  return fork(program, [WORKER_WORD], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // A Ctrl-C at the terminal is the host's alone.
    detached: true,
  });
}
