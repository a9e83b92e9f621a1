import { cut } from '../../core/text/columns.ts';
import { visible } from '../../core/text/visible.ts';
import type { Panel, Sign } from '../../games/shown.ts';

/** `square`: free, and worth more by its sign. `tile`: something lies there. */
export type CellKind = 'free' | 'square' | 'tile';

/** A cell with something in it, or something to say. */
export interface Cell {
  readonly column: number;
  readonly row: number;
  readonly text: string;
  readonly kind: CellKind;
  readonly weight: Sign['weight'];
  readonly isFresh: boolean;
}

/** A text in a cell may be from anywhere. */
const LONGEST = 4;

/** Row by row. Where there is nothing, and where the board has no square, there is none. */
export function cellsOf({ rows, legend = [], fresh = [] }: Panel): readonly Cell[] {
  const weights = new Map(legend.map(({ sign, weight }) => [sign, weight]));
  const filled = new Set(fresh);
  const cells: Cell[] = [];
  let number = 0;
  for (const [row, texts] of rows.entries())
    for (const [column, text] of [...texts].entries()) {
      const isFresh = filled.has(number++);
      if (text === ' ' || text === '#') continue;
      const weight = weights.get(text);
      const kind = text === '.' ? 'free' : weight === undefined ? 'tile' : 'square';
      cells.push({ column, row, text: cut(visible(text), LONGEST), kind, weight: weight ?? 0, isFresh });
    }
  return cells;
}

/** What lies on a grid, for those who cannot see it: each row with its words, and where these begin. */
export function gridInWords(panel: Panel): string {
  const { columnNames, rowNames } = panel;
  const byRow = Map.groupBy(
    cellsOf(panel).filter(({ kind }) => kind === 'tile'),
    ({ row }) => row,
  );
  const rows = [...byRow].map(([row, cells]) => {
    const runs = runsIn(cells).map((run) => {
      const column = columnNames?.[run[0]!.column];
      return `${column ? `${column} ` : ''}${run.map(({ text }) => text).join('')}`;
    });
    return `row ${rowNames?.[row] || row + 1}: ${runs.join(', ')}`;
  });
  return rows.join('; ');
}

function runsIn(cells: readonly Cell[]): readonly Cell[][] {
  const runs: Cell[][] = [];
  for (const cell of cells) {
    const run = runs.at(-1);
    if (run && run.at(-1)!.column === cell.column - 1) run.push(cell);
    else runs.push([cell]);
  }
  return runs;
}
