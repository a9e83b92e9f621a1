import { millisecondsIn, readSharedNotice } from '../../line-game/wire/shared-notices.ts';
import type { Count, Notice, Placement } from './messages.ts';

/** A player's side of the wire, once the game has begun: a line of the host to what it means. */
export function readNotice(line: string): Notice | undefined {
  const [first, ...words] = line.trim().split(/ +/);
  switch (first) {
    case 'failed':
      return { type: first };
    case 'bag':
      return { type: first, tiles: Number(words[0]) };
    case 'turn':
      return { type: 'turn', ms: millisecondsIn(words[0]), k: Number(words[1]) };
    case 'played': {
      const [player, points] = words.map(Number);
      return { type: 'played', player: player!, points: points!, placements: placementsOf(words.slice(2)) };
    }
    case 'playfailed':
      return { type: 'playfailed', player: Number(words[0]), placements: placementsOf(words.slice(1)) };
    case 'playsuccess':
      return playSuccess(words);
    case 'changed':
      return { type: 'changed', player: Number(words[0]), tiles: Number(words[1]) };
    case 'changesuccess':
      return { type: 'changesuccess', drawn: countsOf(words) };
    case 'error':
      return { type: 'error', words };
    default:
      return readSharedNotice(first, words);
  }
}

function playSuccess(words: readonly string[]): Notice {
  const end = words.indexOf('new');
  return {
    type: 'playsuccess',
    points: Number(words[0]),
    placements: placementsOf(words.slice(1, end)),
    drawn: countsOf(words.slice(end + 1)),
  };
}

/** `X Y IDcPOINTS` words. */
export function placementsOf(words: readonly string[]): Placement[] {
  return Array.from({ length: Math.floor(words.length / 3) }, (_, index) => {
    const [x, y, tile] = words.slice(3 * index, 3 * index + 3);
    const [, id, letter, points] = /^(-?\d+)(\P{Nd})(-?\d+)$/u.exec(tile!) ?? [];
    return { x: Number(x), y: Number(y), id: Number(id), letter: letter ?? '', points: Number(points) };
  });
}

/** `IDxN` words. */
export function countsOf(words: readonly string[]): Count[] {
  return words.map((word) => {
    const [id, count] = word.split('x').map(Number);
    return { id: id!, count: count! };
  });
}
