import { counted } from '../../../core/text/plural.ts';
import { command, type Markup, markup } from '../../html/markup.ts';
import { factList, scrolledText } from '../../html/tables.ts';
import { type BadGame, badGameWords } from '../report-words.ts';
import { standingsColumns } from '../standings-columns.ts';
import { anchors } from './anchors.ts';
import { addressOf, type PageFacts } from './page-facts.ts';

/** Of one player; the newest. */
const MOST_BAD = 50;

/** Each player: its figures and its bad games. */
export function playersPart(facts: PageFacts): Markup {
  const { bad } = facts.tournament.report;
  const byPlayer = Map.groupBy(bad, ({ player }) => player);
  const players = facts.names.map((_, place) => playerPart(facts, place, byPlayer));
  const nobodys = byPlayer.get(null) ?? [];
  return markup`<section id="players">
<h2>Players</h2>
${players}
${nobodys.length === 0 ? [] : [markup`<article class="player"><h3>Games without an end of their own</h3>${badGames(facts, nobodys)}</article>`]}
</section>`;
}

function playerPart(
  facts: PageFacts,
  place: number,
  byPlayer: ReadonlyMap<string | null, readonly BadGame[]>,
): Markup {
  const { report, games } = facts.tournament;
  const row = report.standings[place]!;
  const own = standingsColumns(report).filter(({ heading }) => heading !== 'player');
  const known = own.map(({ heading, cell }) => ({ name: headings[heading] ?? heading, value: cell(row) }));
  const command = games.length === 0 ? undefined : commandOf(facts, place);
  const list = [...known, ...(command === undefined ? [] : [{ name: 'command', value: command }])];
  const bad = byPlayer.get(row.name) ?? [];
  return markup`<article class="player" id="${anchors.player(place)}">
<h3>${facts.names[place]!}</h3>
${factList(list.filter(({ value }) => value !== ''))}
${bad.length === 0 ? [] : [markup`<h4>${counted(bad.length, 'bad game')}</h4>`, badGames(facts, bad)]}
</article>`;
}

const headings: Readonly<Record<string, string>> = { '#': 'rank', bad: 'bad games', score: 'mean score' };

function commandOf({ gamesOf, tournament }: PageFacts, place: number): string | undefined {
  const { name } = tournament.report.standings[place]!;
  return gamesOf[place]![0]?.result.players.find((player) => player.name === name)?.command;
}

/** Each with its report, as a terminal shows it. */
function badGames(facts: PageFacts, bad: readonly BadGame[]): Markup {
  const shown = bad.slice(-MOST_BAD);
  const more = bad.length - shown.length;
  const parts = shown.map((each) => badGame(facts, each));
  return markup`${parts}${more === 0 ? [] : [markup`<p class="soft">and ${more} before these</p>`]}`;
}

function badGame(facts: PageFacts, bad: BadGame): Markup {
  const { tournament } = facts;
  const report = tournament.badGame(bad.number) ?? [];
  const replay = tournament.replayCommand(bad.number);
  const address = addressOf(facts, bad.number);
  return markup`<details><summary>game ${bad.number}: ${badGameWords(bad)}</summary>
${address === undefined ? [] : [markup`<p><a href="${address}">game ${bad.number}, step by step</a></p>`]}
${report.length === 0 ? [] : [scrolledText(`Report of game ${bad.number}`, report.join('\n'))]}
${replay === undefined ? [] : [markup`<p class="command">${command(replay)}</p>`]}
</details>`;
}
