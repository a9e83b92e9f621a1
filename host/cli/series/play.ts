import { setImmediate as startsGoOn } from 'node:timers/promises';
import type { LocalTools } from '../../runs/executor.ts';
import type { Experiment } from '../../runs/experiment.ts';
import type { Jobs } from '../../runs/jobs.ts';
import { type EarlierGame, type Fold, type RunOutcome, run, type Sink } from '../../runs/run.ts';
import type { SavedGames } from '../../runs/store/saved-games.ts';
import type { RunView } from '../../serve/watch/live-run.ts';
import type { RunOutput } from '../../views/terminal/run-output.ts';
import { executorFor, farmRun, livePageOf } from '../jobs/executor.ts';
import { printNotes, runOutput } from '../output.ts';
import { hidingStore } from '../process/process-request.ts';
import { reportsOnStdout } from '../reports/report-files.ts';
import { Interruption, tellFinishing, tellResume } from '../signals.ts';
import { openSaved, type StoreRequest } from '../stores.ts';
import type { RunPlan } from './plan.ts';

/** A command describes its run: the games, the fold, and the sinks. */
export interface OpenRun {
  readonly experiment: Experiment;
  readonly fold: Fold;
  readonly jobs: Jobs;
  readonly earlier?: readonly EarlierGame[];
  /** Notes before the first game. */
  readonly beginning?: readonly string[];
  /** Set for games that this process plays. */
  readonly local?: Pick<LocalTools, 'attend' | 'watch'>;
  readonly sinks: readonly Sink[];
  /** No game is left to be played. */
  readonly isOver?: boolean;
  /** The live page. */
  view?(): Promise<RunView>;
  /** Prints the results. Answers the exit status of a run that nobody interrupted. */
  conclude(): Promise<number> | number;
}

/** The parts with which a command opens its run. `held` is disposed of after the results were printed. */
export interface OpenTools {
  readonly output: RunOutput;
  readonly interruption: Interruption;
  readonly saved: SavedGames | undefined;
  readonly held: DisposableStack;
}

export interface PlayedRun {
  readonly plan: RunPlan;
  readonly store?: StoreRequest | undefined;
  readonly coloured: boolean;
  open(tools: OpenTools): Promise<OpenRun>;
}

const FAILED = 3;

/** Plays a run from its plan to its exit status: the same for a series, a comparison, a tuning and a tournament. */
export async function playRun({ plan, store, coloured, open }: PlayedRun): Promise<number> {
  const { request, settings } = plan;
  const { quiet, watch, events } = settings.output;
  await using saved = store && (await openSaved(store));
  using interruption = new Interruption(settings.series.games > 1 ? () => tellFinishing(quiet) : undefined);
  using held = new DisposableStack();
  const isStdoutTaken = events === '-' || reportsOnStdout(settings.output).length > 0;
  const output = runOutput(coloured, isStdoutTaken ? 'stderr' : 'stdout');
  const opened = await open({ output, interruption, saved, held });
  if (interruption.status !== undefined) return interruption.status;
  if (!quiet) printNotes(opened.beginning ?? []);
  const hostFailed = !opened.isOver && (await playOpened()).hostFailed;
  const status = await opened.conclude();
  if (store && !quiet && interruption.status !== undefined && !opened.isOver) tellResume(store.shown);
  return hostFailed || status === FAILED ? FAILED : (interruption.status ?? status);

  async function playOpened(): Promise<RunOutcome> {
    const { experiment, fold, earlier, jobs, local, sinks, view } = opened;
    await startsGoOn();
    await using livePage = view && (await livePageOf(watch, output, view));
    await using executor = await executorFor(
      { game: request.game.name, lexicon: request.lexicon },
      {
        settings,
        hosting: saved ? hidingStore(plan.hosting, saved) : plan.hosting,
        jobs,
        ...local,
        livePage,
        recordsTo: saved?.folder,
        farm: farmRun(saved, request, plan.seats, store?.weight),
      },
    );
    return await run(experiment, {
      executor,
      fold,
      earlier,
      interruption,
      store: saved,
      sinks: livePage ? [...sinks, livePage] : sinks,
    });
  }
}
