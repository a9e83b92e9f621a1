import type { Nanos, Seat } from '../../tabletop/units.ts';
import type { GameEvent } from '../event.ts';
import type { Tally } from '../game.ts';
import { noFigures, type ScoreFigures, takeScores, takeTimeout } from '../score-figures.ts';

/** What the result says of each player, from the events alone. */
export function boggleTally(seats: number): Tally {
  const figures = noFigures(seats);
  let turns = 0;
  return {
    take(event: GameEvent & { readonly t: Nanos }) {
      if (event.type === 'turn') turns++;
      if (event.type === 'scores') takeScores(figures, event);
      const mine = event.seat === undefined ? undefined : figures[event.seat - 1];
      if (mine && event.type === 'guess') takeGuess(mine, event);
      if (mine && event.type === 'timeout') takeTimeout(mine, event);
    },
    game: () => (turns > 0 ? { turns } : {}),
    player: (seat: Seat) => ({ ...figures[seat - 1]! }),
  };
}

/** What others found too is taken away at the end. */
function takeGuess(mine: ScoreFigures, { points }: GameEvent): void {
  if (points === undefined) {
    mine.errors++;
    return;
  }
  mine.moves++;
  mine.score += points as number;
}
