import { cut } from '../../../core/columns.ts';
import type { Seat } from '../../../core/units.ts';
import { visible } from '../../../core/visible.ts';
import type { Scene } from '../../../games/shown.ts';
import { drawPanel, drawPanels, spaceOf } from './panels.ts';

/** All grids of a scene, each under its player's name; with less of them where that makes them fit so many lines. */
export function sceneLines(
  { panels }: Scene,
  names: readonly string[],
  width: number,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const headings = panels.map(({ seat, caption }) =>
    cut(
      visible(seat === undefined ? caption : `${seat} ${cut(names[seat - 1] ?? '', 24)}: ${caption}`),
      width,
    ),
  );
  const { listed } = spaceOf(width);
  let lines: string[] = [];
  for (const strokes of [true, false])
    for (let rows = listed; rows > 0; rows--) {
      lines = drawPanels(panels, headings, { width, listed: rows, strokes });
      if (lines.length <= most) return lines;
    }
  return lines;
}

/** What is shown of a game that is over: the words of each player, the board, or the grid of the winner. */
export function lastLines(
  scene: Scene,
  winner: Seat | null | undefined,
  names: readonly string[],
  width: number,
): string[] {
  const { panels } = scene;
  if (panels.some(({ list = [] }) => list.length > 0)) return sceneLines(scene, names, width);
  const last = panels.find(({ seat }) => seat === undefined) ?? panels.find(({ seat }) => seat === winner);
  return last ? drawPanel(last, spaceOf(width)) : [];
}
