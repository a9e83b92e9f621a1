import type { Step } from '../step.ts';

/** A step with its number, from 1, among all of its game. */
export interface NumberedStep {
  readonly number: number;
  readonly step: Step;
}

export type Choice =
  | { readonly ok: true; readonly chosen: readonly NumberedStep[] }
  | { readonly ok: false; readonly problem: string };

/** All steps; or those of these numbers, and those with one of these texts in their names. */
export function chooseSteps(steps: readonly Step[], wanted: readonly string[]): Choice {
  const all = steps.map((step, index): NumberedStep => ({ number: index + 1, step }));
  if (wanted.length === 0) return { ok: true, chosen: all };
  const odd = wanted.find((want) => !all.some((each) => isWanted(each, want)));
  if (odd === undefined)
    return { ok: true, chosen: all.filter((each) => wanted.some((want) => isWanted(each, want))) };
  const expected = `expected a number from 1 to ${all.length}, or a part of a step's name (--list shows them)`;
  return { ok: false, problem: `${expected}; got ${JSON.stringify(odd)}` };
}

function isWanted({ number, step }: NumberedStep, want: string): boolean {
  if (/^\d+$/.test(want)) return number === Number(want);
  return want.trim() !== '' && step.name.toLowerCase().includes(want.toLowerCase());
}
