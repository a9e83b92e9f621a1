import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { packageRoot } from '../../../files/package-root.ts';
import { pageStyle as sharedStyle } from '../../../views/parts/files.ts';
import { file, htmlDocument, PageFile, type Service } from '../../http/answers.ts';

/** The script fills this page and shows the parts for its address. It contains no text of a user. */
const pageBody = `<header>
<div class="home"><a href="#/">Boggle</a></div>
<p id="playing" hidden><label for="me">You play as</label> <select id="me" dir="auto"></select></p>
</header>
<main>
<noscript><p class="notice">This page needs JavaScript. Enable it to play. Programs can play without it, through the API under /boggle.</p></noscript>
<p id="waiting" role="status"></p>
<p id="failure" class="notice error" role="alert" hidden></p>

<div id="start" hidden>
<h1 id="start-title" tabindex="-1">Boggle for two</h1>
<p>Two players take turns. A word counts if it is an English word, forms a path of adjacent letters on the board, and has not been found before. Longer words score more points.</p>
<div class="columns">
<section aria-labelledby="new-user-title">
<h2 id="new-user-title">Your name</h2>
<p id="welcome" hidden></p>
<p id="not-kept" class="notice" role="alert" hidden></p>
<form id="missing" class="notice" hidden>
<p id="missing-text" role="alert"></p>
<p id="missing-error" class="error" role="alert"></p>
<p><button type="submit" id="make-again">Create it again</button> <button type="button" id="forget" class="second">Remove it from this browser</button></p>
</form>
<form id="new-user" novalidate>
<p><label for="name">Name</label> <input id="name" name="name" autocomplete="nickname" dir="auto" aria-describedby="name-error"></p>
<p id="name-error" class="error" role="alert"></p>
<p><label for="email">Email for reminders (optional)</label> <input id="email" name="email" type="email" autocomplete="email" aria-describedby="email-error"></p>
<p id="email-error" class="error" role="alert"></p>
<p><button type="submit">Choose this name</button></p>
</form>
<details id="known">
<summary>Use an existing name</summary>
<form id="known-user" novalidate>
<p><label for="known-name">Your name</label> <input id="known-name" dir="auto" aria-describedby="known-name-error"></p>
<p id="known-name-error" class="error" role="alert"></p>
<p><label for="token">Token, if you have one</label> <input id="token" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="token-error"></p>
<p id="token-error" class="error" role="alert"></p>
<p><button type="submit">Use this name</button></p>
</form>
</details>
<details id="my-token" hidden>
<summary>Your token, to use this name in another browser</summary>
<p><code id="token-text"></code></p>
<p class="soft">In another browser, enter it with your name under “Use an existing name”. Anyone who has the token can play as you. The server never shows it again.</p>
</details>
</section>

<section aria-labelledby="new-game-title">
<h2 id="new-game-title">New game</h2>
<form id="new-game" novalidate>
<p><label for="opponent">Against</label> <input id="opponent" list="users" autocomplete="off" dir="auto" aria-describedby="opponent-error"></p>
<p id="opponent-error" class="error" role="alert"></p>
<datalist id="users"></datalist>
<p><label for="turns">Total turns</label> <input id="turns" type="number" inputmode="numeric" min="1" max="1000" value="20" aria-describedby="turns-error"></p>
<p id="turns-error" class="error" role="alert"></p>
<p><button type="submit">Start the game</button></p>
</form>
</section>

<section aria-labelledby="games-title">
<h2 id="games-title">Your games</h2>
<p id="no-games" class="soft" hidden>No games yet.</p>
<p id="games-failure" class="error" role="alert"></p>
<ul id="games"></ul>
<form id="open" novalidate>
<p><label for="link">Link or key of another game</label> <input id="link" autocomplete="off" spellcheck="false" aria-describedby="link-error"></p>
<p id="link-error" class="error" role="alert"></p>
<p><button type="submit" class="second">Open game</button></p>
</form>
</section>
</div>
<section aria-labelledby="rankings-title">
<h2 id="rankings-title">Rankings</h2>
<p id="average" class="soft"></p>
<p id="rankings-failure" class="error" role="alert"></p>
<div class="wide" id="ranking-table" role="region" aria-label="Rankings table" tabindex="0">
<table aria-labelledby="rankings-title">
<thead><tr><th scope="col">Player</th><th scope="col" class="number">Won</th><th scope="col" class="number">Lost</th><th scope="col" class="number">Win rate</th></tr></thead>
<tbody id="rankings"></tbody>
</table>
</div>
<p id="more-users" class="soft" hidden>Only the first 1000 players are listed. You can start a game against any player.</p>
</section>
</div>

<div id="game" hidden>
<h1 id="game-title" tabindex="-1"></h1>
<p id="turn"></p>
<p><span id="left"></span> <span id="connection" class="soft"></span></p>
<dl id="points"></dl>
<div class="play">
<div id="board" role="group" aria-label="Board"></div>
<div>
<form id="guess" novalidate>
<p><label for="word">Word</label> <input id="word" autocomplete="off" autocapitalize="characters" autocorrect="off" spellcheck="false" enterkeyhint="send" aria-describedby="word-error word-hint"></p>
<p id="word-hint" class="soft"></p>
<p id="word-error" class="error" role="alert"></p>
<p><button type="submit">Play the word</button> <button type="button" id="clear" class="second">Clear</button></p>
</form>
<p id="looking" class="soft" hidden>You are a spectator: none of your names plays in this game.</p>
<p id="said" role="status"></p>
<p id="spelled" class="unseen" aria-live="polite"></p>
<p class="soft" id="board-help">Drag over the letters, click them one by one, or type the word. On the board, arrow keys move, Enter selects, Backspace removes the last letter, and Escape removes all letters.</p>
<p><button type="button" id="cancel" class="second">Cancel the game…</button></p>
<p id="cancel-error" class="error" role="alert"></p>
<p class="soft"><a id="share">Link to this game</a>, for your opponent and spectators</p>
<h2>Words found</h2>
<p id="found"></p>
<h2>History</h2>
<p id="no-history" class="soft" hidden>No moves yet.</p>
<p id="history-failure" class="error" role="alert"></p>
<ol id="history" reversed></ol>
</div>
</div>
<dialog id="cancelling" aria-labelledby="cancelling-title">
<h2 id="cancelling-title">Cancel this game?</h2>
<p id="cancelling-text"></p>
<p><button type="button" id="keep" class="second">Keep playing</button> <button type="button" id="confirm">Cancel the game</button></p>
</dialog>
</div>
</main>`;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#2257a8"/><text x="8" y="12" font-family="sans-serif" font-size="11" font-weight="700" text-anchor="middle" fill="#fff">B</text></svg>`;

