import type { Command } from '../../host/cli/command.ts';
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
  'whatever starts players': hostingOptions,
};

/** `wordhost check GAME` has the same for every game; so have `wordhost compare GAME` and `wordhost tune GAME`, besides the options of the game. */
const alike = ['check', 'compare', 'tune'];

/** The tables of the reference page, by the places that it has for them. */
export async function optionTables(): Promise<ReadonlyMap<string, string>> {
  const tables = new Map(Object.entries(shared).map(([name, table]) => [name, drawn(table)]));
  tables.set('a player in a file', drawnAsSettings({ ...playerOptions, ...ownOptionsOfGames() }));
  const commands = await allCommands();
  const optionsOf = new Map(commands.map(([name, { options }]) => [name, options]));
  for (const [name, { options }] of commands) {
    const ofGame = optionsOf.get(/^(?:compare|tune) (.+)/.exec(name)?.[1] ?? '') ?? {};
    const own = Object.entries(options).filter(
      ([option, spec]) => ofGame[option] !== spec && !isShared(name, option, spec),
    );
    if (own.length > 0) tables.set(placeOf(name), drawn(Object.fromEntries(own)));
  }
  return tables;
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

/** Those that a command has for its next word come by both words. */
export async function allCommands(): Promise<[string, Command][]> {
  const loaded = Object.entries(commandsOf(gameWords)).map(
    async ([name, each]): Promise<[string, Command][]> => {
      const command = await each.load();
      const below = Object.entries(command.each ?? {}).map(
        async ([word, inner]): Promise<[string, Command]> => [`${name} ${word}`, await inner.load()],
      );
      return [[name, command], ...(await Promise.all(below))];
    },
  );
  return (await Promise.all(loaded)).flat();
}

function drawn(table: OptionTable): string {
  const rows = optionRows(table).map(([option, value, help]) => row(option, value, help));
  return ['', '| option | what it does |', '| --- | --- |', ...rows, ''].join('\n');
}

/** As they are written in a file; what is not said of a player is as for all. */
function drawnAsSettings(table: OptionTable): string {
  const rows = optionRows(table).map(([, value], index) => {
    const [name, { help }] = Object.entries(table)[index]!;
    return row(`${name}:`, value, help);
  });
  return ['', '| setting | what it is |', '| --- | --- |', ...rows, ''].join('\n');
}

function row(option: string, value: string, help: string): string {
  const shown = value === '' ? option : `${option} ${value}`;
  return `| \`${shown.replaceAll('|', '\\|')}\` | ${help.replaceAll('|', '\\|')} |`;
}
