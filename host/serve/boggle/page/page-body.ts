import { markup } from '../../../views/html/markup.ts';

/** All that the page can show; its script fills it, and shows what belongs to its address. No text of a user is in it. */
export const pageBody = markup`<header>
<div class="home"><a href="#/">Boggle</a></div>
<p id="playing" hidden><label for="me">You play as</label> <select id="me" dir="auto"></select></p>
</header>
<main>
<noscript><p class="notice">This page needs JavaScript. Switch it on for this address to play. Programs play without it, by the paths under /boggle.</p></noscript>
<p id="waiting" role="status"></p>
<p id="failure" class="notice error" role="alert" hidden></p>

<div id="start" hidden>
<h1 id="start-title" tabindex="-1">Boggle for two</h1>
<p>Two players take turns. A word is right if it is English, lies on the board as a path of neighbours, and has not been found before. Longer words give more points.</p>
<div class="columns">
<section aria-labelledby="new-user-title">
<h2 id="new-user-title">Your name</h2>
<p id="welcome" hidden></p>
<p id="not-kept" class="notice" role="alert" hidden></p>
<form id="missing" class="notice" hidden>
<p id="missing-text" role="alert"></p>
<p id="missing-error" class="error" role="alert"></p>
<p><button type="submit" id="make-again">Make it again</button> <button type="button" id="forget" class="second">Forget it here</button></p>
</form>
<form id="new-user" novalidate>
<p><label for="name">Name</label> <input id="name" name="name" autocomplete="nickname" dir="auto" aria-describedby="name-error"></p>
<p id="name-error" class="error" role="alert"></p>
<p><label for="email">E-mail for reminders (optional)</label> <input id="email" name="email" type="email" autocomplete="email" aria-describedby="email-error"></p>
<p id="email-error" class="error" role="alert"></p>
<p><button type="submit">Make this name</button></p>
</form>
<details id="known">
<summary>A name that you have already</summary>
<form id="known-user" novalidate>
<p><label for="known-name">Your name</label> <input id="known-name" dir="auto" aria-describedby="known-name-error"></p>
<p id="known-name-error" class="error" role="alert"></p>
<p><label for="token">Token, if you were given one</label> <input id="token" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="token-error"></p>
<p id="token-error" class="error" role="alert"></p>
<p><button type="submit">Use this name</button></p>
</form>
</details>
<details id="my-token" hidden>
<summary>Your token, to play as this name elsewhere</summary>
<p><code id="token-text"></code></p>
<p class="soft">On another machine give it with your name under “A name that you have already”. Whoever has it plays as you. The server tells it nobody again.</p>
</details>
</section>

<section aria-labelledby="new-game-title">
<h2 id="new-game-title">New game</h2>
<form id="new-game" novalidate>
<p><label for="opponent">Against</label> <input id="opponent" list="users" autocomplete="off" dir="auto" aria-describedby="opponent-error"></p>
<p id="opponent-error" class="error" role="alert"></p>
<datalist id="users"></datalist>
<p><label for="turns">Turns, of both together</label> <input id="turns" type="number" inputmode="numeric" min="1" max="1000" value="20" aria-describedby="turns-error"></p>
<p id="turns-error" class="error" role="alert"></p>
<p><button type="submit">Start the game</button></p>
</form>
</section>

<section aria-labelledby="games-title">
<h2 id="games-title">Your games</h2>
<p id="no-games" class="soft" hidden>There are none yet.</p>
<p id="games-failure" class="error" role="alert"></p>
<ul id="games"></ul>
<form id="open" novalidate>
<p><label for="link">Link or key of another game</label> <input id="link" autocomplete="off" spellcheck="false" aria-describedby="link-error"></p>
<p id="link-error" class="error" role="alert"></p>
<p><button type="submit" class="second">Open it</button></p>
</form>
</section>
</div>
<section aria-labelledby="rankings-title">
<h2 id="rankings-title">Rankings</h2>
<p id="average" class="soft"></p>
<p id="rankings-failure" class="error" role="alert"></p>
<div class="wide" id="ranking-table" role="region" aria-label="Table of the rankings" tabindex="0">
<table aria-labelledby="rankings-title">
<thead><tr><th scope="col">Player</th><th scope="col" class="number">Won</th><th scope="col" class="number">Lost</th><th scope="col" class="number">Share won</th></tr></thead>
<tbody id="rankings"></tbody>
</table>
</div>
<p id="more-users" class="soft" hidden>Only the first 1000 are listed. Games can be started against all others, too.</p>
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
<p id="looking" class="soft" hidden>You look on: none of your names plays in this game.</p>
<p id="said" role="status"></p>
<p id="spelled" class="unseen" aria-live="polite"></p>
<p class="soft" id="board-help">Drag over the letters, choose them one after the other, or type the word. On the board, arrow keys move, Enter chooses, Backspace takes the last letter away, Escape all.</p>
<p><button type="button" id="cancel" class="second">Cancel the game…</button></p>
<p id="cancel-error" class="error" role="alert"></p>
<p class="soft"><a id="share">Link to this game</a>, for the other player and whoever looks on</p>
<h2>Words found</h2>
<p id="found"></p>
<h2>History</h2>
<p id="no-history" class="soft" hidden>Nothing has been played yet.</p>
<p id="history-failure" class="error" role="alert"></p>
<ol id="history" reversed></ol>
</div>
</div>
<dialog id="cancelling" aria-labelledby="cancelling-title">
<h2 id="cancelling-title">Cancel this game?</h2>
<p id="cancelling-text"></p>
<p><button type="button" id="keep" class="second">Go on playing</button> <button type="button" id="confirm">Cancel the game</button></p>
</dialog>
</div>
</main>`;
