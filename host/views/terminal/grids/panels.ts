import { padEnd, widthOf } from '../../../core/columns.ts';
import type { Panel } from '../../../games/shown.ts';
import { gridLines } from './grid-lines.ts';
import { inColumns } from './in-columns.ts';

/** The space that there is. */
export interface Space {
  readonly width: number;
  /** The most lines of a list. */
  readonly listed: number;
  /** Paths over a grid are drawn between its cells, which takes twice the space; else their cells are highlighted. */
  readonly strokes: boolean;
}

/** For output without a height limit. */
const LISTED = 8;

export function spaceOf(width: number): Space {
  return { width, listed: LISTED, strokes: true };
}

/** A grid with its tiles, and the list below it. */
export function drawPanel(panel: Panel, space: Space, widest = space.width): string[] {
  const { rows, path, list = [] } = panel;
  const grid = gridLines(rows, path, space.strokes);
  const listed = inColumns(list, Math.min(widest, space.width), space.listed);
  return grid.length > 0 && listed.length > 0 ? [...grid, '', ...listed] : [...grid, ...listed];
}

/** Panels side by side, as many as fit, each under its heading. */
export function drawPanels(panels: readonly Panel[], headings: readonly string[], space: Space): string[] {
  const blocks = drawBlocks(panels, headings, space);
  const lines: string[] = [];
  for (let first = 0; first < blocks.length; ) {
    const fitting = fit(blocks.slice(first), space.width);
    if (lines.length > 0) lines.push('');
    lines.push(...beside(blocks.slice(first, first + fitting)));
    first += fitting;
  }
  return lines;
}

/** A list is at least as wide as its heading, which takes that space anyway. */
const NARROWEST = 20;

/** The lists get the remaining width of a line on which all panels fit. */
function drawBlocks(panels: readonly Panel[], headings: readonly string[], space: Space): string[][] {
  const drawn = (more: number) =>
    panels.map((panel, index) => {
      const heading = headings[index]!;
      return [heading, '', ...drawPanel(panel, space, Math.max(NARROWEST, widthOf(heading)) + more)];
    });
  const narrow = drawn(0);
  const lists = panels.filter(({ list = [] }) => list.length > 0).length;
  const left = space.width - narrow.reduce((sum, block) => sum + widestOf(block) + GAP, -GAP);
  return lists > 0 && left >= lists ? drawn(Math.floor(left / lists)) : narrow;
}

const GAP = 4;

function widestOf(block: readonly string[]): number {
  return block.reduce((widest, line) => Math.max(widest, widthOf(line)), 0);
}

function fit(blocks: readonly (readonly string[])[], width: number): number {
  let used = 0;
  const over = blocks.findIndex((block, index) => {
    used += widestOf(block) + (index > 0 ? GAP : 0);
    return used > width;
  });
  return over === -1 ? blocks.length : Math.max(1, over);
}

function beside(blocks: readonly (readonly string[])[]): string[] {
  const height = Math.max(...blocks.map(({ length }) => length));
  const widths = blocks.map(widestOf);
  return Array.from({ length: height }, (_, row) =>
    blocks
      .map((block, index) => padEnd(block[row] ?? '', widths[index]! + GAP))
      .join('')
      .trimEnd(),
  );
}
