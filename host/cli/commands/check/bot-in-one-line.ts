import { cut, widthOf } from '../../../core/text/columns.ts';
import { counted } from '../../../core/text/plural.ts';
import { visible } from '../../../core/text/visible.ts';
import type { CheckedStep } from '../../../tools/check/running/run-steps.ts';
import { outcomeOf, type StepLook } from './step-lines.ts';

const NARROWEST = 20;

/** The outcome of one bot of several: how much is right, or its first fault. `isWhole`: all its steps are over. */
export function botInOneLine(
  name: string,
  steps: readonly CheckedStep[],
  { paint, width, isWhole }: StepLook & { readonly isWhole: boolean },
): string {
  const wrong = steps.filter((step) => outcomeOf(step) === 'not ok');
  const passed = isWhole ? paint.good('ok     ') : paint.dim('-      ');
  const verdict = wrong.length > 0 ? paint.bad('not ok ') : passed;
  const until = isWhole ? [] : [`interrupted after ${counted(steps.length, 'step')}`];
  const found = wrong.length > 0 ? [faults(wrong)] : isWhole ? [rights(steps)] : [];
  const words = [...until, ...found].join('; ');
  const space = Math.max(NARROWEST, width - 'not ok '.length - widthOf(name) - 3);
  return `${verdict} ${name}  ${process.stdout.isTTY ? cut(words, space) : words}`;
}

/** A program that has ended mostly says why in its last line. */
function lastError({ stderr }: CheckedStep): string {
  const last = stderr.trimEnd().split('\n').at(-1);
  return last ? ` (${last})` : '';
}

function rights(steps: readonly CheckedStep[]): string {
  const skipped = steps.filter((step) => outcomeOf(step) === 'skipped').length;
  const rest = skipped > 0 ? `, ${skipped} skipped` : '';
  return `${counted(steps.length, 'step')}: ${steps.length - skipped} ok${rest}`;
}

function faults(wrong: readonly CheckedStep[]): string {
  const [first] = wrong;
  const different = wrong.filter(({ sameAs }) => sameAs === undefined).length;
  if (first?.finding?.is !== 'wrong') return '';
  const { expected, came } = first.finding;
  const where = `${counted(different, 'fault')} in ${counted(wrong.length, 'step')}`;
  return visible(`${where}; step ${first.number}: ${came}${lastError(first)}; expected ${expected}`);
}
