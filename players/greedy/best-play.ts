import { type RankedPlay, RankedPlays, type Strategy } from 'wordhost/scrabble';

/** The play with the most points. `show` is told the best so many before each move. */
export function bestPlay(shown: number, show: (best: readonly RankedPlay[]) => void): Strategy {
  return (choice) => {
    const best = new RankedPlays(choice, Math.max(1, shown));
    return {
      get least() {
        return best.least;
      },
      look: (found) => best.look(found),
      chosen() {
        if (shown > 0) show(best.plays);
        return best.plays[0]?.placements;
      },
    };
  };
}
