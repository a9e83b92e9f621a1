import { closeSync, writeSync } from 'node:fs';
import { HostFailure } from '../../core/errors.ts';
import type { RecordReading } from '../../events/read-record.ts';
import { faultInWords } from '../../files/file-fault.ts';
import { openOutput } from '../../files/write-file.ts';
import { listNamed } from '../../lexicon/lexicon.ts';
import type { CompareFold } from '../../runs/comparison.ts';
import type { RunGame } from '../../runs/experiment.ts';
import type { EarlierGame, Sink } from '../../runs/run.ts';
import type { SeriesRequest } from '../../runs/series.ts';
import { resultLine } from '../../runs/store/saved-games.ts';
import { asksNotWorse, type Comparison, type Verdict } from '../../tournament/comparison.ts';
import { compareParts, comparisonRows, comparisonWords, verdictWords } from '../../views/comparison.ts';
import type { TestCase } from '../../views/reports/summary.ts';
import { offencesIn } from '../../views/terminal/player-reports.ts';
import type { RunOutput } from '../../views/terminal/run-output.ts';
import { warningNotes } from '../../views/words.ts';
import { excuseNotes, GameNotes } from './game-notes.ts';
import { RunProgress } from './run-progress.ts';
import { type Conclusion, type ReportOptions, SummaryReport } from './summary-report.ts';

/** The width of reports that no terminal shows. */
const WIDTH = 120;

/** Returns the lines that a terminal shows of a game that went wrong. */
export const reportOfRecord = (record: Extract<RecordReading, { ok: true }>): readonly string[] =>
  offencesIn(record, { width: WIDTH, wordList: listNamed }).flat();

interface ComparisonReportOptions extends ReportOptions {
  /** The largest number of games. */
  readonly games: number;
  readonly resultsFile?: ResultsFile | undefined;
}

/** The sinks that tell of a comparison. */
export function comparisonSinks(
  request: SeriesRequest,
  fold: CompareFold,
  options: ComparisonReportOptions,
): readonly Sink[] {
  const { output, commands, quiet, games, requireBatch, progress, resultsFile, write } = options;
  const notes = new GameNotes(request, { output, quiet, commands, games, onlyFirst: true });
  let earlier = 0;
  const line = new RunProgress(output, progress, (seconds) =>
    compareParts(fold.comparison, seconds, games, earlier),
  );
  const excuses = quiet ? [] : [excuseNotes(output, 'comparison')];
  const sinks: Sink[] = [...(resultsFile ? [resultsFile] : []), ...excuses, notes];
  if (write) {
    const conclude = (interrupted: boolean, wentWrong: string) =>
      conclusionOf(fold, interrupted, [wentWrong, ...warningsOf(request, fold)]);
    const command = `compare ${request.game.name}`;
    sinks.push(new SummaryReport(request, { command, commands, requireBatch, write, conclude }));
  }
  const countEarlier = () => {
    earlier = fold.comparison.games;
  };
  return [...sinks, { takeEarlier: countEarlier }, line];
}

/** Facts about NEW and OLD that results hide, in sentences. */
export function warningsOf({ entries }: SeriesRequest, { warnings }: CompareFold): readonly string[] {
  return warningNotes(
    warnings,
    entries.map(({ name }, index) => ({ entry: index + 1, name })),
  );
}

/** The results of the games, an object a line, each as soon as its game is over. */
export class ResultsFile implements Sink, Disposable {
  readonly #path: string;
  readonly #file: number;
  readonly #output: RunOutput;
  #failure: Error | undefined;

  constructor(path: string, output: RunOutput) {
    this.#path = path;
    this.#output = output;
    try {
      this.#file = openOutput(path);
    } catch (error) {
      throw new HostFailure(`--results ${path}: ${faultInWords(error as Error)}`);
    }
  }

  take(played: RunGame): void {
    if ('report' in played && !played.again) this.#write(resultLine(played));
  }

  takeEarlier({ line }: EarlierGame): void {
    this.#write(line);
  }

  #write(line: string): void {
    if (this.#failure) return;
    try {
      writeSync(this.#file, `${line}\n`);
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  finish(): boolean {
    if (this.#failure === undefined) return true;
    this.#output.error(`--results ${this.#path} is incomplete: ${faultInWords(this.#failure)}`);
    return false;
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}

const statuses: Readonly<Record<Verdict, number>> = {
  better: 0,
  'not-worse': 0,
  counted: 0,
  'not-better': 1,
  worse: 1,
  offence: 1,
  undecided: 4,
};

/** The exit status of a comparison that was not interrupted. */
export function statusOfComparison({ verdict }: Comparison): number {
  return statuses[verdict];
}

/** Concludes a comparison. `ofGames` has sentences about its games. */
function conclusionOf(fold: CompareFold, interrupted: boolean, ofGames: readonly string[]): Conclusion {
  const { comparison, problem } = fold;
  const [answer, ...more] = verdictWords(comparison);
  const changed = problem === undefined ? [] : [`${problem}.`];
  return {
    verdict: [...changed, interrupted ? `Interrupted. ${answer}` : answer!, ...more, ...ofGames],
    tables: [{ headings: ['figure', 'value'], rows: comparisonRows(comparison) }],
    cases: [verdictCase(fold, interrupted)],
  };
}

/** An undecided comparison is neither: more games would tell. */
function verdictCase({ comparison, question, problem }: CompareFold, interrupted: boolean): TestCase {
  const { verdict } = comparison;
  const name =
    question.test === null ? 'the figures' : `NEW is ${asksNotWorse(question) ? 'not worse' : 'better'}`;
  const [why] = verdictWords(comparison);
  if (problem !== undefined)
    return { name, outcome: 'failed', kind: 'changed', why: problem, report: comparisonWords(comparison) };
  if (verdict === 'undecided' || (interrupted && verdict === 'counted'))
    return { name, outcome: 'skipped', why: interrupted ? 'the run was interrupted' : why };
  if (statusOfComparison(comparison) === 0) return { name, outcome: 'passed' };
  return { name, outcome: 'failed', kind: verdict, why, report: comparisonWords(comparison) };
}
