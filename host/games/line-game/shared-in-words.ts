import { counted } from '../../core/text/plural.ts';
import type { EventOf } from '../event.ts';
import type { forfeit, lateLine, overtime, timeout } from '../kit/score-events.ts';

/** The figures of games for points, with their headings. */
export const scoreHeadings = { score: 'score', moves: 'moves', timeouts: 'timeouts' } as const;

type Shared = EventOf<{
  forfeit: typeof forfeit;
  timeout: typeof timeout;
  overtime: typeof overtime;
  late: typeof lateLine;
}>;

/** What happens in every game in lines. */
export function describeShared(event: Shared): string {
  switch (event.type) {
    case 'forfeit':
      return 'forfeits';
    case 'timeout':
      if (event.of === undefined) return 'has run out of time';
      return event.of === 'turn-cpu' ? 'has used too much processor time' : 'has used up its time bank';
    case 'overtime':
      return event.pointsOff === 0
        ? 'is within its time again'
        : `is ${(-event.bankMs / 1000).toFixed(1)} s over its time: ${counted(event.pointsOff, 'point')} off`;
    case 'late':
      return `was too late with ${event.line}`;
    default:
      return event satisfies never;
  }
}
