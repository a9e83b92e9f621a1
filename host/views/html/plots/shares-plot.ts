import { cut } from '../../../core/text/columns.ts';
import { percent } from '../../../core/text/plural.ts';
import { type PlottedShare, placeOn, type Scale, type SharesPlotted, scaleOf } from '../../scale.ts';
import { type Markup, markup } from '../markup.ts';

const WIDTH = 360;
const ROW = 30;
const RIGHT = 52;
const LETTER = 7.5;
const LONGEST = 16;

/** Each share with its interval, one a row, with a line at the fair share. */
export function sharesPlot(table: SharesPlotted): Markup {
  const { rows, fair, title } = table;
  const scale = scaleOf(table);
  const left = 14 + LETTER * Math.max(...rows.map(({ label }) => Math.min(LONGEST, label.length)));
  const x = (share: number) => left + placeOn(scale, share) * (WIDTH - left - RIGHT);
  const bottom = 8 + rows.length * ROW;
  const said = rows.map(({ label, share }) => `${label}: ${percent(share)}`).join(', ');
  return markup`<svg viewBox="0 0 ${WIDTH} ${bottom + 26}" role="img" aria-label="${title}: ${said}">
${ticks(scale, fair).map((share) => tick(share, x(share), bottom))}
<line class="fair" x1="${x(fair)}" x2="${x(fair)}" y1="2" y2="${bottom}"/>
${rows.map((row, index) => whisker(row, 8 + (index + 0.5) * ROW, x))}
</svg>`;
}

function ticks({ low, high }: Scale, fair: number): readonly number[] {
  return [low, fair, high];
}

function tick(share: number, x: number, bottom: number): Markup {
  return markup`<line class="grid" x1="${x}" x2="${x}" y1="2" y2="${bottom}"/>
<text class="tick" x="${x}" y="${bottom + 18}" text-anchor="middle">${Number((100 * share).toFixed(1))}%</text>`;
}

function whisker({ label, share, low, high }: PlottedShare, y: number, x: (share: number) => number): Markup {
  const [from, to] = [x(low), x(high)];
  return markup`<text class="label" x="2" y="${y + 4}">${cut(label, LONGEST)}</text>
<path class="whisker" d="M${from} ${y - 5}v10M${from} ${y}H${to}M${to} ${y - 5}v10"/>
<circle class="point" cx="${x(share)}" cy="${y}" r="4.5"/>
<text class="value" x="${WIDTH - 2}" y="${y + 4}" text-anchor="end">${percent(share)}</text>`;
}
