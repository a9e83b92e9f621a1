import { HostFailure, UsageError } from '../../../core/errors.ts';
import { isPostgresAddress, splitExperiment, withoutPassword } from '../../../core/postgres-address.ts';
import { counted, grouped, visible } from '../../../core/text.ts';
import type { ExperimentState, WorkerState } from '../../../runs/farm/state.ts';
import { comparisonIn, foldOf, versionsIn } from '../../../runs/store/stored-runs.ts';
import { remainingWords } from '../../../views/terminal/progress.ts';
import { commandOf } from '../../command.ts';
import { printJson, printLines } from '../../output.ts';
import { farmDatabase, storeToRead } from '../../stores.ts';

export const infoOfStore = commandOf({
  summary:
    'Shows the state of a farm: its runs, the games waiting and playing, its workers, and the time left.',
  operands: {
    form: '[options] URL',
    min: 1,
    max: 1,
    expected: 'the database of a farm: wordhost store info postgres://ann@db.example/farm',
  },
  options: {
    json: { kind: 'flag', default: false, help: 'print one JSON object instead of text' },
  },
  examples: [
    ['wordhost store info postgres://ann@db.example/farm', 'show the progress of all runs, and the workers'],
  ],
  notes: 'Exit status: 0 shown, 2 no such database, 3 the database did not answer for too long.',
  async run({ operands: [where = ''], options: { json } }) {
    const shown = withoutPassword(where);
    if (!isPostgresAddress(where))
      throw new UsageError(
        `store info: expected a database, as in postgres://ann@db.example/farm; got ${shown}. For a file, use wordhost store check`,
      );
    const { server } = splitExperiment(where);
    const { readFarm } = await import('../../../runs/farm/state.ts');
    await using database = await farmDatabase(where, { makes: false });
    const { experiments, workers } = await readFarm(database);
    const runs: ShownRun[] = [];
    for (const each of experiments) runs.push({ ...each, ...(await plannedIn(server, each)) });
    if (json) printJson({ wordhost: 1, kind: 'farm', store: shown, experiments: runs, workers });
    else printLines(farmWords(runs, workers));
    return 0;
  },
});

/** A run with what its tournament says: of a comparison nobody knows how many games there will be. */
interface ShownRun extends ExperimentState {
  readonly planned: number | null;
  /** Games that were played and do not count. */
  readonly uncounted: number;
}

type Planned = Pick<ShownRun, 'games' | 'planned' | 'uncounted' | 'problem'>;

/** If other programs have written into the database, only the line of that run is lost. */
async function plannedIn(
  server: string,
  { name, games, isRunning, problem }: ExperimentState,
): Promise<Planned> {
  const unknown = { games, planned: null, uncounted: 0, ...(problem !== undefined && { problem }) };
  if (!isRunning || problem !== undefined) return unknown;
  try {
    const where = `${server}#${name}`;
    await using store = await storeToRead(where);
    const file = await store.file();
    if (file === undefined || comparisonIn(store, file) !== undefined) return unknown;
    const { schedule, games } = await foldOf(await versionsIn(store, withoutPassword(where)), store);
    return { games, planned: Math.max(games, schedule.planned), uncounted: schedule.uncounted };
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof HostFailure)) throw error;
    return { ...unknown, problem: error.message };
  }
}

function farmWords(runs: readonly ShownRun[], workers: readonly WorkerState[]): string[] {
  const perMinute = workers.reduce((sum, { gamesPerMinute = 0 }) => sum + gamesPerMinute, 0);
  const left = runs.reduce((sum, { games, planned }) => sum + ((planned ?? games) - games), 0);
  const seconds = perMinute === 0 ? undefined : (60 * left) / perMinute;
  const time = left > 0 && seconds !== undefined ? `, ${remainingWords(seconds)}` : '';
  return [
    ...runs.map(runWords),
    `${counted(workers.length, 'worker')}, ${grouped(perMinute)} games per minute${time}`,
    ...workers.flatMap(workerWords),
  ].map(visible);
}

function runWords({ name, problem, games, planned, uncounted, isRunning, ...run }: ShownRun): string {
  if (problem !== undefined) return `${name}: ${counted(games, 'game')}; ${problem}`;
  const of = planned === null ? counted(games, 'game') : `${grouped(games)} of ${counted(planned, 'game')}`;
  const besides = uncounted === 0 ? '' : ` (${grouped(uncounted)} more do not count)`;
  const weight = run.weight === 1 ? '' : `, weight ${run.weight}`;
  const now = isRunning
    ? `${run.playing} playing, ${run.waiting} waiting${weight}`
    : 'no command is scheduling it now';
  return `${name}: ${of}${besides}; ${now}`;
}

function workerWords({ name, problem, seenSecondsAgo, refusals = [], ...facts }: WorkerState): string[] {
  const seen = `seen ${seenSecondsAgo} s ago`;
  if (problem !== undefined) return [`  ${name}: ${problem}; ${seen}`];
  const { host, slots, games = 0, gamesPerMinute, version, load, processors = 0 } = facts;
  const machine = `${counted(processors, 'processor')}${load === undefined ? '' : ` with a load of ${load}`}`;
  return [
    `  ${name} on ${host}: ${slots} at once, ${counted(games, 'game')}, ${gamesPerMinute} per minute, ${machine}, wordhost ${version}, ${seen}`,
    ...refusals.map(({ experiment, problem }) => `    takes no games of ${experiment}: ${problem}`),
  ];
}
