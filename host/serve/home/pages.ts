import { draw, type Markup, markup, trustedMarkup } from '../../views/html/markup.ts';
import { boardPart, tilePaints } from '../../views/parts/board.ts';
import { positionsOf } from '../../views/parts/game-data.ts';
import type { DemoStep, HomeGame, OwnBot, PuzzleView } from './contract.ts';

/** What a page of the site shows below its header. */
interface SitePage {
  readonly title: string;
  readonly body: Markup;
}

const links = [
  { to: '/puzzle', words: 'Puzzle', kind: '' },
  { to: '/bots', words: 'Your bot', kind: '' },
];

/** A proxy may have the server below another path. */
export function rootFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 2) || './';
}

/** The header is the same on each page of the site. */
export function siteBody(path: string, games: readonly HomeGame[], { title, body }: SitePage): Markup {
  return markup`<header class="top"><a class="home" href="${rootFrom(path)}" aria-current="${path === '/' ? 'page' : 'false'}">wordhost</a><h1>${title}</h1>${siteLinks(path, games)}</header>
${body}
${tilePaints(draw)}`;
}

/** Links to the other pages of the site. */
export function siteLinks(path: string, games: readonly Pick<HomeGame, 'name' | 'title'>[]): Markup {
  const root = rootFrom(path);
  const ofGames = games.map(({ name, title }) => ({ to: `/${name}/`, words: title, kind: 'of-game' }));
  const entries = [...ofGames, ...links].map(
    ({ to, words, kind }) =>
      markup`<a class="${kind}" href="${root}${to.slice(1)}" aria-current="${to === path ? 'page' : 'false'}">${words}</a>`,
  );
  return markup`<nav aria-label="Site">${entries}</nav>`;
}

const playingNeedsScript = markup`<noscript><p class="soft">Playing needs JavaScript.</p></noscript>`;

/** Three games to begin with, the puzzle, and the games that run. `former` is where old links to games lead. */
export function homePage(games: readonly HomeGame[], puzzle: PuzzleView, former: string): SitePage {
  return {
    title: 'Word games with people and bots',
    body: markup`<main class="front" data-former="${former}">
<div class="offers">${games.map((game) => offer(game, './'))}</div>
<p class="pause"><button type="button" class="second" data-pause aria-pressed="false" hidden>Pause the boards</button></p>
<div class="beside">
${puzzleOffer(puzzle)}
${runningGames('')}
</div>
</main>`,
  };
}

/** The page of one game. */
export function ownPage(game: HomeGame): SitePage {
  return {
    title: game.summary,
    body: markup`<main class="front one">
<div class="offers">${offer(game, '../')}</div>
${customGame(game)}
${aboutGame(game)}
</main>`,
  };
}

/** The rules of a game, and its games that run. */
export function aboutGame({ name, rules, more }: Pick<HomeGame, 'name' | 'rules' | 'more'>): Markup {
  return markup`<section class="rules"><h2>Rules</h2>
<ol>${rules.map((rule) => markup`<li>${rule}</li>`)}</ol>
<p class="soft">Programs play by the API: <a href="../api/v1/openapi.json">its description in OpenAPI</a>.</p>
${more.map(({ path, words }) => markup`<p class="soft"><a href="${path}">${words}</a></p>`)}</section>
${runningGames(name)}`;
}

function offer({ name, title, summary, ways, demo, bots }: HomeGame, root: string): Markup {
  return markup`<section class="offer" data-game="${name}" aria-labelledby="offer-${name}">
<word-demo>${demoBoard(demo, title)}
<script type="application/json">${trustedMarkup(dataText(demo))}</script></word-demo>
<div class="what"><h2 id="offer-${name}"><a href="${root}${name}/">${title}</a></h2>
<p class="summary">${summary}</p>
<p class="go"><button type="button" data-play disabled>Play</button> <label><span class="against">against</span> <select data-bots>${bots.map((bot, index) => option(bot, bot, index === USUAL_BOT))}</select></label>
${wayList(ways)}<button type="button" class="second" data-friend disabled>With a friend</button></p>
${playingNeedsScript}
<p class="error" role="alert"></p></div>
</section>`;
}

