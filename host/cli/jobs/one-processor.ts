import { UsageError } from '../../core/usage-error.ts';
import { findPinning, keepHostTo } from '../../seats/process/processes/pinning.ts';
import type { Jobs } from './settle-jobs.ts';

/** For `--one-processor`: the processor of each process that plays games, with its players. */
export interface GameProcessors {
  readonly taskset: string;
  readonly numbers: readonly number[];
}

/** Before a player is started. Games that are played here keep this process to their processor, with all that it starts from now on. */
export function takeProcessors({ jobs, workers }: Pick<Jobs, 'jobs' | 'workers'>): GameProcessors {
  const pinning = findPinning();
  if (!pinning.ok) throw new UsageError(`--one-processor: ${pinning.because}`);
  const { program: taskset, processors } = pinning;
  // The first one often has the interrupts of devices, too.
  const numbers = processors.slice(-jobs);
  if (workers > 0) return { taskset, numbers };
  const problem = keepHostTo(taskset, numbers);
  if (problem !== undefined) throw new UsageError(`--one-processor: taskset failed: ${problem}`);
  return { taskset, numbers };
}
