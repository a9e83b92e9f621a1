import type { Result } from '../../events/result.ts';
import type { InWords } from '../../games/shown.ts';
import type { TournamentReport } from '../../tournament/report/report-fields.ts';

export interface ReportedGame {
  readonly number: number;
  readonly result: Result;
}

/** What a bad game was like. */
export interface BadGameReport {
  /** As a terminal shows it. */
  readonly report: readonly string[];
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
  /** None: there is no record that would tell. It takes a while: the record is read. */
  badGame(number: number): BadGameReport | undefined;
}
