import { DAY, HOUR, MINUTE, SECOND } from '../../core/units.ts';
import type { OptionTable } from '../kit/option.ts';

const MILLI = 1e6;
const KiB = 2 ** 10;
const MiB = 2 ** 20;

export const turnOptions = {
  first: {
    kind: 'count',
    default: undefined as number | undefined,
    min: 1,
    max: 16,
    value: 'SEAT',
    help: 'seat that plays first; players rotate through the seats (default: random)',
  },
  timeout: {
    kind: 'duration',
    default: 30 * SECOND,
    min: MILLI,
    max: DAY,
    none: true,
    help: 'time limit for each turn; `none` for no limit',
    everyday: true,
    perPlayer: 'turns',
  },
  'turn-cpu': {
    kind: 'duration',
    default: Number.POSITIVE_INFINITY,
    min: SECOND / 100,
    max: DAY,
    none: true,
    help: 'processor time limit for a player in a turn; exceeding it is a timeout',
    perPlayer: 'turns',
  },
  'max-timeouts': {
    kind: 'count',
    default: Number.POSITIVE_INFINITY,
    min: 1,
    max: 1_000_000,
    none: true,
    help: 'number of turns in a row that a player may lose by time before it is out; `none` for no limit',
  },
  margin: {
    kind: 'duration',
    default: 50 * MILLI,
    min: 0,
    max: 10 * SECOND,
    help: 'extra time for each turn, for delays not caused by players',
  },
  'time-bank': {
    kind: 'duration',
    default: Number.POSITIVE_INFINITY,
    min: MILLI,
    max: DAY,
    none: true,
    help: 'thinking time of each player for the game, such as 5m, besides --timeout; `none` for no limit',
  },
  increment: {
    kind: 'duration',
    default: 0,
    min: 0,
    max: HOUR,
    help: 'time added to the time bank of a player for each turn, such as 2s',
  },
  overtime: {
    kind: 'choice',
    choices: ['points', 'lose'] as const,
    default: 'points',
    help: 'penalty for overtime: `points` off at the end of the game, or `lose` the game',
  },
  'overtime-points': {
    kind: 'count',
    default: 10,
    min: 1,
    max: 1_000_000,
    help: 'with --overtime points: points off for each started minute of overtime',
  },
  'overtime-limit': {
    kind: 'duration',
    default: 10 * MINUTE,
    min: SECOND,
    max: DAY,
    none: true,
    help: 'with --overtime points: overtime after which the game is lost',
  },
} as const satisfies OptionTable;

export const writingOptions = {
  'max-line': {
    kind: 'size',
    default: 64 * KiB,
    min: 256,
    max: 16 * MiB,
    help: 'size limit for one line of a player',
  },
  'max-late': {
    kind: 'size',
    default: 64 * KiB,
    min: 256,
    max: 2 ** 40,
    help: 'size limit for all late answers of a player',
  },
  'max-output': {
    kind: 'size',
    default: 16 * MiB,
    min: 1024,
    max: 2 ** 40,
    help: 'size limit for the total output of a player in a game',
  },
} as const satisfies OptionTable;
