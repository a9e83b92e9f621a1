import type { Seat } from '../../tabletop/units.ts';
import type { GameEvent } from '../event.ts';
import type { Panel, Picture } from '../game.ts';

/** Each player's last accepted grid. */
export function bananagramsPicture(seats: number): Picture {
  const panels = Array.from({ length: seats }, (_, index): Panel => emptyPanel(index + 1));
  return {
    take(event: GameEvent) {
      if (event.type === 'end') takeResult(panels, event.result as { players: readonly Ended[] });
      if (event.type !== 'peel' || event.seat === undefined) return undefined;
      const caption = `peel ${String(event.number)}`;
      const panel = { seat: event.seat, caption, rows: rowsOf(String(event.grid)) };
      panels[event.seat - 1] = panel;
      return panel;
    },
    scene: () => ({ panels }),
  };
}

interface Ended {
  readonly seat: Seat;
  readonly grid?: string;
  readonly peels: number;
}

/** A result alone is enough to draw the last grids. */
function takeResult(panels: Panel[], { players }: { readonly players: readonly Ended[] }): void {
  for (const { seat, grid, peels } of players)
    if (grid !== undefined) panels[seat - 1] = { seat, caption: `${peels} peels`, rows: rowsOf(grid) };
}

function emptyPanel(seat: Seat): Panel {
  return { seat, caption: 'no peel yet', rows: [] };
}

/** A grid's text, `xxxyyy` and its cells, cut into rows. */
export function rowsOf(grid: string): string[] {
  const width = Number(grid.slice(0, 3));
  const cells = grid.slice(6).replaceAll('.', ' ');
  return Array.from({ length: Number(grid.slice(3, 6)) }, (_, row) =>
    cells.slice(row * width, (row + 1) * width),
  );
}
