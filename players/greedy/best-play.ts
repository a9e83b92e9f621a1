import { keptTiles, type RankedPlay, RankedPlays, type Strategy, worthOf } from 'wordhost/scrabble';

interface Taste {
  /** What a play keeps counts beside its points (default: false). */
  readonly leave?: boolean;
  /** How many plays are shown before each move (default: 0). */
  readonly shown?: number;
  show?(best: readonly RankedPlay[]): void;
}

/** The play with the most points, or the play or change of tiles that is worth most with what it keeps. */
export function bestPlay({ leave = false, shown = 0, show }: Taste): Strategy {
  return (choice) => {
    const kept = leave ? keptTiles(choice, choice.inBag) : undefined;
    const best = new RankedPlays(choice, Math.max(1, shown), kept);
    return {
      get least() {
        return best.least;
      },
      beside: best.beside,
      look: (found) => best.look(found),
      chosen() {
        if (shown > 0) show?.(best.plays);
        const [first] = best.plays;
        const change = kept?.change;
        if (change && change.worth > (first ? worthOf(first) : 0)) return { type: 'change', ids: change.ids };
        return first?.placements;
      },
    };
  };
}
