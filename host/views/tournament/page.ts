import { type Markup, markup } from '../html/markup.ts';
import { htmlPage, type PageRequest, pageBeginning } from '../html/page.ts';
import { partsScript } from '../parts/files.ts';
import {
  crosstablePart,
  distributionsPart,
  faultsPart,
  gamesPart,
  meetingsPart,
  pageFacts,
  playersPart,
  standingsPart,
  workersPart,
} from './page-parts.ts';
import {
  leaderSentence,
  progressSentence,
  type ReportedTournament,
  warningSentences,
} from './report-words.ts';

const KIND = 'Tournament';

/** Recognizes such a page. */
export const tournamentPageBeginning = pageBeginning(KIND);

/** A self-contained page, readable without scripts. */
export function tournamentPage(tournament: ReportedTournament): string {
  return htmlPage(tournamentPageRequest(tournament));
}

export function tournamentPageRequest(tournament: ReportedTournament): PageRequest {
  const { report, shown, games, gameAddress, isSeedHidden } = tournament;
  const facts = pageFacts(tournament);
  const leader = leaderSentence(report);
  const areInside = games.length > 0 && gameAddress === undefined;
  const parts: readonly (readonly [id: string, title: string, part: Markup | undefined])[] = [
    ['standings', 'Standings', standingsPart(facts)],
    ['crosstable', 'Crosstable', crosstablePart(facts)],
    ['distributions', 'Points and times', distributionsPart(facts)],
    ['faults', 'Who is broken, and why', faultsPart(facts)],
    ['players', 'Players', playersPart(facts)],
    ['workers', 'Workers', workersPart(facts)],
    ['games', 'Games', areInside ? gamesPart(facts) : undefined],
  ];
  const there = parts.flatMap(([id, title, part]) => (part ? [{ id, title, part }] : []));
  const body = markup`<header id="head">
<p>${report.game}, ${report.format}. ${progressSentence(report, isSeedHidden)}.</p>
${leader === undefined ? [markup`<p class="lead">No games have been played yet.</p>`] : [markup`<p class="lead">${leader}</p>`]}
${warningSentences(report).map((text) => markup`<p>${text}.</p>`)}
<nav>${there.map(({ id, title }) => markup`<a href="#${id}">${title}</a>`)}</nav>
</header>
${there.slice(0, 2).map(({ part }) => part)}
${meetingsPart(facts)}
${there.slice(2).map(({ part }) => part)}`;
  return {
    kind: KIND,
    title: report.name,
    heading: report.name,
    body,
    ...(shown.size > 0 && { script: partsScript() }),
  };
}
