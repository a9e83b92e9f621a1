import { type Command, loadCommands } from '../../host/cli/command.ts';
import { commandsOf } from '../../host/cli/commands.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import { optionRows } from '../../host/cli/help.ts';
import type { OptionTable } from '../../host/games/kit/option.ts';
import { limitOptions, perPlayer } from '../../host/games/kit/option.ts';
import { games } from '../../host/games/registry.ts';
import { playerOptions } from '../../host/settings/config/players-in-file.ts';
import { everyCommandOptions, hostingOptions } from '../../host/settings/options.ts';
import { outputOptions } from '../../host/settings/output-options.ts';
import { seriesOptions } from '../../host/settings/series-options.ts';

/** What several commands take: shown once, in a table of its own. */
const shared: Readonly<Record<string, OptionTable>> = {
  'every command': everyCommandOptions,
  'every game': { ...seriesOptions, ...outputOptions, ...limitOptions },
  'all players': hostingOptions,
};

/** `wordhost check GAME` has the same for every game; so have `wordhost compare GAME` and `wordhost tune GAME`, besides the options of the game. */
const alike = ['check', 'compare', 'tune'];

/** The section of the reference page in which a table stands, where it is not that of its first word. */
const sections: Readonly<Record<string, string>> = {
  'every command': 'where-options-come-from',
  'every game': 'play-a-game',
  'all players': 'how-players-are-run',
};

/** The tables of the reference page, by the places that it has for them. What is in a table before is named, with a link. */
export async function optionTables(): Promise<ReadonlyMap<string, string>> {
  const tables = new Map(Object.entries(shared));
  const commands = await allCommands();
  const optionsOf = new Map(commands.map(([name, { options }]) => [name, options]));
  for (const [name, { options }] of commands) {
    const ofGame = optionsOf.get(/^(?:compare|tune) (.+)/.exec(name)?.[1] ?? '') ?? {};
    const own = Object.entries(options).filter(
      ([option, spec]) => ofGame[option] !== spec && !isShared(name, option, spec),
    );
    if (own.length > 0) tables.set(placeOf(name), Object.fromEntries(own));
  }
  const places = new Map<string, string>();
  const drawnTables = [...tables].map(([name, table]): [string, string] => [
    name,
    drawn(name, table, places),
  ]);
  return new Map([...drawnTables, ['a player in a file', drawnAsSettings(places)]]);
}

/** Options of games that a player can have of its own. */
export function ownOptionsOfGames(): OptionTable {
  return Object.assign({}, ...Object.values(games).map(({ options }) => perPlayer(options, 'turns')));
}

function isShared(command: string, option: string, spec: unknown): boolean {
  const tables = Object.hasOwn(gameWords, command) ? Object.values(shared) : [hostingOptions];
  return tables.some((table: OptionTable) => table[option] === spec);
}

function placeOf(name: string): string {
  const [first = ''] = name.split(' ');
  return alike.includes(first) ? `${first} GAME` : name;
}

/** All commands by the words that call them, such as `lexicon build`. */
export async function allCommands(): Promise<(readonly [name: string, command: Command])[]> {
  return await loadCommands(commandsOf(gameWords));
}

/** An option with its value, and what it does. */
interface Row {
  readonly option: string;
  readonly help: string;
}

/** `places` has the table of each row that was drawn before. */
function drawn(name: string, table: OptionTable, places: Map<string, string>): string {
  const rows: Row[] = [];
  const elsewhere = new Map<string, string[]>();
  for (const [option, value, help] of optionRows(table)) {
    const row = rowOf(option, value, help);
    const key = JSON.stringify(row);
    const place = places.get(key);
    if (place === undefined) {
      rows.push(row);
      places.set(key, name);
    } else elsewhere.set(place, [...(elsewhere.get(place) ?? []), `\`${option}\``]);
  }
  return rowsAndLinks(rows, elsewhere);
}

/** As they are written in a file; what is not said of a player is as for all. */
function drawnAsSettings(places: ReadonlyMap<string, string>): string {
  const rows: Row[] = [];
  const elsewhere = new Map<string, string[]>();
  for (const [name, spec] of Object.entries({ ...playerOptions, ...ownOptionsOfGames() })) {
    const [[option, value, help] = ['', '', '']] = optionRows({ [name]: spec });
    const place = places.get(JSON.stringify(rowOf(option, value, help)));
    if (place === undefined) rows.push(rowOf(`${name}:`, value, help));
    else elsewhere.set(place, [...(elsewhere.get(place) ?? []), `\`${name}\``]);
  }
  return rowsAndLinks(rows, elsewhere);
}

const rowOf = (option: string, value: string, help: string): Row => ({
  option: value === '' ? option : `${option} ${value}`,
  help,
});

/** A list of these options, and links to the lists that have the others. */
function rowsAndLinks(rows: readonly Row[], elsewhere: ReadonlyMap<string, readonly string[]>): string {
  const links = [...elsewhere].map(
    ([place, options]) =>
      `${options.join(', ')} as for [${place}](#${sections[place] ?? place.split(' ')[0]})`,
  );
  const also = links.length === 0 ? [] : [`${rows.length > 0 ? 'Also ' : ''}${links.join('; ')}.`];
  if (rows.length === 1)
    return ['', [`\`${rows[0]!.option}\`: ${rows[0]!.help}.`, ...also].join(' '), ''].join('\n');
  return [
    '',
    ...(rows.length === 0 ? [] : [...rows.map(({ option, help }) => `- \`${option}\`: ${help}`), '']),
    ...also.flatMap((line) => [line, '']),
  ].join('\n');
}
