import { rateOf, secondsLeft } from '../../core/pace.ts';
import { withoutPassword } from '../../core/postgres-address.ts';
import { counted, visible } from '../../core/text.ts';
import { counts } from '../../runs/experiment.ts';
import { RequirementCheck } from '../../runs/report/requirement.ts';
import { ChangedFiles } from '../../runs/report/versions.ts';
import { WorkerFigures } from '../../runs/report/worker-figures.ts';
import { type RunOutcome, run, type Sink } from '../../runs/run.ts';
import type { ReadableStore } from '../../runs/store/contract.ts';
import { resultLine, SavedGames } from '../../runs/store/saved-games.ts';
import {
  foldOf,
  inFileOrder,
  saveDefinition,
  updateVersions,
  versionsIn,
} from '../../runs/store/stored-runs.ts';
import { tournamentExperiment, tournamentRunFold, withStored } from '../../runs/tournament.ts';
import type { TournamentFold } from '../../tournament/report.ts';
import { type StoredTournament, storedOrder } from '../../tournament/stored-tournament.ts';
import { rateWords, remainingWords } from '../../views/terminal/progress.ts';
import type { RunOutput } from '../../views/terminal/run-output.ts';
import { standingsLines, terminalReport } from '../../views/tournament/terminal-report.ts';
import { executorFor, farmRun, livePageOf } from '../jobs/executor.ts';
import {
  printError,
  printLines,
  printNote,
  printNotes,
  progressStream,
  resultsAreIn,
  runOutput,
} from '../output.ts';
import { excuseNotes, GameNotes } from '../reports/game-notes.ts';
import { replayCommand } from '../reports/repeat.ts';
import { type ProgressStream, RunProgress } from '../reports/run-progress.ts';
import { readRequirements } from '../series/request.ts';
import { Interruption, tellFinishing, tellResume } from '../signals.ts';
import { storeToWrite } from '../stores.ts';
import type { ReadFile } from './file.ts';
import { setUpExecutor, type TournamentCall, type TournamentPlan } from './plan.ts';

/** A tournament file, and where its games are saved. */
export interface TournamentRequest {
  readonly read: ReadFile;
  readonly plan: TournamentPlan;
  readonly store: string;
  /** As the user would write it. */
  readonly shownStore: string;
}

