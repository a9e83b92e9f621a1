import {
  opponent,
  rememberBot,
  startGame,
  usualBot,
  type WantedSeat,
} from '../../../play/page/script/new-game.ts';

/** The first page of the site, which may be below a path of a proxy. */
export const root = new URL(document.querySelector('.home')!.getAttribute('href')!, location.href).href;

type Options = Readonly<Record<string, string>>;

/** Makes the buttons of an offer create a game and open its table. The bot is remembered. */
export function prepareOffer(offer: HTMLElement): void {
  const game = offer.dataset.game!;
  const bots = offer.querySelector<HTMLSelectElement>('[data-bots]');
  const ways = offer.querySelector<HTMLSelectElement>('[data-ways]');
  if (!bots) return;
  const names = [...bots.options].map(({ value }) => value);
  bots.value = usualBot(game, names) ?? bots.value;
  bots.addEventListener('change', () => rememberBot(game, bots.value));
  const start = startFrom(offer);
  for (const button of offer.querySelectorAll<HTMLButtonElement>('[data-play], [data-friend]'))
    button.addEventListener('click', () => {
      const bot = button.dataset.play === undefined ? undefined : bots.value;
      void start(button, [opponent(bot)], JSON.parse(ways?.value ?? '{}') as Options);
    });
}

/** Makes a form create a game with the chosen players and options. */
export function prepareForm(place: HTMLElement): void {
  const form = place.querySelector('form')!;
  const start = startFrom(place);
  const chosen = (kind: string) =>
    [...form.querySelectorAll<HTMLSelectElement>(`[data-${kind}]`)].filter(({ value }) => value !== '');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const others = chosen('seat').map(({ value }) => JSON.parse(value) as WantedSeat);
    const options = chosen('option').map(({ dataset, value }) => [dataset.option!, value] as const);
    void start(form.querySelector('button')!, others, Object.fromEntries(options));
  });
}

/** Returns what a button does that begins a game. Until a script can, the buttons of `place` are off. */
function startFrom(place: HTMLElement) {
  const buttons = [...place.querySelectorAll('button')];
  const problem = place.querySelector('.error')!;
  const enable = () => {
    for (const each of buttons) each.disabled = false;
  };
  enable();
  // A page that comes back from the memory of the browser is as it was left.
  addEventListener('pageshow', enable);
  return async (button: HTMLButtonElement, others: readonly WantedSeat[], options: Options) => {
    button.disabled = true;
    problem.textContent = (await startGame(place.dataset.game!, others, options)) ?? '';
    button.disabled = problem.textContent === '';
  };
}
