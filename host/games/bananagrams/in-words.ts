import type { CommonReason } from '../kit/verdict.ts';
import type { InWords } from '../shown.ts';
import type { BananagramsEvent } from './events.ts';

const reasons = { 'bunch-empty': 'the bunch is empty' } as const;

export type EndReason = CommonReason | keyof typeof reasons;

export const bananagramsInWords: InWords<BananagramsEvent> = {
  figures: { peels: 'peels', dumps: 'dumps', late: 'late' },
  reasons,
  wordRules: ['word'],
  unready:
    'Or it waits to be told something: in Bananagrams a player speaks first. For a program of another game, its name stands before the players: wordhost scrabble PLAYER…',
  overlooked: 'it may read lines: what the host sends ends with a full stop, and no newline comes',
  describe(event) {
    switch (event.type) {
      case 'deal':
        return `is dealt ${event.tiles}`;
      case 'peel':
        return `peels ${event.number}${drawnBy(event.drew)}`;
      case 'late':
        return `was too late${event.number === null ? '' : ` with ${event.number}`}`;
      case 'dump':
        return event.refused ? `may not dump ${event.letter}` : `dumps ${event.letter} for ${event.drew}`;
      default:
        return event satisfies never;
    }
  },
};

function drawnBy(drew: Readonly<Record<string, string>>): string {
  const letters = Object.entries(drew);
  if (letters.length === 0) return ': the last one';
  return `; drawn: ${letters.map(([seat, letter]) => `${seat} ${letter}`).join(', ')}`;
}
