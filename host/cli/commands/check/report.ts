import { visible } from '../../../core/text/visible.ts';
import type { CheckedStep } from '../../../tools/check/running/run-steps.ts';
import { decodedLine, transcriptOf } from '../../../tools/check/transcript.ts';
import { printJson, printLines } from '../../print.ts';
import { type Outcome, outcomeOf, type StepLook, stepDetail, stepLine } from './step-lines.ts';

interface ReportRequest extends StepLook {
  readonly json: boolean;
  readonly tap: boolean;
}

/** The report of the check of one bot, one step at a time, and its exit status. */
export class CheckReport {
  readonly #game: string;
  readonly #request: ReportRequest;
  readonly #counts: Record<Outcome, number> = { ok: 0, 'not ok': 0, skipped: 0 };
  readonly #leftOut: CheckedStep[] = [];

  constructor(game: string, steps: number, request: ReportRequest) {
    this.#game = game;
    this.#request = request;
    if (request.tap) printLines(['TAP version 14', `1..${steps}`]);
  }

  add(report: CheckedStep): void {
    const outcome = outcomeOf(report);
    this.#counts[outcome]++;
    const { json, tap } = this.#request;
    if (json) printJson(asJson(this.#game, report));
    else if (tap) printLines(asTap(report, this.#all, '', this.#request));
    else if (report.isLeftOut) this.#leftOut.push(report);
    else printLines(stepLines(report, this.#request));
  }

  /** The exit status. */
  finish(): number {
    const { json, tap } = this.#request;
    if (!json && !tap)
      printLines([...leftOutLines(this.#leftOut), ...verdictLines(this.#counts, this.#request)]);
    return this.#counts['not ok'] > 0 ? 1 : 0;
  }

  get #all(): number {
    const { ok, 'not ok': wrong, skipped } = this.#counts;
    return ok + wrong + skipped;
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

/**
 * `who`: what stands before the name of a step, where several bots are checked. Numbers go with the plan, from 1: where
 * some steps were chosen, their own are in their names.
 */
export function asTap(report: CheckedStep, place: number, who: string, look: StepLook): string[] {
  const { number, step, finding } = report;
  const own = who === '' && number !== place ? `step ${number}: ` : '';
  const name = `${place} - ${visible(who)}${own}${step.name}`.replaceAll('#', '\\#');
  if (finding === undefined) return [`ok ${name}`];
  if (finding.is === 'untried') return [`ok ${name} # SKIP ${visible(finding.why)}`];
  const detail = stepDetail(report, look).map((line) => `  # ${line.trimEnd()}`);
  return [`not ok ${name}`, ...detail.slice(0, -1)];
}

export function asJson(game: string, report: CheckedStep, bot?: string): Readonly<Record<string, unknown>> {
  const { number, step, finding, said, stderr, ms, sameAs } = report;
  const head = {
    game,
    ...(bot !== undefined && { bot }),
    ...{ number, name: step.name, outcome: outcomeOf(report), ms: Math.round(ms) },
  };
  if (finding === undefined) return head;
  if (finding.is === 'untried') return { ...head, why: finding.why };
  const { expected, came, advice = step.advice, at } = finding;
  const repeated = sameAs === undefined ? {} : { sameAs };
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
