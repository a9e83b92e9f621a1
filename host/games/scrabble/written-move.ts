import type { Direction } from './judge/judgement.ts';
import type { TileSet } from './tiles/tile-set.ts';
import type { Placement } from './wire/messages.ts';
import { lineReader } from './wire/read-line.ts';

export type WrittenMove =
  | { readonly ok: true; readonly placements: readonly Placement[] }
  | { readonly ok: false; readonly problem: string };

/**
 * A move as people write it, `X,Y across WORD`: a small letter is a tile that can stand for several, a dot is a
 * place where something lies already. Or as on the wire: `X Y IDcPOINTS …`, with `play` before it or not.
 */
export function readWrittenMove(text: string, tiles: TileSet): WrittenMove {
  const [, x, y, direction, word] = /^\s*(-?\d+)\s*,\s*(-?\d+)\s+(across|down)\s+(\S+)\s*$/u.exec(text) ?? [];
  if (word !== undefined) return spelled(Number(x), Number(y), direction as Direction, word, tiles);
  const letters = new Set(tiles.tiles.flatMap(({ faces }) => faces.map(({ letter }) => letter)));
  const reading = lineReader(letters)(/^\s*play\b/.test(text) ? text : `play ${text}`);
  if (reading.says === 'move' && reading.move.type === 'play')
    return { ok: true, placements: reading.move.placements };
  const why = reading.says === 'nothing' ? ` (${reading.problem})` : '';
  return {
    ok: false,
    problem: `${JSON.stringify(text.slice(0, 40))} is no move: expected one such as "0,0 across HELLO", or placements as in "0 0 8H4 1 0 5E1"${why}`,
  };
}

function spelled(x: number, y: number, direction: Direction, word: string, tiles: TileSet): WrittenMove {
  const placements: Placement[] = [];
  for (const [index, letter] of [...word].entries()) {
    if (letter === '.') continue;
    const tile = tileFor(letter, tiles);
    if (!tile)
      return { ok: false, problem: `${JSON.stringify(word)}: no tile of this set can stand for ${letter}` };
    const place = direction === 'across' ? { x: x + index, y } : { x, y: y + index };
    placements.push({ ...place, ...tile });
  }
  return { ok: true, placements };
}

/** Its own tile for a letter, one that can stand for several for a small one. */
function tileFor(
  letter: string,
  { tiles }: TileSet,
): Pick<Placement, 'id' | 'letter' | 'points'> | undefined {
  const wanted = letter.toUpperCase();
  const isSmall = letter !== wanted;
  for (const { id, faces } of tiles) {
    const isOwn = faces.every((face) => face.letter === faces[0]!.letter);
    const face = faces.find((each) => each.letter === wanted);
    if (face && isOwn !== isSmall) return { id, ...face };
  }
  return undefined;
}

/** A hand as letters, `?` for a tile that can stand for several, or as on the wire: `IDxN …`. */
export function readHand(text: string, tiles: TileSet): ReadonlyMap<number, number> | string {
  const hand = new Map<number, number>();
  const add = (id: number, count: number) => hand.set(id, (hand.get(id) ?? 0) + count);
  if (/^\s*(\d+x\d+\s*)+$/.test(text)) {
    for (const [, id, count] of text.matchAll(/(\d+)x(\d+)/g)) add(Number(id), Number(count));
    return hand;
  }
  const several = tiles.tiles.find(({ faces }) => new Set(faces.map(({ letter }) => letter)).size > 1);
  for (const letter of text.replaceAll(/\s/g, '')) {
    const id = letter === '?' ? several?.id : tileFor(letter.toUpperCase(), tiles)?.id;
    if (id === undefined) return `no tile of this set is ${letter}`;
    add(id, 1);
  }
  return hand;
}