/** Everything that a browser loads to play, at each of these paths. Nothing comes from other servers. */
export function bogglePage(paths: readonly string[]): Service {
  const files = {
    style: new PageFile('boggle.css', pageStyle()),
    icon: new PageFile('boggle.svg', icon),
    script: new PageFile('boggle.js', scriptText()),
  };
  const service: Service = new Hono();
  for (const { name, answer } of Object.values(files)) service.get(`/files/${name}`, answer);
  for (const path of paths) {
    // A proxy may have the server below another path.
    const at = `${'../'.repeat(path.split('/').length - 2)}files`;
    const head = `<meta name="referrer" content="no-referrer">
<link rel="stylesheet" href="${at}/${files.style.name}">
<link rel="icon" href="${at}/${files.icon.name}" type="image/svg+xml">
<script type="module" src="${at}/${files.script.name}"></script>`;
    service.get(path, file('text/html', htmlDocument('Boggle', head, pageBody), POLICY));
  }
  return service;
}

/** The package build makes it from `script/`. */
function scriptText(): string {
  return readFileSync(join(packageRoot() ?? '.', 'dist', 'page', 'boggle.js'), 'utf8');
}

const own = `
[hidden] { display: none !important; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; justify-content: space-between; align-items: center; max-width: 70rem; margin: 0 auto; padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
header p { margin: 0; max-width: 100%; } .home { font-size: 1.25rem; font-weight: 700; } .home a { text-decoration: none; }
main { padding-top: 1rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; } h1:focus-visible { outline: none; }
label { display: block; font-weight: 600; } header label { display: inline; }
input, select, button { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--soft); border-radius: .4rem; padding: .45rem .7rem; max-width: 100%; }
input { width: 100%; } select { max-width: min(20rem, 100%); text-overflow: ellipsis; }
button { background: var(--accent); border-color: var(--accent); color: var(--on); font-weight: 600; cursor: pointer; min-height: 2.75rem; }
button.second { background: transparent; color: var(--accent); }
input[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
.error { color: var(--bad); font-weight: 600; overflow-wrap: anywhere; } .error:empty { display: none; }
.notice { border: 1px solid currentColor; border-radius: .5rem; padding: .75rem 1rem; }
.columns { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr)); align-items: start; margin-top: 1rem; }
.columns section { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; min-width: 0; }
.columns h2 { margin-top: 0; } form p { margin: .5rem 0; }
#missing button { margin: .25rem .25rem .25rem 0; }
#token-text { overflow-wrap: anywhere; user-select: all; -webkit-user-select: all; }
details summary { margin: 1rem 0 .5rem; color: var(--accent); }
ul, ol { padding-left: 1.5rem; } li { overflow-wrap: anywhere; margin: .25rem 0; } #games { list-style: none; padding: 0; }
.play { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 30rem) minmax(0, 1fr); align-items: start; margin-top: 1rem; }
@media (max-width: 50rem) { .play { grid-template-columns: minmax(0, 1fr); } }
#turn { font-size: 1.1rem; font-weight: 600; overflow-wrap: anywhere; }
#board { position: relative; z-index: 0; display: grid; gap: .5rem; padding: .5rem; background: var(--panel); border: 1px solid var(--line); border-radius: .75rem; touch-action: none; user-select: none; -webkit-user-select: none; }
#board button { aspect-ratio: 1; min-width: 0; min-height: 0; padding: 0; font-size: clamp(1rem, 7vw, 2rem); background: var(--ground); color: var(--ink); border: 1px solid var(--soft); touch-action: none; transition: background .12s, color .12s; }
#board button[aria-pressed=true] { background: var(--accent); border-color: var(--accent); color: var(--on); }
#board button.first { outline: 2px solid var(--accent); outline-offset: 1px; }
#board :focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
#board span { position: relative; z-index: 2; pointer-events: none; }
#board svg { position: absolute; inset: 0; width: 100%; height: 100%; max-width: none; margin: 0; pointer-events: none; z-index: 1; }
#board polyline { fill: none; stroke: #ffc35c; stroke-width: .06; stroke-linecap: round; stroke-linejoin: round; opacity: .8; }
@media (prefers-color-scheme: dark) { #board polyline { stroke: #c2620e; } }
#word { font-size: 1.25rem; letter-spacing: .08em; text-transform: uppercase; }
#points { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.5rem; max-width: 30rem; } #points div, #points div + div { display: block; border: 0; } #points .next dt::before { content: '▸ '; color: var(--accent); }
dt { overflow-wrap: anywhere; min-width: 0; } #points dd { font-weight: 700; font-variant-numeric: tabular-nums; }
#said:empty, #word-hint:empty { display: none; } #said { border-left: 4px solid var(--accent); padding: .25rem .75rem; overflow-wrap: anywhere; }
#history .soft { display: block; } #found { overflow-wrap: anywhere; font-family: ui-monospace, monospace; }
#waiting:empty { display: none; } #waiting { position: fixed; right: 1rem; bottom: 1rem; z-index: 3; margin: 0; padding: .5rem 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; }
#connection.live { color: var(--good); } #connection.lost { color: var(--bad); }
dialog { color: inherit; background: var(--panel); border: 1px solid var(--soft); border-radius: .75rem; max-width: min(28rem, 92vw); padding: 1.25rem; }
dialog button { margin: .25rem .25rem .25rem 0; } dialog h2 { margin-top: 0; } dialog::backdrop { background: rgb(0 0 0 / .55); }
#rankings th { overflow-wrap: anywhere; }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; animation: none !important; scroll-behavior: auto !important; } }
@media (forced-colors: active) { #board button[aria-pressed=true] { forced-color-adjust: none; background: Highlight; color: HighlightText; } }
`;

/** The page has its rules beside those of all pages. */
function pageStyle(): string {
  return `${sharedStyle(['drawings', 'pages'])}\n${own.trim()}\n`;
}
