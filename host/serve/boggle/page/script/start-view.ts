import type { GameAnswer, RankedUser } from '../state/answers.ts';
import type { KeptUser, KeptUsers } from '../state/kept-users.ts';
import { hashOf, keyIn } from '../state/place.ts';
import { opponentOf, sightOf, standOf, turnsLeft } from '../state/sight.ts';
import { made, ofUser, sentence, the, wrongIn } from './elements.ts';
import { average, gamesOf, makeUser, newGame, rankings } from './server.ts';

const input = (id: string) => the<HTMLInputElement>(id);

interface StartRequest {
  readonly users: KeptUsers;
  readonly me: () => KeptUser | undefined;
  /** Plays from now on. */
  readonly choose: (user: KeptUser) => void;
}

/** Where names are made, and games begun and found again. */
export class StartView {
  readonly #request: StartRequest;
  #ranked: readonly RankedUser[] = [];

  constructor(request: StartRequest) {
    this.#request = request;
    onSubmit('new-user', async () => await this.#makeUser());
    onSubmit('known-user', async () => await this.#useName());
    onSubmit('new-game', async () => await this.#newGame());
    onSubmit('open', async () => this.#open());
  }

  async show(): Promise<void> {
    document.title = 'Boggle';
    await Promise.all([this.#showGames(), this.#showRankings()]);
  }

  async #showGames(): Promise<void> {
    const me = this.#request.me();
    const welcome = the('welcome');
    welcome.hidden = me === undefined;
    if (me) welcome.replaceChildren('You play as ', ofUser(me.name), '.');
    const answer = me && (await gamesOf(me));
    if (me !== this.#request.me()) return;
    const games = answer?.ok ? answer.value.games : [];
    the('no-games').hidden = games.length > 0;
    the('games').replaceChildren(...games.map((game) => gameLine(game, me!.name)));
  }

  async #showRankings(): Promise<void> {
    const [ranked, told] = [await rankings(), await average()];
    the('average').textContent = told.ok ? told.value.message : '';
    if (!ranked.ok) return;
    this.#ranked = ranked.value.users;
    the('rankings').replaceChildren(...this.#ranked.map(rankedLine));
    the('users').replaceChildren(
      ...this.#ranked.map(({ name }) => {
        const option = made('option');
        option.value = name;
        return option;
      }),
    );
  }

  async #makeUser(): Promise<void> {
    const [name, email] = [input('name').value.trim(), input('email')];
    wrongIn(input('name'), '');
    wrongIn(email, '');
    if (name === '')
      return wrongIn(input('name'), 'Expected a name: at most 100 characters, in any language.');
    if (!email.validity.valid) return wrongIn(email, 'Expected an address, as in ann@example.org.');
    const answer = await makeUser(name, email.value.trim());
    if (!answer.ok) return wrongIn(input('name'), answer.message);
    const { urlsafe_key: key, token } = answer.value;
    the<HTMLFormElement>('new-user').reset();
    this.#chosen({ name, key, ...(token !== undefined && { token }) });
  }

  async #useName(): Promise<void> {
    const name = input('known-name').value.trim();
    const token = input('token').value.trim();
    await this.#showRankings();
    const known = this.#ranked.find((user) => user.name === name);
    if (!known) return wrongIn(input('known-name'), 'No user has this name.');
    the<HTMLFormElement>('known-user').reset();
    this.#chosen({ name, key: known.urlsafe_key, ...(token !== '' && { token }) });
  }

  #chosen(user: KeptUser): void {
    wrongIn(input('name'), '');
    wrongIn(input('known-name'), '');
    this.#request.choose(user);
    input('opponent').focus();
  }

  async #newGame(): Promise<void> {
    const [opponent, turns] = [input('opponent'), input('turns')];
    wrongIn(opponent, '');
    wrongIn(turns, '');
    const me = this.#request.me();
    if (!me) return wrongIn(input('name'), 'Expected a name for you first.');
    if (opponent.value.trim() === '') return wrongIn(opponent, 'Expected the name of another player.');
    if (!/^(?:[1-9]\d{0,2}|1000)$/.test(turns.value))
      return wrongIn(turns, 'Expected a whole number from 1 to 1000.');
    const answer = await newGame(me, opponent.value, turns.value);
    if (!answer.ok) return wrongIn(opponent, answer.message);
    location.hash = hashOf({ is: 'game', key: answer.value.urlsafe_key });
  }

  #open(): void {
    const key = keyIn(input('link').value);
    wrongIn(input('link'), key === undefined ? 'Expected the link of a game, or its key.' : '');
    if (key !== undefined) location.hash = hashOf({ is: 'game', key });
  }
}

function onSubmit(id: string, act: () => Promise<void>): void {
  the(id).onsubmit = (event) => {
    event.preventDefault();
    void act();
  };
}

function gameLine(game: GameAnswer, me: string): HTMLElement {
  const link = made('a', 'against ', ofUser(opponentOf(game, me)));
  link.href = hashOf({ is: 'game', key: game.urlsafe_key });
  const [mine, theirs] = sightOf(game, [me]).players.toSorted((one) => (one.isMe ? -1 : 1));
  const figures = ` · ${mine!.points} to ${theirs!.points} · ${turnsLeft(game)} · `;
  return made('li', link, made('span', figures), sentence(standOf(game, sightOf(game, [me]))));
}

function rankedLine({ name, wins, losses, win_percentage, is_bot }: RankedUser): HTMLElement {
  const head = made('th', ofUser(name), is_bot ? ' (bot)' : '');
  head.scope = 'row';
  const figures = [wins, losses, `${Math.round(100 * win_percentage)} %`].map((figure) => {
    const cell = made('td', String(figure));
    cell.className = 'number';
    return cell;
  });
  return made('tr', head, ...figures);
}
