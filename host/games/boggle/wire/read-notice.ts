import type { MissReason } from '../judge-guess.ts';
import type { Notice } from './messages.ts';

/** A player's side of the wire, once the game has begun: a line of the host to what it means. */
export function readNotice(line: string): Notice | undefined {
  const [first, ...words] = line.trim().split(/ +/);
  const player = Number(words[0]);
  switch (first) {
    case 'start':
      return { type: first };
    case 'turn': {
      const ms = words[0] === 'none' ? undefined : Number(words[0]);
      return { type: 'turn', ms, k: Number(words[1]), left: Number(words[2]) };
    }
    case 'scored':
    case 'found':
      return { type: first, player, word: words[1]!, points: Number(words[2]) };
    case 'missed':
      return { type: first, player, word: words[1]!, reason: words[2] as MissReason };
    case 'passed':
    case 'forfeited':
    case 'timeout':
      return { type: first, player };
    case 'gameover':
      return { type: 'gameover', scores: scoresOf(words.map(Number)) };
    default:
      return undefined;
  }
}

function scoresOf(numbers: readonly number[]): { player: number; points: number }[] {
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => ({
    player: numbers[2 * index]!,
    points: numbers[2 * index + 1]!,
  }));
}
