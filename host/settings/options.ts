import { MINUTE, SECOND } from '../core/units.ts';
import type { OptionSpec, OptionTable, OptionValues, Relation, ValueOf } from '../games/kit/option.ts';

/** Options of the platform: each row says the field that its value goes to, so that none can be forgotten. */
export type SettingTable = Readonly<Record<string, OptionSpec & { readonly sets: string }>>;

/** The fields that the options of a table set. */
export type FieldsOf<Table extends SettingTable> = {
  readonly [Name in keyof Table as Table[Name]['sets']]: ValueOf<Table[Name]>;
};

export function fieldsOf<Table extends SettingTable>(
  table: Table,
  values: Pick<OptionValues<Table>, keyof Table>,
): FieldsOf<Table> {
  const fields = Object.entries(table).map(([name, { sets }]) => [
    sets,
    (values as OptionValues<OptionTable>)[name],
  ]);
  return Object.fromEntries(fields) as FieldsOf<Table>;
}

/** The options of a table that somebody set. */
export function optionsSetIn<Spec extends OptionSpec>(
  table: Readonly<Record<string, Spec>>,
  texts: object,
): Readonly<Record<string, Spec>> {
  return Object.fromEntries(Object.entries(table).filter(([name]) => Object.hasOwn(texts, name)));
}

const MiB = 2 ** 20;

const onlyStrict: readonly Relation[] = [
  {
    requires: 'sandbox',
    is: ['strict'],
    from: 'anywhere',
    because: 'without it players can use the network and all files',
  },
];

/** The part of the machine that players get. */
export const sandboxOptions = {
  sandbox: {
    kind: 'choice',
    choices: ['auto', 'strict', 'process', 'off'] as const,
    default: 'auto',
    sets: 'sandbox',
    help: 'sandbox level; `auto`: no restrictions, but all processes are ended after the game; `strict`: for bots that you do not trust',
    everyday: true,
  },
  network: {
    kind: 'flag',
    default: false,
    sets: 'network',
    relations: onlyStrict,
    help: 'with --sandbox strict: let players use the network',
  },
  readable: {
    kind: 'list',
    default: [],
    value: 'DIR',
    sets: 'readable',
    relations: onlyStrict,
    help: 'with --sandbox strict: folder or file that players may read, in addition to the working directory; repeatable',
  },
  writable: {
    kind: 'list',
    default: [],
    value: 'DIR',
    sets: 'writable',
    relations: onlyStrict,
    help: 'with --sandbox strict: folder that players may write to; repeatable',
  },
  env: {
    kind: 'list',
    default: [],
    value: 'NAME[=VALUE]',
    sets: 'env',
    help: "environment variable for players; without a value, the host's own, which `strict` otherwise hides",
  },
  memory: {
    kind: 'size',
    default: undefined as number | undefined,
    min: MiB,
    max: 2 ** 50,
    sets: 'memoryCap',
    help: 'memory limit for each player with all its processes; `strict` requires a control group for this',
  },
  'player-cpu': {
    kind: 'duration',
    default: Number.POSITIVE_INFINITY,
    min: 10e6,
    max: 7 * 86_400e9,
    none: true,
    sets: 'cpuCap',
    help: 'processor time limit for each player in a game; exceeding it is an offense',
  },
  'max-processes': {
    kind: 'count',
    default: 512,
    min: 1,
    max: 1_000_000,
    sets: 'processCap',
    help: 'limit for the number of processes of each player, without threads; exceeding it is an offense',
  },
  'require-batch': {
    kind: 'flag',
    default: false,
    sets: 'requireBatch',
    help: 'make it an offense to leave the batch scheduling class or to get more than a fair share of a processor',
  },
  'max-unread': {
    kind: 'size',
    default: MiB,
    min: 1024,
    max: 2 ** 40,
    sets: 'unreadCap',
    help: 'size limit for unread output to a player',
  },
  'max-stderr': {
    kind: 'size',
    default: 64 * 1024,
    min: 0,
    max: 64 * MiB,
    sets: 'stderrCap',
    help: "amount of each player's standard error to keep for the report of an offense",
  },
} as const satisfies SettingTable;

/** Options of every command that starts players. */
export const hostingOptions = {
  shell: {
    kind: 'text',
    default: '/bin/sh',
    value: 'FILE',
    sets: 'shell',
    help: 'shell that runs the commands of players',
  },
  cwd: {
    kind: 'list',
    default: [],
    value: 'DIR',
    sets: 'folders',
    help: 'working directory of the players; repeat it to give each player its own, in order',
  },
  farewell: {
    kind: 'duration',
    default: SECOND / 4,
    min: 0,
    max: 10 * MINUTE,
    sets: 'farewellNs',
    help: 'time for a player to read the result of its game before SIGTERM',
  },
  grace: {
    kind: 'duration',
    default: SECOND,
    min: 0,
    max: 10 * MINUTE,
    sets: 'graceNs',
    help: 'time between SIGTERM and SIGKILL',
  },
  ...sandboxOptions,
} as const satisfies SettingTable;

export type HostingSettings = FieldsOf<typeof hostingOptions>;

/** Which words count. */
export const dictionaryOptions = {
  dictionary: {
    kind: 'text',
    default: 'english',
    names: ['english', 'odd', 'enable'],
    value: 'NAME|FILE',
    sets: 'dictionary',
    help: 'word list: `english`, `odd` (its words with an odd number of letters), `enable` (from a file that you bring), or a file with one word per line',
    everyday: true,
  },
  'skip-non-words': {
    kind: 'flag',
    default: false,
    sets: 'skipsNonWords',
    help: 'skip lines of the word list that are not words, with a note',
  },
} as const satisfies SettingTable;

export type WordListSettings = FieldsOf<typeof dictionaryOptions>;

/** Options of every command. */
export const everyCommandOptions = {
  config: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'YAML or JSON file with options and players; options on the command line override it',
  },
  color: {
    kind: 'flag',
    default: true,
    help: 'print no colors, even on a terminal',
  },
} as const satisfies OptionTable;
