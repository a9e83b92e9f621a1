import { counted } from '../../core/text.ts';
import type { Seat } from '../../core/units.ts';
import type { Result } from '../kit/result-fields.ts';
import type { Panel, Picture } from '../presentation.ts';
import type { BananagramsEvent } from './events.ts';

/** The last accepted grid of each player. */
export function bananagramsPicture(seats: number): Picture<BananagramsEvent> {
  const panels = Array.from({ length: seats }, (_, index): Panel => emptyPanel(index + 1));
  return {
    take(event) {
      if (event.type === 'end') takeResult(panels, event.result);
      if (event.type !== 'peel') return undefined;
      const panel = { seat: event.seat, caption: `peel ${event.number}`, rows: rowsOf(event.grid) };
      panels[event.seat - 1] = panel;
      return panel;
    },
    panels: () => panels,
  };
}

/** A result alone has the last grids. */
function takeResult(panels: Panel[], { players }: Result): void {
  for (const { seat, grid, peels } of players)
    if (typeof grid === 'string')
      panels[seat - 1] = { seat, caption: counted(Number(peels), 'peel'), rows: rowsOf(grid) };
}

function emptyPanel(seat: Seat): Panel {
  return { seat, caption: 'no peel yet', rows: [] };
}

/** Cuts `xxxyyy` and its cells into rows. */
export function rowsOf(grid: string): string[] {
  const width = Number(grid.slice(0, 3));
  const cells = grid.slice(6).replaceAll('.', ' ');
  return Array.from({ length: Number(grid.slice(3, 6)) }, (_, row) =>
    cells.slice(row * width, (row + 1) * width),
  );
}
