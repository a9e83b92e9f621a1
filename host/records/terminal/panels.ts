import type { Panel, Scene } from '../../games/game.ts';
import type { Seat } from '../../tabletop/units.ts';

/** A grid as people lay it: a letter and a space for each cell, no frame. */
export function drawPanel({ rows }: Panel): string[] {
  return rows.map((row) => [...row].join(' ').trimEnd());
}

/** What is worth showing of a game that is over: what belongs to all, or what the winner laid. */
export function lastPanel({ panels }: Scene, winner: Seat | null | undefined): Panel | undefined {
  return panels.find(({ seat }) => seat === undefined) ?? panels.find(({ seat }) => seat === winner);
}

/** Panels side by side, as many as fit, each under its heading. */
export function drawPanels(panels: readonly Panel[], headings: readonly string[], width: number): string[] {
  const blocks = panels.map((panel, index) => [headings[index]!, '', ...drawPanel(panel)]);
  const lines: string[] = [];
  for (let first = 0; first < blocks.length; ) {
    const fitting = fit(blocks.slice(first), width);
    if (lines.length > 0) lines.push('');
    lines.push(...beside(blocks.slice(first, first + fitting)));
    first += fitting;
  }
  return lines;
}

const GAP = 4;

function widthOf(block: readonly string[]): number {
  return Math.max(...block.map((line) => line.length));
}

function fit(blocks: readonly (readonly string[])[], width: number): number {
  let used = 0;
  const over = blocks.findIndex((block, index) => {
    used += widthOf(block) + (index > 0 ? GAP : 0);
    return used > width;
  });
  return over === -1 ? blocks.length : Math.max(1, over);
}

function beside(blocks: readonly (readonly string[])[]): string[] {
  const height = Math.max(...blocks.map(({ length }) => length));
  const widths = blocks.map(widthOf);
  return Array.from({ length: height }, (_, row) =>
    blocks
      .map((block, index) => (block[row] ?? '').padEnd(widths[index]! + GAP))
      .join('')
      .trimEnd(),
  );
}
