import type { OptionSpec, OptionTable } from '../games/kit/option.ts';
import { limitOptions } from '../games/kit/option.ts';
import {
  dictionaryOptions,
  everyCommandOptions,
  hostingOptions,
  type SettingTable,
  sandboxOptions,
} from './options.ts';
import { outputOptions } from './output-options.ts';
import { seriesOptions } from './series-options.ts';

/** Options that several commands share. The first table that has an option is its group. */
const shared: Readonly<Record<string, OptionTable>> = {
  'Games and players': seriesOptions,
  'Results and output': outputOptions,
  'Time limits': limitOptions,
  'Sandbox and limits': sandboxOptions,
  'Player processes': hostingOptions,
  'Every command': everyCommandOptions,
};

interface OptionGroup {
  readonly title: string;
  readonly options: readonly (readonly [name: string, spec: OptionSpec])[];
}

/** A reader takes in this many options without groups. */
const MOST_IN_ONE = 14;

/** The options of a command as help shows them: those of every day first, its own before shared ones; few are one group. */
export function optionGroups(options: OptionTable): readonly OptionGroup[] {
  const table: OptionTable = { ...options, ...everyCommandOptions };
  const all = Object.entries(table);
  if (all.length <= MOST_IN_ONE) return [{ title: 'Options', options: all }];
  const own = all.filter(([name, spec]) => titleOf(name, spec) === OWN);
  const isOfEveryDay = ([, { everyday }]: OptionGroup['options'][number]) => everyday === true;
  const ownFirst = own.some(isOfEveryDay) ? own.filter(isOfEveryDay) : own;
  const first = [...ownFirst, ...all.filter((option) => isOfEveryDay(option) && !own.includes(option))];
  const groups = [OWN, ...Object.keys(shared)].map((title) => ({
    title,
    options: all.filter((option) => !first.includes(option) && titleOf(...option) === title),
  }));
  return [{ title: 'Everyday options', options: first }, ...groups].filter(
    (group) => group.options.length > 0,
  );
}

/** The other options that a command alone has. */
const OWN = 'Options of this command';

function titleOf(name: string, spec: OptionSpec): string {
  return Object.entries(shared).find(([, table]) => table[name] === spec)?.[0] ?? OWN;
}

/** The options of a command for a game: shared ones, and those of the game. A game that has no words has no word list. */
export function optionsFor<Shared extends OptionTable>(
  shared: Shared,
  { wordless }: { readonly wordless: boolean | 'always' },
  own: OptionTable,
): Shared {
  const absent = wordless === 'always' ? Object.keys(dictionaryOptions) : [];
  const kept = Object.entries(shared).filter(([name]) => !absent.includes(name));
  return { ...(Object.fromEntries(kept) as Shared), ...own };
}

/** The options of a game where many are played: a bot that never answers costs three turns of each game, not all of them. */
export function forManyGames(table: OptionTable): OptionTable {
  const { 'max-timeouts': timeouts } = table;
  return timeouts?.kind === 'count' ? { ...table, 'max-timeouts': { ...timeouts, default: 3 } } : table;
}

/** Options of every game. */
export const commonOptions = {
  ...seriesOptions,
  ...outputOptions,
  ...limitOptions,
  ...hostingOptions,
} as const satisfies SettingTable;
