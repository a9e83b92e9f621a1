import type { Panel } from '../../games/presentation.ts';
import { sizeOf, whyNotDrawn } from './grid-size.ts';

/**
 * Gives each growing grid the frame of all grids of its player, so that no tile moves only because the grid has
 * grown: a grid is placed where it agrees most with the next one.
 */
export function fittingPanels(steps: readonly (readonly Panel[])[]): readonly (readonly Panel[])[] {
  const most = Math.max(0, ...steps.map(({ length }) => length));
  const tracks = Array.from({ length: most }, (_, index) =>
    fittingRows(steps.map((panels) => panels[index])),
  );
  return steps.map((panels) =>
    panels.map((panel, index) => {
      const rows = tracks[index]!.get(panel.rows);
      return rows === undefined ? panel : { ...panel, rows };
    }),
  );
}

/** Limits for records from outside, because each place is tried. */
const [MOST_GRIDS, MOST_CELLS] = [400, 2500];
/** A player that builds a new grid would move the frame far away. */
const LARGEST_FRAME = 1.3;

type Rows = Panel['rows'];

interface Placed {
  readonly rows: Rows;
  readonly x: number;
  readonly y: number;
}

/** The framed rows by the rows of the game. */
function fittingRows(all: readonly (Panel | undefined)[]): ReadonlyMap<Rows, Rows> {
  const grids = [
    ...new Set(all.flatMap((panel) => (panel !== undefined && isGrid(panel) ? [panel.rows] : []))),
  ];
  const sizes = grids.map((rows) => sizeOf({ rows }));
  const isSteady = new Set(sizes.map(({ columns, rows }) => `${columns} ${rows}`)).size < 2;
  const isLarge = sizes.some(({ columns, rows }) => columns * rows > MOST_CELLS);
  if (isSteady || isLarge || grids.length > MOST_GRIDS) return new Map();
  const placed: Placed[] = [];
  for (const rows of grids.toReversed()) {
    const next = placed.at(-1);
    const [x, y] = next ? bestShift(rows, next) : [0, 0];
    placed.push({ rows, x, y });
  }
  const [widest, highest] = [
    Math.max(...sizes.map(({ columns }) => columns)),
    Math.max(...sizes.map(({ rows }) => rows)),
  ];
  const left = Math.min(...placed.map(({ x }) => x));
  const top = Math.min(...placed.map(({ y }) => y));
  const width = Math.max(...placed.map(({ rows, x }) => x + sizeOf({ rows }).columns)) - left;
  const height = Math.max(...placed.map(({ rows, y }) => y + rows.length)) - top;
  const isFar = width > LARGEST_FRAME * widest + 2 || height > LARGEST_FRAME * highest + 2;
  return new Map(
    placed.map(({ rows, x, y }) => [
      rows,
      isFar ? framed(rows, 0, 0, widest, highest) : framed(rows, x - left, y - top, width, height),
    ]),
  );
}

/** Boards have free squares; grids have only tiles. */
function isGrid(panel: Panel): boolean {
  return (
    panel.rows.length > 0 && panel.legend === undefined && panel.path === undefined && !whyNotDrawn(panel)
  );
}

/** The shift under which most tiles of a grid are tiles of the next one, too. */
function bestShift(grid: Rows, next: Placed): readonly [x: number, y: number] {
  const [size, after] = [sizeOf({ rows: grid }), sizeOf({ rows: next.rows })];
  let [most, bestX, bestY] = [-1, 0, 0];
  for (let y = -size.rows + 1; y < after.rows; y++)
    for (let x = -size.columns + 1; x < after.columns; x++) {
      const same = tilesInCommon(grid, next.rows, x, y);
      if (same > most) [most, bestX, bestY] = [same, x, y];
    }
  return [next.x + bestX, next.y + bestY];
}

function tilesInCommon(grid: Rows, next: Rows, x: number, y: number): number {
  let same = 0;
  for (const [row, cells] of grid.entries()) {
    const others = next[row + y];
    if (others === undefined) continue;
    for (let column = 0; column < cells.length; column++)
      if (cells[column] !== ' ' && cells[column] === others[column + x]) same++;
  }
  return same;
}

function framed(rows: Rows, x: number, y: number, width: number, height: number): Rows {
  return Array.from({ length: height }, (_, row) => {
    const cells = rows[row - y];
    return (cells === undefined ? '' : ' '.repeat(x) + [...cells].join('')).padEnd(width);
  });
}
