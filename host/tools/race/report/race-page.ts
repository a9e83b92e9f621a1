import { grouped, percent } from '../../../core/text.ts';
import { dataTable, factList, type Markup, markup, scrollBoxText } from '../../../views/html/markup.ts';
import { htmlPage, pageBeginning } from '../../../views/html/page.ts';
import { type Frame, frame, frameEdges, frameSize, sharesPlot } from '../../../views/html/plots.ts';
import type { CurvePoint, HeadStart, RaceReport } from '../race-report.ts';
import {
  curveTable,
  howItWasMeasured,
  machineFacts,
  micros,
  raceFacts,
  type ShareTable,
  shareTables,
  unknownFacts,
  verdictWord,
  whatWasMeasured,
} from './facts.ts';

const KIND = 'Peel race';

/** Recognizes such a page, so that no other file is overwritten. */
export const pageHead = pageBeginning(KIND);

/** A race as one self-contained page without scripts, external fonts or pictures. */
export function racePage(report: RaceReport): string {
  const body = markup`${head(report)}
<h2>Who wins the gates</h2>
<div class="cards">
${shareTables(report).map((table) => shareFigure(table, sharesPlot(table)))}
</div>
${microseconds(report)}
<h2>Other measurements</h2>
${factList(raceFacts(report))}
${unknown(report)}
<h2>Machine</h2>
${factList(machineFacts(report))}
<details><summary>All figures, as JSON</summary>
${scrollBoxText('All figures', JSON.stringify(report, null, 2))}
</details>`;
  return htmlPage({ kind: KIND, title: verdictWord(report), body });
}

function head(report: RaceReport): Markup {
  const { fair, judged, sentence } = report.verdict;
  const kind = !fair ? 'not-fair' : judged ? 'fair-here' : 'soft';
  return markup`<h1>Is the peel race fair?</h1>
<div class="verdict ${kind}"><strong><span>${verdictWord(report)}</span></strong><p>${sentence}</p></div>
<p>${whatWasMeasured(report)}.</p>
<p class="soft">${howItWasMeasured(report).join(', ')}</p>`;
}

function shareFigure(table: ShareTable, plot: Markup): Markup {
  const { title, chance, says } = table;
  return markup`<figure>
<h3>${title}</h3>
${chance === undefined ? [] : [markup`<p class="chance">${chance}</p>`]}
${plot}
${rowsOf(table)}
<figcaption>${says}</figcaption>
</figure>`;
}

function rowsOf({ title, heading, rows }: ShareTable): Markup {
  const cells = rows.map(({ label, wins, share, low, high }) => {
    return [label, grouped(wins), percent(share), `${percent(low)} to ${percent(high)}`];
  });
  return dataTable(title, { headings: [heading, 'won', 'share', '95% interval'], rows: cells });
}

function microseconds(report: RaceReport): Markup {
  const curve = curveTable(report);
  const { headStart } = report;
  const figures = [
    ...(curve ? [shareFigure(curve, curvePlot(report))] : []),
    ...(headStart && headStart.quantiles.length > 0 ? [headStartFigure(report, headStart)] : []),
  ];
  return figures.length === 0
    ? markup``
    : markup`<h2>Effects of microseconds</h2>
<div class="cards">
${figures}
</div>`;
}

function headStartFigure(report: RaceReport, headStart: HeadStart): Markup {
  const { means = '' } = raceFacts(report).find(({ name }) => name === 'head start') ?? {};
  return markup`<figure>
<h3>Head start of the first player in the writing order</h3>
${headStartPlot(headStart)}
<figcaption>${means}</figcaption>
</figure>`;
}

function unknown(report: RaceReport): Markup {
  const names = unknownFacts(report);
  return names.length === 0 ? markup`` : markup`<p class="soft">Not available: ${names.join(', ')}.</p>`;
}

const LEAST = 0.1;

function headStartPlot({ quantiles, medianUs, p99Us }: HeadStart): Markup {
  const known = quantiles.map(({ share, us }) => ({ share, us: Math.max(us, LEAST) }));
  const drawing = frame(...rangeOf(known.map(({ us }) => us)), 'head start (µs)');
  const line = known.map(({ share, us }) => `${drawing.x(us)},${drawing.y(share)}`).join(' ');
  return markup`<svg viewBox="0 0 ${frameSize.width} ${frameSize.height}" role="img" aria-label="Head start: median ${micros(medianUs)}, 99th percentile ${micros(p99Us)}">
${drawing.drawn}
<polyline class="curve" points="${line}"/>
${markerOf(drawing, 0.5, medianUs)}
${markerOf(drawing, 0.99, p99Us)}
</svg>`;
}

/** Steps of 1, 2 and 5 around all values, few enough to read. */
function rangeOf(all: readonly number[]): [number, number, readonly number[]] {
  const steps = [LEAST, 1, 10, 100, 1000, 10_000, 100_000, 1_000_000].flatMap((ten) => [
    ten,
    2 * ten,
    5 * ten,
  ]);
  const from = steps.findLast((step) => step <= Math.min(...all)) ?? LEAST;
  const to = steps.find((step) => step >= Math.max(...all)) ?? 500_000;
  const within = steps.filter((step) => step >= from && step <= to);
  const marks = within.length > 7 ? within.filter((step) => Number.isInteger(Math.log10(step))) : within;
  return [from, from === to ? 10 * to : to, marks];
}

function markerOf({ x, y }: Frame, share: number, us: number): Markup {
  const [at, up] = [x(Math.max(us, LEAST)), y(share)];
  const [anchor, aside] = at > 0.7 * frameSize.width ? ['end', -8] : ['start', 8];
  return markup`<circle class="point" cx="${at}" cy="${up}" r="4"/>
<text class="value" x="${at + aside}" y="${up + (share > 0.9 ? 26 : 14)}" text-anchor="${anchor}">${micros(us)}</text>`;
}

function curvePlot({ curve, players }: RaceReport): Markup {
  const ahead = curve.map(({ advantageUs }) => advantageUs);
  const edges = [Math.min(...ahead) / 1.4, Math.max(...ahead) * 1.2] as const;
  const drawing = frame(...edges, ahead, 'advantage (µs)');
  const fair = drawing.y(1 / players);
  const line = curve.map(({ advantageUs, share }) => `${drawing.x(advantageUs)},${drawing.y(share)}`);
  const said = curve.map(({ advantageUs, share }) => `${advantageUs} µs: ${percent(share)}`).join(', ');
  return markup`<svg viewBox="0 0 ${frameSize.width} ${frameSize.height}" role="img" aria-label="Gates won by an advantage. ${said}">
${drawing.drawn}
<line class="fair" x1="${frameEdges.left}" x2="${frameEdges.right}" y1="${fair}" y2="${fair}"/>
<polyline class="curve" points="${line.join(' ')}"/>
${curve.map((point) => pointOf(point, drawing))}
</svg>`;
}

function pointOf({ advantageUs, share, low, high }: CurvePoint, { x, y }: Frame): Markup {
  const [at, from, to] = [x(advantageUs), y(low), y(high)];
  return markup`<path class="whisker" d="M${at - 4} ${from}h8M${at} ${from}V${to}M${at - 4} ${to}h8"/>
<circle class="point" cx="${at}" cy="${y(share)}" r="4"/>`;
}
