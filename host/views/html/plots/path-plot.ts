import { type Markup, markup } from '../markup.ts';
import { ticksBetween } from './ticks.ts';

interface PathPlot {
  readonly title: string;
  /** From left to right. */
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Lines at which something is decided, with what that is. */
  readonly bounds: readonly { readonly at: number; readonly label: string }[];
  /** What is counted to the right. */
  readonly below: string;
}

const WIDTH = 360;
const HEIGHT = 210;
const MARGIN = { left: 34, right: 10, top: 14, bottom: 36 } as const;

/** How a value has gone up and down between its bounds. */
export function pathPlot({ title, points, bounds, below }: PathPlot): Markup {
  const [last = [0, 0]] = points.slice(-1);
  const values = [...points.map(([, y]) => y), ...bounds.map(({ at }) => at)];
  const [low, high] = values.reduce(([least, most], y) => [Math.min(least, y), Math.max(most, y)], [0, 0]);
  const levels = ticksBetween(low, high);
  const counts = ticksBetween(0, Math.max(1, last[0]));
  const [from, to] = levels.axis;
  const x = (count: number) => MARGIN.left + (count / counts.axis[1]) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (value: number) =>
    HEIGHT - MARGIN.bottom - ((value - from) / (to - from)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const path = points.map(([count, value]) => `${x(count).toFixed(1)} ${y(value).toFixed(1)}`).join('L');
  const right = WIDTH - MARGIN.right;
  const said = bounds.map(({ at, label }) => `${label} at ${at.toFixed(2)}`).join(', ');
  return markup`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}: ${last[1].toFixed(2)} after ${last[0]} ${below}; ${said}">
${levels.marks.map((mark) => markup`<line class="grid" x1="${MARGIN.left}" x2="${right}" y1="${y(mark)}" y2="${y(mark)}"/><text class="tick" x="${MARGIN.left - 6}" y="${y(mark) + 4}" text-anchor="end">${mark}</text>`)}
${counts.marks.map((mark) => markup`<text class="tick" x="${x(mark)}" y="${HEIGHT - MARGIN.bottom + 16}" text-anchor="middle">${mark}</text>`)}
<text class="tick" x="${(WIDTH + MARGIN.left) / 2}" y="${HEIGHT - 4}" text-anchor="middle">${below}</text>
${bounds.map(({ at, label }) => markup`<line class="fair" x1="${MARGIN.left}" x2="${right}" y1="${y(at)}" y2="${y(at)}"/><text class="tick" x="${right}" y="${y(at) - 4}" text-anchor="end">${label}</text>`)}
${points.length === 0 ? [] : [markup`<path class="curve" d="M${path}"/>`, markup`<circle class="point" cx="${x(last[0])}" cy="${y(last[1])}" r="3.5"/>`]}
</svg>`;
}
