import { requestJson } from '../../../../views/parts/script/server.ts';
import { opponentKey, store, stored } from '../../../../views/parts/script/storage.ts';

/** The first page of the site, which may be below a path of a proxy. */
export const root = new URL(document.querySelector('.home')!.getAttribute('href')!, location.href).href;

/** A seat as the API takes it. */
type WantedSeat = { readonly is: 'person' | 'open' } | { readonly is: 'bot'; readonly name: string };

interface CreatedGame {
  readonly key: string;
  readonly game: string;
}

/** Makes the buttons of an offer create a game and open its table. The bot is remembered. */
export function prepareOffer(offer: HTMLElement): void {
  const game = offer.dataset.game!;
  const bots = offer.querySelector('select');
  const problem = offer.querySelector('.error')!;
  if (!bots) return;
  const saved = stored(opponentKey(game));
  if ([...bots.options].some(({ value }) => value === saved)) bots.value = saved!;
  bots.addEventListener('change', () => store(opponentKey(game), bots.value));
  const start = async (button: HTMLButtonElement, other: WantedSeat) => {
    button.disabled = true;
    problem.textContent = (await startGame(game, [{ is: 'person' }, other])) ?? '';
    button.disabled = problem.textContent === '';
  };
  const [play, friend] = ['[data-play]', '[data-friend]'].map(
    (name) => offer.querySelector<HTMLButtonElement>(name)!,
  );
  const enable = () => {
    for (const each of [play!, friend!]) each.disabled = false;
  };
  enable();
  // A page that comes back from the memory of the browser is as it was left.
  addEventListener('pageshow', enable);
  play!.addEventListener('click', () => void start(play!, { is: 'bot', name: bots.value }));
  friend!.addEventListener('click', () => void start(friend!, { is: 'open' }));
}

/** Opens the table of a new game. A text is the reason why there is none. */
export async function startGame(game: string, seats: readonly WantedSeat[]): Promise<string | undefined> {
  try {
    const created = (await requestJson('POST', `${root}api/v1/games`, { game, seats })) as CreatedGame;
    location.assign(`${root}${created.game}/games/${created.key}`);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
