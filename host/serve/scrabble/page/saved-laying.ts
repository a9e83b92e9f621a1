import {
  BLANK,
  type HandTile,
  type Laying,
  layingWithHand,
  layTile,
  nothingLaid,
  type Squares,
} from './laying.ts';

/** Ids of the tiles in the rack, and laid tiles as slot, cell and letter. Another text is not ours. */
const SHAPE = /^(\d{1,6}(?:,\d{1,6}){0,40})?;((?:\d{1,2}\.\d{1,3}\.\p{L}(?:,(?=.)|$)){0,40})$/u;

/** The order of the rack and the laid tiles, for a page that is loaded again. */
export function savedText({ rack, laid }: Laying): string {
  const tiles = laid.map(({ slot, cell, letter }) => `${slot}.${cell}.${letter}`);
  return `${rack.map(({ id }) => id).join()};${tiles.join()}`;
}

/** Tiles are laid again if the player has the same ones, on squares that are still free. */
export function restoredLaying(
  text: string | undefined,
  hand: readonly HandTile[],
  squares: Squares,
): Laying {
  const [, ids = '', tiles = ''] = SHAPE.exec(text ?? '') ?? [];
  const before = ids.split(',').map((id) => ({ id: Number(id), letter: '', points: 0 }));
  const begin = layingWithHand({ ...nothingLaid, rack: before }, hand, squares);
  if (begin.rack.map(({ id }) => id).join() !== ids) return begin;
  return [...tiles.matchAll(/(\d+)\.(\d+)\.(.)/gu)].reduce((laying, [, slot, cell, letter]) => {
    const own = begin.rack[Number(slot)]?.letter;
    if (own !== letter && own !== BLANK) return laying;
    return layTile(laying, squares, { slot: Number(slot), cell: Number(cell), letter: letter! });
  }, begin);
}
