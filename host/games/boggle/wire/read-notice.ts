import { millisecondsIn, readSharedNotice } from '../../line-game/wire/shared-notices.ts';
import type { MissReason } from '../judge-guess.ts';
import type { Notice } from './messages.ts';

/** A player's side of the wire, once the game has begun: a line of the host to what it means. */
export function readNotice(line: string): Notice | undefined {
  const [first, ...words] = line.trim().split(/ +/);
  const player = Number(words[0]);
  switch (first) {
    case 'turn':
      return { type: 'turn', ms: millisecondsIn(words[0]), k: Number(words[1]), left: Number(words[2]) };
    case 'scored':
    case 'found':
      return { type: first, player, word: words[1]!, points: Number(words[2]) };
    case 'missed':
      return { type: first, player, word: words[1]!, reason: words[2] as MissReason };
    default:
      return readSharedNotice(first, words);
  }
}
