import { type KeptUser, KeptUsers } from '../state/kept-users.ts';
import { placeOf } from '../state/place.ts';
import { made, the } from './elements.ts';
import { GameView } from './game-view.ts';
import { game } from './server.ts';
import { StartView } from './start-view.ts';

/** Where storage is blocked, even its name is an exception. */
const users = new KeptUsers({
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, text) => localStorage.setItem(name, text),
});
/** Others may be chosen in another tab meanwhile: this one keeps its own. */
let me: KeptUser | undefined = users.all[0];
let shown: GameView | undefined;

const start = new StartView({ users, me: () => me, choose, forget });

function choose(user: KeptUser): void {
  me = users.choose(user);
  playsNow();
}

function forget(user: KeptUser): void {
  users.forget(user);
  me = users.all[0];
  playsNow();
}

function playsNow(): void {
  showUsers();
  shown?.show();
  if (!shown) void start.show();
}

/** The chosen one first: it is asked first whether it plays in a game. */
function usersHere(): readonly KeptUser[] {
  return me ? [me, ...users.all.filter(({ name }) => name !== me?.name)] : [];
}

function showUsers(): void {
  const list = the<HTMLSelectElement>('me');
  const here = usersHere();
  the('playing').hidden = here.length === 0;
  list.replaceChildren(
    ...here.map(({ name }) => {
      const option = made('option', name);
      option.value = name;
      return option;
    }),
  );
  list.onchange = () => {
    const user = here.find(({ name }) => name === list.value);
    if (user) choose(user);
  };
}

/** What the address says is shown; what was there before is no longer followed. */
async function show(isFirst: boolean): Promise<void> {
  const { hash } = location;
  const place = placeOf(hash);
  shown?.end();
  shown = undefined;
  the('failure').hidden = true;
  if (place.is === 'game') {
    const answer = await game(place.key);
    if (location.hash !== hash) return;
    if (answer.ok) {
      shown = new GameView(answer.value, usersHere);
      only('game', isFirst);
      return;
    }
    the('failure').textContent = answer.message;
    the('failure').hidden = false;
  }
  only('start', isFirst);
  await start.show();
}

/** A screen reader says what is new: its heading gets the focus. */
function only(part: 'start' | 'game', isFirst: boolean): void {
  for (const id of ['start', 'game']) the(id).hidden = id !== part;
  if (!isFirst) the(`${part}-title`).focus();
}

showUsers();
addEventListener('hashchange', () => void show(false));
void show(true);
