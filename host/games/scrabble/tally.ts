import type { Nanos, Seat } from '../../tabletop/units.ts';
import type { GameEvent } from '../event.ts';
import type { Tally } from '../game.ts';

interface Figures {
  score: number;
  moves: number;
  errors: number;
  timeouts: number;
}

/** What the result says of each player, from the events alone. */
export function scrabbleTally(seats: number): Tally {
  const figures = Array.from(
    { length: seats },
    (): Figures => ({ score: 0, moves: 0, errors: 0, timeouts: 0 }),
  );
  let turns = 0;
  return {
    take(event: GameEvent & { readonly t: Nanos }) {
      if (event.type === 'turn') turns++;
      if (event.type === 'scores') takeScores(figures, event.seats as Seat[], event.scores as number[]);
      const mine = event.seat === undefined ? undefined : figures[event.seat - 1];
      if (!mine) return;
      if (event.errors !== undefined) mine.errors++;
      else if (event.type === 'play' || event.type === 'change') mine.moves++;
      if (event.type === 'play' && event.score !== undefined) mine.score = event.score as number;
      if (event.type === 'timeout') mine.timeouts++;
    },
    game: () => ({ turns }),
    player: (seat: Seat) => ({ ...figures[seat - 1]! }),
  };
}

/** With what the end of the game changed. */
function takeScores(figures: readonly Figures[], seats: readonly Seat[], scores: readonly number[]): void {
  for (const [index, seat] of seats.entries()) figures[seat - 1]!.score = scores[index]!;
}
