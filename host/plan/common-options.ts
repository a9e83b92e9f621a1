import type { OptionTable } from '../games/option.ts';

const SECOND = 1e9;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const MiB = 2 ** 20;

/** What every game takes. */
export const commonOptions = {
  seed: {
    kind: 'text',
    default: undefined,
    value: 'TEXT',
    help: 'where all chance comes from; the same seed is the same bunch (default: drawn, and printed)',
  },
  games: {
    kind: 'count',
    default: 1,
    min: 1,
    max: 1_000_000,
    help: 'how many to play; each has its own seed, made from the seed and its number',
  },
  rotate: {
    kind: 'flag',
    default: true,
    help: 'with --games: everybody moves on by one seat after each game; --no-rotate keeps all where they are',
  },
  name: {
    kind: 'list',
    default: [],
    value: 'NAME',
    help: 'what to call a player; once for each, in order (default: its command)',
  },
  dictionary: {
    kind: 'text',
    default: 'english',
    value: 'NAME|FILE',
    help: 'the words that count: `english`, or a file with one word a line',
  },
  json: { kind: 'flag', default: false, help: 'one JSON object a game on standard output' },
  events: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'write all that happens in one game, a JSON object a line',
  },
  record: {
    kind: 'text',
    default: undefined,
    value: 'DIR',
    help: 'keep each game as a file in this folder, to replay and verify',
  },
  view: {
    kind: 'flag',
    default: false,
    help: 'show one game on standard error as it is played: a picture on a terminal, a line for each move elsewhere',
  },
  trace: { kind: 'flag', default: false, help: 'show the conversation on standard error, as it happens' },
  stderr: {
    kind: 'text',
    default: 'discard',
    value: 'inherit|discard|DIR',
    help: 'what becomes of the standard error of players; its end is shown after an offence anyway',
  },
  shell: { kind: 'text', default: '/bin/sh', value: 'FILE', help: 'the shell that runs the commands' },
  cwd: { kind: 'text', default: undefined, value: 'DIR', help: 'the folder that players start in' },
  'ready-timeout': {
    kind: 'duration',
    default: 10 * SECOND,
    min: SECOND / 1000,
    max: DAY,
    help: 'how long a player may take until it is ready',
  },
  grace: {
    kind: 'duration',
    default: SECOND,
    min: 0,
    max: 10 * MINUTE,
    help: 'how long a player has between SIGTERM and SIGKILL',
  },
  'game-timeout': {
    kind: 'duration',
    default: 30 * MINUTE,
    min: 0,
    max: 7 * DAY,
    help: 'end a game without a winner after so long (0: never)',
  },
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
    help: 'resident memory of a player with all that it started; more is an offence',
  },
  'max-processes': {
    kind: 'count',
    default: 512,
    min: 1,
    max: 1_000_000,
    help: 'processes of a player at once, threads not counted; more is an offence',
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
  require: {
    kind: 'list',
    default: [],
    value: 'CONDITION',
    help: 'exit with 1 unless this holds: winner=1, offences=0, games.1>=55%; may be given again',
  },
  quiet: { kind: 'flag', default: false, help: 'no progress and no summary; results and errors only' },
  config: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'options from a YAML or JSON file; the command line goes before it',
  },
} as const satisfies OptionTable;
