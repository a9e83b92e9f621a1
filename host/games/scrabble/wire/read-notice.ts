import { beginWhole, isWhole, readSharedNotice, readTurn } from '../../line-game/wire/shared-notices.ts';
import type { Count, Notice, Placement } from './messages.ts';

/** A player's side of the wire, once the game has begun: a line of the host to what it means; none: it means nothing. */
export function readNotice(line: string): Notice | undefined {
  const [first, ...words] = line.trim().split(/ +/);
  switch (first) {
    case 'failed':
      return { type: first };
    case 'bag':
      return beginWhole(words, 1) ? { type: first, tiles: Number(words[0]) } : undefined;
    case 'turn':
      return readTurn(words);
    case 'played': {
      if (!beginWhole(words, 2) || !arePlacements(words.slice(2))) return undefined;
      const [player, points] = words.map(Number);
      return { type: 'played', player: player!, points: points!, placements: placementsOf(words.slice(2)) };
    }
    case 'playfailed':
      if (!beginWhole(words, 1) || !arePlacements(words.slice(1))) return undefined;
      return { type: 'playfailed', player: Number(words[0]), placements: placementsOf(words.slice(1)) };
    case 'playsuccess':
      return playSuccess(words);
    case 'changed':
      if (!beginWhole(words, 2)) return undefined;
      return { type: 'changed', player: Number(words[0]), tiles: Number(words[1]) };
    case 'changesuccess':
      return areCounts(words) ? { type: 'changesuccess', drawn: countsOf(words) } : undefined;
    case 'error':
      return { type: 'error', words };
    default:
      return readSharedNotice(first, words);
  }
}

function playSuccess(words: readonly string[]): Notice | undefined {
  const end = words.indexOf('new');
  const [laid, drawn] = [words.slice(1, end), words.slice(end + 1)];
  if (end === -1 || !beginWhole(words, 1) || !arePlacements(laid) || !areCounts(drawn)) return undefined;
  return {
    type: 'playsuccess',
    points: Number(words[0]),
    placements: placementsOf(laid),
    drawn: countsOf(drawn),
  };
}

const TILE = /^(-?\d+)(\P{Nd})(-?\d+)$/u;

const arePlacements = (words: readonly string[]) =>
  words.length % 3 === 0 && words.every((word, index) => (index % 3 === 2 ? TILE.test(word) : isWhole(word)));

const areCounts = (words: readonly string[]) => words.every((word) => /^-?\d+x\d+$/.test(word));

/** `X Y IDcPOINTS` words. */
export function placementsOf(words: readonly string[]): Placement[] {
  return Array.from({ length: Math.floor(words.length / 3) }, (_, index) => {
    const [x, y, tile] = words.slice(3 * index, 3 * index + 3);
    const [, id, letter, points] = TILE.exec(tile!) ?? [];
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
