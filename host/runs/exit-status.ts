import { droppedOut, leftBatchClass, type Result } from '../events/result.ts';

/**
 * 1 where somebody failed, left or offended, or the game came to no end of its own; else 0. `requireBatch`: a player that was
 * seen to leave the batch class only after the verdict is no offender, but the requirement is not met.
 */
export function statusOf(result: Result, requireBatch = false): 0 | 1 {
  if (result.outcome !== 'won' && result.outcome !== 'draw') return 1;
  if (requireBatch && result.players.some(leftBatchClass)) return 1;
  return result.players.some(droppedOut) ? 1 : 0;
}
