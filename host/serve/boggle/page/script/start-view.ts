import { html, nothing, type TemplateResult } from 'lit-html';
import type { GameAnswer, RankedUser } from '../../api/schemas.ts';
import { opponentOf, perspectiveOf, standOf, turnsLeft } from '../game-state.ts';
import { hashOf, isToken, keyIn, lengthFault, nameIn, type SavedUser, type SavedUsers } from '../users.ts';
import { byId, Fields, input, loadFailure, onSubmit, sentence, userText } from './elements.ts';
import {
  type ApiAnswer,
  findUser,
  gamesOf,
  makeUser,
  type NewUser,
  newGame,
  type Refusal,
  rankings,
  type UserWithGames,
} from './server.ts';
import { SiteOffer } from './site-offer.ts';

/** The server ranks as many users at once. */
const MOST_RANKED = 1000;
/** Refusals because of a name: missing, or of another user. */
const OF_NAME = [401, 403, 404];
const NOT_SAVED =
  'This browser cannot save your name: it is lost when you close or reload the page. If a token is shown below, copy it now, so that you can use this name again.';

interface StartOptions {
  readonly users: SavedUsers;
  readonly me: () => SavedUser | undefined;
  readonly choose: (user: SavedUser) => void;
  readonly forget: (user: SavedUser) => void;
  readonly draw: () => void;
}

/** Makes names, and starts and finds games. */
export class StartView {
  readonly #options: StartOptions;
  readonly #fields: Fields;
  readonly #offer: SiteOffer;
  #games: ApiAnswer<UserWithGames> | undefined;
  #rankings: ApiAnswer<{ readonly users: readonly RankedUser[] }> | undefined;
  /** The server has no such user, or it belongs to another person. */
  #missing: Refusal | undefined;
  #gamesFailure: ApiAnswer<unknown> | undefined;

  constructor(options: StartOptions) {
    this.#options = options;
    this.#fields = new Fields(options.draw);
    this.#offer = new SiteOffer(options.draw);
  }

