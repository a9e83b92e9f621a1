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
    help: 'where all chance comes from; the same seed is the same bunch (default: drawn, and printed)',
  },
  'player-seed': {
    kind: 'text',
    default: undefined,
    value: 'drawn|TEXT',
    help: "where players' own seeds come from; `drawn` is a secret for this run (default: `drawn` with --sandbox strict, else the seed)",
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
  'rejudge-overloaded': {
    kind: 'flag',
    default: false,
    help: 'play a game again, with the same seed and seats, if somebody ran out of time on an overloaded machine; the last one counts',
  },
  'rejudge-limit': {
    kind: 'count',
    default: 1,
    min: 1,
    max: 100,
    help: 'with --rejudge-overloaded: how often a game is played again at most',
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
  ...heldOptions,
  pin: {
    kind: 'flag',
    default: false,
    help: 'each player on a processor of its own, which neither the others nor the host use; drawn anew for each game',
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
