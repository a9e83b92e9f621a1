/** A player's first byte chooses: `r` is plain, `n` is numbered. */
export const dialects = ['plain', 'numbered'] as const;
export type Dialect = (typeof dialects)[number];

/** What a player says after its ready. */
export type Message =
  | { readonly type: 'peel'; readonly number: number | undefined; readonly grid: Grid }
  | { readonly type: 'dump'; readonly letter: string };

/** What a player is told. Numbers are those on the wire, from 0 to 999. */
export type Notice =
  | { readonly type: 'hand'; readonly tiles: string }
  | { readonly type: 'peeled'; readonly number: number; readonly mine: boolean; readonly drew: string }
  | { readonly type: 'late'; readonly number: number }
  | { readonly type: 'dumped'; readonly tiles: string };

/**
 * A grid as its letters in reading order and where each stands (row times width plus column). The free cells
 * are not kept: a grid of 999 by 999 with ten letters is ten letters.
 */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly letters: string;
  readonly places: readonly number[];
  /** Letters beyond those kept: more than there are tiles in the game, so the grid cannot be right. */
  readonly beyond: number;
}
