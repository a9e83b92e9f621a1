import type { Nanos, Seat } from '../../core/units.ts';
import type { PlayerStatus } from '../kit/player-status.ts';
import type { TimeOptions } from './turns/time-bank.ts';
import type { Turn, TurnsGiven } from './turns/turn-place.ts';

/** What the shelf asks of a player; each game keeps more of its own. */
export interface LinePlayer extends TurnsGiven {
  readonly seat: Seat;
  readonly status: PlayerStatus;
  readonly score: number;
  /** What it has written that came too late. */
  readonly droppedBytes: number;
  /** Its thinking time for the rest of the game; endless without a time bank. */
  readonly bank: Nanos;
}

/** What the shelf asks of a game under way. */
export interface LineState<Player extends LinePlayer = LinePlayer> {
  readonly terms: LineTerms;
  /** Those that were ready, by seat. */
  readonly players: readonly Player[];
  /** None where all play at once, and once the game is over. */
  readonly turn: Turn | undefined;
  readonly over: boolean;
}

export interface LineTerms {
  /** Of all that were named, ready or not. */
  readonly names: readonly string[];
  readonly options: LineOptions;
  /** By seat, where a player has some of its own. */
  readonly own: readonly (LineOptions | undefined)[] | undefined;
}

type LineOptions = TimeOptions & {
  readonly 'turn-cpu': Nanos;
  readonly 'last-player': 'win' | 'continue';
  readonly 'max-late': number;
};

/** A player at the beginning. */
export function seatedPlayer(seat: Seat, { options }: LineTerms): LinePlayer {
  return {
    seat,
    status: { is: 'playing' },
    score: 0,
    turns: 0,
    ranOut: undefined,
    droppedBytes: 0,
    bank: options['time-bank'],
  };
}
