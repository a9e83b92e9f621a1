import {
  Endgame,
  type LeaveValues,
  otherRack,
  type RankedPlay,
  RankedPlays,
  type Strategy,
  staticEquity,
  worthOf,
} from 'wordhost/scrabble';

export type Tiles = Parameters<Strategy>[0]['terms']['tiles'];

interface Taste {
  /** What a play keeps counts beside its points, and with an empty bag what the game comes to (default: false). */
  readonly leave?: boolean;
  /** The values of a file for these tiles; undefined: the built-in table. */
  leavesFor?(tiles: Tiles): LeaveValues;
  /** How many plays are shown before each move (default: 0). */
  readonly shown?: number;
  show?(best: readonly RankedPlay[]): void;
}

/** So many plays are looked into where the bag is empty. */
const LOOKED_INTO = 10;

/** The play with the most points, or the play or change of tiles that is worth most with what it keeps. */
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
