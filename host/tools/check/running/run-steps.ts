import { type Finding, untried, type Wrong } from '../finding.ts';
import type { NumberedStep } from './choose-steps.ts';
import { LongerSteps } from './longer-steps.ts';
import { type CheckTools, runStep, type StepReport } from './run-step.ts';

/** A step of a whole check. */
export interface CheckedStep extends StepReport {
  /** The number of an earlier step with the same fault, or that was skipped for the same reason; none: it is new. */
  readonly sameAs?: number | undefined;
  /** It was not run: the steps before it have shown what it would show. */
  readonly isLeftOut?: true;
}

/** One step after the other, until nothing new can be learned. What is not run is reported, too, with the reason. */
export async function* runSteps(
  chosen: readonly NumberedStep[],
  tools: CheckTools,
  run = runStep,
): AsyncGenerator<CheckedStep> {
  const known = new KnownFaults();
  const longer = new LongerSteps(chosen, async (step, number) => await run(step, number, tools));
  let why: string | undefined;
  for (const { number, step } of chosen) {
    if (tools.interrupt?.aborted) return;
    if (why !== undefined) {
      yield { number, step, finding: untried(why), ...NOTHING, isLeftOut: true };
      continue;
    }
    const report = (await longer.reportOf({ number, step })) ?? (await run(step, number, tools));
    yield { ...report, sameAs: known.add(report) };
    why = known.whyToStop(tools.command);
  }
}

const NOTHING = { said: [], stderr: '', ms: 0, saidReady: false } as const;

/** So many steps in a row, or in all, are waited for if the same is missing in each. */
const SILENT_IN_A_ROW = 3;
const SILENT_IN_ALL = 5;
/** So many steps that are not ok are enough to begin with. */
const MOST_WRONG = 12;

/** The faults that were found so far, and the reasons to skip a step, each with the first step that has it. */
class KnownFaults {
  readonly #steps = new Map<string, number>();
  readonly #silent = new Map<string, number>();
  #inARow = 0;
  #saidReady = false;
  #startFailed = false;
  #wrong = 0;

  /** The earlier step with this fault. */
  add({ number, finding, stderr, saidReady }: StepReport): number | undefined {
    this.#saidReady ||= saidReady;
    const before = this.#inARow;
    this.#inARow = 0;
    if (finding?.is === 'untried') return this.#firstWith(`untried: ${finding.alike}`, number);
    if (finding === undefined) return undefined;
    this.#wrong++;
    if (!this.#saidReady) this.#startFailed = true;
    const fault = faultOf(finding, stderr);
    if (finding.silent) {
      this.#inARow = before + 1;
      this.#silent.set(fault, (this.#silent.get(fault) ?? 0) + 1);
    }
    return this.#firstWith(fault, number);
  }

  /** The earlier step with it; none: this is the first. */
  #firstWith(fault: string, number: number): number | undefined {
    const first = this.#steps.get(fault);
    if (first === undefined) this.#steps.set(fault, number);
    return first;
  }

  whyToStop(command: string): string | undefined {
    if (this.#startFailed) return `not run: \`${command}\` was never ready, and each step begins with that`;
    const most = Math.max(0, ...this.#silent.values());
    if (most >= SILENT_IN_ALL || (most >= SILENT_IN_A_ROW && this.#inARow >= SILENT_IN_A_ROW))
      return `not run: the bot was silent in ${most} steps, each until its time was over`;
    if (this.#wrong >= MOST_WRONG) return `not run: ${MOST_WRONG} steps are not ok: correct these first`;
    return undefined;
  }
}

/** Two steps have the same fault if only numbers differ: those of turns, tiles and places. */
function faultOf({ fault, came }: Wrong & Finding, stderr: string): string {
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  return [fault ?? came, last].join('\n').replaceAll(/\d+/g, 'N');
}
