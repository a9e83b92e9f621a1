import type { SeriesGame } from '../../runs/play-series.ts';
import type { TournamentRequest } from '../../runs/play-tournament.ts';
import type { Paint } from '../../views/terminal/paint.ts';
import { survivorsNote } from '../../views/terminal/player-notes.ts';
import { terminalWidth } from '../print.ts';
import type { ChangedFiles } from '../reporting/changed-files.ts';
import { FirstBadGames } from '../reporting/first-bad-games.ts';
import { PlayerReports } from '../reporting/player-reports.ts';

interface NotesToTell {
  readonly quiet: boolean;
  readonly paint: Paint;
  /** It knows the games that were played before. */
  readonly files: ChangedFiles;
}

/** What people must know of a game while others go on. Of each player the first bad game is shown; the report has all. */
export class BadGameNotes {
  readonly #reports: PlayerReports;
  readonly #quiet: boolean;
  readonly #paint: Paint;
  readonly #first = new FirstBadGames();
  readonly #files: ChangedFiles;

  constructor(request: TournamentRequest, { quiet, paint, files }: NotesToTell) {
    this.#reports = new PlayerReports(request);
    this.#quiet = quiet;
    this.#paint = paint;
    this.#files = files;
  }

  *of(played: SeriesGame): Generator<readonly string[]> {
    if ('failure' in played) {
      yield [
        `wordhost: game ${played.game} is void because of a failure of the host, and no player is at fault: ${played.failure.message}`,
      ];
      return;
    }
    const { report, game } = played;
    const isNew = this.#first.takes(report.result);
    const look = { paint: this.#paint, width: terminalWidth(process.stderr) };
    if (isNew && !this.#quiet)
      for (const lines of this.#reports.ofOffenders(report, look)) yield ['', `game ${game}:`, ...lines];
    if (!this.#quiet) yield this.#files.in(report.result);
    for (const player of report.result.players) {
      const survivorPids = report.endings[player.seat - 1]!.processes?.survivorPids;
      if (survivorPids) yield [`wordhost: ${survivorsNote(player, survivorPids)}`];
    }
    if (report.recordFailure !== undefined)
      yield [`wordhost: the record is incomplete: ${report.recordFailure}`];
  }
}