/** Plays what is missing in the store. */
export async function playTournament(request: TournamentRequest, call: TournamentCall): Promise<number> {
  const { plan, read, store: path, shownStore } = request;
  const { options, coloured } = call;
  const names = plan.players.map(({ name }) => name);
  const requirements = readRequirements(options.require, plan.game, names);
  await using saved = await SavedGames.open(storeToWrite(path), {
    ...{ path: withoutPassword(path), records: options.records, note: printNote },
  });
  const { store } = saved;
  resultsAreIn(shownStore);
  const versions = await resumeVersions(store, request);
  const stored = versions.at(-1)!;
  await saveDefinition(store, { text: read.text, canonical: JSON.stringify(stored) });
  const files = new ChangedFiles();
  const fold = await foldOf(versions, store, (result) => files.before(result));
  const { quiet, json } = plan.settings.output;
  if (!quiet) printNotes([beginning(fold, stored, shownStore), ...orderNote(plan.stored, stored)]);
  using interruption = new Interruption(() => tellFinishing(quiet));
  const output = runOutput(coloured);
  const [next] = fold.schedule.due();
  const hostFailed = next !== undefined && (await playDue()).hostFailed;
  const check = new RequirementCheck(requirements);
  const inFile = inFileOrder(plan.stored, stored);
  const workers = new WorkerFigures();
  const final = await foldOf(versions, store, (result, number, isCounted) => {
    if (!isCounted) return;
    check.add(inFile(result), number);
    workers.take(result);
  });
  const replay = (number: number) => (options.records ? replayCommand(`${shownStore}#${number}`) : undefined);
  const finalReport = () => {
    const report = final.report();
    return terminalReport({ ...report, ...workers.part() }, replay, output.look('results'));
  };
  if (!json) printLines(finalReport());
  else if (!quiet) printNotes(finalReport());
  const broken = interruption.status === undefined && final.schedule.isOver ? check.broken() : [];
  for (const sentence of broken) printError(`--require ${sentence}\n`);
  if (!quiet && interruption.status !== undefined && !final.schedule.isOver) tellResume(shownStore);
  if (hostFailed) return 3;
  return interruption.status ?? (final.schedule.stoppedBy !== undefined || broken.length > 0 ? 1 : 0);

  async function playDue(): Promise<RunOutcome> {
    const toPlay = withStored(plan.request, stored);
    const { game } = plan;
    const setup = { file: read.path, store: path, records: saved.folder, due: mostAtOnce(fold) };
    const { settings } = plan;
    const farm = farmRun(saved, toPlay, toPlay.seats, options.weight);
    const recorded = { ...settings, output: { ...settings.output, record: saved.folder } };
    await using livePage = await livePageOf(options.watch, output, async () => {
      const { storedGames, tournamentView } = await import('../../serve/watch/run-views.ts');
      const view = tournamentView(game, stored.name, () => fold);
      return { ...view, stored: await storedGames(store, options.records) };
    });
    await using executor = await executorFor(
      { game: game.name, lexicon: toPlay.lexicon },
      { ...(await setUpExecutor(plan, setup)), settings: recorded, livePage, farm },
    );
    const commands = { replay: replayCommand };
    const jsonLines: Sink = {
      take: (played) => void (counts(played) && output.json(resultLine(played))),
    };
    const sinks = [
      ...(json ? [jsonLines] : []),
      ...(quiet || stored.offender !== 'drop' ? [] : [excuseNotes(output, 'tournament')]),
      new GameNotes(toPlay, { ...{ output, quiet, commands, files, onlyFirst: true }, games: MANY }),
      tournamentProgress(fold, output, progressStream(settings.output)),
      ...(livePage ? [livePage] : []),
    ];
    return await run(tournamentExperiment(fold.schedule, toPlay), {
      ...{ executor, fold: tournamentRunFold(fold, store), sinks, store: saved, interruption },
    });
  }
}

/** The number of games is not known before all are played. */
const MANY = Number.POSITIVE_INFINITY;

export async function resumeVersions(
  store: ReadableStore,
  { read, plan, shownStore }: TournamentRequest,
): Promise<readonly StoredTournament[]> {
  const versions = await versionsIn(store, shownStore);
  const file = { file: read.path, path: shownStore, hasSeed: read.file.seed !== undefined };
  return await updateVersions(store, versions, plan.stored, file);
}

function beginning(
  { games, schedule }: TournamentFold,
  { name, seed }: StoredTournament,
  store: string,
): string {
  const planned = Math.max(games, schedule.planned);
  const what = games === 0 ? counted(planned, 'game') : `${games} of ${planned} games are played`;
  return `${name}: ${what}, seed ${seed}, saved in ${store}`;
}

function orderNote(file: StoredTournament, stored: StoredTournament): string[] {
  const order = storedOrder(file, stored);
  return order ? [`note: the order of the players stays as before: ${order.map(visible).join(', ')}`] : [];
}

/** How many games could be played at once now. */
export function mostAtOnce({ schedule }: TournamentFold): number {
  let count = 0;
  for (const _ of schedule.due()) if (++count >= MOST_JOBS) break;
  return count;
}

const MOST_JOBS = 1000;

/** Shows the pace of a tournament, and on a terminal its standings below. */
function tournamentProgress(
  fold: TournamentFold,
  output: Pick<RunOutput, 'beforeWriting'>,
  progress: ProgressStream,
): RunProgress {
  const before = fold.games;
  return new RunProgress(
    output,
    progress,
    (seconds) => {
      const { games, schedule } = fold;
      const planned = Math.max(games, schedule.planned);
      const pace = { done: games - before, seconds };
      const [rate, left] = [rateOf(pace), secondsLeft(pace, planned - games)];
      return [
        { text: `${games} of ${planned} games`, rank: 0 },
        { text: rate === undefined ? '' : rateWords(rate), rank: 2 },
        { text: left === undefined || planned === games ? '' : remainingWords(left), rank: 1 },
      ];
    },
    (width) => standingsLines(fold.report(), width),
  );
}
