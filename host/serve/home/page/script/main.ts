import { BotsElement } from './bots-element.ts';
import { DemoElement } from './demo-element.ts';
import { RunningGames } from './running-games.ts';
import { prepareForm, prepareOffer } from './start-game.ts';

const { former } = document.querySelector<HTMLElement>('main')!.dataset;
// A link to a game of before, from a mail or a bookmark.
if (former && location.hash.startsWith('#/game/')) location.replace(`${former}${location.hash}`);

customElements.define('word-demo', DemoElement);
customElements.define('own-bots', BotsElement);
customElements.define('running-games', RunningGames);
for (const offer of document.querySelectorAll<HTMLElement>('.offer')) prepareOffer(offer);
for (const place of document.querySelectorAll<HTMLElement>('.custom')) prepareForm(place);

const pause = document.querySelector<HTMLButtonElement>('[data-pause]');
if (pause && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
  pause.hidden = false;
  pause.addEventListener('click', () => {
    DemoElement.isPaused = !DemoElement.isPaused;
    pause.ariaPressed = String(DemoElement.isPaused);
  });
}
