import type { GameAnswer, RankedUser } from '../state/answers.ts';
import { lengthFault } from '../state/kept-users.ts';
import { hashOf, keyIn } from '../state/place.ts';
import { opponentOf, sightOf, standOf, turnsLeft } from '../state/sight.ts';
import { made, ofUser, sayLoaded, sentence, the, wrongIn } from './elements.ts';
import { input, onSubmit } from './forms.ts';
import { type NamesRequest, NamesView } from './names-view.ts';
import { type Answered, average, findUser, gamesOf, newGame, type Refusal, rankings } from './server.ts';

/** As many users as the server ranks at once. */
const MOST_RANKED = 1000;
/** Of refusals that a name is the cause of: it is not there, or it is of somebody else. */
const OF_NAME = [401, 403, 404];

/** Where names are made, and games begun and found again. */
export class StartView {
  readonly #request: NamesRequest;
  readonly #names: NamesView;

  constructor(request: NamesRequest) {
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
    // The name may have been made again, with another key, or may need a token that is not kept here.
    const isDoubtful =
      answer && (answer.ok ? answer.value.user.needs_token && !me?.token : isMissing(answer));
    const named = me && isDoubtful ? await findUser(me.name, me.token) : undefined;
    if (me !== now()) return;
    if (me && named?.ok && named.value.urlsafe_key !== me.key)
      return choose({ ...me, key: named.value.urlsafe_key });
    this.#names.show(me, answer);
    const games = answer?.ok ? answer.value.games : [];
    the('games').replaceChildren(...games.map((game) => gameLine(game, me!.name)));
    the('no-games').hidden = games.length > 0 || answer?.ok === false;
    const isNot = named !== undefined && isOfName(named);
    if (isNot) this.#names.showMissing(me!, named);
    sayLoaded('Your games', isNot ? undefined : (named ?? answer));
  }

  async #showRankings(): Promise<void> {
    const [ranked, told] = [await rankings(), await average()];
    the('average').textContent = told.ok ? told.value.message : '';
    sayLoaded('The rankings', ranked);
    if (!ranked.ok) return;
    const { users } = ranked.value;
    the('rankings').replaceChildren(...users.map(rankedLine));
    the('more-users').hidden = users.length < MOST_RANKED;
    the('users').replaceChildren(
      ...users.map(({ name }) => {
        const option = made('option');
        option.value = name;
        return option;
      }),
    );
  }

  async #newGame(): Promise<void> {
    const [opponent, turns] = [input('opponent'), input('turns')];
    wrongIn(opponent, '');
    wrongIn(turns, '');
    const me = this.#request.me();
    if (!me) return wrongIn(input('name'), 'Expected a name for you first.');
    if (opponent.value.trim() === '') return wrongIn(opponent, 'Expected the name of another player.');
    const fault = lengthFault(opponent.value);
    if (fault !== '') return wrongIn(opponent, fault);
    if (!/^(?:[1-9]\d{0,2}|1000)$/.test(turns.value))
      return wrongIn(turns, 'Expected a whole number from 1 to 1000.');
    const answer = await newGame(me, opponent.value, turns.value);
    if (!answer.ok) {
      if (answer.parameter === 'turns') return wrongIn(turns, answer.message);
      const own = isOfName(answer) ? await findUser(me.name, me.token) : undefined;
      if (!own || !isOfName(own)) return wrongIn(opponent, answer.message);
      this.#names.showMissing(me, own);
      the(own.status === 404 ? 'make-again' : 'token').focus();
      return;
    }
    location.hash = hashOf({ is: 'game', key: answer.value.urlsafe_key });
  }

  #open(): void {
    const key = keyIn(input('link').value);
    wrongIn(input('link'), key === undefined ? 'Expected the link of a game, or its key.' : '');
    if (key !== undefined) location.hash = hashOf({ is: 'game', key });
  }
}

function isMissing(answer: Answered<unknown>): answer is Refusal {
  return !answer.ok && answer.status === 404;
}

function isOfName(answer: Answered<unknown>): answer is Refusal {
  return !answer.ok && OF_NAME.includes(answer.status);
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
