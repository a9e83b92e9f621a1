import { grouped, visible } from '../../core/text.ts';
import type { StandingsRow, TournamentReport } from '../../tournament/report.ts';
import { command, factList, type Markup, markup, scrollBox, scrollBoxText } from '../html/markup.ts';
import { histogram, intervalPlot, LONGEST_LABEL, ticksBetween } from '../html/plots.ts';
import { gamesOnDemand } from '../html/replay-page.ts';
import { modelFacts } from '../model-figures.ts';
import { duration, endingSentence } from '../words.ts';
import {
  asPoints,
  eloWords,
  faultKey,
  faultsOf,
  faultWords,
  hasMeetings,
  hasMet,
  inFull,
  type Meeting,
  type MeetingForm,
  type ReportedGame,
  type ReportedTournament,
  shortNames,
  standingsColumns,
  workerTable,
} from './report-words.ts';

interface PageFacts {
  readonly tournament: ReportedTournament;
  readonly names: readonly string[];
  readonly gamesOf: readonly (readonly ReportedGame[])[];
  /** Undefined for players outside the standings. */
  placeOf(name: string): number | undefined;
}

export function pageFacts(tournament: ReportedTournament): PageFacts {
  const { standings } = tournament.report;
  const places = new Map(standings.map(({ name }, place) => [name, place]));
  const gamesOf = standings.map((): ReportedGame[] => []);
  for (const game of tournament.games)
    for (const { name } of game.result.players) {
      const place = places.get(name);
      if (place !== undefined) gamesOf[place]!.push(game);
    }
  return {
    tournament,
    names: standings.map(({ name }) => visible(name)),
    gamesOf,
    placeOf: (name) => places.get(name),
  };
}

/** Links to the player's part of the page. */
function playerLink({ names }: PageFacts, place: number): Markup {
  return markup`<a href="#${anchors.player(place)}">${names[place]!}</a>`;
}

/** Links to the steps of a game. */
function gameLink(facts: PageFacts, number: number): Markup {
  const address = addressOf(facts, number);
  return address === undefined ? markup`game ${number}` : markup`<a href="${address}">game ${number}</a>`;
}

function addressOf({ tournament }: PageFacts, number: number): string | undefined {
  const { shown, gameAddress } = tournament;
  return shown.has(number) ? `#${anchors.game(number)}` : gameAddress?.(number);
}

/** Targets of links on the page. Players have their places in the standings, from 0. */
const anchors = {
  player: (place: number) => `player-${place + 1}`,
  meeting: (one: number, other: number) => `games-${Math.min(one, other) + 1}-${Math.max(one, other) + 1}`,
  game: (number: number) => `game-${number}`,
} as const;

export function standingsPart(facts: PageFacts): Markup {
  const { report } = facts.tournament;
  const columns = standingsColumns(report);
  const axis = axisOf(report);
  const rows = report.standings.map((row, place) => {
    const cells = columns.map(({ heading, leftOut, cell }) => {
      if (heading === 'player') return markup`<th scope="row">${playerLink(facts, place)}</th>`;
      const bar = heading === 'Elo' && axis ? [eloBar(row.elo, axis)] : [];
      return markup`<td${foldedIf(leftOut)}>${cell(row)}${bar}</td>`;
    });
    return markup`<tr>${cells}</tr>`;
  });
  const headings = columns.map(
    ({ heading, leftOut }) => markup`<th scope="col"${foldedIf(leftOut)}>${heading}</th>`,
  );
  const table = markup`<table class="standings">
<thead><tr>${headings}</tr></thead>
<tbody>${rows}</tbody>
</table>`;
  return markup`<section id="standings">
<h2>Standings</h2>
${scrollBox('Standings', table)}
${axis ? [markup`<p class="soft">${barsInWords(report, axis)}</p>`] : []}
</section>`;
}

/** Phones show the most important columns. */
const FOLDED_FROM = 5;
export const isFolded = (leftOut: number) => leftOut >= FOLDED_FROM;
const foldedIf = (leftOut: number) => (isFolded(leftOut) ? [markup` class="folded"`] : []);

