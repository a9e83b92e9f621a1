import { type Markup, markup } from '../../html/markup.ts';
import { standingsColumns } from '../standings-columns.ts';
import { type PageFacts, playerLink } from './page-facts.ts';
import { eloPlot } from './plots.ts';

/** Who is where, with all that is known of each. */
export function standingsPart(facts: PageFacts): Markup {
  const { report } = facts.tournament;
  const columns = standingsColumns(report);
  const rows = report.standings.map((row, place) => {
    const cells = columns.map(({ heading, cell }) =>
      heading === 'player'
        ? markup`<th scope="row">${playerLink(facts, place)}</th>`
        : markup`<td>${cell(row)}</td>`,
    );
    return markup`<tr>${cells}</tr>`;
  });
  const plot = eloPlot(report);
  return markup`<section id="standings">
<h2>Standings</h2>
<div class="wide"><table class="standings">
<thead><tr>${columns.map(({ heading }) => markup`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table></div>
${plot ? [markup`<figure class="elo"><h3>Elo</h3>${plot}<figcaption>${eloWordsOf(report.virtualDraws)}</figcaption></figure>`] : []}
</section>`;
}

function eloWordsOf(virtualDraws: 0 | 1): string {
  const words = 'Bradley-Terry ratings with their 95 % intervals, centred on 0.';
  return virtualDraws === 0
    ? words
    : `${words} Somebody has won or lost everything, so each player is given a draw against a player rated 0.`;
}
