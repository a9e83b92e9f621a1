import { visible, widthOf } from '../core/text.ts';
import type { Panel, Sign } from '../games/presentation.ts';
import { draw, type Markup, markup, trustedMarkup } from './html/markup.ts';
import { boardPart, gridFrame, tilePaints } from './parts/board.ts';
import { pageStyle } from './parts/files.ts';
import { whyNotDrawn } from './parts/grid-size.ts';
import { headingOf, inColumns } from './terminal/pictures.ts';

/** The width of pages and READMEs. */
const WIDTH = 960;
const MARGIN = 16;
const LINE = 22;
/** The width of a monospaced letter in lists. */
const COLUMN = 8.5;
const NARROWEST = 28;
const LISTED = 24;

/** Recognizes such a file. */
export const drawingBeginning = '<svg xmlns="http://www.w3.org/2000/svg" class="wordhost" ';

interface PictureRequest {
  readonly panels: readonly Panel[];
  readonly names: readonly string[];
  readonly title: readonly string[];
}

/** Draws a moment of a game as a separate file. */
export function pictureSvg({ panels, names, title }: PictureRequest): string {
  const blocks = panels.map((panel) => blockOf(panel, names));
  const placed = flow(blocks, MARGIN + title.length * LINE + LINE / 2);
  const width = Math.max(...placed.map(({ x, block }) => x + block.width), widest(title) * COLUMN) + MARGIN;
  const height = Math.max(0, ...placed.map(({ y, block }) => y + block.height)) + MARGIN;
  const size = [Math.ceil(width), Math.ceil(height)] as const;
  const drawing = markup`width="${size[0]}" height="${size[1]}" viewBox="0 0 ${size[0]} ${size[1]}" role="img">
<title>${title.map(visible).join('. ')}</title>
<style>${trustedMarkup(pageStyle(['drawings', 'files']))}</style>
${tilePaints(draw)}
<rect class="background" width="100%" height="100%"/>
${title.map((line, index) => textLine('title', MARGIN, MARGIN + (index + 0.5) * LINE, visible(line)))}
${placed.flatMap(({ block, x, y }) => block.draw(x, y))}
</svg>
`;
  return `${drawingBeginning}${drawing.text}`;
}

interface Block {
  readonly width: number;
  readonly height: number;
  draw(x: number, y: number): readonly Markup[];
}

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
        ...(frame.width > 0 ? [boardPart(draw, { panel, x, y: y + LINE, kind: '' })] : []),
        ...legendOf(legend, x, y + below),
        ...list.map((line, index) => textLine('written', x, listAt + (index + 0.5) * LINE, line)),
      ];
    },
  };
}

function legendOf(signs: readonly Sign[], x: number, y: number): readonly Markup[] {
  let at = x;
  return signs.map(({ sign, meaning, label, weight }) => {
    const from = at;
    at += (visible(meaning).length + 5) * COLUMN;
    return markup`<g class="picture" transform="translate(${from} ${y + 1}) scale(.5)"><path class="square w${weight}" d="M0 20h40"/><g class="sign w${weight}"><text x="20" y="20">${visible(label ?? sign)}</text></g></g>
${textLine('written soft', from + 24, y + LINE / 2, visible(meaning))}`;
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

/** Places blocks side by side, and low blocks below each other beside high ones. */
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
