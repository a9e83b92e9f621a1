import type { Step } from './step.ts';

/**
 * The same with a bot that is not helped: for its players the host sets PYTHONUNBUFFERED, by which Python writes at once
 * what a program has only printed. Another host may not.
 */
export function unhelped(step: Step): Step {
  return {
    ...step,
    async play(stage) {
      const finding = await step.play({
        ...stage,
        open: (seating) => stage.open({ ...seating, isUnhelped: true }),
      });
      return finding?.is === 'wrong' && finding.silent ? { ...finding, advice: step.advice } : finding;
    },
  };
}

export const flushAdvice =
  'Flush after each message; in Python: print(..., flush=True). In games PYTHONUNBUFFERED=1 does it for bots in Python; on a host that does not set it the bot is never heard.';
