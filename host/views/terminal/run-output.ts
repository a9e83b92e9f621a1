import type { Paint } from './paint.ts';

/** The interface through which a run writes for people. */
export interface RunOutput {
  results(lines: readonly string[]): void;
  /** A result for programs. */
  json(line: string): void;
  notes(lines: readonly string[]): void;
  /** A sentence about what is wrong. */
  error(sentence: string): void;
  /** `act` removes what is drawn at the bottom of a terminal; it is called before something is written. */
  beforeWriting(act: () => void): void;
  /** Tells how results or notes are drawn on the stream where they are written now. */
  look(of: 'results' | 'notes'): Look;
}

/** Colors, and how many columns there are. */
export interface Look {
  readonly paint: Paint;
  readonly width: number;
}
