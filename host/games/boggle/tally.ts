import type { Nanos, Seat } from '../../tabletop/units.ts';
import type { GameEvent } from '../event.ts';
import type { Tally } from '../game.ts';

interface Figures {
  score: number;
  /** Right words. */
  moves: number;
  /** Wrong guesses. */
  errors: number;
  timeouts: number;
}

/** What the result says of each player, from the events alone. */
export function boggleTally(seats: number): Tally {
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
      if (mine && event.type === 'guess') takeGuess(mine, event);
      if (mine && event.type === 'timeout') mine.timeouts++;
    },
    game: () => (turns > 0 ? { turns } : {}),
    player: (seat: Seat) => ({ ...figures[seat - 1]! }),
  };
}

/** What others found too is taken away at the end. */
function takeGuess(mine: Figures, { points }: GameEvent): void {
  if (points === undefined) {
    mine.errors++;
    return;
  }
  mine.moves++;
  mine.score += points as number;
}

function takeScores(figures: readonly Figures[], seats: readonly Seat[], scores: readonly number[]): void {
  for (const [index, seat] of seats.entries()) figures[seat - 1]!.score = scores[index]!;
}
