import { together, UsageError } from '../../core/errors.ts';
import { meant, visibleJson } from '../../core/text.ts';
import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import { type FieldsOf, fieldsOf, hostingOptions, optionsSetIn, type SettingTable } from '../options.ts';
import { seriesOptions } from '../series-options.ts';
import { type OptionSource, settleOptions } from '../settle-options.ts';
import { type Config, configText, isByNames } from './config-file.ts';

const { memory, 'player-cpu': cpu, 'max-processes': processes, 'max-unread': unread } = hostingOptions;

/** What a player of a file has of its own. What it does not say is as for all players. */
export const playerOptions = {
  command: {
    kind: 'text',
    default: undefined,
    value: 'COMMAND',
    sets: 'command',
    help: 'shell command of the player; required',
  },
  name: {
    kind: 'text',
    default: undefined,
    value: 'NAME',
    sets: 'name',
    help: 'name of the player; equal names get a number (default: the command)',
  },
  copies: { ...seriesOptions.copies, help: 'number of players started from it' },
  cwd: {
    kind: 'text',
    default: undefined,
    value: 'DIR',
    sets: 'cwd',
    help: 'working directory; with `sandbox: strict` players cannot see the working directories of others',
  },
  files: {
    kind: 'list',
    default: [] as readonly string[],
    value: 'FOLDER|[FILE, …]',
    sets: 'files',
    help: 'files that are copied to each machine that runs it: a folder, which becomes its working directory, or a list of files',
  },
  prepare: {
    kind: 'text',
    default: undefined,
    value: 'COMMAND',
    sets: 'prepare',
    help: 'with `files`: command for the shell that is run in a copy of them, once on each machine, such as a compiler',
  },
  'prepare-timeout': {
    kind: 'duration',
    default: 120e9,
    min: 100e6,
    max: 6 * 3600e9,
    sets: 'prepareNs',
    help: 'longest time that `prepare` may take',
  },
  env: {
    ...hostingOptions.env,
    value: '[NAME=VALUE, …]',
    help: 'environment variables, in addition to those of all players; NAME alone takes the value of the host',
  },
  network: {
    kind: 'flag',
    default: false,
    sets: 'network',
    help: 'with `sandbox: strict`: this player may use the network, whatever the others may',
  },
  memory,
  'player-cpu': cpu,
  'max-processes': processes,
  'max-unread': unread,
} as const satisfies SettingTable;

export type PlayerSettings = Partial<FieldsOf<typeof playerOptions>>;

export interface PlayerInFile {
  readonly command: string;
  readonly settings: PlayerSettings;
  /** Options of the game that it has of its own. */
  readonly options?: OptionValues<OptionTable>;
  /** For messages: `match.yaml: players[1].cwd`. */
  readonly where: (setting: string) => string;
}

export interface PlayersInFile {
  readonly path: string;
  readonly players: readonly PlayerInFile[];
}

/** Reads the list `players` of a configuration file. `ofGame` has the options of the game that a player can have of its own. */
export function readPlayers(
  value: unknown,
  positionOf: Config['positionOf'],
  ofGame: OptionTable,
): readonly PlayerInFile[] {
  if (Array.isArray(value) && value.length > 0)
    return together<PlayerInFile[]>(
      value.map((each, index) => () => readPlayer(each, index, positionOf, ofGame)),
    );
  throw new UsageError(
    `${positionOf(['players'])}: players: expected a list of players, such as \`players: [{ command: ./bot }]\`; got ${visibleJson(value)}`,
  );
}

function readPlayer(
  value: unknown,
  index: number,
  positionOf: Config['positionOf'],
  ofGame: OptionTable,
): PlayerInFile {
  const place = `players[${index}]`;
  const fields = typeof value === 'string' ? { command: value } : value;
  if (!isByNames(fields))
    throw new UsageError(
      `${positionOf(['players', index])}: ${place}: expected a command, or \`command\` and other settings by name; got ${visibleJson(value)}`,
    );
  const where = (setting: string) => `${positionOf(['players', index, setting])}: ${place}.${setting}`;
  const texts = textsOf(
    fields,
    where,
    { ...playerOptions, ...ofGame },
    (name) => `${positionOf(['players', index, name])}: ${place}`,
  );
  const source = { where, texts };
  const [own, options] = [optionsSetIn(playerOptions, fields), optionsSetIn(ofGame, fields)];
  const settings = fieldsOf(own, settleOptions(own, [source])) as PlayerSettings;
  const { command = '' } = settings;
  if (command.trim() === '')
    throw new UsageError(`${where('command')}: expected a command for the shell; got nothing`);
  const hasOptions = Object.keys(options).length > 0;
  return { command, settings, ...(hasOptions && { options: settleOptions(options, [source]) }), where };
}

function textsOf(
  fields: Readonly<Record<string, unknown>>,
  where: PlayerInFile['where'],
  known: OptionTable,
  nameAt: (setting: string) => string,
): OptionSource['texts'] {
  const texts = Object.entries(fields).map(([name, value]) => {
    const spec = Object.hasOwn(known, name) ? known[name] : undefined;
    if (spec) return [name, configText(where(name), spec, value)] as const;
    const hint = meant(name, Object.keys(known)) || `: it has ${Object.keys(known).join(', ')}`;
    throw new UsageError(`${nameAt(name)}: unknown setting of a player, ${visibleJson(name)}${hint}`);
  });
  return Object.fromEntries(texts);
}
