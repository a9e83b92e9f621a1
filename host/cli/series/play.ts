import { setImmediate as startsGoOn } from 'node:timers/promises';
import type { LocalTools } from '../../runs/executor.ts';
import type { Experiment } from '../../runs/experiment.ts';
import { type EarlierGame, type Fold, type RunOutcome, run, type Sink } from '../../runs/run.ts';
import type { SavedGames } from '../../runs/store/saved-games.ts';
import type { RunView } from '../../serve/watch/live-run.ts';
import type { RunOutput } from '../../views/terminal/run-output.ts';
import { executorFor, farmRun, livePageOf } from '../jobs/executor.ts';
import { printNotes, runOutput } from '../output.ts';
import { reportsOnStdout } from '../reports/report-files.ts';
import { type Interruption, tellResume } from '../signals.ts';
import type { SeriesPlan } from './plan.ts';

/** What a command says of its run: the games, what they come to, and who hears of them. */
export interface OpenRun {
  readonly experiment: Experiment;
  readonly fold: Fold;
  readonly earlier?: readonly EarlierGame[];
  /** Notes before the first game. */
  readonly beginning?: readonly string[];
  /** For games that this process plays. */
  readonly local?: Pick<LocalTools, 'attend' | 'watch'>;
  readonly sinks: readonly Sink[];
  /** The live page. */
  view?(): Promise<RunView>;
  /** Prints the results. Answers the exit status of a run that nobody interrupted. */
  conclude(outcome: RunOutcome): number;
}

export interface PlayedRun {
  readonly plan: SeriesPlan;
  readonly saved?: SavedGames | undefined;
  readonly weight?: number;
  readonly coloured: boolean;
  open(output: RunOutput, interruption: Interruption): Promise<OpenRun> | OpenRun;
}

const FAILED = 3;

/** Plays a run from its plan to its exit status: the same for a series, a comparison and a tuning. */
export async function playRun({ plan, saved, weight = 1, coloured, open }: PlayedRun): Promise<number> {
  const { request, players, settings } = plan;
  const { quiet, watch, events } = settings.output;
  using interruption = plan.interruption;
  const isStdoutTaken = events === '-' || reportsOnStdout(settings.output).length > 0;
  const output = runOutput(coloured, isStdoutTaken ? 'stderr' : 'stdout');
  const opened = await open(output, interruption);
  if (interruption.status !== undefined) return interruption.status;
  const { experiment, fold, earlier, beginning = [], local, sinks, view } = opened;
  if (!quiet) printNotes(beginning);
  await startsGoOn();
  await using livePage = view && (await livePageOf(watch, output, view));
  const farm = farmRun(saved, request, players.length, weight);
  await using executor = await executorFor(
    { game: request.game.name, lexicon: request.lexicon },
    { ...plan, ...local, livePage, farm },
  );
  const outcome = await run(experiment, {
    ...{ executor, fold, earlier, interruption, store: saved },
    sinks: livePage ? [...sinks, livePage] : sinks,
  });
  const status = opened.conclude(outcome);
  if (saved && !quiet && interruption.status !== undefined) tellResume(saved.path);
  return outcome.hostFailed || status === FAILED ? FAILED : (interruption.status ?? status);
}
