import { counted, visibleJson } from '../../core/text.ts';
import type { Seat } from '../../core/units.ts';
import type { Result } from '../../events/result.ts';
import { faultInWords } from '../../files/file-fault.ts';
import { writeOutput } from '../../files/write-file.ts';
import type { Picture } from '../../games/presentation.ts';
import type { RunGame } from '../../runs/experiment.ts';
import type { SeriesFold } from '../../runs/report/series-fold.ts';
import type { Sink } from '../../runs/run.ts';
import type { SeriesRequest } from '../../runs/series.ts';
import { resultLine } from '../../runs/store/saved-games.ts';
import type { TestCase } from '../../views/reports/summary.ts';
import { standingsLines, standingsOf, standingsReport } from '../../views/series.ts';
import { lastLines } from '../../views/terminal/pictures.ts';
import { progressParts } from '../../views/terminal/progress.ts';
import type { RunOutput } from '../../views/terminal/run-output.ts';
import { gameInOneLine, gameSummary, seeds } from '../../views/terminal/story.ts';
import { GameNotes, turnLimitOf } from './game-notes.ts';
import { RunProgress } from './run-progress.ts';
import { type Conclusion, type ReportOptions, SummaryReport } from './summary-report.ts';

interface SeriesReportOptions extends ReportOptions {
  readonly json: boolean;
  /** The file that the standings of a series go to. */
  readonly standings?: string | undefined;
}

interface SeriesReport {
  readonly sinks: readonly Sink[];
  /** The picture of a game that is shown at its end. A game that is played again has another picture. */
  readonly picture: () => Picture | undefined;
}

/** The sinks that tell of a series. */
export function seriesReport(
  series: SeriesRequest,
  fold: SeriesFold,
  options: SeriesReportOptions,
): SeriesReport {
  const { game, games } = series;
  const { json, quiet, standings, output, commands, requireBatch, write, progress } = options;
  const text = json ? undefined : new TextResults(series, fold, options);
  const namesRecords = games === 1 && !quiet && !json;
  const sinks: Sink[] = [
    text ?? jsonResults(series, fold, options),
    new GameNotes(series, { output, quiet, commands, namesRecords, games }),
  ];
  if (standings !== undefined) sinks.push(standingsFile(standings, series, fold, output));
  if (write)
    sinks.push(
      new SummaryReport(series, {
        command: game.name,
        commands,
        requireBatch,
        write,
        conclude: (interrupted, wentWrong) => seriesConclusion(series, fold, interrupted, wentWrong),
      }),
    );
  if (games > 1 && !quiet) {
    output.notes([`${games} games, ${seeds(series)}`]);
    const line = new RunProgress(output, progress, (seconds) => {
      const status = fold.standings.players.map(({ won }) => won).join(' : ');
      return progressParts({
        of: games,
        what: 'games',
        done: fold.games,
        seconds,
        status: fold.games === 0 ? '' : status,
      });
    });
    sinks.push(line);
  }
  return { sinks, picture: () => text?.picture };
}

const SUMMARY_INDENT = 2;

type ResultOptions = Pick<ReportOptions, 'output' | 'quiet'>;

/** Prints results for people: all of one game, or a line for each of several and the standings. */
class TextResults implements Sink {
  readonly #series: SeriesRequest;
  readonly #fold: SeriesFold;
  readonly #options: ResultOptions;
  /** Undefined where the game is not shown when it is over. */
  picture: Picture | undefined;

  constructor(series: SeriesRequest, fold: SeriesFold, options: ResultOptions) {
    this.#series = series;
    this.#fold = fold;
    this.#options = options;
    this.picture = this.#blankPicture();
  }

  take(played: RunGame): void {
    if ('failure' in played || played.again) this.picture = this.#blankPicture();
    else this.#print(played.game, played.report.result);
  }

  finish(): boolean {
    if (this.#series.games > 1) this.#options.output.results(standingsLines(this.#series, this.#fold));
    return true;
  }

  #blankPicture(): Picture | undefined {
    const { game, games, entries } = this.#series;
    return games === 1 && !this.#options.quiet ? game.picture(entries.length) : undefined;
  }

  #print(number: number, result: Result): void {
    const { game, games } = this.#series;
    const { output } = this.#options;
    if (games > 1)
      output.results([gameInOneLine(number, result, game, (entry) => turnLimitOf(this.#series, entry))]);
    else output.results(gameSummary(result, game, this.#drawing(result.winner), output.look('results')));
  }

  #drawing(winner: Seat | null): readonly string[] {
    const { width, paint } = this.#options.output.look('results');
    const names = this.#series.entries.map(({ name }) => name);
    return this.picture ? lastLines(this.picture.panels(), winner, names, width - SUMMARY_INDENT, paint) : [];
  }
}

/** A result as one line of JSON for each game; the standings are for people. */
function jsonResults(series: SeriesRequest, fold: SeriesFold, { output, quiet }: ResultOptions): Sink {
  return {
    take(played) {
      if ('report' in played && !played.again) output.json(resultLine(played));
    },
    finish() {
      if (series.games > 1 && !quiet) output.notes(standingsLines(series, fold));
      return true;
    },
  };
}

/** Concludes a series: the wins, and whether the conditions hold. `wentWrong` is a sentence about its games. */
function seriesConclusion(
  series: SeriesRequest,
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
    ...(left > 0 ? [`games not played: ${left} of ${games}`] : []),
    ...requirements.outcomes().map(({ text }) => `--require ${text}`),
  ];
  return names.map((name) => ({ name, outcome: 'skipped', why }));
}

/** The standings of a series in a file, for programs. */
function standingsFile(path: string, series: SeriesRequest, fold: SeriesFold, output: RunOutput): Sink {
  return {
    finish() {
      try {
        writeOutput(path, `${visibleJson(standingsOf(series, fold))}\n`);
        return true;
      } catch (error) {
        output.error(`--standings: cannot write ${path}: ${faultInWords(error as Error)}`);
        return false;
      }
    },
  };
}
