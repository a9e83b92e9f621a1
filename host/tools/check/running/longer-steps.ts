import type { Step } from '../step.ts';
import type { NumberedStep } from './choose-steps.ts';
import type { StepReport } from './run-step.ts';

type Run = (step: Step, number: number) => Promise<StepReport>;

/** A longer step is run once for all steps within it. They are only run by themselves where it shows that something is wrong. */
export class LongerSteps {
  readonly #run: Run;
  readonly #within = new Map<Step, number>();
  readonly #reports = new Map<Step, StepReport>();

  constructor(chosen: readonly NumberedStep[], run: Run) {
    this.#run = run;
    for (const { step } of chosen)
      if (step.within) this.#within.set(step.within, (this.#within.get(step.within) ?? 0) + 1);
  }

  /** That a step is right, without a run of its own; none where that cannot be told so. */
  async reportOf({ number, step }: NumberedStep): Promise<StepReport | undefined> {
    const longer = step.within;
    const count = longer && this.#within.get(longer);
    if (!longer || !count || count === 1) return undefined;
    const report = this.#reports.get(longer) ?? (await this.#run(longer, number));
    this.#reports.set(longer, report);
    if (report.finding) return undefined;
    return { ...report, number, step, said: [], stderr: '', ms: report.ms / count };
  }
}
