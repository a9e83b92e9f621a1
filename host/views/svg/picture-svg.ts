import { widthOf } from '../../core/text/columns.ts';
import { visible } from '../../core/text/visible.ts';
import type { Panel, Sign } from '../../games/shown.ts';
import { whyNotDrawn } from '../grid-size.ts';
import { headingOf } from '../headings.ts';
import { type Markup, markup, trusted } from '../html/markup.ts';
import { inColumns } from '../terminal/grids/in-columns.ts';
import { gridFrame, gridSvg } from './grid-svg.ts';
import { pictureStyle } from './picture-style.ts';

/** A drawing with a width that a page or a README has room for. */
const WIDTH = 960;
const MARGIN = 16;
const LINE = 22;
/** Of a monospaced font of the size of lists. */
const COLUMN = 8.5;
const NARROWEST = 28;
const LISTED = 24;

/** By which such a file is known again. */
export const drawingBeginning = '<svg xmlns="http://www.w3.org/2000/svg" class="wordhost" ';

interface PictureRequest {
  readonly panels: readonly Panel[];
  /** Of the players, by seat. */
  readonly names: readonly string[];
  /** Above the drawing, a line each. */
  readonly title: readonly string[];
}

/** All that there is to see of a game at one time, as a file of its own. */
export function pictureSvg({ panels, names, title }: PictureRequest): string {
  const blocks = panels.map((panel) => blockOf(panel, names));
  const placed = flow(blocks, MARGIN + title.length * LINE + LINE / 2);
  const width = Math.max(...placed.map(({ x, block }) => x + block.width), widest(title) * COLUMN) + MARGIN;
  const height = Math.max(0, ...placed.map(({ y, block }) => y + block.height)) + MARGIN;
  const size = [Math.ceil(width), Math.ceil(height)] as const;
  const drawing = markup`width="${size[0]}" height="${size[1]}" viewBox="0 0 ${size[0]} ${size[1]}" role="img">
<title>${title.map(visible).join('. ')}</title>
<style>${trusted(`${pictureStyle}${fileStyle}`)}</style>
<rect class="ground" width="100%" height="100%"/>
${title.map((line, index) => textLine('title', MARGIN, MARGIN + (index + 0.5) * LINE, visible(line)))}
${placed.flatMap(({ block, x, y }) => block.draw(x, y))}
</svg>
`;
  return `${drawingBeginning}${drawing.text}`;
}

const fileStyle = `.ground { fill: var(--ground); }
.line { font: 14px ui-monospace, monospace; fill: var(--words); dominant-baseline: central; white-space: pre; }
.heading, .title { font: 600 15px system-ui, sans-serif; fill: var(--words); dominant-baseline: central; }
.line.soft { fill: var(--faint); }
`;

interface Block {
  readonly width: number;
  readonly height: number;
  draw(x: number, y: number): readonly Markup[];
}

/** A heading, the grid, what its signs mean, and the list. */
function blockOf(panel: Panel, names: readonly string[]): Block {
  const frame = gridFrame(panel);
  const heading = headingOf(panel, names, 100);
  const columns = Math.max(NARROWEST, Math.floor(frame.width / COLUMN), widthOf(heading));
  const why = whyNotDrawn(panel);
  const list = why === undefined ? inColumns(panel.list ?? [], columns, LISTED) : [why];
  const legend = panel.legend ?? [];
  const width = Math.max(frame.width, widthOf(heading) * COLUMN, widest(list) * COLUMN);
  const below = LINE + frame.height + (frame.height > 0 ? 8 : 0);
  const height = below + (legend.length > 0 ? LINE : 0) + list.length * LINE + 8;
  return {
    width,
    height,
    draw(x, y) {
      const listAt = y + below + (legend.length > 0 ? LINE : 0);
      return [
        textLine('heading', x, y + LINE / 2, heading),
        ...(frame.width > 0 ? [gridSvg(panel, { x, y: y + LINE })] : []),
        ...legendOf(legend, x, y + below),
        ...list.map((line, index) => textLine('line', x, listAt + (index + 0.5) * LINE, line)),
      ];
    },
  };
}

function legendOf(signs: readonly Sign[], x: number, y: number): readonly Markup[] {
  let at = x;
  return signs.map(({ sign, meaning, weight }) => {
    const from = at;
    at += (visible(meaning).length + 5) * COLUMN;
    return markup`<g class="picture"><rect class="square w${weight}" x="${from}" y="${y + 2}" width="18" height="18"/><text class="sign" x="${from + 9}" y="${y + LINE / 2}">${visible(sign)}</text></g>
${textLine('line soft', from + 24, y + LINE / 2, visible(meaning))}`;
  });
}

function textLine(kind: string, x: number, y: number, text: string): Markup {
  return markup`<text class="${kind}" x="${x}" y="${y}">${text}</text>`;
}

interface Placed {
  readonly block: Block;
  readonly x: number;
  readonly y: number;
}

/** Side by side, as many as fit; what is low is put below another beside a high one. */
function flow(blocks: readonly Block[], top: number): readonly Placed[] {
  const placed: Placed[] = [];
  let [x, y, below, wide] = [MARGIN, top, top, 0];
  let bottom = top;
  for (const block of blocks) {
    const isBelow = x > MARGIN && below > y && below + block.height <= bottom;
    if (!isBelow && wide > 0) [x, below, wide] = [x + wide + 2 * MARGIN, y, 0];
    if (x > MARGIN && x + block.width > WIDTH)
      [x, y, below, bottom, wide] = [MARGIN, bottom + MARGIN, bottom + MARGIN, bottom + MARGIN, 0];
    placed.push({ block, x, y: below });
    below += block.height + MARGIN / 2;
    wide = Math.max(wide, block.width);
    bottom = Math.max(bottom, below);
  }
  return placed;
}

function widest(lines: readonly string[]): number {
  return lines.reduce((most, line) => Math.max(most, widthOf(line)), 0);
}
