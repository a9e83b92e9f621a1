import { DAY, SECOND } from '../../core/units.ts';
import type { OptionTable } from '../kit/option.ts';
import { lastPlayerOption } from '../kit/option.ts';
import { bunchText, readBunch, standardBunch } from './tiles.ts';

const MiB = 2 ** 20;

export const bananagramsOptions = {
  bunch: {
    kind: 'file',
    default: standardBunch,
    read: readBunch,
    write: bunchText,
    help: 'file with the tiles of the bunch: lines such as E 18 (default: the usual 144)',
    everyday: true,
  },
  hand: {
    kind: 'count',
    default: undefined as number | undefined,
    min: 1,
    max: 1000,
    help: 'number of tiles dealt to each player (default: 21 for up to 4 players, 15 for 5 or 6, 11 for more)',
    everyday: true,
  },
  'offender-tiles': {
    kind: 'choice',
    choices: ['return', 'remove'] as const,
    default: 'return',
    help: 'tiles of a removed player: back into the bunch, or out of the game',
  },
  'last-player': lastPlayerOption,
  lenient: {
    kind: 'flag',
    default: false,
    help: 'skip newlines, tabs and spaces between messages',
  },
  stall: {
    kind: 'duration',
    default: 60 * SECOND,
    min: 0,
    max: DAY,
    help: 'time without an accepted peel or dump after which the game ends (0: never)',
  },
  'photo-finish': {
    kind: 'duration',
    default: 0,
    min: 0,
    max: 10 * SECOND,
    help: 'time after a legal peel in which others count as well, and a coin toss decides',
  },
  'max-message': {
    kind: 'size',
    // The largest possible peel: p, a number, 999 by 999, and a million cells.
    default: 998_011,
    min: 1024,
    max: 998_011,
    help: 'size limit for one message; a larger peel is an offense',
  },
  'max-output': {
    kind: 'size',
    default: 256 * MiB,
    min: 1024,
    max: 2 ** 40,
    help: 'size limit for the total output of a player in a game',
  },
  'max-late': {
    kind: 'size',
    default: 16 * MiB,
    min: 1024,
    max: 2 ** 40,
    help: 'size limit for all late peels of a player',
  },
} as const satisfies OptionTable;
