import { cut, visible, widthOf } from '../core/text.ts';
import type { Panel } from '../games/presentation.ts';

type Rows = Panel['rows'];

export interface GridSize {
  readonly columns: number;
  readonly rows: number;
}

/** Consecutive moves may share the same rows. */
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
const MOST_CELLS = 40_000;

/** Returns the reason against drawing a grid. */
export function whyNotDrawn(panel: Pick<Panel, 'rows'>): string | undefined {
  const { columns, rows } = sizeOf(panel);
  return columns * rows <= MOST_CELLS ? undefined : `too large to draw: ${columns} by ${rows} cells`;
}

const LONGEST_NAME = 24;
const SHORTEST_NAME = 4;

/** Cuts a long name before the caption. */
export function headingOf({ seat, caption }: Panel, names: readonly string[], width: number): string {
  if (seat === undefined) return cut(visible(caption), width);
  const [number, words] = [`${seat} `, `: ${visible(caption)}`];
  const left = Math.min(LONGEST_NAME, width - widthOf(words) - number.length - 1);
  const name = cut(visible(names[seat - 1] ?? ''), Math.max(SHORTEST_NAME, left));
  return cut(`${number}${name}${words}`, width);
}

/** Adds the player's tiles if they are not drawn. */
export function fullHeadingOf(panel: Panel, names: readonly string[], width: number): string {
  const { caption, rack } = panel;
  const told = rack === undefined ? caption : `${caption}, holds ${rack}`;
  return headingOf({ ...panel, caption: told }, names, width);
}
