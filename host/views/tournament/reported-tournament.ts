import type { GameRecord } from '../../events/read-record.ts';
import type { Result } from '../../events/result.ts';
import type { InWords } from '../../games/shown.ts';
import type { TournamentReport } from '../../tournament/report/report-fields.ts';

export interface ReportedGame {
  readonly number: number;
  readonly result: Result;
}

/** A tournament, or what there is of it so far, as its forms show it. */
export interface ReportedTournament {
  readonly report: TournamentReport;
  /** Its game in words. */
  readonly words: InWords;
  /** In the order of their numbers. */
  readonly games: readonly ReportedGame[];
  /** For the shell: shows this game again; none: it has no record. */
  replayCommand(number: number): string | undefined;
  /** What a terminal shows of a bad game; none: its record does not tell, or was not read since there are very many. */
  badGame(number: number): readonly string[] | undefined;
  /** Where the page of each game is; none: there are no such pages, and `shown` is all that can be stepped through. */
  readonly gameAddress?: (number: number) => string;
  /** Those to be stepped through, by their numbers. */
  readonly shown: ReadonlyMap<number, GameRecord>;
}
