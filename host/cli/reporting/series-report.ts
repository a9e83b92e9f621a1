import type { Picture } from '../../games/shown.ts';
import type { SeriesGame, SeriesRequest } from '../../runs/play-series.ts';
import type { SeriesFold } from '../../runs/series-fold.ts';
import { seeds } from '../../views/terminal/game-summary.ts';
import { Progress } from '../../views/terminal/live/progress.ts';
import { paintFor } from '../../views/terminal/paint.ts';
import { canRedrawAlone, printError, printNotes } from '../print.ts';
import { GameNotes } from './game-notes.ts';
import { JsonResults } from './json-results.ts';
import type { Repeated } from './repeating-command.ts';
import type { Reporter } from './reporter.ts';
import { StandingsFile } from './standings-file.ts';
import type { ReportFiles } from './summary/report-files.ts';
import { SummaryReporter } from './summary/run-summary.ts';
import { seriesConclusion } from './summary/series-conclusion.ts';
import { TextResults } from './text-results.ts';
import { turnLimitOf } from './turn-limit.ts';

interface ReportRequest {
  readonly files: ReportFiles;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly trace: boolean;
  /** Where that of players goes. */
  readonly stderr: string;
  /** The file that the standings of a series go to. */
  readonly standings?: string | undefined;
  readonly coloured: boolean;
  readonly requireBatch: boolean;
  /** Standard output is for something else than results. */
  readonly isStdoutTaken: boolean;
  /** For the command that repeats a game. */
  readonly repeated: Repeated;
}

/** The report of a run: what counts its games, and the reporters that were asked for. */
export class SeriesReport {
  readonly #fold: SeriesFold;
  readonly #reporters: readonly Reporter[];
  readonly #progress: Progress | undefined;
  /** Games that have ended, in whatever order. */
  #done = 0;
  readonly #text: TextResults | undefined;

  constructor(series: SeriesRequest, fold: SeriesFold, request: ReportRequest) {
    const { game, games } = series;
    const { json, quiet, standings, coloured, files, isStdoutTaken, repeated, requireBatch } = request;
    const names = series.entries.map(({ name }) => name);
    const reported = { game, games, names, quiet };
    const turnMs = (entry: number) => turnLimitOf(series, entry);
    const look = { paint: paintFor(coloured), turnMs, isStdoutTaken };
    this.#fold = fold;
    this.#text = json ? undefined : new TextResults(reported, fold, look);
    const paint = paintFor(coloured && process.stderr.isTTY);
    const namesRecords = games === 1 && !quiet && !json;
    const summary = new SummaryReporter(series, {
      ...{ command: game.name, files, repeated, requireBatch },
      conclude: (interrupted, wentWrong) => seriesConclusion(reported, fold, interrupted, wentWrong),
    });
    this.#reporters = [
      this.#text ?? new JsonResults(reported, fold),
      new GameNotes(series, { quiet, paint, repeated, namesRecords }),
      ...(standings === undefined ? [] : [new StandingsFile(standings, series, fold)]),
      ...(files.areWanted ? [summary] : []),
    ];
    if (games === 1 || quiet) return;
    printNotes([`${games} games, ${seeds(series)}`]);
    const output = { stream: process.stderr, redraws: canRedrawAlone(process.stderr, request) };
    this.#progress = new Progress(output, { of: games, what: 'games' });
    this.#progress.show(0);
  }

  /** Of a game that is shown when it is over. */
  get picture(): Picture | undefined {
    return this.#text?.picture;
  }

  take(played: SeriesGame): void {
    this.#progress?.clear();
    this.#fold.take(played);
    for (const reporter of this.#reporters) reporter.take(played);
    if ('failure' in played || !played.again) this.#done++;
    const { players } = this.#fold.standings;
    this.#progress?.show(this.#done, players.map(({ won }) => won).join(' : '));
  }

  /** The exit status. `interrupted`: that of a run that was. */
  finish(interrupted: number | undefined): number {
    this.#progress?.clear();
    const isInterrupted = interrupted !== undefined;
    const isWritten = this.#reporters.map((reporter) => reporter.finish?.(isInterrupted) ?? true);
    const broken = isInterrupted ? [] : this.#fold.requirements.broken();
    for (const sentence of broken) printError(`--require ${sentence}\n`);
    return isWritten.includes(false) ? 3 : this.#fold.exitStatus(interrupted);
  }
}
