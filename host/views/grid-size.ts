import type { Panel } from '../games/shown.ts';

type Rows = Panel['rows'];

export interface GridSize {
  readonly columns: number;
  readonly rows: number;
}

/** Many moves may be on the same rows. */
const sizes = new WeakMap<Rows, GridSize>();

export function sizeOf({ rows }: { readonly rows: Rows }): GridSize {
  const known = sizes.get(rows);
  if (known) return known;
  const columns = rows.reduce((most, row) => Math.max(most, [...row].length), 0);
  const size = { columns, rows: rows.length };
  sizes.set(rows, size);
  return size;
}

/** A record from outside may have any grid. */
export const MOST_CELLS = 40_000;

/** Why a grid is not drawn, for people; undefined: it is, or there is none. */
export function whyNotDrawn(panel: Pick<Panel, 'rows'>): string | undefined {
  const { columns, rows } = sizeOf(panel);
  return columns * rows <= MOST_CELLS ? undefined : `too large to draw: ${columns} by ${rows} cells`;
}
