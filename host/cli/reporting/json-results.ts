import type { SeriesGame } from '../../runs/play-series.ts';
import type { SeriesFold } from '../../runs/series-fold.ts';
import { printJson, printNotes } from '../print.ts';
import type { Reporter } from './reporter.ts';
import { type ReportedSeries, standingsLines } from './standings-lines.ts';

/** A result as one line of JSON for each game; the standings are for people. */
export class JsonResults implements Reporter {
  readonly #series: ReportedSeries;
  readonly #fold: SeriesFold;

  constructor(series: ReportedSeries, fold: SeriesFold) {
    this.#series = series;
    this.#fold = fold;
  }

  take(played: SeriesGame): void {
    if ('report' in played && !played.again) printJson({ number: played.game, ...played.report.result });
  }

  finish(): boolean {
    const { games, quiet } = this.#series;
    if (games > 1 && !quiet) printNotes(standingsLines(this.#series, this.#fold));
    return true;
  }
}