/** A form for a game with further players or other rules. */
function customGame({ name, choices, mostPlayers, bots, ownBots }: HomeGame): Markup {
  const opponents = Array.from({ length: mostPlayers - 1 }, (_, index) => {
    const nobody = index === 0 ? [] : [option('', 'nobody')];
    const offered = [...bots, ...ownBots].map((bot, at) =>
      option(JSON.stringify({ is: 'bot', name: bot }), bot, index === 0 && at === USUAL_BOT),
    );
    const friend = option(JSON.stringify({ is: 'open' }), 'a friend, by a link');
    return markup`<label>Player ${index + 2} <select data-seat>${[...nobody, ...offered, friend]}</select></label>`;
  });
  const options = choices.map(
    (choice) =>
      markup`<label>${choice.label} <select data-option="${choice.option}">${choice.values.map(({ value, words }) => option(value, words))}</select></label>`,
  );
  return markup`<details class="rules custom" data-game="${name}"><summary>More players, other rules</summary>
<form>${opponents}${options}<p class="go"><button type="submit" disabled>Begin</button></p></form>
<p class="error" role="alert"></p></details>`;
}

function wayList(ways: HomeGame['ways']): readonly Markup[] {
  if (ways.length === 0) return [];
  const options = ways.map(({ words, options }) => option(JSON.stringify(options), words));
  return [markup`<select data-ways aria-label="way to play">${options}</select>\n`];
}

/** A first game is against the second weakest. */
const USUAL_BOT = 1;

function option(value: string, words: string, isChosen = false): Markup {
  return isChosen
    ? markup`<option value="${value}" selected>${words}</option>`
    : markup`<option value="${value}">${words}</option>`;
}

/** The last position, for readers without scripts or who want no motion. */
function demoBoard(demo: readonly DemoStep[], title: string): Markup {
  const [panel] = positionsOf(demo).at(-1)!;
  return boardPart(draw, { panel: { ...panel!, caption: `a game of ${title}` }, kind: 'board' });
}

/** JSON in a page: no text may end its element. */
function dataText(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function puzzleOffer({ day, panel, about }: PuzzleView): Markup {
  return markup`<section class="puzzle-offer" aria-labelledby="offer-puzzle">
<div class="preview">${boardPart(draw, { panel, kind: 'board' })}</div>
<div class="what"><h2 id="offer-puzzle"><a href="puzzle">The best move here?</a></h2>
<p class="soft">The puzzle of ${day}: ${about}.</p>
<div class="rack">${rack(panel.rack ?? '', panel.points)}</div>
<p class="go"><a class="button" href="puzzle">Try it</a></p></div>
</section>`;
}

function rack(letters: string, points: Readonly<Record<string, number>> = {}): Markup {
  const panel = { seat: undefined, caption: `tiles ${letters}`, rows: [letters], points };
  return boardPart(draw, { panel, kind: 'rack' });
}

/** Filled by the script. */
function runningGames(game: string): Markup {
  return markup`<section class="running-games" aria-labelledby="running-title">
<h2 id="running-title">Games that run now</h2>
<running-games data-game="${game}"><p class="soft">No game is running now.</p></running-games>
</section>`;
}

/** Bots of the operator. `command` shows how one is named, where none is. */
export function botsPage(games: readonly HomeGame[], command: string): SitePage {
  const bots = games.flatMap(({ name, title, ownBots, question }) =>
    ownBots.map((bot): OwnBot => ({ game: name, title, name: bot, question })),
  );
  const body =
    bots.length === 0
      ? markup`<section class="rules"><h2>Your own bot</h2>
<p>Start the server with a bot, play against it here, watch what it writes to standard error, and see the move that lost:</p>
<pre tabindex="0">${command}</pre></section>`
      : markup`<own-bots><script type="application/json">${trustedMarkup(dataText(bots))}</script></own-bots>
${playingNeedsScript}`;
  return { title: 'Your own bot', body: markup`<main class="front bots">${body}</main>` };
}

/** Without a script the position can be looked at. */
export function puzzlePage(view: PuzzleView): SitePage {
  const { panel, about, day } = view;
  return {
    title: 'The best move here?',
    body: markup`<main><word-puzzle><div class="table">
<p class="players">${day}: ${about}.</p>
<div class="middle">${boardPart(draw, { panel, kind: 'board' })}${rack(panel.rack ?? '', panel.points)}
<noscript><p>Trying moves needs JavaScript.</p></noscript></div></div>
<script type="application/json">${trustedMarkup(dataText(view))}</script></word-puzzle></main>
<p id="spoken" class="unseen" aria-live="polite"></p>`,
  };
}
