import type { EventOf } from '../event.ts';
import type { forfeit, lateLine, timeout } from '../kit/score-events.ts';

/** The figures of games for points, with their headings. */
export const scoreHeadings = { score: 'score', moves: 'moves', timeouts: 'timeouts' } as const;

type Shared = EventOf<{ forfeit: typeof forfeit; timeout: typeof timeout; late: typeof lateLine }>;

/** What happens in every game in lines. */
export function describeShared(event: Shared): string {
  switch (event.type) {
    case 'forfeit':
      return 'forfeits';
    case 'timeout':
      return event.of === 'turn-cpu' ? 'has used too much processor time' : 'has run out of time';
    case 'late':
      return `was too late with ${event.line}`;
    default:
      return event satisfies never;
  }
}
