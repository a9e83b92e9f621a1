import { counted } from '../../core/text.ts';
import type { Seat } from '../../core/units.ts';
import type { Result } from '../../events/result.ts';
import type { Picture } from '../../games/presentation.ts';
import type { RunGame } from '../../runs/run.ts';
import type { SeriesRequest } from '../../runs/series.ts';
import type { SeriesFold } from '../../runs/series-fold.ts';
import type { TestCase } from '../../views/reports/summary.ts';
import { type Paint, paintFor } from '../../views/terminal/paint.ts';
import { lastLines } from '../../views/terminal/pictures.ts';
import { Progress } from '../../views/terminal/progress.ts';
import { gameInOneLine, gameSummary, seeds } from '../../views/terminal/story.ts';
import { canRedrawAlone, printError, printJson, printLines, printNotes, terminalWidth } from '../output.ts';
import { GameNotes, type Reporter, turnLimitOf } from './game-notes.ts';
import type { RepeatableRun } from './repeat.ts';
import { type ReportedSeries, StandingsFile, standingsLines, standingsReport } from './standings.ts';
import { type Conclusion, type ReportFiles, SummaryReporter } from './summary.ts';

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
  readonly repeated: RepeatableRun;
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

  take(played: RunGame): void {
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

const SUMMARY_INDENT = 2;

interface TextRequest {
  readonly paint: Paint;
  /** The time limit of a turn of this entry; none: there is none. */
  readonly turnMs: (entry: number) => number | undefined;
  /** Standard output is for something else. */
  readonly isStdoutTaken: boolean;
}

/** Results for people: of one game what there is to see, of several a line each and the standings. */
class TextResults implements Reporter {
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

  take(played: RunGame): void {
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

/** A result as one line of JSON for each game; the standings are for people. */
class JsonResults implements Reporter {
  readonly #series: ReportedSeries;
  readonly #fold: SeriesFold;

  constructor(series: ReportedSeries, fold: SeriesFold) {
    this.#series = series;
    this.#fold = fold;
  }

  take(played: RunGame): void {
    if ('report' in played && !played.again) printJson({ number: played.game, ...played.report.result });
  }

  finish(): boolean {
    const { games, quiet } = this.#series;
    if (games > 1 && !quiet) printNotes(standingsLines(this.#series, this.#fold));
    return true;
  }
}

/** What a series has come to: who has won how many, and whether the conditions hold. `wentWrong`: of its games, in a sentence. */
function seriesConclusion(
  series: ReportedSeries,
  fold: SeriesFold,
  interrupted: boolean,
  wentWrong: string,
): Conclusion {
  const { games } = series;
  const { tables, sentences } = standingsReport(series, fold);
  const over = fold.games;
  const cases = interrupted ? skippedCases(fold, over, games) : requirementCases(fold);
  const broken = interrupted ? [] : fold.requirements.broken();
  return {
    verdict: [
      ...(interrupted ? [`Interrupted after ${over} of ${counted(games, 'game')}.`] : []),
      wentWrong,
      ...broken.map((sentence) => `--require ${sentence}`),
      ...sentences,
    ],
    tables: games > 1 ? tables : [],
    cases,
  };
}

function requirementCases({ requirements }: SeriesFold): TestCase[] {
  return requirements.outcomes().map(({ text, problem }) => {
    const name = `--require ${text}`;
    if (problem === undefined) return { name, outcome: 'passed' };
    return { name, outcome: 'failed', kind: 'require', why: problem };
  });
}

function skippedCases({ requirements }: SeriesFold, over: number, games: number): TestCase[] {
  const why = 'the run was interrupted';
  const left = games - over;
  const names = [
    ...(left > 0 ? [`games that were not played: ${left} of ${games}`] : []),
    ...requirements.outcomes().map(({ text }) => `--require ${text}`),
  ];
  return names.map((name) => ({ name, outcome: 'skipped', why }));
}
