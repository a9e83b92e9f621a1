import { counted, cut, percent, widthOf } from '../../core/text.ts';
import { type SharesPlotted, scaleOf } from '../scale.ts';
import { type Markup, markup } from './markup.ts';

interface PlottedInterval {
  readonly label: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly said: string;
  /** The middle half of the interval. */
  readonly half?: readonly [number, number] | undefined;
}

interface IntervalPlot {
  readonly title: string;
  readonly rows: readonly PlottedInterval[];
  readonly axis: readonly [number, number];
  readonly ticks: readonly Tick[];
  readonly reference?: number;
}

const WIDTH = 360;
const ROW = 30;
/** The height of a row if there are many. */
const LOW_ROW = 20;
const MANY = 12;
export const LONGEST_LABEL = 16;
const SIDE_MARGIN = 14;

/** One row per value, with its interval. */
export function intervalPlot({ title, rows, axis: [from, to], ticks, reference }: IntervalPlot): Markup {
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => LETTER * widthOf(text)));
  const left = SIDE_MARGIN + widest(rows.map(({ label }) => cut(label, LONGEST_LABEL)));
  const right = SIDE_MARGIN + widest(rows.map(({ said }) => said));
  const x = (value: number) => left + placeOf(value, from, to) * (WIDTH - left - right);
  const height = rows.length > MANY ? LOW_ROW : ROW;
  const bottom = 8 + rows.length * height;
  const said = rows.map((row) => `${row.label}: ${row.said}`).join(', ');
  const line =
    reference === undefined
      ? []
      : [markup`<line class="fair" x1="${x(reference)}" x2="${x(reference)}" y1="2" y2="${bottom}"/>`];
  return markup`<svg viewBox="0 0 ${WIDTH} ${bottom + 26}" role="img" aria-label="${title}: ${said}">
${ticks.map(({ at }) => gridLine(x(at), bottom))}
${labelledTicks(ticks, x).map(({ at, label }) => tickLabel(label, x(at), bottom))}
${line}
${rows.map((row, index) => rowOf(row, 8 + (index + 0.5) * height, x))}
</svg>`;
}

/** One row per share, with its interval and a line at the fair share. */
export function sharesPlot(table: SharesPlotted): Markup {
  const { rows, fair, title } = table;
  const { low, high } = scaleOf(table);
  return intervalPlot({
    title,
    rows: rows.map(({ share, ...row }) => ({ ...row, value: share, said: percent(share) })),
    axis: [low, high],
    ticks: [low, fair, high].map((at) => ({ at, label: `${Number((100 * at).toFixed(1))}%` })),
    reference: fair,
  });
}

function placeOf(value: number, from: number, to: number): number {
  return to === from ? 0.5 : Math.min(1, Math.max(0, (value - from) / (to - from)));
}

function gridLine(x: number, bottom: number): Markup {
  return markup`<line class="grid" x1="${x}" x2="${x}" y1="2" y2="${bottom}"/>`;
}

function tickLabel(label: string, x: number, bottom: number): Markup {
  return markup`<text class="tick" x="${x}" y="${bottom + 18}" text-anchor="middle">${label}</text>`;
}

function rowOf(
  { label, value, low, high, half, said }: PlottedInterval,
  y: number,
  x: (value: number) => number,
): Markup {
  const [from, to] = [x(low), x(high)];
  const box = half && [x(half[0]), x(half[1])];
  return markup`<text class="label" x="2" y="${y + 4}">${cut(label, LONGEST_LABEL)}</text>
<path class="whisker" d="M${from} ${y - 5}v10M${from} ${y}H${to}M${to} ${y - 5}v10"/>
${box ? [markup`<rect class="box" x="${box[0]!}" y="${y - 6}" width="${box[1]! - box[0]!}" height="12"/>`] : []}
<circle class="point" cx="${x(value)}" cy="${y}" r="4.5"/>
<text class="value" x="${WIDTH - 2}" y="${y + 4}" text-anchor="end">${said}</text>`;
}

interface Histogram {
  readonly title: string;
  readonly values: readonly number[];
  /** The counted thing, such as `game`. */
  readonly thing: string;
  inWords(value: number): string;
}
const HISTOGRAM_HEIGHT = 200;
const HISTOGRAM_MARGIN = { left: 26, right: 26, top: 10, bottom: 30 } as const;
const MOST_BARS = 24;

