import { Endgame, otherRack } from '../../games/scrabble/moves/endgame.ts';
import { staticEquity } from '../../games/scrabble/moves/equity.ts';
import type { LeaveValues } from '../../games/scrabble/moves/leaves.ts';
import { type RankedPlay, RankedPlays, worthOf } from '../../games/scrabble/moves/ranked-plays.ts';
import type { TileSet } from '../../games/scrabble/tiles/tile-set.ts';
import type { Strategy } from './strategy.ts';

interface Taste {
  /** Counts kept tiles, and the end of the game with an empty bag (default: false). */
  readonly leave?: boolean;
  /** Leave values of a file. The default is the built-in table. */
  leavesFor?(tiles: TileSet): LeaveValues;
  /** The number of plays shown before each move (default: 0). */
  readonly shown?: number;
  show?(best: readonly RankedPlay[]): void;
}

/** Looks into this many plays with an empty bag. */
const LOOKED_INTO = 10;

/** Chooses the play with the most points, or the move that is worth most with its leave. */
export function bestPlay({ leave = false, leavesFor, shown = 0, show }: Taste): Strategy {
  let leaves: LeaveValues | undefined;
  return (choice) => {
    leaves ??= leavesFor?.(choice.terms.tiles);
    const other = leave && !leaves ? otherRack(choice) : undefined;
    const endgame = other && new Endgame(choice, other);
    const kept = leave && !endgame ? staticEquity(choice, leaves) : undefined;
    const best = new RankedPlays(choice, Math.max(endgame ? LOOKED_INTO : 1, shown), endgame?.kept ?? kept);
    return {
      get least() {
        return best.least;
      },
      beside: best.beside,
      look: (found) => best.look(found),
      chosen() {
        if (shown > 0) show?.(best.plays.slice(0, shown));
        const first = endgame ? endgame.best(best.plays) : best.plays[0];
        const change = kept?.change;
        if (change && change.worth > (first ? worthOf(first) : 0)) return { type: 'change', ids: change.ids };
        return first?.placements;
      },
    };
  };
}
