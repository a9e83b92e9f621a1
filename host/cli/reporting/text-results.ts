import type { Seat } from '../../core/units.ts';
import type { Result } from '../../events/result.ts';
import type { Picture } from '../../games/shown.ts';
import type { SeriesGame } from '../../runs/play-series.ts';
import type { SeriesFold } from '../../runs/series-fold.ts';
import { gameInOneLine, gameSummary } from '../../views/terminal/game-summary.ts';
import { lastLines } from '../../views/terminal/grids/picture-lines.ts';
import type { Paint } from '../../views/terminal/paint.ts';
import { printLines, printNotes, terminalWidth } from '../print.ts';
import type { Reporter } from './reporter.ts';
import { type ReportedSeries, standingsLines } from './standings-lines.ts';

const SUMMARY_INDENT = 2;

interface TextRequest {
  readonly paint: Paint;
  /** The time limit of a turn of this entry; none: there is none. */
  readonly turnMs: (entry: number) => number | undefined;
  /** Standard output is for something else. */
  readonly isStdoutTaken: boolean;
}

/** Results for people: of one game what there is to see, of several a line each and the standings. */
export class TextResults implements Reporter {
  readonly #series: ReportedSeries;
  readonly #fold: SeriesFold;
  readonly #request: TextRequest;
  #picture: Picture | undefined;

  constructor(series: ReportedSeries, fold: SeriesFold, request: TextRequest) {
    this.#series = series;
    this.#fold = fold;
    this.#request = request;
    this.#picture = this.#blankPicture();
  }

  /** None where the game is not shown when it is over. A game that is played again has another one. */
  get picture(): Picture | undefined {
    return this.#picture;
  }

  take(played: SeriesGame): void {
    if ('failure' in played || played.again) this.#picture = this.#blankPicture();
    else this.#print(played.game, played.report.result);
  }

  finish(): boolean {
    const print = this.#request.isStdoutTaken ? printNotes : printLines;
    if (this.#series.games > 1) print(standingsLines(this.#series, this.#fold));
    return true;
  }

  #blankPicture(): Picture | undefined {
    const { game, games, names, quiet } = this.#series;
    return games === 1 && !quiet ? game.picture(names.length) : undefined;
  }

  #print(number: number, result: Result): void {
    const { game, games } = this.#series;
    const { paint, turnMs, isStdoutTaken } = this.#request;
    const print = isStdoutTaken ? printNotes : printLines;
    if (games > 1) print([gameInOneLine(number, result, game, turnMs)]);
    else {
      const look = { paint, width: terminalWidth(process.stdout) };
      print(gameSummary(result, game, this.#drawing(result.winner), look));
    }
  }

  #drawing(winner: Seat | null): readonly string[] {
    const width = terminalWidth(process.stdout) - SUMMARY_INDENT;
    return this.#picture
      ? lastLines(this.#picture.panels(), winner, this.#series.names, width, this.#request.paint)
      : [];
  }
}
