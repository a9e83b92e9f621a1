import { type Markup, markup } from '../../html/markup.ts';
import { scrolled } from '../../html/tables.ts';
import { duration } from '../../terminal/words.ts';
import type { ReportedGame } from '../reported-tournament.ts';
import { anchors } from './anchors.ts';
import { isCrossed } from './crosstable-part.ts';
import { gameLink, type PageFacts, playerLink } from './page-facts.ts';

/** Rows on the page, as near as can be. */
const MOST_ROWS = 20_000;
const [LEAST_LISTED, MOST_LISTED] = [5, 200];

/** The games of each pair of players: each list is shown when a link leads to it. */
export function meetingsPart(facts: PageFacts): Markup {
  if (!isCrossed(facts)) return markup``;
  const meetings = meetingsOf(facts);
  const each = Math.floor(MOST_ROWS / Math.max(1, meetings.length));
  const most = Math.min(MOST_LISTED, Math.max(LEAST_LISTED, each));
  return markup`${meetings.map((meeting) => meetingPart(facts, meeting, most))}`;
}

interface Meeting {
  readonly one: number;
  readonly other: number;
  readonly games: readonly ReportedGame[];
}

/** A table of three and more is in the list of each of its pairs. */
function meetingsOf({ tournament, placeOf }: PageFacts): readonly Meeting[] {
  const found = new Map<string, { one: number; other: number; games: ReportedGame[] }>();
  for (const game of tournament.games) {
    const places = game.result.players
      .flatMap(({ name }) => placeOf(name) ?? [])
      .sort((one, other) => one - other);
    for (const [index, one] of places.entries())
      for (const other of places.slice(index + 1)) {
        const key = anchors.meeting(one, other);
        const meeting = found.get(key);
        if (meeting) meeting.games.push(game);
        else found.set(key, { one, other, games: [game] });
      }
  }
  return [...found.values()];
}

function meetingPart(facts: PageFacts, { one, other, games }: Meeting, most: number): Markup {
  const bad = new Set(facts.tournament.report.bad.map(({ number }) => number));
  const shown = games.slice(-most);
  const more = games.length - shown.length;
  const both = `${facts.names[one]!} and ${facts.names[other]!}`;
  const table = markup`<table class="games">
<thead><tr><th scope="col">game</th><th scope="col">players</th><th scope="col">time</th></tr></thead>
<tbody>${shown.map((game) => gameRow(facts, game, bad.has(game.number)))}</tbody>
</table>`;
  return markup`<section class="on-demand" id="${anchors.meeting(one, other)}">
<h2>${both}</h2>
<p><a href="#crosstable">back to the crosstable</a></p>
${more === 0 ? [] : [markup`<p class="soft">The newest ${shown.length} of ${games.length} games.</p>`]}
${scrolled(`Games of ${both}`, table)}
</section>`;
}

function gameRow(facts: PageFacts, { number, result }: ReportedGame, isBad: boolean): Markup {
  const players = result.players.map(({ name, outcome, score }) => {
    const place = facts.placeOf(name);
    const who = place === undefined ? markup`${name}` : playerLink(facts, place);
    const points = typeof score === 'number' ? ` ${score}` : '';
    return markup`<span class="${outcome}">${who}: ${outcome}${points}</span>`;
  });
  return markup`<tr${isBad ? [markup` class="bad"`] : []}><td>${gameLink(facts, number)}</td><td>${players}</td><td>${duration(result.ms)}</td></tr>`;
}
