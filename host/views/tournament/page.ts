import { replayScript, replayStyle } from '../html/frames.ts';
import { type Markup, markup } from '../html/markup.ts';
import { htmlPage, type PageRequest, pageBeginning } from '../html/page.ts';
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
  const { report, shown, games, gameAddress } = tournament;
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
<h1>${report.name}</h1>
<p>${report.game}, ${report.format}. ${progressSentence(report)}.</p>
${leader === undefined ? [markup`<p class="lead">No games have been played yet.</p>`] : [markup`<p class="lead">${leader}</p>`]}
${warningSentences(report).map((text) => markup`<p>${text}.</p>`)}
<nav>${there.map(({ id, title }) => markup`<a href="#${id}">${title}</a>`)}</nav>
</header>
${there.slice(0, 2).map(({ part }) => part)}
${meetingsPart(facts)}
${there.slice(2).map(({ part }) => part)}`;
  const style = `${replayStyle}${pageStyle}`;
  return { kind: KIND, title: report.name, body, style, ...(shown.size > 0 && { script: replayScript }) };
}

const pageStyle = `
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 2px; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: .75rem 0; }
.wide { overflow-x: auto; }
.lead { font-size: 1.1rem; font-weight: 600; }
.standings thead th, .standings td { text-align: right; white-space: nowrap; }
.standings thead th:nth-child(2) { text-align: left; }
.standings thead th[colspan] { text-align: center; }
.standings th[scope=row], .crosstable th[scope=row] { text-align: left; color: var(--ink); min-width: 8rem;
  border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.crosstable td { white-space: nowrap; }
.crosstable td { padding: 0; text-align: center; border: 1px solid var(--line); min-width: 2rem; }
.crosstable td:first-child { color: var(--soft); border: 0; padding-right: .3rem; text-align: right; }
.crosstable thead td { border: 0; }
.crosstable thead th { text-align: center; }
.crosstable abbr { text-decoration: none; }
.crosstable td a { display: block; padding: .25rem .35rem; color: inherit; text-decoration: none; }
.crosstable td a:hover, .crosstable td a:focus { outline: 2px solid var(--accent); outline-offset: -2px; }
.crosstable .more { background: color-mix(in srgb, var(--good) 18%, var(--card)); }
.crosstable .fewer { background: color-mix(in srgb, var(--bad) 14%, var(--card)); }
.crosstable .even { background: var(--card); }
.crosstable .itself { background: var(--line); }
.crosstable { width: auto; }
.standings .bar-of { padding: 0 .4rem; min-width: 8rem; }
.standings .bar-of svg { margin: 0; width: 10rem; max-width: 100%; }
.standings thead td { border: 0; }
svg .box { fill: var(--accent); fill-opacity: .25; stroke: var(--accent); }
svg .bar { fill: var(--accent); }
.on-demand { display: none; }
.on-demand:target, .on-demand:has(:target) { display: block; }
.on-demand { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 0 1rem 1rem; margin-top: 1rem; }
.games th, .games td { text-align: left; }
.games td:first-child, .games td:last-child { white-space: nowrap; }
.games td span { display: inline-block; margin-right: 1.25rem; }
.games .won { font-weight: 600; }
.games .bad td:first-child { border-left: 3px solid var(--bad); }
.numbers { display: flex; flex-wrap: wrap; gap: .25rem .75rem; } .numbers a { min-width: 1.5rem; }
.player { margin-top: 1.5rem; scroll-margin-top: 1rem; }
.player h3 { overflow-wrap: anywhere; }
.player dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 0 1rem; }
.player dl div { display: block; padding: .35rem 0; border: 0; }
.player dl dt { font-weight: 400; font-size: .8rem; color: var(--soft); }
#faults details summary { margin: .25rem 0; font-weight: 400; overflow-wrap: anywhere; }
.command code { overflow-wrap: anywhere; }
:target > h2, :target > h3 { color: var(--accent); }
@media (min-width: 48rem) { .standings th[scope=row], .crosstable th[scope=row] { max-width: 16rem; white-space: nowrap;
  overflow: hidden; text-overflow: ellipsis; } }
@media print { .on-demand { display: none; } details { display: block; } }
`;