/** Counts values by size. Undefined without values. */
export function histogram({ title, values, thing, inWords }: Histogram): Markup | undefined {
  if (values.length === 0) return undefined;
  const { axis, step } = ticksBetween(least(values), most(values));
  const [from, to] = axis;
  const bars = Math.min(MOST_BARS, Math.max(4, Math.ceil(Math.sqrt(values.length))));
  const counts = countsOf(values, from, to, bars);
  const highest = most(counts);
  const x = (value: number) =>
    HISTOGRAM_MARGIN.left +
    ((value - from) / (to - from)) * (WIDTH - HISTOGRAM_MARGIN.left - HISTOGRAM_MARGIN.right);
  const height = (count: number) =>
    (count / highest) * (HISTOGRAM_HEIGHT - HISTOGRAM_MARGIN.top - HISTOGRAM_MARGIN.bottom);
  const bottom = HISTOGRAM_HEIGHT - HISTOGRAM_MARGIN.bottom;
  const width = (to - from) / bars;
  const rects = counts.map((count, index) => {
    const [left, right] = [from + index * width, from + (index + 1) * width];
    return markup`<rect class="bar" x="${x(left) + 0.5}" y="${bottom - height(count)}" width="${Math.max(1, x(right) - x(left) - 1)}" height="${height(count)}"><title>${inWords(left)} to ${inWords(right)}: ${counted(count, thing)}</title></rect>`;
  });
  const marks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => {
    const at = from + index * step;
    return { at, label: inWords(at) };
  });
  return markup`<svg viewBox="0 0 ${WIDTH} ${HISTOGRAM_HEIGHT}" role="img" aria-label="${title}: ${counted(values.length, thing)}, from ${inWords(least(values))} to ${inWords(most(values))}">
${labelledTicks(marks, x).map(({ at, label }) => markup`<text class="tick" x="${x(at)}" y="${HISTOGRAM_HEIGHT - 10}" text-anchor="middle">${label}</text>`)}
<line class="grid" x1="${HISTOGRAM_MARGIN.left}" x2="${WIDTH - HISTOGRAM_MARGIN.right}" y1="${bottom}" y2="${bottom}"/>
${rects}
</svg>`;
}

function countsOf(values: readonly number[], from: number, to: number, bars: number): readonly number[] {
  const counts = new Array<number>(bars).fill(0);
  for (const value of values)
    counts[Math.min(bars - 1, Math.floor(((value - from) / (to - from)) * bars))]!++;
  return counts;
}

/** A call cannot have this many arguments. */
const least = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other));
const most = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other));

