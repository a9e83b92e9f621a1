import type { OptionTable } from '../games/kit/option.ts';

const MiB = 2 ** 20;

/** How players are held, wherever some are started. */
export const heldOptions = {
  sandbox: {
    kind: 'choice',
    choices: ['auto', 'strict', 'process', 'off'] as const,
    default: 'auto',
    help: 'how players are held: `auto` lets an honest program notice nothing, and ends all that it started; `strict` is for bots that you do not trust',
  },
  network: {
    kind: 'flag',
    default: false,
    help: 'with --sandbox strict: players may use the network',
  },
  readable: {
    kind: 'list',
    default: [],
    value: 'DIR',
    help: 'with --sandbox strict: a folder or file that players see besides the working directory; may be given again',
  },
  writable: {
    kind: 'list',
    default: [],
    value: 'DIR',
    help: 'with --sandbox strict: a folder that players may write to; may be given again',
  },
  env: {
    kind: 'list',
    default: [],
    value: 'NAME[=VALUE]',
    help: "a variable for players' environment; without a value the host's own, which `strict` keeps from them",
  },
  memory: {
    kind: 'size',
    default: undefined as number | undefined,
    min: MiB,
    max: 2 ** 50,
    help: 'memory of a player with all that it started; more is an offence. `strict` needs a control group for it',
  },
  'player-cpu': {
    kind: 'duration',
    default: Number.POSITIVE_INFINITY,
    min: 10e6,
    max: 7 * 86_400e9,
    none: true,
    help: 'processor time of a player with all that it started, from its start to the end of the game; more is an offence',
  },
  'max-processes': {
    kind: 'count',
    default: 512,
    min: 1,
    max: 1_000_000,
    help: 'processes of a player at once, threads not counted; more is an offence',
  },
  'require-batch': {
    kind: 'flag',
    default: false,
    help: 'a player that is seen to be no batch work to the system any more, or to have more than its share, is an offender',
  },
  'max-unread': {
    kind: 'size',
    default: MiB,
    min: 1024,
    max: 2 ** 40,
    help: 'what may wait for a player that does not read',
  },
  'max-stderr': {
    kind: 'size',
    default: 64 * 1024,
    min: 0,
    max: 64 * MiB,
    help: "how much of the end of a player's standard error is kept for the report of an offence (0: nothing)",
  },
} as const satisfies OptionTable;
