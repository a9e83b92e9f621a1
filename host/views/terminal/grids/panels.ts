import { cut, padEnd, widthOf } from '../../../core/text/columns.ts';
import { inLines } from '../../../core/text/in-lines.ts';
import type { Panel } from '../../../games/shown.ts';
import { whyNotDrawn } from '../../grid-size.ts';
import { type Paint, paintFor } from '../paint.ts';
import { gridLines } from './grid-lines.ts';
import { inColumns } from './in-columns.ts';

/** The space that there is. */
export interface Space {
  readonly width: number;
  /** The most lines of a list. */
  readonly listed: number;
  /** Paths over a grid are drawn between its cells, which takes twice the space; else their cells are highlighted. */
  readonly strokes: boolean;
  readonly paint: Paint;
}

/** For output without a height limit. */
const LISTED = 8;

export function spaceOf(width: number, paint = paintFor(false)): Space {
  return { width, listed: LISTED, strokes: true, paint };
}

/** A grid with its tiles, and the list below it. */
export function drawPanel(panel: Panel, space: Space, widest = space.width): string[] {
  const { rows, path, list = [], columnNames, rowNames } = panel;
  const why = whyNotDrawn(panel);
  const dress = { columnNames, rowNames, cell: cellPaint(panel, space) };
  const grid = why === undefined ? gridLines(rows, path, space.strokes, dress) : [why];
  const listed = inColumns(list, Math.min(widest, space.width), space.listed);
  return grid.length > 0 && listed.length > 0 ? [...grid, '', ...listed] : [...grid, ...listed];
}

function cellPaint(
  { legend = [], fresh = [] }: Panel,
  { paint }: Space,
): (cell: string, number: number) => string {
  const weights = new Map(legend.map(({ sign, weight }) => [sign, weight]));
  const filled = new Set(fresh);
  return (cell, number) => {
    if (filled.has(number)) return paint.fresh(cell);
    const weight = weights.get(cell);
    return weight === undefined ? cell : paint.square(cell, weight);
  };
}

/** What the signs of a grid mean: one line, or as many as it needs of this width. */
export function legendLine(
  { legend = [] }: Panel,
  { paint, width }: Pick<Space, 'paint' | 'width'>,
): string[] {
  const parts = legend.map(({ sign, meaning, weight }) => `${paint.square(sign, weight)} ${meaning}`);
  return inLines(parts, width, '  ');
}

/** Panels side by side, as many as fit, each under its heading. */
export function drawPanels(
  panels: readonly Panel[],
  headings: readonly string[],
  space: Space,
  narrowHeading = (index: number, width: number) => cut(headings[index]!, width),
): string[] {
  const alone = drawBlocks(panels, headings, space);
  const blocks =
    fit(alone, space.width) === alone.length
      ? alone
      : withCaptions(panels, alone, space.width, narrowHeading);
  const lines: string[] = [];
  for (let first = 0; first < blocks.length; ) {
    const fitting = fit(blocks.slice(first), space.width);
    if (lines.length > 0) lines.push('');
    lines.push(...beside(blocks.slice(first, first + fitting)));
    first += fitting;
  }
  return lines;
}

/** What has a heading alone is listed in one block, beside the first grid if there is room. */
function withCaptions(
  panels: readonly Panel[],
  blocks: readonly string[][],
  width: number,
  heading: (index: number, width: number) => string,
): string[][] {
  const drawn = blocks.filter((_, index) => !isCaption(panels[index]!));
  const captions = [...panels.keys()].filter((index) => isCaption(panels[index]!));
  if (captions.length === 0) return [...blocks];
  const [first] = drawn;
  const beside = width - GAP - (first ? widestOf(first) : width);
  const wide = beside >= NARROWEST ? beside : width;
  return [...drawn.slice(0, 1), captions.map((index) => heading(index, wide)), ...drawn.slice(1)];
}

function isCaption({ rows, list = [] }: Panel): boolean {
  return rows.length === 0 && list.length === 0;
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