type Axis = readonly [number, number];

/** The range of all intervals. Undefined without ratings. */
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
    : `${bars} A player has won or lost every game, so each player gets an extra draw against a player rated 0.`;
}

/** More players get shorter cells. */
const MOST_IN_FULL = 16;
/** A larger table would dominate the page. */
const MOST_CROSSED = 150;

function isCrossed({ tournament: { report } }: PageFacts): boolean {
  return hasMeetings(report) && report.crosstable.length <= MOST_CROSSED;
}

/** Each cell links to the games of two players. */
export function crosstablePart(facts: PageFacts): Markup | undefined {
  const { report } = facts.tournament;
  const { crosstable } = report;
  if (!isCrossed(facts)) return undefined;
  const form = crosstable.length > MOST_IN_FULL ? asPoints : inFull;
  const says = crosstable.length > MOST_IN_FULL ? 'Points' : 'Won, drawn and lost';
  const table = crosstableOf(report, form, '');
  return markup`<section id="crosstable">
<h2>Crosstable</h2>
<p class="soft">${says} of the row against the column. Click a cell to see the games.</p>
${scrollBox('Crosstable', table)}
</section>`;
}

/** `report` is the address of the page that has the games; empty for this one. */
export function crosstableOf(
  { crosstable, standings }: TournamentReport,
  form: MeetingForm,
  report: string,
): Markup {
  const names = standings.map(({ name }) => visible(name));
  const link = (anchor: string, text: string) => markup`<a href="${report}#${anchor}">${text}</a>`;
  const headings = names.map(
    (name, place) => markup`<th scope="col"><abbr title="${name}">${place + 1}</abbr></th>`,
  );
  const rows = crosstable.map((row, place) => {
    const cells = row.map((meeting, column) =>
      cellOf(meeting, place === column, link(anchors.meeting(place, column), form(meeting))),
    );
    return markup`<tr><td>${place + 1}</td><th scope="row">${link(anchors.player(place), names[place]!)}</th>${cells}</tr>`;
  });
  return markup`<table class="crosstable">
<thead><tr><th scope="col">#</th><th scope="col">player</th>${headings}</tr></thead>
<tbody>${rows}</tbody>
</table>`;
}

function cellOf(meeting: Meeting, isItself: boolean, content: Markup): Markup {
  if (isItself) return markup`<td class="itself"></td>`;
  if (!hasMet(meeting)) return markup`<td></td>`;
  const { won, lost } = meeting;
  const kind = won > lost ? 'more' : won < lost ? 'fewer' : 'even';
  return markup`<td class="${kind}">${content}</td>`;
}

