import {
  anyOf,
  listOf,
  noted,
  object,
  oneOf,
  optional,
  orNull,
  seat,
  text,
  tuple,
  whole,
} from '../../core/shape.ts';
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
import { programErrors } from './board/board.ts';
import { ruleSetNames } from './rule-sets.ts';

const counts = noted(
  'tiles by id, as in 4x1 5x2',
  text(/^(?:\d+x\d+(?: \d+x\d+)*)?$/, 'counts as in 4x1 5x2'),
);
const rack = noted('the hand as letters, ? for a tile that can be several', text());
const errors = noted('as on the wire, without error before it', listOf(text(), 1));
const move = noted('the placements, as sent', text());
const ids = noted('the tiles given back, as sent', listOf(whole()));

const failure = object({ error: oneOf(...programErrors), line: whole(1), column: whole(1), detail: text() });

const fault = anyOf(
  object({ is: oneOf('board'), x: whole(), y: whole(), failure }),
  object({
    is: oneOf('square'),
    word: text(),
    position: noted('the place of the letter in the word, from 0', whole(0)),
    square: noted('the kind', whole(0)),
    priority: whole(),
    failure,
  }),
);

const faults = optional(noted('programs of the board that failed', listOf(fault, 1)));

const layout = orNull(object({ x: whole(), y: whole(), rows: listOf(text()) }));

export const scrabbleEvents = {
  board: {
    name: text(),
    rules: oneOf(...ruleSetNames),
    handSize: whole(1),
    center: tuple<[number, number]>(whole(), whole()),
    layout: noted('all of a finite board, as it is drawn; null for one without end', layout),
  },
  deal: { seat, tiles: counts, rack },
  turn: { seat, k: whole(1), ...turnTime },
  play: [
    {
      seat,
      move,
      points: whole(),
      words: noted('the one along the play first', listOf(text(), 1)),
      drew: counts,
      score: noted('of all plays so far', whole()),
      rack,
      faults,
      bytes: byteRange,
    },
    { seat, move, errors, faults, bytes: byteRange },
  ],
  change: [
    { seat, ids, drew: counts, rack, bytes: byteRange },
    { seat, ids, errors, bytes: byteRange },
  ],
  pass: [
    { seat, bytes: byteRange },
    { seat, why: noted('it held nothing, and was not asked', oneOf('empty-hand')) },
  ],
  forfeit,
  timeout,
  overtime,
  late: lateLine,
  scores,
} as const satisfies EventTable;

export type ScrabbleEvent = EventOf<typeof scrabbleEvents>;

export const scrabbleFigures = {
  game: { turns: whole(0), best: bestMove },
  player: scoreFigures('plays and changes that stood', 'plays and changes that did not'),
} as const satisfies FigureFields;
