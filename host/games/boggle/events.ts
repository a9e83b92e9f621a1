import { listOf, noted, oneOf, optional, seat, text, whole } from '../../core/shape.ts';
import type { EventOf, EventTable } from '../event.ts';
import type { FigureFields } from '../kit/result-fields.ts';
import { byteRange } from '../kit/result-fields.ts';
import {
  bestMove,
  forfeit,
  lateLine,
  overtime,
  scoreFigures,
  scores,
  timeout,
  turnTime,
} from '../kit/score-events.ts';
import { missReasons } from './judge-guess.ts';

const row = text(/^[A-Z]{1,4}(?: [A-Z]{1,4})*$/, 'cells in capitals, with spaces between them');
const word = noted('in capitals', text());

export const boggleEvents = {
  board: { rows: noted('each with spaces between its cells', listOf(row, 1)) },
  turn: { seat, k: whole(1), left: noted('turns of the game, with this one', whole(1)), ...turnTime },
  guess: [
    {
      seat,
      word,
      points: whole(0),
      path: noted('its cells, row by row from 0', listOf(whole(0), 1)),
      bytes: byteRange,
    },
    { seat, word, reason: oneOf(...missReasons), bytes: byteRange },
  ],
  pass: { seat, bytes: byteRange },
  done: { seat, bytes: byteRange },
  forfeit,
  timeout,
  overtime,
  late: lateLine,
  found: {
    seat,
    words: listOf(text(/^[A-Z]+$/, 'a word in capitals'), 1),
    points: noted('of each word; 0 where others found it too', listOf(whole(0), 1)),
  },
  scores,
} as const satisfies EventTable;

export type BoggleEvent = EventOf<typeof boggleEvents>;

export const boggleFigures = {
  game: { turns: optional(whole(0)), best: bestMove },
  player: scoreFigures('right guesses', 'wrong guesses'),
} as const satisfies FigureFields;
