import { grouped, percent } from '../../../../core/text/plural.ts';
import { type Markup, markup } from '../../../../views/html/markup.ts';
import { htmlPage, pageBeginning } from '../../../../views/html/page.ts';
import { sharesPlot } from '../../../../views/html/plots/interval-plot.ts';
import { dataTable, factList, scrolledText } from '../../../../views/html/tables.ts';
import type { HeadStart, RaceReport } from '../../race-report.ts';
import { howItWasMeasured, verdictWord, whatWasMeasured } from '../circumstances.ts';
import { raceFacts, unknownFacts } from '../facts.ts';
import { machineFacts } from '../machine-facts.ts';
import { curveTable, type ShareTable, shareTables } from '../share-tables.ts';
import { curvePlot } from './plots/curve-plot.ts';
import { headStartPlot } from './plots/head-start-plot.ts';

const KIND = 'Peel race';

/** By which such a page is known again, so that no other is written over. */
export const pageHead = pageBeginning(KIND);

/** A race as one self-contained page: no scripts, no external fonts or pictures. */
export function racePage(report: RaceReport): string {
  const body = markup`${head(report)}
<h2>Who wins the gates</h2>
<div class="cards">
${shareTables(report).map((table) => shareFigure(table, sharesPlot(table)))}
</div>
${microseconds(report)}
<h2>What else was measured</h2>
${factList(raceFacts(report))}
${unknown(report)}
<h2>The machine</h2>
${factList(machineFacts(report))}
<details><summary>All figures, as JSON</summary>
${scrolledText('All figures', JSON.stringify(report, null, 2))}
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

/** Plots with microseconds below them. */
function microseconds(report: RaceReport): Markup {
  const curve = curveTable(report);
  const { headStart } = report;
  const figures = [
    ...(curve ? [shareFigure(curve, curvePlot(report))] : []),
    ...(headStart && headStart.quantiles.length > 0 ? [headStartFigure(report, headStart)] : []),
  ];
  return figures.length === 0
    ? markup``
    : markup`<h2>What microseconds do</h2>
<div class="cards">
${figures}
</div>`;
}

function headStartFigure(report: RaceReport, headStart: HeadStart): Markup {
  const { means = '' } = raceFacts(report).find(({ name }) => name === 'head start') ?? {};
  return markup`<figure>
<h3>The head start of the first in the order of writing</h3>
${headStartPlot(headStart)}
<figcaption>${means}</figcaption>
</figure>`;
}

function unknown(report: RaceReport): Markup {
  const names = unknownFacts(report);
  return names.length === 0 ? markup`` : markup`<p class="soft">Not known here: ${names.join(', ')}.</p>`;
}
