import { routeOf, type SavedUser, SavedUsers } from '../users.ts';
import { byId, create } from './elements.ts';
import { GameView } from './game-view.ts';
import { game } from './server.ts';
import { StartView } from './start-view.ts';

/** Blocked storage throws even for its name. */
const users = new SavedUsers({
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, text) => localStorage.setItem(name, text),
});
/** Another tab may choose another user. This one keeps its own. */
let me: SavedUser | undefined = users.all[0];
let gameView: GameView | undefined;

const start = new StartView({ users, me: () => me, choose, forget: removeUser });

function choose(user: SavedUser): void {
  me = users.choose(user);
  showPlayer();
}

function removeUser(user: SavedUser): void {
  users.forget(user);
  me = users.all[0];
  showPlayer();
}

function showPlayer(): void {
  showUsers();
  gameView?.show();
  if (!gameView) void start.show();
}

/** The chosen user comes first and is looked for first in a game. */
function usersHere(): readonly SavedUser[] {
  return me ? [me, ...users.all.filter(({ name }) => name !== me?.name)] : [];
}

function showUsers(): void {
  const list = byId<HTMLSelectElement>('me');
  const here = usersHere();
  byId('playing').hidden = here.length === 0;
  list.replaceChildren(
    ...here.map(({ name }) => {
      const option = create('option', name);
      option.value = name;
      return option;
    }),
  );
  list.onchange = () => {
    const user = here.find(({ name }) => name === list.value);
    if (user) choose(user);
  };
}

/** Shows the address, and stops following the previous one. */
async function show(isFirst: boolean): Promise<void> {
  const { hash } = location;
  const place = routeOf(hash);
  gameView?.end();
  gameView = undefined;
  byId('failure').hidden = true;
  if (place.is === 'game') {
    const answer = await game(place.key);
    if (location.hash !== hash) return;
    if (answer.ok) {
      gameView = new GameView(answer.value, usersHere);
      only('game', isFirst);
      return;
    }
    byId('failure').textContent = answer.message;
    byId('failure').hidden = false;
  }
  only('start', isFirst);
  await start.show();
}

/** The heading gets the focus, so that screen readers announce it. */
function only(part: 'start' | 'game', isFirst: boolean): void {
  for (const id of ['start', 'game']) byId(id).hidden = id !== part;
  if (!isFirst) byId(`${part}-title`).focus();
}

showUsers();
addEventListener('hashchange', () => void show(false));
void show(true);
