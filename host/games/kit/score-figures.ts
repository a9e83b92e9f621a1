import type { ValuesOf } from '../../core/shape.ts';
import type { Seat } from '../../core/units.ts';
import type { scores, timeout } from './score-events.ts';

/** What the result says of each player of a game that is played for points. */
export interface ScoreFigures {
  score: number;
  /** That were right. */
  moves: number;
  /** That were wrong. */
  errors: number;
  timeouts: number;
  /** Of these, turns with too much processor time. */
  cpuTimeouts?: number;
  /** Of time banks, where there are any. */
  bankMs?: number | undefined;
  pointsOff?: number | undefined;
}

export function noFigures(seats: number): ScoreFigures[] {
  return Array.from({ length: seats }, () => ({ score: 0, moves: 0, errors: 0, timeouts: 0 }));
}

type Scores = ValuesOf<typeof scores>;

/** With what the end of the game changed. */
export function takeScores(figures: readonly ScoreFigures[], event: Scores): void {
  const { seats, scores, bankMs, pointsOff } = event;
  for (const [index, seat] of seats.entries()) {
    const mine = figures[seat - 1]!;
    mine.score = scores[index]!;
    if (bankMs && pointsOff) Object.assign(mine, { bankMs: bankMs[index], pointsOff: pointsOff[index] });
  }
}

/** A turn ran out. */
export function takeTimeout(figures: ScoreFigures, { of }: ValuesOf<typeof timeout>): void {
  figures.timeouts++;
  if (of === 'turn-cpu') figures.cpuTimeouts = (figures.cpuTimeouts ?? 0) + 1;
}

interface WordFor {
  readonly seat: Seat;
  readonly word: string;
  readonly points: number;
}

/** Of a result; none: no word has brought any points, or the game has none. */
export function bestMoveOf(result: { readonly [figure: string]: unknown }): WordFor | undefined {
  return (result as { readonly best?: WordFor }).best;
}

/** The word that has brought the most points so far. */
export class BestMove {
  #best: WordFor | undefined;

  take(seat: Seat, word: string, points: number): void {
    if (points > (this.#best?.points ?? 0)) this.#best = { seat, word, points };
  }

  /** For the result; none without a game that has them. */
  get figures(): { readonly best?: WordFor } {
    return this.#best === undefined ? {} : { best: this.#best };
  }
}
