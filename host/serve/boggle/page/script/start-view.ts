import type { GameAnswer, RankedUser } from '../../api/schemas.ts';
import { opponentOf, perspectiveOf, standOf, turnsLeft } from '../game-state.ts';
import { hashOf, isToken, keyIn, lengthFault, nameIn, type SavedUser, type SavedUsers } from '../users.ts';
import { byId, create, input, onSubmit, sentence, showError, showLoadFailure, userText } from './elements.ts';
import {
  type ApiAnswer,
  average,
  findUser,
  gamesOf,
  makeUser,
  newGame,
  type Refusal,
  rankings,
  type UserWithGames,
} from './server.ts';

/** The server ranks as many users at once. */
const MOST_RANKED = 1000;
/** Refusals because of a name: missing, or of another user. */
const OF_NAME = [401, 403, 404];

/** Makes names, and starts and finds games. */
export class StartView {
  readonly #request: NamesOptions;
  readonly #names: NamesView;

  constructor(request: NamesOptions) {
    this.#request = request;
    this.#names = new NamesView(request);
    onSubmit('new-game', async () => await this.#newGame());
    onSubmit('open', async () => this.#open());
  }

  async show(): Promise<void> {
    document.title = 'Boggle';
    await Promise.all([this.#showGames(), this.#showRankings()]);
  }

  async #showGames(): Promise<void> {
    const { me: now, choose } = this.#request;
    const me = now();
    this.#names.show(me, undefined);
    const answer = me && (await gamesOf(me));
    // The name may have a new key, or need a token that is not stored here.
    const isDoubtful =
      answer && (answer.ok ? answer.value.user.needs_token && !me?.token : isMissing(answer));
    const named = me && isDoubtful ? await findUser(me.name, me.token) : undefined;
    if (me !== now()) return;
    if (me && named?.ok && named.value.urlsafe_key !== me.key)
      return choose({ ...me, key: named.value.urlsafe_key });
    this.#names.show(me, answer);
    const games = answer?.ok ? answer.value.games : [];
    byId('games').replaceChildren(...games.map((game) => gameLine(game, me!.name)));
    byId('no-games').hidden = games.length > 0 || answer?.ok === false;
    const isNot = named !== undefined && isOfName(named);
    if (isNot) this.#names.showMissing(me!, named);
    showLoadFailure('Your games', isNot ? undefined : (named ?? answer));
  }

  async #showRankings(): Promise<void> {
    const [ranked, left] = [await rankings(), await average()];
    byId('average').textContent = left.ok ? left.value.message : '';
    showLoadFailure('The rankings', ranked);
    if (!ranked.ok) return;
    const { users } = ranked.value;
    byId('rankings').replaceChildren(...users.map(rankedLine));
    byId('more-users').hidden = users.length < MOST_RANKED;
    byId('users').replaceChildren(
      ...users.map(({ name }) => {
        const option = create('option');
        option.value = name;
        return option;
      }),
    );
  }

  async #newGame(): Promise<void> {
    const [opponent, turns] = [input('opponent'), input('turns')];
    showError(opponent, '');
    showError(turns, '');
    const me = this.#request.me();
    if (!me) return showError(input('name'), 'Choose a name first.');
    if (opponent.value.trim() === '') return showError(opponent, 'Enter the name of another player.');
    const fault = lengthFault(opponent.value);
    if (fault !== '') return showError(opponent, fault);
    if (!/^(?:[1-9]\d{0,2}|1000)$/.test(turns.value))
      return showError(turns, 'Enter a whole number from 1 to 1000.');
    const answer = await newGame(me, opponent.value, turns.value);
    if (!answer.ok) {
      if (answer.parameter === 'turns') return showError(turns, answer.message);
      const own = isOfName(answer) ? await findUser(me.name, me.token) : undefined;
      if (!own || !isOfName(own)) return showError(opponent, answer.message);
      this.#names.showMissing(me, own);
      byId(own.status === 404 ? 'make-again' : 'token').focus();
      return;
    }
    location.hash = hashOf({ is: 'game', key: answer.value.urlsafe_key });
  }

  #open(): void {
    const key = keyIn(input('link').value);
    showError(input('link'), key === undefined ? 'Enter the link or key of a game.' : '');
    if (key !== undefined) location.hash = hashOf({ is: 'game', key });
  }
}

function isMissing(answer: ApiAnswer<unknown>): answer is Refusal {
  return !answer.ok && answer.status === 404;
}

function isOfName(answer: ApiAnswer<unknown>): answer is Refusal {
  return !answer.ok && OF_NAME.includes(answer.status);
}

function gameLine(game: GameAnswer, me: string): HTMLElement {
  const link = create('a', 'against ', userText(opponentOf(game, me)));
  link.href = hashOf({ is: 'game', key: game.urlsafe_key });
  const [mine, theirs] = perspectiveOf(game, [me]).players.toSorted((one) => (one.isMe ? -1 : 1));
  const figures = ` · ${mine!.points} to ${theirs!.points} · ${turnsLeft(game)} · `;
  return create('li', link, create('span', figures), sentence(standOf(game, perspectiveOf(game, [me]))));
}