  async load(): Promise<void> {
    document.title = 'Boggle';
    await Promise.all([this.#offer.load(), this.#loadGames(), this.#loadRankings()]);
  }

  template(): TemplateResult {
    return html`<div id="start">
<h1 id="start-title" tabindex="-1">Boggle for two</h1>
<p>Find words on paths of neighboring letters, in turns or all at once. Longer words have more points.</p>
<div class="columns">${this.#offer.template()}${this.#newGamePart()}${this.#namePart()}${this.#gamesPart()}</div>
${this.#rankingsPart()}
</div>`;
  }

  #newGamePart(): TemplateResult {
    const users = this.#rankings?.ok ? this.#rankings.value.users : [];
    const bots = users.filter(({ is_bot }) => is_bot);
    return html`<section aria-labelledby="new-game-title">
<h2 id="new-game-title">Play for the rankings</h2>
${bots.map(({ name }) => html`<p><button type="button" class="go bot" @click=${onSubmit(async () => await this.#playBot(name))}>Play against ${userText(name)}</button></p>`)}
<form id="new-game" novalidate @submit=${this.#newGame}>
${this.#fields.field({ id: 'opponent', label: 'Against', list: 'users' })}
<datalist id="users">${users.map(({ name }) => html`<option value=${name}></option>`)}</datalist>
${this.#fields.field({ id: 'turns', label: 'Total turns', type: 'number', value: '20' })}
<p><button type="submit" class=${bots.length > 0 ? '' : 'go'}>Start the game</button></p>
</form>
</section>`;
  }

  #namePart(): TemplateResult {
    const { users, me: chosen, forget } = this.#options;
    const me = chosen();
    const isLost = me !== undefined && !users.areSaved;
    const token = this.#games?.ok && this.#games.value.user.needs_token ? me?.token : undefined;
    const missing = me && this.#missing;
    return html`<section aria-labelledby="new-user-title">
<h2 id="new-user-title">Your name</h2>
${me && !missing ? html`<p id="welcome">You play as ${userText(me.name)}.</p>` : nothing}
${isLost ? html`<p id="not-kept" class="notice" role="alert">${NOT_SAVED}</p>` : nothing}
${
  missing
    ? html`<form id="missing" class="notice" @submit=${this.#makeAgain}>
<p role="alert">Your name ${userText(me.name)}${missing.status === 404 ? ' is saved in this browser, but this server has no such user.' : `: ${missing.message}`}</p>
${this.#fields.error('missing')}
<p class="buttons">${missing.status === 404 ? html`<button type="submit" id="make-again" class="go">Create it again</button>` : nothing}
<button type="button" id="forget" @click=${() => {
        forget(me);
        byId('start-title').focus();
      }}>Remove it from this browser</button></p>
</form>`
    : nothing
}
<form id="new-user" novalidate @submit=${this.#makeUser}>
${this.#fields.field({ id: 'name', label: 'Name', autocomplete: 'nickname' })}
${this.#fields.field({ id: 'email', label: 'Email for reminders (optional)', type: 'email', autocomplete: 'email' })}
<p><button type="submit">Choose this name</button></p>
</form>
<details id="known">
<summary>Use an existing name</summary>
<form id="known-user" novalidate @submit=${this.#useName}>
${this.#fields.field({ id: 'known-name', label: 'Your name' })}
${this.#fields.field({ id: 'token', label: 'Token, if you have one' })}
<p><button type="submit">Use this name</button></p>
</form>
</details>
${
  token === undefined
    ? nothing
    : html`<details id="my-token">
<summary>Your token, to use this name in another browser</summary>
<p><code id="token-text">${token}</code></p>
<p class="soft">In another browser, enter it with your name under “Use an existing name”. Anyone who has the token can play as you. The server never shows it again.</p>
</details>`
}
</section>`;
  }

  #gamesPart(): TemplateResult {
    const me = this.#options.me();
    const games = me && this.#games?.ok ? this.#games.value.games : [];
    const isKnown = games.length === 0 && (me === undefined || this.#games?.ok === true);
    return html`<section aria-labelledby="games-title">
<h2 id="games-title">Your games</h2>
${isKnown ? html`<p id="no-games" class="soft">No games yet.</p>` : nothing}
${loadFailure('games-failure', 'Your games', this.#gamesFailure)}
<ul id="games">${games.map((game) => gameLine(game, me!.name))}</ul>
<form id="open" novalidate @submit=${this.#open}>
${this.#fields.field({ id: 'link', label: 'Link or key of another game' })}
<p><button type="submit">Open game</button></p>
</form>
</section>`;
  }

  #rankingsPart(): TemplateResult {
    const users = this.#rankings?.ok ? this.#rankings.value.users : [];
    const isEmpty = this.#rankings?.ok === true && users.length === 0;
    return html`<section aria-labelledby="rankings-title">
<h2 id="rankings-title">Rankings</h2>
${loadFailure('rankings-failure', 'The rankings', this.#rankings)}
${isEmpty ? html`<p id="no-rankings" class="soft">Nobody has chosen a name yet.</p>` : nothing}
<div class="wide" ?hidden=${isEmpty} role="region" aria-label="Rankings table" tabindex="0">
<table aria-labelledby="rankings-title">
<thead><tr><th scope="col">Player</th><th scope="col" class="number">Won</th><th scope="col" class="number">Lost</th><th scope="col" class="number">Win rate</th></tr></thead>
<tbody id="rankings">${users.map(rankedLine)}</tbody>
</table>
</div>
${users.length < MOST_RANKED ? nothing : html`<p class="soft">Only the first ${MOST_RANKED} players are listed. You can start a game against any player.</p>`}
</section>`;
  }

  async #loadGames(): Promise<void> {
    const { me: now, choose, draw } = this.#options;
    const me = now();
    this.#missing = undefined;
    draw();
    const answer = me && (await gamesOf(me));
    // The name may have a new key, or need a token that is not stored here.
    const isDoubtful =
      answer && (answer.ok ? answer.value.user.needs_token && !me?.token : answer.status === 404);
    const named = me && isDoubtful ? await findUser(me.name, me.token) : undefined;
    if (me !== now()) return;
    if (me && named?.ok && named.value.urlsafe_key !== me.key)
      return choose({ ...me, key: named.value.urlsafe_key });
    this.#games = answer;
    const isNot = named !== undefined && isOfName(named);
    this.#gamesFailure = isNot ? undefined : (named ?? answer);
    draw();
    if (isNot) this.#showMissing(named);
  }

  async #loadRankings(): Promise<void> {
    this.#rankings = await rankings();
    this.#options.draw();
  }

  #showMissing(missing: Refusal): void {
    this.#missing = missing;
    this.#options.draw();
    if (missing.status === 404) return;
    byId<HTMLDetailsElement>('known').open = true;
    input('known-name').value ||= this.#options.me()!.name;
  }

  /** A newcomer gets a name for a guest, which can be replaced at any time. */
  async #playBot(bot: string): Promise<void> {
    let me = this.#options.me();
    for (let attempt = 0; me === undefined && attempt < 3; attempt++) {
      const name = `Guest ${1000 + Math.floor(Math.random() * 9000)}`;
      const made = await makeUser(name, '');
      if (made.ok) me = this.#made(made.value, name);
    }
    if (me) await this.#begin(me, bot, '20');
    else this.#fields.show('name', 'Choose a name first.');
  }

  readonly #newGame = onSubmit(async () => {
    const [opponent, turns] = [input('opponent').value, input('turns').value];
    this.#clear('opponent', 'turns');
    const refuse = (id: string, words: string) => this.#fields.show(id, words);
    const me = this.#options.me();
    if (!me) return refuse('name', 'Choose a name first.');
    if (opponent.trim() === '') return refuse('opponent', 'Enter the name of another player.');
    const fault = lengthFault(opponent);
    if (fault !== '') return refuse('opponent', fault);
    if (!/^(?:[1-9]\d{0,2}|1000)$/.test(turns))
      return refuse('turns', 'Enter a whole number from 1 to 1000.');
    await this.#begin(me, opponent, turns);
  });

  async #begin(me: SavedUser, opponent: string, turns: string): Promise<void> {
    const answer = await newGame(me, [me.name, opponent], turns);
    if (!answer.ok) {
      if (answer.parameter === 'turns') return this.#fields.show('turns', answer.message);
      const own = isOfName(answer) ? await findUser(me.name, me.token) : undefined;
      if (!own || !isOfName(own)) return this.#fields.show('opponent', answer.message);
      this.#showMissing(own);
      byId(own.status === 404 ? 'make-again' : 'token').focus();
      return;
    }
    location.hash = hashOf({ is: 'game', key: answer.value.urlsafe_key });
  }

  readonly #open = onSubmit(async () => {
    const key = keyIn(input('link').value);
    this.#fields.show('link', key === undefined ? 'Enter the link or key of a game.' : '');
    if (key !== undefined) location.hash = hashOf({ is: 'game', key });
  });

  readonly #makeUser = onSubmit(async () => {
    const [name, email] = [nameIn(input('name').value), input('email')];
    this.#clear('name', 'email');
    const refuse = (id: string, words: string) => this.#fields.show(id, words);
    if (name === '') return refuse('name', 'Enter a name of at most 100 characters, in any language.');
    if (lengthFault(name) !== '') return refuse('name', lengthFault(name));
    if (!email.validity.valid) return refuse('email', 'Enter an email address, such as ann@example.org.');
    const answer = await makeUser(name, email.value.trim());
    if (!answer.ok) return refuse(answer.parameter === 'email' ? 'email' : 'name', answer.message);
    byId<HTMLFormElement>('new-user').reset();
    this.#made(answer.value, name);
    input('opponent').focus();
  });

  /** Accepts a name when the server accepts its token or requires none. */
  readonly #useName = onSubmit(async () => {
    const [name, written] = [nameIn(input('known-name').value), input('token').value.trim()];
    this.#clear('known-name', 'token');
    const refuse = (id: string, words: string) => this.#fields.show(id, words);
    if (name === '') return refuse('known-name', 'Enter your existing name.');
    if (lengthFault(name) !== '') return refuse('known-name', lengthFault(name));
    if (written !== '' && !isToken(written))
      return refuse('token', 'Enter a valid token: letters from A to Z, digits, - and _.');
    const saved = this.#options.users.named(name)?.token;
    const used = written === '' ? saved : written;
    const answer = await findUser(name, used);
    if (!answer.ok) {
      if (answer.status === 401 && used === undefined)
        return refuse(
          'token',
          'Enter the token of this name, which the server showed when the name was created.',
        );
      if (answer.status === 401 || answer.status === 403) return refuse('token', answer.message);
      return refuse('known-name', answer.status === 404 ? 'No user has this name.' : answer.message);
    }
    const { urlsafe_key: key, needs_token } = answer.value;
    byId<HTMLFormElement>('known-user').reset();
    // A server that requires no token has not checked it.
    const proved = needs_token ? used : (saved ?? used);
    this.#choose({ name: answer.value.name, key, ...(proved !== undefined && { token: proved }) });
    input('opponent').focus();
  });

  readonly #makeAgain = onSubmit(async () => {
    const me = this.#options.me();
    if (!me) return;
    const answer = await makeUser(me.name, '');
    if (!answer.ok) return this.#fields.show('missing', answer.message);
    this.#made(answer.value, me.name);
    input('opponent').focus();
  });

  #made({ urlsafe_key: key, token }: NewUser, name: string): SavedUser {
    const user = { name, key, ...(token !== undefined && { token }) };
    this.#choose(user);
    return user;
  }

  #choose(user: SavedUser): void {
    this.#clear('name', 'known-name', 'token', 'missing');
    this.#options.choose(user);
  }

  #clear(...ids: readonly string[]): void {
    for (const id of ids) this.#fields.show(id, '');
  }
}

function isOfName(answer: ApiAnswer<unknown>): answer is Refusal {
  return !answer.ok && OF_NAME.includes(answer.status);
}

function gameLine(game: GameAnswer, me: string): TemplateResult {
  const sight = perspectiveOf(game, [me]);
  const [mine, theirs] = sight.players.toSorted((one) => (one.isMe ? -1 : 1));
  return html`<li><a href=${hashOf({ is: 'game', key: game.urlsafe_key })}>against ${userText(opponentOf(game, me))}</a>
<span>· ${mine!.points} to ${theirs!.points} · ${turnsLeft(game)} ·</span> ${sentence(standOf(game, sight))}</li>`;
}

function rankedLine({ name, wins, losses, win_percentage, is_bot }: RankedUser): TemplateResult {
  const figures = [wins, losses, `${Math.round(100 * win_percentage)} %`];
  return html`<tr><th scope="row">${userText(name)}${is_bot ? ' (bot)' : ''}</th>${figures.map((figure) => html`<td class="number">${figure}</td>`)}</tr>`;
}
