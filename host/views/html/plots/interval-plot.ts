import { cut, widthOf } from '../../../core/text/columns.ts';
import { percent } from '../../../core/text/plural.ts';
import { type SharesPlotted, scaleOf } from '../../scale.ts';
import { type Markup, markup } from '../markup.ts';
import { LETTER, labelledTicks, type Tick } from './ticks.ts';

export interface PlottedInterval {
  readonly label: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** The value in words. */
  readonly said: string;
  /** The middle half of what the interval holds. */
  readonly half?: readonly [number, number] | undefined;
}

export interface IntervalPlot {
  readonly title: string;
  readonly rows: readonly PlottedInterval[];
  /** The ends of the axis. */
  readonly axis: readonly [number, number];
  readonly ticks: readonly Tick[];
  /** Where a line is drawn to compare with. */
  readonly reference?: number;
}

const WIDTH = 360;
const ROW = 30;
/** Of many rows each has less. */
const LOW_ROW = 20;
const MANY = 12;
/** In columns. */
export const LONGEST_LABEL = 16;
const MARGIN = 14;

/** Values with their intervals, one a row. */
export function intervalPlot({ title, rows, axis: [from, to], ticks, reference }: IntervalPlot): Markup {
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => LETTER * widthOf(text)));
  const left = MARGIN + widest(rows.map(({ label }) => cut(label, LONGEST_LABEL)));
  const right = MARGIN + widest(rows.map(({ said }) => said));
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

/** Each share with its interval, one a row, with a line at the fair share. */
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
