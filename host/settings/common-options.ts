import type { OptionTable } from '../games/kit/option.ts';
import { heldOptions } from './sandbox-options.ts';

const SECOND = 1e9;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** What every game takes. */
export const commonOptions = {
  seed: {
    kind: 'text',
    default: undefined,
    value: 'TEXT',
    help: 'seed of all chance; the same seed deals the same tiles (default: drawn, and printed)',
  },
  'player-seed': {
    kind: 'text',
    default: undefined,
    value: 'drawn|TEXT',
    help: "text from which players' own seeds are made; `drawn` is a secret for this run (default: `drawn` with --sandbox strict, else the seed)",
  },
  games: {
    kind: 'count',
    default: 1,
    min: 1,
    max: 1_000_000,
    help: 'number of games; each has its own seed, made from the seed and its number',
  },
  rotate: {
    kind: 'flag',
    default: true,
    help: 'rotation of the seats by one after each game; --no-rotate keeps all players in their seats',
  },
  'rejudge-overloaded': {
    kind: 'flag',
    default: false,
    help: 'repetition of a game, with the same seed and seats, if a player ran out of time on an overloaded machine; the last one counts',
  },
  'rejudge-limit': {
    kind: 'count',
    default: 1,
    min: 1,
    max: 100,
    help: 'with --rejudge-overloaded: limit for the repetitions of one game',
  },
  name: {
    kind: 'list',
    default: [],
    value: 'NAME',
    help: 'name of a player; once for each, in order (default: its command)',
  },
  dictionary: {
    kind: 'text',
    default: 'english',
    value: 'NAME|FILE',
    help: 'word list: `english`, or a file with one word a line',
  },
  json: { kind: 'flag', default: false, help: 'one JSON object for each game on standard output' },
  events: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'file for all events of one game, a JSON object a line',
  },
  record: {
    kind: 'text',
    default: undefined,
    value: 'DIR',
    help: 'folder for a record of each game, to replay and verify',
  },
  view: {
    kind: 'flag',
    default: false,
    help: 'one game on standard error as it is played: a picture on a terminal, a line for each move elsewhere',
  },
  trace: { kind: 'flag', default: false, help: 'all messages on standard error, as they are sent' },
  stderr: {
    kind: 'text',
    default: 'discard',
    value: 'inherit|discard|DIR',
    help: 'destination for the standard error of players; its end is always shown after an offence',
  },
  shell: { kind: 'text', default: '/bin/sh', value: 'FILE', help: 'shell that runs the commands' },
  cwd: { kind: 'text', default: undefined, value: 'DIR', help: 'working directory of the players' },
  'ready-timeout': {
    kind: 'duration',
    default: 10 * SECOND,
    min: SECOND / 1000,
    max: DAY,
    help: 'time limit for a player to be ready',
  },
  grace: {
    kind: 'duration',
    default: SECOND,
    min: 0,
    max: 10 * MINUTE,
    help: 'time between SIGTERM and SIGKILL',
  },
  'game-timeout': {
    kind: 'duration',
    default: 30 * MINUTE,
    min: 0,
    max: 7 * DAY,
    help: 'time limit for a game, after which it ends without a winner (0: none)',
  },
  ...heldOptions,
  pin: {
    kind: 'flag',
    default: false,
    help: 'one processor for each player, which neither the others nor the host use; drawn for each game',
  },
  require: {
    kind: 'list',
    default: [],
    value: 'CONDITION',
    help: 'condition for exit status 0: winner=1, offences=0, games.1>=55%; repeatable',
  },
  quiet: { kind: 'flag', default: false, help: 'no progress and no summary; results and errors only' },
  config: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'YAML or JSON file with options; the command line overrides it',
  },
} as const satisfies OptionTable;
