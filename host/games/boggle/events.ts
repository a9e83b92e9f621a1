import { listOf, noted, oneOf, optional, seat, text, whole } from '../../core/shape.ts';
import { counted, cut } from '../../core/text.ts';
import type { Seat } from '../../core/units.ts';
import type { EventOf, EventsWith, EventTable } from '../events.ts';
import type { JudgedMove, Situations, Tally } from '../game.ts';
import { byteRange, type FigureFields } from '../kit/result-fields.ts';
import {
  BestMove,
  bestMove,
  forfeit,
  lateLine,
  noFigures,
  overtime,
  type ScoreFigures,
  scoreFigures,
  scores,
  takeScores,
  takeTimeout,
  timeout,
  turnTime,
} from '../kit/scores.ts';
import type { CommonReason } from '../kit/verdict.ts';
import { describeLineEvent, scoreHeadings } from '../line-game/presentation.ts';
import type { InWords } from '../presentation.ts';
import { misses, missReasons } from './judge.ts';
import type { Rules } from './options.ts';

const row = text(/^[A-Z]{1,4}(?: [A-Z]{1,4})*$/, 'cells in capitals, with spaces between them');
const word = noted('in capitals', text());

export const boggleEvents = {
  board: { rows: noted('the rows, each with spaces between its cells', listOf(row, 1)) },
  turn: {
    seat,
    k: whole(1),
    left: noted('turns left in the game, including this one', whole(1)),
    ...turnTime,
  },
  guess: [
    {
      seat,
      word,
      points: whole(0),
      path: noted('its cells, numbered row by row from 0', listOf(whole(0), 1)),
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
    points: noted('points of each word; 0 if others found it too', listOf(whole(0), 1)),
  },
  scores,
} as const satisfies EventTable;

export type BoggleEvent = EventOf<typeof boggleEvents>;

export const boggleFigures = {
  game: { turns: optional(whole(0)), best: bestMove },
  player: scoreFigures('right guesses', 'wrong guesses'),
} as const satisfies FigureFields;

const reasons = {
  'played-out': 'all players are done',
  'turns-used': 'all turns are used',
  'time-up': 'the time is up',
} as const;

export type EndReason = CommonReason | keyof typeof reasons;

export const boggleInWords: InWords<BoggleEvent> = {
  figures: scoreHeadings,
  reasons,
  timeUp: 'time-up' satisfies keyof typeof reasons,
  overlooked:
    'its lines may wait in a buffer: flush after each line; when there are no more guesses, write `done`, or `pass` in games with turns',
  describe,
};

function describe(event: BoggleEvent): string | undefined {
  switch (event.type) {
    case 'board':
      return `the board is ${event.rows.join(' / ')}`;
    case 'guess':
      return event.reason === undefined
        ? `finds ${event.word} for ${event.points}`
        : `guesses ${cut(event.word, LONGEST_GUESS)}: ${misses[event.reason]}`;
    case 'pass':
      return 'passes';
    case 'done':
      return 'is done';
    case 'found':
      return `has ${counted(event.words.length, 'word')} for ${event.points.reduce((total, number) => total + number, 0)}`;
    case 'forfeit':
    case 'timeout':
    case 'overtime':
    case 'late':
      return describeLineEvent(event);
    case 'turn':
    case 'scores':
      return undefined;
    default:
      return event satisfies never;
  }
}

const LONGEST_GUESS = 40;

/**
 * By the classic rules nobody learns of the guesses of others before the end, as on the wire. A line that came too
 * late may be guessed again.
 */
export function publicEvent(
  event: BoggleEvent,
  { rules }: Readonly<Record<string, unknown>>,
): BoggleEvent | undefined {
  switch (event.type) {
    case 'guess':
    case 'done':
      return rules === ('turns' satisfies Rules) ? event : undefined;
    case 'late':
      return undefined;
    default:
      return event;
  }
}

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
  if (reason === undefined) return { seat };
  return { seat, refusal: { rule: reason, why: reason, sentence: misses[reason], move: word } };
}

/** The board in the form of `--board`. Players hold nothing. */
export function boggleSituations(): Situations<BoggleEvent> {
  let position = '';
  return {
    take(event) {
      if (event.type === 'board') position = event.rows.join(' | ');
    },
    of: () => ({ ...(position !== '' && { position }) }),
  };
}

/** The end removes points of words that others found, too. */
function takeGuess(mine: ScoreFigures, { points }: BoggleEvent & { readonly type: 'guess' }): void {
  if (points === undefined) {
    mine.errors++;
    return;
  }
  mine.moves++;
  mine.score += points;
}
