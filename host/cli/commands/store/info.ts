import { UsageError } from '../../../core/errors.ts';
import { isPostgresAddress, splitExperiment, withoutPassword } from '../../../core/postgres-address.ts';
import { counted, grouped, visible } from '../../../core/text.ts';
import type { FarmState } from '../../../runs/farm-state.ts';
import { comparisonIn, foldOf, versionsIn } from '../../../runs/stored-runs.ts';
import { StoreFailure } from '../../../sqlite/fault.ts';
import { remainingWords } from '../../../views/terminal/progress.ts';
import { commandOf } from '../../command.ts';
import { printJson, printLines, printNote } from '../../output.ts';
import { storeToRead } from '../../stores.ts';

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
    const { GamesDatabase } = await import('../../../runs/store/games-database.ts');
    const { readFarm } = await import('../../../runs/farm-state.ts');
    await using database = await GamesDatabase.open(server, { makes: false, note: printNote }).catch(
      (error: unknown) => {
        if (error instanceof StoreFailure) throw new UsageError(error.message);
        throw error;
      },
    );
    const farm = await readFarm(database);
    const planned = new Map<string, number>();
    for (const { name, isRunning } of farm.experiments) {
      const games = isRunning ? await plannedIn(`${server}#${name}`) : undefined;
      if (games !== undefined) planned.set(name, games);
    }
    if (json) printJson(farmLine(shown, farm, planned));
    else printLines(farmWords(farm, planned).map(visible));
    return 0;
  },
});

/** Of a comparison nobody knows it. */
async function plannedIn(where: string): Promise<number | undefined> {
  await using store = await storeToRead(where);
  const file = await store.file();
  if (file === undefined || comparisonIn(store, file) !== undefined) return undefined;
  const { schedule, games } = await foldOf(await versionsIn(store, withoutPassword(where)), store);
  return Math.max(games, schedule.planned);
}

function farmLine(store: string, { experiments, workers }: FarmState, planned: ReadonlyMap<string, number>) {
  return {
    ...{ wordhost: 1, kind: 'farm', store },
    experiments: experiments.map((each) => ({ ...each, planned: planned.get(each.name) ?? null })),
    workers,
  };
}

function farmWords({ experiments, workers }: FarmState, planned: ReadonlyMap<string, number>): string[] {
  const perMinute = workers.reduce((sum, each) => sum + each.gamesPerMinute, 0);
  const left = experiments.reduce((sum, { name, games }) => sum + ((planned.get(name) ?? games) - games), 0);
  const seconds = perMinute === 0 ? undefined : (60 * left) / perMinute;
  return [
    ...experiments.map((each) => {
      const of = planned.get(each.name);
      const games =
        of === undefined ? counted(each.games, 'game') : `${grouped(each.games)} of ${counted(of, 'game')}`;
      const now = each.isRunning
        ? `; ${each.playing} playing, ${each.waiting} waiting${each.weight === 1 ? '' : `, weight ${each.weight}`}`
        : '; no command is scheduling it now';
      return `${each.name}: ${games}${now}`;
    }),
    `${counted(workers.length, 'worker')}, ${grouped(perMinute)} games per minute${left > 0 && seconds !== undefined ? `, ${remainingWords(seconds)}` : ''}`,
    ...workers.flatMap(
      ({
        name,
        host,
        slots,
        games,
        gamesPerMinute,
        version,
        load,
        processors,
        refusals = [],
        seenSecondsAgo,
      }) => [
        `  ${name} on ${host}: ${slots} at once, ${counted(games, 'game')}, ${gamesPerMinute} a minute, ${counted(processors, 'processor')}${load === undefined ? '' : ` with a load of ${load}`}, wordhost ${version}, seen ${seenSecondsAgo} s ago`,
        ...refusals.map(({ experiment, problem }) => `    takes no games of ${experiment}: ${problem}`),
      ],
    ),
  ];
}
