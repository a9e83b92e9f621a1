import { droppedOut, type Result } from '../events/result.ts';

/** 1 where somebody failed, left or offended, or the game came to no end of its own; else 0. */
export function statusOf(result: Result): 0 | 1 {
  if (result.outcome !== 'won' && result.outcome !== 'draw') return 1;
  return result.players.some(droppedOut) ? 1 : 0;
}
