import { visible } from '../../../core/text/visible.ts';
import type { CheckedStep } from '../../../tools/check/running/run-steps.ts';
import { decodedLine, transcriptOf } from '../../../tools/check/transcript.ts';
import { printJson } from '../../print.ts';
import { type Outcome, outcomeOf, type StepLook, stepDetail, stepLine } from './step-lines.ts';

interface ReportRequest extends StepLook {
  readonly json: boolean;
  /** Of lines for people: to standard output, unless it is for something else. */
  readonly print: (lines: readonly string[]) => void;
}

/** The report of the check of one bot, one step at a time, and its exit status. */
export class CheckReport {
  readonly #game: string;
  readonly #request: ReportRequest;
  readonly #counts: Record<Outcome, number> = { ok: 0, 'not ok': 0, skipped: 0 };
  readonly #leftOut: CheckedStep[] = [];

  constructor(game: string, request: ReportRequest) {
    this.#game = game;
    this.#request = request;
  }

  add(report: CheckedStep): void {
    const outcome = outcomeOf(report);
    this.#counts[outcome]++;
    const { json, print } = this.#request;
    if (json) printJson(asJson(this.#game, report));
    else if (report.isLeftOut) this.#leftOut.push(report);
    else print(stepLines(report, this.#request));
  }

  /** The exit status. */
  finish(): number {
    const { json, print } = this.#request;
    if (!json) print([...leftOutLines(this.#leftOut), ...verdictLines(this.#counts, this.#request)]);
    return this.#counts['not ok'] > 0 ? 1 : 0;
  }
}

export function stepLines(report: CheckedStep, look: StepLook): string[] {
  return [stepLine(report, look), ...stepDetail(report, look)];
}

/** Steps that were not run, all of them in one line. */
export function leftOutLines(steps: readonly CheckedStep[]): string[] {
  const [first] = steps;
  if (first?.finding?.is !== 'untried') return [];
  const [from, to] = [first.number, steps.at(-1)!.number];
  const which = steps.length === 1 ? `step ${from}` : `${steps.length} steps, ${from} to ${to}`;
  return ['', visible(`${which}: ${first.finding.why}`)];
}

export function verdictLines(counts: Readonly<Record<Outcome, number>>, { paint }: StepLook): string[] {
  const { ok, 'not ok': wrong, skipped } = counts;
  const rest = skipped > 0 ? `, ${skipped} skipped` : '';
  const verdict = wrong > 0 ? paint.bad(`${wrong} not ok`) : paint.good('nothing is wrong');
  const all = ok + wrong + skipped;
  const steps = all === 1 ? '1 step' : `${all} steps`;
  return ['', `${steps}: ${ok} ok${rest}; ${verdict}`];
}

export function asJson(game: string, report: CheckedStep, bot?: string): Readonly<Record<string, unknown>> {
  const { number, step, finding, said, stderr, ms, sameAs } = report;
  const head = {
    game,
    ...(bot !== undefined && { bot }),
    ...{ number, name: step.name, outcome: outcomeOf(report), ms: Math.round(ms) },
  };
  if (finding === undefined) return head;
  const repeated = sameAs === undefined ? {} : { sameAs };
  if (finding.is === 'untried') return { ...head, ...repeated, why: finding.why };
  const { expected, came, advice = step.advice, at } = finding;
  return {
    ...head,
    ...repeated,
    expected,
    came,
    advice,
    said: transcriptOf(said, at).map(decodedLine),
    stderr,
  };
}
