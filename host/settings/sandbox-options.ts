import type { SettingTable } from './fields.ts';

const MiB = 2 ** 20;

/** What players get of the machine. */
export const sandboxOptions = {
  sandbox: {
    kind: 'choice',
    choices: ['auto', 'strict', 'process', 'off'] as const,
    default: 'auto',
    sets: 'sandbox',
    help: 'sandbox level: `auto` changes nothing for an honest program, and ends all that it started; `strict` is for bots that you do not trust',
    everyday: true,
  },
  network: {
    kind: 'flag',
    default: false,
    sets: 'network',
    help: 'with --sandbox strict: access to the network for players',
  },
  readable: {
    kind: 'list',
    default: [],
    value: 'DIR',
    sets: 'readable',
    help: 'with --sandbox strict: folder or file that players may read besides the working directory; repeatable',
  },
  writable: {
    kind: 'list',
    default: [],
    value: 'DIR',
    sets: 'writable',
    help: 'with --sandbox strict: folder that players may write to; repeatable',
  },
  env: {
    kind: 'list',
    default: [],
    value: 'NAME[=VALUE]',
    sets: 'env',
    help: "variable for the environment of players; without a value the host's own, which `strict` otherwise hides",
  },
  memory: {
    kind: 'size',
    default: undefined as number | undefined,
    min: MiB,
    max: 2 ** 50,
    sets: 'memoryCap',
    help: 'memory limit for a player with all that it started; more is an offence. `strict` needs a control group for it',
  },
  'player-cpu': {
    kind: 'duration',
    default: Number.POSITIVE_INFINITY,
    min: 10e6,
    max: 7 * 86_400e9,
    none: true,
    sets: 'cpuCap',
    help: 'limit of the processor time of a player with all that it started, from its start to the end of the game; more is an offence',
  },
  'max-processes': {
    kind: 'count',
    default: 512,
    min: 1,
    max: 1_000_000,
    sets: 'processCap',
    help: 'limit of the processes of a player at once, threads not counted; more is an offence',
  },
  'require-batch': {
    kind: 'flag',
    default: false,
    sets: 'requireBatch',
    help: 'an offence for players that leave the scheduling class for batch work or get more than their share',
  },
  'max-unread': {
    kind: 'size',
    default: MiB,
    min: 1024,
    max: 2 ** 40,
    sets: 'unreadCap',
    help: 'size limit for what waits for a player that does not read',
  },
  'max-stderr': {
    kind: 'size',
    default: 64 * 1024,
    min: 0,
    max: 64 * MiB,
    sets: 'stderrCap',
    help: "size of the end of a player's standard error that is kept for the report of an offence (0: none)",
  },
} as const satisfies SettingTable;
