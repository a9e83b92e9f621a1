import type { OptionTable } from './option.ts';

const SECOND = 1e9;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** The host's own time limits, the same for every game. */
export const limitOptions = {
  'ready-timeout': {
    kind: 'duration',
    default: 10 * SECOND,
    min: SECOND / 1000,
    max: DAY,
    sets: 'readyTimeout',
    help: 'time limit for a player to be ready',
  },
  'game-timeout': {
    kind: 'duration',
    default: 30 * MINUTE,
    min: 0,
    max: 7 * DAY,
    sets: 'gameTimeout',
    help: 'time limit for a game, after which it ends without a winner (0: none)',
  },
} as const satisfies OptionTable;
