import {
  Endgame,
  keptTiles,
  otherRack,
  type RankedPlay,
  RankedPlays,
  type Strategy,
  worthOf,
} from 'wordhost/scrabble';

interface Taste {
  /** What a play keeps counts beside its points, and with an empty bag what the game comes to (default: false). */
  readonly leave?: boolean;
  /** How many plays are shown before each move (default: 0). */
  readonly shown?: number;
  show?(best: readonly RankedPlay[]): void;
}

/** So many plays are looked into where the bag is empty. */
const LOOKED_INTO = 10;

/** The play with the most points, or the play or change of tiles that is worth most with what it keeps. */
export function bestPlay({ leave = false, shown = 0, show }: Taste): Strategy {
  return (choice) => {
    const other = leave ? otherRack(choice) : undefined;
    const endgame = other && new Endgame(choice, other);
    const kept = leave && !endgame ? keptTiles(choice, choice.inBag) : undefined;
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
