import { UsageError } from '../../core/usage-error.ts';
import { findPinning, keepHostTo } from '../../seats/process/processes/pinning.ts';
import type { Jobs } from './settle-jobs.ts';

/**
 * For `--one-processor`, before a player is started: the processors of the games. Where they are played here, this process keeps to its
 * own from now on, with all that it starts.
 */
export function onOneProcessorEach(jobs: Jobs): Jobs {
  const pinning = findPinning();
  if (!pinning.ok) throw new UsageError(`--one-processor: ${pinning.because}`);
  const { program: taskset, processors } = pinning;
  // The first one often has the interrupts of devices, too.
  const numbers = processors.slice(-jobs.jobs);
  const problem = jobs.workers === 0 ? keepHostTo(taskset, numbers) : undefined;
  if (problem !== undefined) throw new UsageError(`--one-processor: taskset failed: ${problem}`);
  return { ...jobs, processors: { taskset, numbers } };
}
