import type { Nanos } from '../../../core/units.ts';

/** The stamps of a racer at one gate, on the monotonic clock of the machine. */
export interface Stamp {
  /** From 0. */
  readonly gate: number;
  readonly read: Nanos;
  /** When it began to write its answer, and when that was written. */
  readonly written: Nanos;
  readonly done: Nanos;
}

/** From a racer's standard error. All other lines are ignored. */
export function readStamps(text: string): Stamp[] {
  return [...text.matchAll(/^(\d+) (\d+) (\d+) (\d+)$/gm)].map((found) => {
    const [gate, read, written, done] = found.slice(1).map(Number) as [number, Nanos, Nanos, Nanos];
    return { gate, read, written, done };
  });
}
