import type { Automaton } from '../../../lexicon/automaton.ts';
import type { Grid } from '../wire/messages.ts';
import { judgeGrid } from './judge.ts';
import { wrongTiles } from './judge-peel.ts';
import { explain } from './refusal.ts';
import { tilesOf } from './tiles.ts';

export type TableVerdict =
  | { readonly legal: true }
  | { readonly legal: false; readonly rule: string; readonly detail: string };

/** A grid without any game: with the tiles that it must contain, or with any. */
export function judgeTable(grid: Grid, tiles: string | undefined, lexicon: Automaton): TableVerdict {
  const held = tiles === undefined ? undefined : { tiles: tilesOf(tiles) };
  const refusal = (held && wrongTiles(held, grid)) ?? judgeGrid(grid, lexicon);
  return refusal ? { legal: false, rule: refusal.rule, detail: explain(refusal) } : { legal: true };
}
