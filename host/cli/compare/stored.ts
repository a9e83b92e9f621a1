import { UsageError } from '../../core/errors.ts';
import { withoutPassword } from '../../core/postgres-address.ts';
import { counted } from '../../core/text.ts';
import { limitOptions, type OptionTable, type OptionValues, optionText } from '../../games/kit/option.ts';
import type { ComparisonPlan } from '../../runs/comparison.ts';
import type { SeriesRequest } from '../../runs/series.ts';
import type { SavedGames } from '../../runs/store/saved-games.ts';
import { commandLine } from '../../runs/store/this-writer.ts';
import { forManyGames } from '../../settings/option-groups.ts';
import { hostingOptions } from '../../settings/options.ts';
import type { Question } from '../../tournament/comparison.ts';
import type { OptionTexts } from '../../tournament/stored-comparison.ts';
import type { SeriesPlan } from '../series/plan.ts';
import { type StoreRequest, withExperiment } from '../stores.ts';

interface StoreOptions {
  readonly store: string | undefined;
  readonly records: boolean;
  readonly weight: number;
  readonly 'record-bad': string | undefined;
}

/** The store, if there is one. `experiment`: its name in a database with several. */
export function storeRequest(
  { store, records, weight, 'record-bad': recordBad }: StoreOptions,
  experiment: string,
): StoreRequest | undefined {
  if (store === undefined) return undefined;
  if (records && recordBad)
    throw new UsageError(
      '--store and --record-bad: use one or the other. The store saves the records of all games, or none with --no-records',
    );
  const address = withExperiment(store, experiment);
  return { address, shown: withoutPassword(address), records, weight };
}

interface Seeds {
  readonly seed?: string | undefined;
  readonly playerSeed?: string | undefined;
}

/** The series with the seeds that its store has from its first games, unless the user has named others. */
export function withStoredSeeds(
  { request, settings: { series } }: SeriesPlan,
  { seed, playerSeed }: Seeds = {},
): SeriesRequest {
  return {
    ...request,
    ...(series.seed === undefined && seed !== undefined && { seed }),
    ...(series.playerSeed === undefined && playerSeed !== undefined && { playerSeed }),
  };
}

export function resumingNotes(saved: SavedGames | undefined, games: number): string[] {
  if (!saved || games === 0) return [];
  return [`${saved.path} has ${counted(games, 'game')} from an earlier run; resuming`];
}

interface PlanToStore {
  readonly plan: ComparisonPlan;
  readonly defaults: OptionTexts;
  /** The working directory of players without one of their own. */
  readonly folder: string;
}

/** The definition of a comparison in a store. */
export function planToStore(
  { request, players, settings }: Pick<SeriesPlan, 'request' | 'players' | 'settings'>,
  question: Question,
  options: object,
): PlanToStore {
  const text = `${commandLine(process.argv.slice(2))}\n`;
  const hosting = textsOf(hostingOptions, (name) => (options as OptionValues<OptionTable>)[name]);
  const defaultTexts = (table: OptionTable) => textsOf(table, (name) => table[name]!.default);
  const [folder = '.'] = settings.hosting.folders;
  return {
    plan: { request, players, question, hosting, text },
    defaults: {
      options: defaultTexts({ ...forManyGames(request.game.options), ...limitOptions }),
      hosting: defaultTexts(hostingOptions),
    },
    folder,
  };
}

function textsOf(table: OptionTable, value: (name: string) => unknown): object {
  return Object.fromEntries(
    Object.entries(table).map(([name, spec]) => [name, optionText(spec, value(name))]),
  );
}
