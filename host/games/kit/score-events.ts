import { listOf, noted, oneOf, optional, seat, text, whole } from '../../core/shape.ts';
import { byteRange } from '../platform-events.ts';

/** What games have in common that are played in lines and for points. */

export const forfeit = { seat, bytes: byteRange };
export const timeout = {
  seat,
  k: whole(1),
  of: optional(noted('which limit, where it was not the time of the turn', oneOf('turn-cpu'))),
};
export const lateLine = { seat, line: noted('what came too late, or after done', text()), bytes: byteRange };
export const scores = { scores: listOf(whole()), seats: listOf(seat) };

export const scoreFigures = {
  score: noted('points', whole()),
  moves: noted('Scrabble: plays and changes that stood; Boggle: right guesses', whole(0)),
  errors: noted('Scrabble: plays and changes that did not; Boggle: wrong guesses', whole(0)),
  timeouts: noted('turns that ran out', whole(0)),
  cpuTimeouts: optional(
    noted('of these, turns that took too much processor time; missing where there was none', whole(1)),
  ),
};
