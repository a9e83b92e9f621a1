import type { Seat } from '../../core/units.ts';
import type { JudgedMove, Tally } from '../game.ts';
import { BestMove, noFigures, type ScoreFigures, takeScores, takeTimeout } from '../kit/score-figures.ts';
import type { EventsWith } from '../platform-events.ts';
import type { BoggleEvent } from './events.ts';

/** What the result says of each player, from the events alone. */
export function boggleTally(seats: number): Tally<BoggleEvent> {
  const figures = noFigures(seats);
  const best = new BestMove();
  let turns = 0;
  return {
    take(event) {
      if (event.type === 'turn') turns++;
      if (event.type === 'scores') takeScores(figures, event);
      if (event.type === 'guess') takeGuess(figures[event.seat - 1]!, event);
      if (event.type === 'guess' && event.points !== undefined)
        best.take(event.seat, event.word, event.points);
      if (event.type === 'timeout') takeTimeout(figures[event.seat - 1]!, event);
    },
    game: () => ({ ...(turns > 0 && { turns }), ...best.figures }),
    player: (seat: Seat) => ({ ...figures[seat - 1]! }),
  };
}

export function judgedMove(event: EventsWith<BoggleEvent>): JudgedMove | undefined {
  if (event.type !== 'guess') return undefined;
  const { seat, word, reason } = event;
  return reason === undefined ? { seat } : { seat, refusal: { rule: reason, why: reason, move: word } };
}

/** What others found too is taken away at the end. */
function takeGuess(mine: ScoreFigures, { points }: BoggleEvent & { readonly type: 'guess' }): void {
  if (points === undefined) {
    mine.errors++;
    return;
  }
  mine.moves++;
  mine.score += points;
}
