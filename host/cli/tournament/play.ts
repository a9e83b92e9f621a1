import { rateOf, secondsLeft } from '../../core/pace.ts';
import { seedHash } from '../../core/seed.ts';
import { counted, visible } from '../../core/text.ts';
import { counts } from '../../runs/experiment.ts';
import { RequirementCheck } from '../../runs/report/requirement.ts';
import { ChangedFiles } from '../../runs/report/versions.ts';
import { WorkerFigures } from '../../runs/report/worker-figures.ts';
import type { Sink } from '../../runs/run.ts';
import type { ReadableStore } from '../../runs/store/contract.ts';
import { resultLine } from '../../runs/store/saved-games.ts';
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
import { barPart, rateWords, remainingWords } from '../../views/terminal/progress.ts';
import type { RunOutput } from '../../views/terminal/run-output.ts';
import { standingsLines, terminalReport } from '../../views/tournament/terminal-report.ts';
import { printError, printLines, printNotes, progressStream } from '../output.ts';
import { excuseNotes, GameNotes } from '../reports/game-notes.ts';
import { replayCommand } from '../reports/repeat.ts';
import { type ProgressStream, RunProgress } from '../reports/run-progress.ts';
import { type OpenRun, type OpenTools, playRun } from '../series/play.ts';
import { jobsOf, type TournamentCall, type TournamentPlan } from './plan.ts';

/** Plays what is missing in the store. */
export async function playTournament(plan: TournamentPlan, call: TournamentCall): Promise<number> {
  const { coloured } = call;
  const open = async (tools: OpenTools) => await openTournament(plan, call, tools);
  return await playRun({ plan, store: plan.store, coloured, open });
}

async function openTournament(
  plan: TournamentPlan,
  { options: { records } }: TournamentCall,
  { output, interruption, saved }: OpenTools,
): Promise<OpenRun> {
  const { store } = saved!;
  const {
    settings,
    read,
    store: { shown },
  } = plan;
  const { quiet, json } = settings.output;
  const versions = await resumeVersions(store, plan);
  const stored = versions.at(-1)!;
  await saveDefinition(store, { text: read.text, canonical: JSON.stringify(stored) });
  const files = new ChangedFiles();
  const fold = await foldOf(versions, store, (result) => files.before(result));
  const { schedule } = fold;
  const request = withStored(plan.request, stored);
  const commands = { replay: replayCommand };
  return {
    experiment: tournamentExperiment(schedule, request),
    fold: tournamentRunFold(fold, store),
    beginning: [
      beginning(fold, stored, shown),
      `seed-hash ${seedHash(stored.seed)}`,
      ...orderNote(plan.stored, stored),
    ],
    jobs: jobsOf(plan, fold),
    get isOver() {
      return schedule.due().next().done === true;
    },
    sinks: [
      ...(json ? [jsonLines(output)] : []),
      ...(quiet || stored.offender !== 'drop' ? [] : [excuseNotes(output, 'tournament')]),
      new GameNotes(request, { output, quiet, commands, files, onlyFirst: true, games: MANY }),
      tournamentProgress(fold, output, progressStream(settings.output)),
    ],
    async view() {
      const { storedGames, tournamentView } = await import('../../serve/watch/run-views.ts');
      const { reportOf } = await import('./report-page.ts');
      const view = tournamentView(request.game, stored.name, () => fold);
      const report = reportOf(store, shown, { [request.game.name]: request.game });
      return { ...view, report, stored: await storedGames(store, records) };
    },
    async conclude() {
      const check = new RequirementCheck(plan.requirements);
      const inFile = inFileOrder(plan.stored, stored);
      const workers = new WorkerFigures();
      const final = await foldOf(versions, store, (result, number, isCounted) => {
        if (!isCounted) return;
        check.add(inFile(result), number);
        workers.take(result);
      });
      const replay = (number: number) => (records ? replayCommand(`${shown}#${number}`) : undefined);
      const report = { ...final.report(), ...workers.part() };
      const lines = terminalReport(report, replay, output.look('results'));
      if (!json) printLines(lines);
      else if (!quiet) printNotes(lines);
      const { isOver, stoppedBy } = final.schedule;
      const broken = interruption.status === undefined && isOver ? check.broken() : [];
      for (const sentence of broken) printError(`--require ${sentence}\n`);
      return stoppedBy !== undefined || broken.length > 0 ? 1 : 0;
    },
  };
}

const jsonLines = (output: RunOutput): Sink => ({
  take: (played) => void (counts(played) && output.json(resultLine(played))),
});

/** The number of games is not known before all are played. */
const MANY = Number.POSITIVE_INFINITY;

export async function resumeVersions(
  store: ReadableStore,
  { read, stored, store: { shown } }: TournamentPlan,
): Promise<readonly StoredTournament[]> {
  const versions = await versionsIn(store, shown);
  const file = { file: read.path, path: shown, hasSeed: read.file.seed !== undefined };
  return await updateVersions(store, versions, stored, file);
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
        barPart(games, planned, 3),
        { text: rate === undefined ? '' : rateWords(rate), rank: 2 },
        { text: left === undefined || planned === games ? '' : remainingWords(left), rank: 1 },
      ];
    },
    (width) => standingsLines(fold.report(), width),
  );
}
