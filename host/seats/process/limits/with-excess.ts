import type { Excess } from '../../../match/seat.ts';
import type { Stopped } from '../stopping.ts';

/** What was killed for its excess was not there any more when it was stopped. */
export function withExcess(stopped: Stopped, excess: Excess | undefined): Stopped {
  if (excess === undefined) return stopped;
  const seenKb = excess.of === 'memory' ? Math.floor(excess.bytes / 1024) : 0;
  return { ...stopped, killed: true, maxRssKb: Math.max(stopped.maxRssKb ?? 0, seenKb) || null };
}
