import { cut } from '../../../core/text/columns.ts';
import { visible, visibleUtf8 } from '../../../core/text/visible.ts';
import type { CheckedStep } from '../../../tools/check/running/run-steps.ts';
import { type SaidLine, transcriptOf } from '../../../tools/check/transcript.ts';
import type { Paint } from '../../../views/terminal/paint.ts';
import { markedText } from '../../../views/terminal/reports/marked-text.ts';
import { stderrLines } from '../../../views/terminal/reports/offence-report.ts';

export interface StepLook {
  readonly paint: Paint;
  readonly width: number;
}

export type Outcome = 'ok' | 'not ok' | 'skipped';

export function outcomeOf({ finding }: CheckedStep): Outcome {
  if (finding === undefined) return 'ok';
  return finding.is === 'wrong' ? 'not ok' : 'skipped';
}

export function stepLine(report: CheckedStep, { paint }: StepLook): string {
  const { number, step, finding, sameAs } = report;
  const outcome = outcomeOf(report);
  const colours = { ok: paint.good, 'not ok': paint.bad, skipped: paint.dim };
  const why =
    finding?.is === 'untried' && sameAs === undefined ? paint.dim(` (${visible(finding.why)})`) : '';
  const again = sameAs === undefined ? '' : paint.dim(` (as in step ${sameAs})`);
  return `${colours[outcome](outcome.padEnd(7))} ${String(number).padStart(2)}  ${step.name}${why}${again}`;
}

const INDENT = '            ';

/** The same below the line of its step. */
export function stepDetail(report: CheckedStep, { paint, width }: StepLook): string[] {
  const lines = faultLines(report, { paint, width: width - INDENT.length });
  return lines.length === 0 ? [] : [...lines.map((line) => `${INDENT}${line}`), ''];
}

/** What is wrong, unless an earlier step has said it. */
export function faultLines({ finding, step, said, stderr, sameAs }: CheckedStep, look: StepLook): string[] {
  if (finding?.is !== 'wrong' || sameAs !== undefined) return [];
  return [
    `expected: ${visible(finding.expected)}`,
    `came:     ${visible(finding.came)}`,
    `to do:    ${visible(finding.advice ?? step.advice)}`,
    ...transcriptOf(said, finding.at).flatMap((line) => saidLines(line, look)),
    ...stderrLines({ stderr }, look.paint).map((line) => line.trimStart()),
  ];
}

/** As after an offence in a game: the messages of both sides, and the place. */
function saidLines({ from, text, fault }: SaidLine, { width: columns, paint }: StepLook): string[] {
  const width = columns - 2;
  if (from === 'host') return [`< ${cut(visible(text), width)}`];
  if (fault === undefined) return [`> ${cut(visibleUtf8(text), width)}`];
  const { shown, column } = markedText(text, fault, visibleUtf8, width);
  return [`> ${shown}`, `${' '.repeat(2 + column)}${paint.bad('^')}`];
}
