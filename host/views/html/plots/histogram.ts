import { counted } from '../../../core/text/plural.ts';
import { type Markup, markup } from '../markup.ts';
import { labelledTicks, ticksBetween } from './ticks.ts';

interface Histogram {
  readonly title: string;
  readonly values: readonly number[];
  /** Of what there are so many: `game`. */
  readonly thing: string;
  /** A value in words. */
  inWords(value: number): string;
}

const WIDTH = 360;
const HEIGHT = 200;
const MARGIN = { left: 26, right: 26, top: 10, bottom: 30 } as const;
const MOST_BARS = 24;

/** How many values there are of each size; none where there are none. */
export function histogram({ title, values, thing, inWords }: Histogram): Markup | undefined {
  if (values.length === 0) return undefined;
  const { axis, step } = ticksBetween(least(values), most(values));
  const [from, to] = axis;
  const bars = Math.min(MOST_BARS, Math.max(4, Math.ceil(Math.sqrt(values.length))));
  const counts = countsOf(values, from, to, bars);
  const highest = most(counts);
  const x = (value: number) =>
    MARGIN.left + ((value - from) / (to - from)) * (WIDTH - MARGIN.left - MARGIN.right);
  const height = (count: number) => (count / highest) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const bottom = HEIGHT - MARGIN.bottom;
  const width = (to - from) / bars;
  const rects = counts.map((count, index) => {
    const [left, right] = [from + index * width, from + (index + 1) * width];
    return markup`<rect class="bar" x="${x(left) + 0.5}" y="${bottom - height(count)}" width="${Math.max(1, x(right) - x(left) - 1)}" height="${height(count)}"><title>${inWords(left)} to ${inWords(right)}: ${counted(count, thing)}</title></rect>`;
  });
  const marks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => {
    const at = from + index * step;
    return { at, label: inWords(at) };
  });
  return markup`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}: ${counted(values.length, thing)}, from ${inWords(least(values))} to ${inWords(most(values))}">
${labelledTicks(marks, x).map(({ at, label }) => markup`<text class="tick" x="${x(at)}" y="${HEIGHT - 10}" text-anchor="middle">${label}</text>`)}
<line class="grid" x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${bottom}" y2="${bottom}"/>
${rects}
</svg>`;
}

function countsOf(values: readonly number[], from: number, to: number, bars: number): readonly number[] {
  const counts = new Array<number>(bars).fill(0);
  for (const value of values)
    counts[Math.min(bars - 1, Math.floor(((value - from) / (to - from)) * bars))]!++;
  return counts;
}

/** There may be more values than a call has arguments. */
const least = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other));
const most = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other));
