import type { Seat } from '../tabletop/units.ts';
import type { GameEvent } from './event.ts';

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
}

export function noFigures(seats: number): ScoreFigures[] {
  return Array.from({ length: seats }, () => ({ score: 0, moves: 0, errors: 0, timeouts: 0 }));
}

/** With what the end of the game changed. */
export function takeScores(figures: readonly ScoreFigures[], { seats, scores }: GameEvent): void {
  for (const [index, seat] of (seats as Seat[]).entries())
    figures[seat - 1]!.score = (scores as number[])[index]!;
}

/** A turn ran out. */
export function takeTimeout(figures: ScoreFigures, { of }: GameEvent): void {
  figures.timeouts++;
  if (of === 'turn-cpu') figures.cpuTimeouts = (figures.cpuTimeouts ?? 0) + 1;
}
