import { type Markup, markup } from '../../html/markup.ts';
import { htmlPage, pageBeginning } from '../../html/page.ts';
import { replayScript } from '../../html/replay/replay-script.ts';
import { replayStyle } from '../../html/replay/replay-style.ts';
import { howFar, whoLeads } from '../report-words.ts';
import type { ReportedTournament } from '../reported-tournament.ts';
import { crosstablePart } from './crosstable-part.ts';
import { gamesPart } from './games-part.ts';
import { liveScript } from './live-script.ts';
import { meetingsPart } from './meetings-part.ts';
import { pageFacts } from './page-facts.ts';
import { pageStyle } from './page-style.ts';
import { playersPart } from './players-part.ts';
import { distributionsPart } from './plots.ts';
import { standingsPart } from './standings-part.ts';

const KIND = 'Tournament';

/** By which such a page is known again. */
export const tournamentPageBeginning = pageBeginning(KIND);

/** A tournament as one self-contained page, readable without scripts. */
export function tournamentPage(tournament: ReportedTournament): string {
  const { shown } = tournament;
  return htmlPage({ ...pageOf(tournament, []), ...(shown.size > 0 && { script: replayScript }) });
}

/** The same for a browser that its server tells of changes. */
export function liveTournamentPage(tournament: ReportedTournament): string {
  const said = markup`<p class="soft live" role="status" data-games="${tournament.games.length}"></p>`;
  return htmlPage({
    ...pageOf(tournament, [said]),
    script: `${replayScript}${liveScript}`,
    asksServer: true,
  });
}

function pageOf(tournament: ReportedTournament, status: readonly Markup[]) {
  const { report } = tournament;
  const facts = pageFacts(tournament);
  const leader = whoLeads(report);
  const parts: readonly (readonly [id: string, title: string, part: Markup | undefined])[] = [
    ['standings', 'Standings', standingsPart(facts)],
    ['crosstable', 'Crosstable', crosstablePart(facts)],
    ['distributions', 'Points and times', distributionsPart(facts)],
    ['players', 'Players', playersPart(facts)],
    ['games', 'Games', tournament.games.length > 0 ? gamesPart(facts) : undefined],
  ];
  const shown = parts.flatMap(([id, title, part]) => (part ? [{ id, title, part }] : []));
  const body = markup`${status}
<header id="head">
<h1>${report.name}</h1>
<p>${report.game}, ${report.format}. ${howFar(report)}.</p>
${leader === undefined ? [markup`<p class="lead">Nobody has played yet.</p>`] : [markup`<p class="lead">${leader}</p>`]}
<nav>${shown.map(({ id, title }) => markup`<a href="#${id}">${title}</a>`)}</nav>
</header>
${shown.slice(0, 2).map(({ part }) => part)}
${meetingsPart(facts)}
${shown.slice(2).map(({ part }) => part)}`;
  const style = `${replayStyle}${pageStyle}`;
  return { kind: KIND, title: report.name, body, style };
}
