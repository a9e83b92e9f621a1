import type { StandingsRow, TournamentReport } from '../../../tournament/report/report-fields.ts';
import { type Markup, markup } from '../../html/markup.ts';
import { ticksBetween } from '../../html/plots/ticks.ts';
import { scrolled } from '../../html/tables.ts';
import { eloWords, standingsColumns } from '../standings-columns.ts';
import { type PageFacts, playerLink } from './page-facts.ts';

/** Who is where, with all that is known of each, and each rating with its interval. */
export function standingsPart(facts: PageFacts): Markup {
  const { report } = facts.tournament;
  const columns = standingsColumns(report);
  const axis = axisOf(report);
  const rows = report.standings.map((row, place) => {
    const cells = columns.flatMap(({ heading, cell }) => {
      if (heading === 'player') return [markup`<th scope="row">${playerLink(facts, place)}</th>`];
      const text = markup`<td>${cell(row)}</td>`;
      return heading === 'Elo' && axis
        ? [text, markup`<td class="bar-of">${eloBar(row.elo, axis)}</td>`]
        : [text];
    });
    return markup`<tr>${cells}</tr>`;
  });
  const headings = columns.map(({ heading }) => {
    const span = heading === 'Elo' && axis ? [markup` colspan="2"`] : [];
    return markup`<th scope="col"${span}>${heading}</th>`;
  });
  const table = markup`<table class="standings">
<thead><tr>${headings}</tr></thead>
<tbody>${rows}</tbody>
</table>`;
  return markup`<section id="standings">
<h2>Standings</h2>
${scrolled('Standings', table)}
${axis ? [markup`<p class="soft">${barsInWords(report, axis)}</p>`] : []}
</section>`;
}

type Axis = readonly [number, number];

/** Around all intervals; none: nobody has a rating. */
function axisOf({ standings }: TournamentReport): Axis | undefined {
  const ends = standings.flatMap(({ elo }) =>
    elo === null ? [] : [elo.value - elo.error, elo.value + elo.error],
  );
  return ends.length === 0 ? undefined : ticksBetween(Math.min(0, ...ends), Math.max(0, ...ends)).axis;
}

const [WIDTH, HEIGHT] = [160, 18];

function eloBar(elo: StandingsRow['elo'], [from, to]: Axis): Markup {
  if (elo === null) return markup``;
  const x = (value: number) => 4 + ((value - from) / (to - from)) * (WIDTH - 8);
  const [low, high] = [x(elo.value - elo.error), x(elo.value + elo.error)];
  const middle = HEIGHT / 2;
  return markup`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Elo ${eloWords(elo)}">
<line class="fair" x1="${x(0)}" x2="${x(0)}" y1="0" y2="${HEIGHT}"/>
<path class="whisker" d="M${low} ${middle - 4}v8M${low} ${middle}H${high}M${high} ${middle - 4}v8"/>
<circle class="point" cx="${x(elo.value)}" cy="${middle}" r="4"/>
</svg>`;
}

function barsInWords({ virtualDraws }: TournamentReport, [from, to]: Axis): string {
  const bars = `Elo: Bradley-Terry ratings with their 95 % intervals, drawn from ${from} to ${to} with a line at 0.`;
  return virtualDraws === 0
    ? bars
    : `${bars} Somebody has won or lost everything, so each player is given a draw against a player rated 0.`;
}
