import { html, nothing, render } from 'lit-html';
import { RunningGames } from '../../../home/page/script/running-games.ts';
import { routeOf, type SavedUser, SavedUsers } from '../users.ts';
import { byId, submitOnce } from './elements.ts';
import { GameView } from './game-view.ts';
import { game, onWaiting } from './server.ts';
import { StartView } from './start-view.ts';

/** Blocked storage throws even for its name. */
const users = new SavedUsers({
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, text) => localStorage.setItem(name, text),
});
/** Another tab may choose another user. This one keeps its own. */
let me: SavedUser | undefined = users.all[0];
let view: StartView | GameView | undefined;
let failure = '';

function choose(user: SavedUser): void {
  me = users.choose(user);
  showPlayer();
}

const start = new StartView({
  users,
  me: () => me,
  choose,
  forget(user) {
    users.forget(user);
    me = users.all[0];
    showPlayer();
  },
  draw,
});

function showPlayer(): void {
  draw();
  if (view === start) void start.load();
}

/** The chosen user comes first and is looked for first in a game. */
function usersHere(): readonly SavedUser[] {
  return me ? [me, ...users.all.filter(({ name }) => name !== me?.name)] : [];
}

function draw(): void {
  const here = usersHere();
  const chosen = ({ target }: Event) => {
    const user = here.find(({ name }) => name === (target as HTMLSelectElement).value);
    if (user) choose(user);
  };
  const names = here.map(({ name }) => html`<option value=${name}>${name}</option>`);
  const list = html`<label for="me">You play as</label> <select id="me" dir="auto" @change=${chosen}>${names}</select>`;
  render(me ? list : nothing, byId('playing'));
  if (me) byId<HTMLSelectElement>('me').value = me.name;
  render(
    html`${failure === '' ? nothing : html`<p id="failure" class="notice error" role="alert">${failure}</p>`}${view?.template() ?? nothing}`,
    byId('page'),
  );
}

/** Shows the address, and stops following the previous one. The heading gets the focus for screen readers. */
async function show(isFirst: boolean): Promise<void> {
  const { hash } = location;
  const place = routeOf(hash);
  if (view instanceof GameView) view.end();
  view = undefined;
  failure = '';
  if (place.is === 'game') {
    const answer = await game(place.key);
    if (location.hash !== hash) return;
    if (answer.ok) view = new GameView(answer.value, usersHere, draw);
    else if (answer.status === 400 || answer.status === 404)
      failure = 'No game has this address. Was its link copied as a whole?';
    else failure = answer.message;
  }
  view ??= start;
  draw();
  if (!isFirst) byId(view === start ? 'start-title' : 'game-title').focus();
  if (view === start) await start.load();
}

customElements.define('running-games', RunningGames);
onWaiting((isWaiting) => {
  byId('waiting').textContent = isWaiting ? 'Waiting for the server…' : '';
});
submitOnce(byId('page'));
addEventListener('hashchange', () => void show(false));
void show(true);
