import { listOf, noted, number, object, oneOf, optional, seat, text, whole } from '../../core/shape.ts';
import { byteRange } from './result-fields.ts';

/** What games have in common that are played in lines and for points. */

export const forfeit = { seat, bytes: byteRange };
export const timeout = {
  seat,
  k: whole(1),
  of: optional(noted('which limit, where it was not the time of the turn', oneOf('turn-cpu', 'time-bank'))),
};
const timeLeft =
  'milliseconds in the time bank of the player, below 0 of overtime; missing without time banks';
export const turnTime = { bankMs: optional(noted(timeLeft, number())) };
export const overtime = {
  seat,
  k: whole(1),
  bankMs: noted('milliseconds of overtime, below 0', number()),
  pointsOff: noted('in all for overtime, at the end of the game', whole(0)),
};
export const lateLine = { seat, line: noted('what came too late, or after done', text()), bytes: byteRange };
export const scores = {
  scores: listOf(whole()),
  seats: listOf(seat),
  bankMs: optional(noted('what was left in time banks, by seat, below 0 of overtime', listOf(number()))),
  pointsOff: optional(noted('taken off these scores for overtime, by seat', listOf(whole(0)))),
};

/** What counts as right and as wrong is each game's own. */
export const scoreFigures = (right: string, wrong: string) => ({
  score: noted('points', whole()),
  moves: noted(right, whole(0)),
  errors: noted(wrong, whole(0)),
  timeouts: noted('turns that ran out', whole(0)),
  cpuTimeouts: optional(
    noted('of these, turns that took too much processor time; missing where there was none', whole(1)),
  ),
  bankMs: optional(noted(`${timeLeft}; after its last turn`, number())),
  pointsOff: optional(noted('points that overtime took off the score; missing without time banks', whole(0))),
});

/** What the result of the whole game says of its moves. */
export const bestMove = optional(
  noted(
    'the word with the most points, of equal ones the first; missing where no word has brought any',
    object({ seat, word: text(), points: whole(1) }),
  ),
);
