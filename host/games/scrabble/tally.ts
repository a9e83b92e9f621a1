import type { Nanos, Seat } from '../../tabletop/units.ts';
import type { GameEvent } from '../event.ts';
import type { Tally } from '../game.ts';
import { noFigures, takeScores, takeTimeout } from '../score-figures.ts';

/** What the result says of each player, from the events alone. */
export function scrabbleTally(seats: number): Tally {
  const figures = noFigures(seats);
  let turns = 0;
  return {
    take(event: GameEvent & { readonly t: Nanos }) {
      if (event.type === 'turn') turns++;
      if (event.type === 'scores') takeScores(figures, event);
      const mine = event.seat === undefined ? undefined : figures[event.seat - 1];
      if (!mine) return;
      if (event.errors !== undefined) mine.errors++;
      else if (event.type === 'play' || event.type === 'change') mine.moves++;
      if (event.type === 'play' && event.score !== undefined) mine.score = event.score as number;
      if (event.type === 'timeout') takeTimeout(mine, event);
    },
    game: () => ({ turns }),
    player: (seat: Seat) => ({ ...figures[seat - 1]! }),
  };
}