/** Undefined for games of one machine. */
export function workersPart({ tournament: { report } }: PageFacts): Markup | undefined {
  const table = workerTable(report);
  if (!table) return undefined;
  const rows = table.rows.map(
    ([name, ...cells]) =>
      markup`<tr><th scope="row">${name!}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`,
  );
  const drawn = markup`<table class="standings">
<thead><tr>${table.headings.map((heading) => markup`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table>`;
  return markup`<section id="workers">
<h2>Workers</h2>
<p class="soft">Machines that have played.</p>
${scrollBox('Workers', drawn)}
</section>`;
}

/** The number of named games of a fault. */
const MOST_BAD = 50;

/** Lists each fault with its games and the report of one. Undefined without faults. */
export function faultsPart(facts: PageFacts): Markup | undefined {
  const { bad } = facts.tournament.report;
  if (bad.length === 0) return undefined;
  const games = Map.groupBy(bad, faultKey);
  const faults = faultsOf({ bad }).map((fault) => {
    const all = games.get(faultKey(fault.first))!.map(({ number }) => number);
    return markup`<details><summary>${faultWords(fault)}</summary>${faultGames(facts, all)}</details>`;
  });
  return markup`<section id="faults">
<h2>Who is broken, and why</h2>
${faults}
</section>`;
}

export function playersPart(facts: PageFacts): Markup {
  return markup`<section id="players">
<h2>Players</h2>
${facts.names.map((_, place) => playerPart(facts, place))}
</section>`;
}

function playerPart(facts: PageFacts, place: number): Markup {
  const { report, games } = facts.tournament;
  const row = report.standings[place]!;
  const own = standingsColumns(report).filter(({ heading }) => heading !== 'player');
  const known = own.map(({ heading, cell }) => ({ name: headings[heading] ?? heading, value: cell(row) }));
  const command = games.length === 0 ? undefined : commandOf(facts, place);
  const model = report.models?.find(({ name }) => name === row.name);
  const list = [
    ...known,
    ...(model ? modelFacts(model) : []),
    ...(command === undefined ? [] : [{ name: 'command', value: command }]),
  ];
  return markup`<article class="player" id="${anchors.player(place)}">
<h3>${facts.names[place]!}</h3>
${factList(list.filter(({ value }) => value !== ''))}
</article>`;
}

const headings: Readonly<Record<string, string>> = { '#': 'rank', bad: 'bad games', score: 'mean score' };

function commandOf({ gamesOf, tournament }: PageFacts, place: number): string | undefined {
  const { name } = tournament.report.standings[place]!;
  return gamesOf[place]![0]?.result.players.find((player) => player.name === name)?.command;
}

/** The newest of many games have steps and reports. */
function faultGames(facts: PageFacts, all: readonly number[]): Markup {
  const { tournament } = facts;
  const shown = all.slice(-MOST_BAD);
  const links = shown.map((number) => markup`<span>${gameLink(facts, number)}</span>`);
  const more = all.length - shown.length;
  const number = all.find((each) => tournament.badGame(each) !== undefined) ?? all[0]!;
  const report = tournament.badGame(number) ?? [];
  const replay = tournament.replayCommand(number);
  return markup`<p class="numbers">${links}${more === 0 ? [] : [markup`<span class="soft">and ${more} before these</span>`]}</p>
${report.length === 0 ? [] : [scrollBoxText(`Report of game ${number}`, report.join('\n'))]}
${replay === undefined ? [] : [markup`<p class="command">${command(replay)}</p>`]}`;
}

/** The approximate limit of rows of the page. */
const MOST_ROWS = 20_000;
const [LEAST_LISTED, MOST_LISTED] = [5, 200];

/** Lists the games of each pair. A link opens its list. */
export function meetingsPart(facts: PageFacts): Markup {
  if (!isCrossed(facts)) return markup``;
  const meetings = meetingsOf(facts);
  const each = Math.floor(MOST_ROWS / Math.max(1, meetings.length));
  const most = Math.min(MOST_LISTED, Math.max(LEAST_LISTED, each));
  return markup`${meetings.map((meeting) => meetingPart(facts, meeting, most))}`;
}

interface MeetingGames {
  readonly one: number;
  readonly other: number;
  readonly games: readonly ReportedGame[];
}

/** A table of three or more is in the list of each of its pairs. */
function meetingsOf({ tournament, placeOf }: PageFacts): readonly MeetingGames[] {
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

function meetingPart(facts: PageFacts, { one, other, games }: MeetingGames, most: number): Markup {
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
${scrollBox(`Games of ${both}`, table)}
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

/** Games with steps. A link opens each. */
export function gamesPart(facts: PageFacts): Markup {
  const { shown, games, replayCommand } = facts.tournament;
  const numbers = [...shown.keys()];
  const [first] = games;
  const replay = first && replayCommand(first.number);
  const more =
    replay === undefined || numbers.length === games.length
      ? []
      : [markup`<p class="soft">For any other game, use ${command(replay)} with its number.</p>`];
  const links = numbers.map((number) => markup`<a href="#${anchors.game(number)}">${number}</a>`);
  const { elements, packs } = gamesOnDemand(
    [...shown].map(([number, record]) => ({ record, prefix: `${anchors.game(number)}-` })),
  );
  return markup`<section id="games">
<h2>Games</h2>
${numbers.length === 0 ? [] : [markup`<noscript><p>The steps of games need JavaScript.</p></noscript>`]}
<p>${grouped(numbers.length)} of ${grouped(games.length)} games are included on this page${numbers.length === 0 ? '.' : ':'}</p>
<p class="numbers">${links}</p>
${more}
</section>
${numbers.map((number, index) => gamePart(facts, number, elements[index]!))}
${packs}`;
}

function gamePart(facts: PageFacts, number: number, element: Markup): Markup {
  const { shown, words } = facts.tournament;
  const record = shown.get(number)!;
  const { header, result } = record;
  const players = header.players.map(({ name }) => {
    const place = facts.placeOf(name);
    return place === undefined ? markup`<span>${visible(name)}</span>` : playerLink(facts, place);
  });
  const ending = result
    ? endingSentence(result, words)
    : 'The record has no end, because the host was killed.';
  const id = anchors.game(number);
  return markup`<section class="on-demand" id="${id}">
<h2>Game ${number}</h2>
<p class="numbers">${players}</p>
<p><strong>${ending}</strong></p>
<p class="soft">seed ${header.seed}, id ${header.id}</p>
${element}
</section>`;
}

/** Distributions of points, thinking time and length. Undefined without games. */
export function distributionsPart(facts: PageFacts): Markup | undefined {
  const { games } = facts.tournament;
  const lengths = games.map(({ result }) => result.ms);
  const figures = [
    figure(
      'Points in a game',
      spread(facts, 'Points in a game', scoresOf, (points) => String(Number(points.toFixed(1)))),
      SPREAD,
    ),
    figure(
      'Thinking time per answer',
      spread(facts, 'Thinking time per answer', thinkingOf, durationOf),
      SPREAD,
    ),
    figure(
      'Length of games',
      histogram({ title: 'Length of games', values: lengths, thing: 'game', inWords: durationOf }),
      'All games, from the deal to the end.',
    ),
  ].filter((each) => each !== undefined);
  if (figures.length === 0) return undefined;
  return markup`<section id="distributions">
<h2>Points and times</h2>
<div class="cards">
${figures}
</div>
</section>`;
}

const durationOf = (ms: number) => (ms === 0 ? '0' : duration(ms));

const SPREAD = 'For each player: smallest and largest value, middle half (box), and median (dot).';

function figure(title: string, plot: Markup | undefined, says: string): Markup | undefined {
  return plot && markup`<figure><h3>${title}</h3>${plot}<figcaption>${says}</figcaption></figure>`;
}

type FigureOf = (game: ReportedGame, name: string) => number | undefined;

const scoresOf: FigureOf = (game, name) => {
  const score = ofPlayer(game, name)?.score;
  return typeof score === 'number' ? score : undefined;
};

const thinkingOf: FigureOf = (game, name) => {
  const { thinkMs, answers = 0 } = ofPlayer(game, name) ?? {};
  return thinkMs === undefined || answers === 0 ? undefined : thinkMs / answers;
};

function ofPlayer({ result }: ReportedGame, name: string) {
  return result.players.find((player) => player.name === name);
}

function spread(
  { tournament, gamesOf }: PageFacts,
  title: string,
  figureOf: FigureOf,
  inWords: (value: number) => string,
): Markup | undefined {
  const { standings } = tournament.report;
  const labels = shortNames(
    standings.map(({ name }) => name),
    LONGEST_LABEL,
  );
  const rows = standings.flatMap(({ name }, place) => {
    const values = gamesOf[place]!.map((game) => figureOf(game, name)).filter((value) => value !== undefined);
    if (values.length === 0) return [];
    const sorted = Float64Array.from(values).sort();
    const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
    const half = [at(0.25), at(0.75)] as const;
    return [{ label: labels[place]!, value: at(0.5), low: at(0), high: at(1), half, said: inWords(at(0.5)) }];
  });
  if (rows.length === 0) return undefined;
  const { axis, marks } = ticksBetween(
    Math.min(...rows.map(({ low }) => low)),
    Math.max(...rows.map(({ high }) => high)),
  );
  return intervalPlot({ title, rows, axis, ticks: marks.map((at) => ({ at, label: inWords(at) })) });
}