function rankedLine({ name, wins, losses, win_percentage, is_bot }: RankedUser): HTMLElement {
  const head = create('th', userText(name), is_bot ? ' (bot)' : '');
  head.scope = 'row';
  const figures = [wins, losses, `${Math.round(100 * win_percentage)} %`].map((figure) => {
    const cell = create('td', String(figure));
    cell.className = 'number';
    return cell;
  });
  return create('tr', head, ...figures);
}

interface NamesOptions {
  readonly users: SavedUsers;
  readonly me: () => SavedUser | undefined;
  readonly choose: (user: SavedUser) => void;
  readonly forget: (user: SavedUser) => void;
}

const NOT_SAVED =
  'This browser cannot save your name: it is lost when you close or reload the page. If a token is shown below, copy it now, so that you can use this name again.';

class NamesView {
  readonly #request: NamesOptions;

  constructor(request: NamesOptions) {
    this.#request = request;
    onSubmit('new-user', async () => await this.#makeUser());
    onSubmit('known-user', async () => await this.#useName());
    onSubmit('missing', async () => await this.#makeAgain());
    byId('forget').onclick = () => this.#forget();
  }

  /** Shows the user and the answer of the server about it. */
  show(me: SavedUser | undefined, answer: ApiAnswer<UserWithGames> | undefined): void {
    const token = answer?.ok && answer.value.user.needs_token ? me?.token : undefined;
    byId('welcome').hidden = me === undefined;
    if (me) byId('welcome').replaceChildren('You play as ', userText(me.name), '.');
    const isLost = me !== undefined && !this.#request.users.areSaved;
    byId('not-kept').hidden = !isLost;
    byId('not-kept').textContent = isLost ? NOT_SAVED : '';
    byId('missing').hidden = true;
    byId('my-token').hidden = token === undefined;
    byId('token-text').textContent = token ?? '';
  }

  /** The server has no such user, or it belongs to another person. */
  showMissing({ name }: SavedUser, { status, message }: Refusal): void {
    const isFree = status === 404;
    byId('missing-text').replaceChildren(
      ...[
        'Your name ',
        userText(name),
        isFree ? ' is saved in this browser, but this server has no such user.' : `: ${message}`,
      ],
    );
    byId('missing-error').textContent = '';
    byId('make-again').hidden = !isFree;
    if (!isFree) {
      byId<HTMLDetailsElement>('known').open = true;
      input('known-name').value ||= name;
    }
    byId('missing').hidden = false;
    byId('welcome').hidden = true;
  }

  async #makeUser(): Promise<void> {
    const [name, email] = [nameIn(input('name').value), input('email')];
    showError(input('name'), '');
    showError(email, '');
    if (name === '')
      return showError(input('name'), 'Enter a name of at most 100 characters, in any language.');
    if (lengthFault(name) !== '') return showError(input('name'), lengthFault(name));
    if (!email.validity.valid) return showError(email, 'Enter an email address, such as ann@example.org.');
    const answer = await makeUser(name, email.value.trim());
    if (!answer.ok) return showError(answer.parameter === 'email' ? email : input('name'), answer.message);
    const { urlsafe_key: key, token } = answer.value;
    byId<HTMLFormElement>('new-user').reset();
    this.#choose({ name, key, ...(token !== undefined && { token }) });
  }

  /** Accepts a name when the server accepts its token or requires none. */
  async #useName(): Promise<void> {
    const [name, token] = [nameIn(input('known-name').value), input('token')];
    showError(input('known-name'), '');
    showError(token, '');
    const written = token.value.trim();
    if (name === '') return showError(input('known-name'), 'Enter your existing name.');
    if (lengthFault(name) !== '') return showError(input('known-name'), lengthFault(name));
    if (written !== '' && !isToken(written))
      return showError(token, 'Enter a valid token: letters from A to Z, digits, - and _.');
    const saved = this.#request.users.named(name)?.token;
    const used = written === '' ? saved : written;
    const answer = await findUser(name, used);
    if (!answer.ok && answer.status === 401 && used === undefined)
      return showError(
        token,
        'Enter the token of this name, which the server showed when the name was created.',
      );
    if (!answer.ok) return this.#showRefusal(answer);
    const { urlsafe_key: key, needs_token } = answer.value;
    byId<HTMLFormElement>('known-user').reset();
    // A server that requires no token has not checked it.
    const proved = needs_token ? used : (saved ?? used);
    this.#choose({ name: answer.value.name, key, ...(proved !== undefined && { token: proved }) });
  }

  #showRefusal({ status, message }: Refusal): void {
    if (status === 401 || status === 403) showError(input('token'), message);
    else showError(input('known-name'), status === 404 ? 'No user has this name.' : message);
  }

  async #makeAgain(): Promise<void> {
    const me = this.#request.me();
    if (!me) return;
    const answer = await makeUser(me.name, '');
    byId('missing-error').textContent = answer.ok ? '' : answer.message;
    if (!answer.ok) return;
    const { urlsafe_key: key, token } = answer.value;
    this.#choose({ name: me.name, key, ...(token !== undefined && { token }) });
  }

  #forget(): void {
    const me = this.#request.me();
    if (me) this.#request.forget(me);
    byId('start-title').focus();
  }

  #choose(user: SavedUser): void {
    for (const id of ['name', 'known-name', 'token']) showError(input(id), '');
    this.#request.choose(user);
    input('opponent').focus();
  }
}
