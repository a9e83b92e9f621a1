import type { Seat } from '../../core/units.ts';
import type { JudgedMove, Tally } from '../game.ts';
import { BestMove, noFigures, type ScoreFigures, takeScores, takeTimeout } from '../kit/score-figures.ts';
import type { EventsWith } from '../platform-events.ts';
import type { ScrabbleEvent } from './events.ts';

/** What the result says of each player, from the events alone. */
export function scrabbleTally(seats: number): Tally<ScrabbleEvent> {
  const figures = noFigures(seats);
  const best = new BestMove();
  let turns = 0;
  return {
    take(event) {
      if (event.type === 'turn') turns++;
      if (event.type === 'scores') takeScores(figures, event);
      if (event.type === 'play' || event.type === 'change') takeMove(figures[event.seat - 1]!, event);
      if (event.type === 'play' && event.errors === undefined)
        best.take(event.seat, event.words[0]!, event.points);
      if (event.type === 'timeout') takeTimeout(figures[event.seat - 1]!, event);
    },
    game: () => ({ turns, ...best.figures }),
    player: (seat: Seat) => ({ ...figures[seat - 1]! }),
  };
}

export function judgedMove(event: EventsWith<ScrabbleEvent>): JudgedMove | undefined {
  if (event.type !== 'play' && event.type !== 'change') return undefined;
  const { seat, errors } = event;
  if (errors === undefined) return { seat };
  const [first = ''] = errors;
  const move = event.type === 'play' ? `play ${event.move}` : `change ${event.ids.join(' ')}`;
  return { seat, refusal: { rule: first.split(' ', 1)[0]!, why: errors.join('; '), move } };
}

function takeMove(mine: ScoreFigures, move: ScrabbleEvent & { readonly type: 'play' | 'change' }): void {
  if (move.errors !== undefined) mine.errors++;
  else mine.moves++;
  if (move.type === 'play' && move.score !== undefined) mine.score = move.score;
}
