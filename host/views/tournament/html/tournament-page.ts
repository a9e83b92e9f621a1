import { type Markup, markup } from '../../html/markup.ts';
import { htmlPage, type PageRequest, pageBeginning } from '../../html/page.ts';
import { replayScript } from '../../html/replay/replay-script.ts';
import { replayStyle } from '../../html/replay/replay-style.ts';
import { howFar, warningSentences, whoLeads } from '../report-words.ts';
import type { ReportedTournament } from '../reported-tournament.ts';
import { crosstablePart } from './crosstable-part.ts';
import { gamesPart } from './games-part.ts';
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
  return htmlPage(tournamentPageRequest(tournament));
}

export function tournamentPageRequest(tournament: ReportedTournament): PageRequest {
  const { report, shown, games, gameAddress } = tournament;
  const facts = pageFacts(tournament);
  const leader = whoLeads(report);
  const areInside = games.length > 0 && gameAddress === undefined;
  const parts: readonly (readonly [id: string, title: string, part: Markup | undefined])[] = [
    ['standings', 'Standings', standingsPart(facts)],
    ['crosstable', 'Crosstable', crosstablePart(facts)],
    ['distributions', 'Points and times', distributionsPart(facts)],
    ['players', 'Players', playersPart(facts)],
    ['games', 'Games', areInside ? gamesPart(facts) : undefined],
  ];
  const there = parts.flatMap(([id, title, part]) => (part ? [{ id, title, part }] : []));
  const body = markup`<header id="head">
<h1>${report.name}</h1>
<p>${report.game}, ${report.format}. ${howFar(report)}.</p>
${leader === undefined ? [markup`<p class="lead">Nobody has played yet.</p>`] : [markup`<p class="lead">${leader}</p>`]}
${warningSentences(report).map((text) => markup`<p>${text}.</p>`)}
<nav>${there.map(({ id, title }) => markup`<a href="#${id}">${title}</a>`)}</nav>
</header>
${there.slice(0, 2).map(({ part }) => part)}
${meetingsPart(facts)}
${there.slice(2).map(({ part }) => part)}`;
  const style = `${replayStyle}${pageStyle}`;
  return { kind: KIND, title: report.name, body, style, ...(shown.size > 0 && { script: replayScript }) };
}
