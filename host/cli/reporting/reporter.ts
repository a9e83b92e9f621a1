import type { SeriesGame } from '../../runs/play-series.ts';

/** A game of an earlier run. */
export interface EarlierGame {
  readonly game: number;
  /** Its result, as `--json` prints it. */
  readonly line: string;
  /** If it went wrong: its record, and what a terminal showed of it. None: it has no record, or was not read. */
  readonly told?: { readonly record: string; readonly report: readonly string[] } | undefined;
}

/** What is made of the games of a run in one format. */
export interface Reporter {
  take(played: SeriesGame): void;
  takeEarlier?(game: EarlierGame): void;
  /** After the last game. Answers whether all of it was written. `interrupted`: not all games were played. */
  finish?(interrupted: boolean): boolean;
}
