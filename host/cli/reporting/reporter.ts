import type { SeriesGame } from '../../runs/play-series.ts';

/** What is made of the games of a run in one format. */
export interface Reporter {
  take(played: SeriesGame): void;
  /** The result of a game of an earlier run, as `--json` prints it. */
  takeLine?(line: string): void;
  /** After the last game. Answers whether all of it was written. `interrupted`: not all games were played. */
  finish?(interrupted: boolean): boolean;
}
