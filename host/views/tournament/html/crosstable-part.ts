import { type Markup, markup } from '../../html/markup.ts';
import { scrolled } from '../../html/tables.ts';
import { asPoints, hasMeetings, hasMet, inFull, type Meeting } from '../crosstable.ts';
import { anchors } from './anchors.ts';
import { type PageFacts, playerLink } from './page-facts.ts';

/** With more players the cells are as short as they can be. */
const MOST_IN_FULL = 16;
/** With more players it would be most of the page, and nobody could find anything in it. */
const MOST_CROSSED = 150;

/** There is a crosstable, and lists of games for its cells to lead to. */
export function isCrossed({ tournament: { report } }: PageFacts): boolean {
  return hasMeetings(report) && report.crosstable.length <= MOST_CROSSED;
}

/** Each cell leads to the games between two players. */
export function crosstablePart(facts: PageFacts): Markup | undefined {
  const { report } = facts.tournament;
  const { crosstable } = report;
  if (!isCrossed(facts)) return undefined;
  const form = crosstable.length > MOST_IN_FULL ? asPoints : inFull;
  const says = crosstable.length > MOST_IN_FULL ? 'Points' : 'Won, drawn and lost';
  const headings = crosstable.map(
    (_, place) => markup`<th scope="col"><abbr title="${facts.names[place]!}">${place + 1}</abbr></th>`,
  );
  const rows = crosstable.map((row, place) => {
    const cells = row.map((meeting, column) => cellOf(meeting, form(meeting), place, column));
    return markup`<tr><td>${place + 1}</td><th scope="row">${playerLink(facts, place)}</th>${cells}</tr>`;
  });
  const table = markup`<table class="crosstable">
<thead><tr><th scope="col">#</th><th scope="col">player</th>${headings}</tr></thead>
<tbody>${rows}</tbody>
</table>`;
  return markup`<section id="crosstable">
<h2>Crosstable</h2>
<p class="soft">${says} of the row against the column. A cell leads to the games.</p>
${scrolled('Crosstable', table)}
</section>`;
}

function cellOf(meeting: Meeting, text: string, row: number, column: number): Markup {
  if (row === column) return markup`<td class="itself"></td>`;
  if (!hasMet(meeting)) return markup`<td></td>`;
  const { won, lost } = meeting;
  const kind = won > lost ? 'more' : won < lost ? 'fewer' : 'even';
  return markup`<td class="${kind}"><a href="#${anchors.meeting(row, column)}">${text}</a></td>`;
}
