import { beginWhole, isWhole, readSharedNotice, readTurn } from '../../line-game/wire/shared-notices.ts';
import type { Notice } from './messages.ts';

/** A player's side of the wire, once the game has begun: a line of the host to what it means; none: it means nothing. */
export function readNotice(line: string): Notice | undefined {
  const [first, ...words] = line.trim().split(/ +/);
  switch (first) {
    case 'turn': {
      const turn = readTurn(words, 1);
      return turn && { ...turn, left: Number(words[2]) };
    }
    case 'scored':
    case 'found':
    case 'missed':
      return wordTold(first, words);
    default:
      return readSharedNotice(first, words);
  }
}

function wordTold(type: 'scored' | 'found' | 'missed', words: readonly string[]): Notice | undefined {
  const [, word, told] = words;
  if (!beginWhole(words, 1) || word === undefined || told === undefined) return undefined;
  const player = Number(words[0]);
  if (type === 'missed') return { type, player, word, reason: told };
  return isWhole(told) ? { type, player, word, points: Number(told) } : undefined;
}
