import type { Seat } from '../../../core/units.ts';
import type { Panel } from '../../../games/shown.ts';
import { fullHeadingOf } from '../../headings.ts';
import { paintFor } from '../paint.ts';
import { drawPanel, drawPanels, legendLine, spaceOf } from './panels.ts';

/** All grids of a picture, each under its player's name; with less of them where that makes them fit so many lines. */
export function pictureLines(
  panels: readonly Panel[],
  names: readonly string[],
  width: number,
  most = Number.POSITIVE_INFINITY,
  paint = paintFor(false),
): string[] {
  const heading = (index: number, space: number) => fullHeadingOf(panels[index]!, names, space);
  const headings = panels.map((_, index) => heading(index, width));
  const { listed } = spaceOf(width);
  const legend = panels.flatMap((panel) => legendLine(panel, { width, paint }));
  const draw = (shown: readonly Panel[], rows: number, strokes: boolean) =>
    drawPanels(shown, headings, { width, listed: rows, strokes, paint }, heading);
  for (const strokes of [true, false])
    for (let rows = listed; rows > 0; rows--) {
      const lines = draw(panels, rows, strokes);
      if (lines.length + 1 + legend.length <= most && legend.length > 0) return [...lines, '', ...legend];
      if (lines.length <= most) return lines;
    }
  return withFewerGrids(panels, most, (shown) => draw(shown, 1, false));
}

/** Every player is there: the last ones without their grids and lists, where not all of those fit. */
function withFewerGrids(
  panels: readonly Panel[],
  most: number,
  draw: (panels: readonly Panel[]) => string[],
): string[] {
  for (let whole = panels.length - 1; whole > 0; whole--) {
    const lines = draw(
      panels.map((panel, index) => (index < whole ? panel : { ...panel, rows: [], list: [] })),
    );
    if (lines.length <= most) return lines;
  }
  return draw(panels.map((panel) => ({ ...panel, rows: [], list: [] })));
}

/** What is shown of a game that is over: the words of each player, the board, or the grid of the winner. */
export function lastLines(
  panels: readonly Panel[],
  winner: Seat | null | undefined,
  names: readonly string[],
  width: number,
  paint = paintFor(false),
): string[] {
  if (panels.some(({ list = [] }) => list.length > 0))
    return pictureLines(panels, names, width, Number.POSITIVE_INFINITY, paint);
  const last = panels.find(({ seat }) => seat === undefined) ?? panels.find(({ seat }) => seat === winner);
  if (!last || last.isEmpty) return [];
  const legend = legendLine(last, { width, paint });
  return [...drawPanel(last, spaceOf(width, paint)), ...(legend.length > 0 ? ['', ...legend] : [])];
}
