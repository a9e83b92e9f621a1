import {
  listOf,
  noted,
  number,
  object,
  oneOf,
  optional,
  seat,
  text,
  type ValuesOf,
  whole,
} from '../../core/shape.ts';
import type { Seat } from '../../core/units.ts';
import { byteRange } from './result-fields.ts';

/** Shared by games in lines for points. */

export const forfeit = { seat, bytes: byteRange };
export const timeout = {
  seat,
  k: whole(1),
  of: optional(
    noted('the exceeded limit, if it was not the time limit of the turn', oneOf('turn-cpu', 'time-bank')),
  ),
};
const timeLeft =
  'milliseconds left in the time bank of the player, negative in overtime; missing without time banks';
export const turnTime = { bankMs: optional(noted(timeLeft, number())) };
export const overtime = {
  seat,
  k: whole(1),
  bankMs: noted('milliseconds of overtime, as a negative number', number()),
  pointsOff: noted('total points off for overtime at the end of the game', whole(0)),
};
export const lateLine = {
  seat,
  line: noted('a line that came too late, or after done', text()),
  bytes: byteRange,
};
export const scores = {
  scores: listOf(whole()),
  seats: listOf(seat),
  bankMs: optional(
    noted('milliseconds left in the time banks, by seat, negative in overtime', listOf(number())),
  ),
  pointsOff: optional(noted('points subtracted from these scores for overtime, by seat', listOf(whole(0)))),
};

/** Each game defines right and wrong. */
export const scoreFigures = (right: string, wrong: string) => ({
  score: noted('points', whole()),
  moves: noted(right, whole(0)),
  errors: noted(wrong, whole(0)),
  timeouts: noted('turns that ran out of time', whole(0)),
  cpuTimeouts: optional(
    noted('those of these turns that used too much processor time; missing if there are none', whole(1)),
  ),
  bankMs: optional(noted(`${timeLeft}; after its last turn`, number())),
  pointsOff: optional(
    noted('points subtracted from the score for overtime; missing without time banks', whole(0)),
  ),
});

export const bestMove = optional(
  noted(
    'the first word with the most points; missing if no word scored',
    object({ seat, word: text(), points: whole(1) }),
  ),
);

export interface ScoreFigures {
  score: number;
  moves: number;
  errors: number;
  timeouts: number;
  /** Turns with too much processor time, which `timeouts` includes. */
  cpuTimeouts?: number;
  /** Only with time banks. */
  bankMs?: number | undefined;
  pointsOff?: number | undefined;
}

export function noFigures(seats: number): ScoreFigures[] {
  return Array.from({ length: seats }, () => ({ score: 0, moves: 0, errors: 0, timeouts: 0 }));
}

type Scores = ValuesOf<typeof scores>;

/** Includes changes by the end of the game. */
export function takeScores(figures: readonly ScoreFigures[], event: Scores): void {
  const { seats, scores, bankMs, pointsOff } = event;
  for (const [index, seat] of seats.entries()) {
    const mine = figures[seat - 1]!;
    mine.score = scores[index] ?? 0;
    if (bankMs && pointsOff) Object.assign(mine, { bankMs: bankMs[index], pointsOff: pointsOff[index] });
  }
}

export function takeTimeout(figures: ScoreFigures, { of }: ValuesOf<typeof timeout>): void {
  figures.timeouts++;
  if (of === 'turn-cpu') figures.cpuTimeouts = (figures.cpuTimeouts ?? 0) + 1;
}

interface WordFor {
  readonly seat: Seat;
  readonly word: string;
  readonly points: number;
}

/** Undefined without a word with points. */
export function bestMoveOf(result: { readonly [figure: string]: unknown }): WordFor | undefined {
  return (result as { readonly best?: WordFor }).best;
}

export class BestMove {
  #best: WordFor | undefined;

  take(seat: Seat, word: string, points: number): void {
    if (points > (this.#best?.points ?? 0)) this.#best = { seat, word, points };
  }

  get figures(): { readonly best?: WordFor } {
    return this.#best === undefined ? {} : { best: this.#best };
  }
}