interface PlottedPath {
  readonly name?: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

interface PathPlot {
  readonly title: string;
  /** Several have the colors of seats. */
  readonly paths: readonly PlottedPath[];
  readonly bounds: readonly { readonly at: number; readonly label: string }[];
  readonly below: string;
  /** The range of the vertical axis (default: all values and 0). */
  readonly range?: readonly [low: number, high: number];
  /** The default has two decimals. */
  inWords?(value: number): string;
}
const PATH_HEIGHT = 210;
const PATH_MARGIN = { left: 34, right: 10, top: 14, bottom: 36 } as const;

/** Plots values over time between their bounds. */
export function pathPlot({ title, paths, bounds, below, range, inWords = twoDecimals }: PathPlot): Markup {
  const ends = paths.map(({ points }) => points.at(-1) ?? ([0, 0] as const));
  const values = [...paths.flatMap(({ points }) => points.map(([, y]) => y)), ...bounds.map(({ at }) => at)];
  const shown = range ?? [0, 0];
  const [low, high] = values.reduce(([least, most], y) => [Math.min(least, y), Math.max(most, y)], shown);
  const levels = ticksBetween(low, high);
  const counts = ticksBetween(0, Math.max(1, ...ends.map(([count]) => count)));
  const [from, to] = levels.axis;
  const x = (count: number) =>
    PATH_MARGIN.left + (count / counts.axis[1]) * (WIDTH - PATH_MARGIN.left - PATH_MARGIN.right);
  const y = (value: number) =>
    PATH_HEIGHT -
    PATH_MARGIN.bottom -
    ((value - from) / (to - from)) * (PATH_HEIGHT - PATH_MARGIN.top - PATH_MARGIN.bottom);
  const drawn = paths.map(({ name, points }, index) => {
    const [count, value] = ends[index]!;
    const path = points.map(([count, value]) => `${inTenths(x(count))} ${inTenths(y(value))}`).join('L');
    const own = name === undefined ? [] : [markup` class="seat-${index + 1}"`];
    return points.length === 0
      ? []
      : [
          markup`<g${own}><path class="curve" d="M${path}"/><circle class="point" cx="${x(count)}" cy="${y(value)}" r="3.5"/></g>`,
        ];
  });
  const right = WIDTH - PATH_MARGIN.right;
  const at = paths.map(({ name }, index) => {
    const [count, value] = ends[index]!;
    return `${name === undefined ? '' : `${name} `}${inWords(value)} after ${count} ${below}`;
  });
  const said = [...at, ...bounds.map(({ at, label }) => `${label} at ${inWords(at)}`)].join(', ');
  return markup`<svg viewBox="0 0 ${WIDTH} ${PATH_HEIGHT}" role="img" aria-label="${title}: ${said}">
<path class="grid" d="${levels.marks.map((mark) => `M${PATH_MARGIN.left} ${inTenths(y(mark))}H${right}`).join('')}"/>
${levels.marks.map((mark) => markup`<text class="tick" x="${PATH_MARGIN.left - 6}" y="${y(mark) + 4}" text-anchor="end">${String(mark)}</text>`)}
${counts.marks.map((mark) => markup`<text class="tick" x="${x(mark)}" y="${PATH_HEIGHT - PATH_MARGIN.bottom + 16}" text-anchor="middle">${mark}</text>`)}
<text class="tick" x="${(WIDTH + PATH_MARGIN.left) / 2}" y="${PATH_HEIGHT - 4}" text-anchor="middle">${below}</text>
${bounds.map(({ at, label }) => markup`<line class="fair" x1="${PATH_MARGIN.left}" x2="${right}" y1="${y(at)}" y2="${y(at)}"/><text class="tick" x="${right}" y="${y(at) - 4}" text-anchor="end">${label}</text>`)}
${drawn.flat()}
</svg>`;
}

const inTenths = (value: number) => Math.round(10 * value) / 10;
const twoDecimals = (value: number) => value.toFixed(2);

/** A plot of shares over a logarithmic axis of microseconds. */
export interface Frame {
  readonly x: (us: number) => number;
  readonly y: (share: number) => number;
  readonly drawn: Markup;
}

export const frameSize = { width: 360, height: 250 } as const;
const { width, height } = frameSize;
const inner = { left: 44, right: 22, top: 14, bottom: 40 } as const;

export function frame(from: number, to: number, marks: readonly number[], below: string): Frame {
  const span = Math.log(to / from) || 1;
  const x = (us: number) => inner.left + (Math.log(us / from) / span) * (width - inner.left - inner.right);
  const y = (share: number) => height - inner.bottom - share * (height - inner.top - inner.bottom);
  const drawn = markup`${[0, 0.25, 0.5, 0.75, 1].map((share) => level(share, y(share)))}
${marks.map((us) => mark(us, x(us)))}
<text class="tick" x="${(width + inner.left) / 2}" y="${height - 4}" text-anchor="middle">${below}</text>`;
  return { x, y, drawn };
}

function level(share: number, y: number): Markup {
  return markup`<line class="grid" x1="${inner.left}" x2="${width - inner.right}" y1="${y}" y2="${y}"/>
<text class="tick" x="${inner.left - 6}" y="${y + 4}" text-anchor="end">${100 * share}%</text>`;
}

function mark(us: number, x: number): Markup {
  return markup`<line class="grid" x1="${x}" x2="${x}" y1="${inner.top}" y2="${height - inner.bottom}"/>
<text class="tick" x="${x}" y="${height - inner.bottom + 16}" text-anchor="middle">${us < 1000 ? us : `${us / 1000} ms`}</text>`;
}

export const frameEdges = { left: inner.left, right: width - inner.right } as const;

interface Ticks {
  readonly axis: readonly [number, number];
  readonly step: number;
  readonly marks: readonly number[];
}

const MOST = 5;

/** Marks at steps of 1, 2 or 5. */
export function ticksBetween(low: number, high: number): Ticks {
  const span = high - low || Math.abs(high) || 1;
  const ten = 10 ** Math.floor(Math.log10(span / MOST));
  const step = [1, 2, 5, 10].map((each) => each * ten).find((each) => span / each <= MOST) ?? 10 * ten;
  const from = Math.floor(low / step) * step;
  const to = Math.max(from + step, Math.ceil(high / step) * step);
  const count = Math.round((to - from) / step);
  const marks = Array.from({ length: count + 1 }, (_, index) =>
    Number((from + index * step).toPrecision(12)),
  );
  return { axis: [marks[0]!, marks.at(-1)!], step, marks };
}

interface Tick {
  readonly at: number;
  readonly label: string;
}

/** The width of a letter in units of the drawing. */
const LETTER = 7.5;
const GAP = LETTER;

/** Omits ticks so that labels do not touch. `x` is the position of a value. */
export function labelledTicks(ticks: readonly Tick[], x: (value: number) => number): readonly Tick[] {
  for (let every = 1; every < ticks.length; every++) {
    const some = ticks.filter((_, index) => index % every === 0);
    if (some.every((tick, index) => index === 0 || isFree(some[index - 1]!, tick, x))) return some;
  }
  return ticks.slice(0, 1);
}

function isFree(one: Tick, next: Tick, x: (value: number) => number): boolean {
  const half = (tick: Tick) => (LETTER * widthOf(tick.label)) / 2;
  return x(next.at) - x(one.at) >= half(one) + half(next) + GAP;
}
