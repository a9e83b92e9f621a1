import type { Automaton } from '../../../lexicon/automaton.ts';
import { beyondTiles, sameTiles, type Tiles, tilesOf } from '../tiles/tiles.ts';
import type { Grid } from '../wire/messages.ts';
import { judgeGrid } from './judge-grid.ts';
import { explain, type Refusal } from './refusal.ts';

export type GridVerdict =
  | { readonly legal: true }
  | { readonly legal: false; readonly rule: string; readonly detail: string };

/** A grid without any game: with the tiles that it must contain, or with any. */
export function judgeAlone(grid: Grid, tiles: string | undefined, lexicon: Automaton): GridVerdict {
  const held = tiles === undefined ? undefined : { tiles: tilesOf(tiles) };
  const refusal = (held && wrongTiles(held, grid)) ?? judgeGrid(grid, lexicon);
  return refusal ? { legal: false, rule: refusal.rule, detail: explain(refusal) } : { legal: true };
}

/** A grid has to have all tiles of a hand, and no others. */
export function wrongTiles(hand: { readonly tiles: Tiles }, grid: Grid): Refusal | undefined {
  const used = tilesOf(grid.letters);
  if (grid.beyond === 0 && sameTiles(used, hand.tiles)) return undefined;
  const extra = beyondTiles(used, hand.tiles);
  return { rule: 'tiles', extra, missing: beyondTiles(hand.tiles, used), beyond: grid.beyond };
}
