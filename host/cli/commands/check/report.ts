import { cut } from '../../../core/columns.ts';
import { visibleBytes } from '../../../core/visible.ts';
import type { StepReport } from '../../../tools/check/run-step.ts';
import { type SaidLine, transcriptOf } from '../../../tools/check/transcript.ts';
import type { Paint } from '../../../views/terminal/paint.ts';
import { printJson, printLines } from '../../print.ts';

interface ReportRequest {
  readonly json: boolean;
  readonly tap: boolean;
  readonly paint: Paint;
  readonly width: number;
}

type Outcome = 'ok' | 'not ok' | 'skipped';

/** The report of a check, one step at a time, and its exit status. */
export class CheckReport {
  readonly #game: string;
  readonly #request: ReportRequest;
  readonly #counts: Record<Outcome, number> = { ok: 0, 'not ok': 0, skipped: 0 };

  constructor(game: string, steps: number, request: ReportRequest) {
    this.#game = game;
    this.#request = request;
    if (request.tap) printLines(['TAP version 14', `1..${steps}`]);
  }

  add(report: StepReport): void {
    const outcome = outcomeOf(report);
    this.#counts[outcome]++;
    const { json, tap } = this.#request;
    if (json) printJson(asJson(this.#game, report));
    else if (tap) printLines(this.#asTap(report));
    else printLines([this.#line(report, outcome), ...this.#detail(report)]);
  }

  /** The exit status. */
  finish(): number {
    const { ok, 'not ok': wrong, skipped } = this.#counts;
    const { json, tap, paint } = this.#request;
    const rest = skipped > 0 ? `, ${skipped} skipped` : '';
    const verdict = wrong > 0 ? paint.bad(`${wrong} not ok`) : paint.good('nothing is wrong');
    const all = ok + wrong + skipped;
    const steps = all === 1 ? '1 step' : `${all} steps`;
    if (!json && !tap) printLines(['', `${steps}: ${ok} ok${rest}; ${verdict}`]);
    return wrong > 0 ? 1 : 0;
  }

  #line({ number, step, finding }: StepReport, outcome: Outcome): string {
    const { paint } = this.#request;
    const colours = { ok: paint.good, 'not ok': paint.bad, skipped: paint.dim };
    const why = finding?.is === 'untried' ? paint.dim(` (${finding.why})`) : '';
    return `${colours[outcome](outcome.padEnd(7))} ${String(number).padStart(2)}  ${step.name}${why}`;
  }

  #detail({ finding, step, said, stderr }: StepReport): string[] {
    if (finding?.is !== 'wrong') return [];
    const { paint, width } = this.#request;
    const lines = [
      `expected: ${finding.expected}`,
      `came:     ${visibleBytes(finding.came)}`,
      `to do:    ${finding.advice ?? step.advice}`,
      ...transcriptOf(said, finding.at).flatMap((line) => this.#said(line, width)),
    ];
    const errors = stderr.trimEnd().split('\n').slice(-STDERR_LINES);
    if (stderr.trim() !== '')
      lines.push(
        paint.dim('the end of its standard error:'),
        ...errors.map((line) => `| ${visibleBytes(line)}`),
      );
    return [...lines.map((line) => `${INDENT}${line}`), ''];
  }

  /** As after an offence in a game: the messages of both sides, and the place. */
  #said({ from, text, fault }: SaidLine, columns: number): string[] {
    const width = columns - INDENT.length - 2;
    const line = `${from === 'host' ? '<' : '>'} ${cut(visibleBytes(text), width)}`;
    if (fault === undefined) return [line];
    const before = Math.min(visibleBytes(text.slice(0, fault)).length, width - 1);
    return [line, `${' '.repeat(2 + before)}${this.#request.paint.bad('^')}`];
  }

  #asTap(report: StepReport): string[] {
    const { number, step, finding } = report;
    const name = `${number} - ${step.name.replaceAll('#', '\\#')}`;
    if (finding === undefined) return [`ok ${name}`];
    if (finding.is === 'untried') return [`ok ${name} # SKIP ${finding.why}`];
    const detail = this.#detail(report).map((line) => `  # ${line.trimEnd()}`);
    return [`not ok ${name}`, ...detail.slice(0, -1)];
  }
}

const INDENT = '            ';
const STDERR_LINES = 10;

function outcomeOf({ finding }: StepReport): Outcome {
  if (finding === undefined) return 'ok';
  return finding.is === 'wrong' ? 'not ok' : 'skipped';
}

function asJson(game: string, report: StepReport): Readonly<Record<string, unknown>> {
  const { number, step, finding, said, stderr, ms } = report;
  const head = { game, number, name: step.name, outcome: outcomeOf(report), ms: Math.round(ms) };
  if (finding === undefined) return head;
  if (finding.is === 'untried') return { ...head, why: finding.why };
  const { expected, came, advice = step.advice, at } = finding;
  return { ...head, expected, came, advice, said: transcriptOf(said, at), stderr };
}
