import type { OptionTable } from '../kit/option.ts';
import { bunchText, readBunch, standardBunch } from './rules/bunch.ts';

const SECOND = 1e9;
const DAY = 86_400 * SECOND;
const MiB = 2 ** 20;

export const bananagramsOptions = {
  bunch: {
    kind: 'file',
    default: standardBunch,
    read: readBunch,
    write: bunchText,
    help: 'other tiles than the usual 144: a file with lines of a letter and a count (E 18)',
  },
  hand: {
    kind: 'count',
    default: undefined as number | undefined,
    min: 1,
    max: 1000,
    help: 'tiles dealt to each (default: 21 up to 4 players, 15 for 5 or 6, 11 for more)',
  },
  'offender-tiles': {
    kind: 'choice',
    choices: ['return', 'remove'] as const,
    default: 'return',
    help: 'what becomes of the tiles of a player that is out: shuffled into the bunch, or gone',
  },
  'last-player': {
    kind: 'choice',
    choices: ['win', 'continue'] as const,
    default: 'win',
    help: 'the only player left has won, or plays on to the end',
  },
  lenient: {
    kind: 'flag',
    default: false,
    help: 'pass over newlines, tabs and spaces between messages',
  },
  stall: {
    kind: 'duration',
    default: 60 * SECOND,
    min: 0,
    max: DAY,
    help: 'end the game after so long without an accepted peel or dump (0: never)',
  },
  'photo-finish': {
    kind: 'duration',
    default: 0,
    min: 0,
    max: 10 * SECOND,
    help: 'wait so long after a legal peel, and let a coin decide among all legal ones that came (0: first come, first served)',
  },
  'max-message': {
    kind: 'size',
    // The largest peel there is: p, a number, 999 by 999, and a million cells.
    default: 998_011,
    min: 1024,
    max: 998_011,
    help: 'what one message may be: a peel that announces more is an offence, before its cells are read',
  },
  'max-output': {
    kind: 'size',
    default: 256 * MiB,
    min: 1024,
    max: 2 ** 40,
    help: 'what a player may write in a game',
  },
  'max-late': {
    kind: 'size',
    default: 16 * MiB,
    min: 1024,
    max: 2 ** 40,
    help: 'what a player may write in peels that come too late',
  },
} as const satisfies OptionTable;
