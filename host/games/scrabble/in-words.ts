import type { CommonReason } from '../kit/verdict.ts';
import { describeShared, scoreHeadings } from '../line-game/shared-in-words.ts';
import type { InWords } from '../shown.ts';
import type { ScrabbleEvent } from './events.ts';

const reasons = {
  'played-out': 'bag and hand are empty',
  scoreless: 'no player scored any more',
  'passed-out': 'all players passed',
  'max-turns': 'the limit of turns was reached',
} as const;

export type EndReason = CommonReason | keyof typeof reasons;

export const scrabbleInWords: InWords<ScrabbleEvent> = {
  figures: scoreHeadings,
  reasons,
  wordRules: ['wordnotindictionary'],
  describe,
};

function describe(event: ScrabbleEvent): string | undefined {
  switch (event.type) {
    case 'deal':
      return `is dealt ${event.rack}`;
    case 'play':
      return event.errors === undefined
        ? `plays ${event.words.join(', ')} for ${event.points}: ${event.score} points`
        : `tries ${event.move}: ${event.errors.join('; ')}`;
    case 'change':
      return event.errors === undefined
        ? `changes ${event.ids.length} tiles`
        : `may not change: ${event.errors.join('; ')}`;
    case 'pass':
      return `passes${event.why === undefined ? '' : ' (with an empty hand)'}`;
    case 'forfeit':
    case 'timeout':
    case 'overtime':
    case 'late':
      return describeShared(event);
    case 'board':
    case 'turn':
    case 'scores':
      return undefined;
    default:
      return event satisfies never;
  }
}
