import { replayStyle } from '../../views/html/frames.ts';

/** Updates the page. Focus and scrolling stay. Screen readers get progress at a readable rate. */
export const watchScript = `'use strict';
const find = (id) => document.getElementById(id);
const state = find('state');
const spoken = find('spoken');
const SPOKEN_EVERY_MS = 15000;
let lastSpoken = 0;

const say = (words, kind) => {
  if (state.textContent === words) return;
  state.textContent = words;
  state.className = kind;
};
const speak = () => {
  if (Date.now() - lastSpoken < SPOKEN_EVERY_MS) return;
  lastSpoken = Date.now();
  spoken.textContent = find('progress')?.textContent ?? '';
};
const sayState = () => say(document.querySelector('#head [data-over]')?.dataset.over ?? 'live', 'live');
const nameOf = (element) => element.getAttribute('href') ?? element.getAttribute('aria-label');
const put = ({ id, within, html }) => {
  let element = find(id);
  if (!element) {
    element = document.createElement('div');
    element.id = id;
    element.dataset.part = '';
    find(within).append(element);
  }
  const focused = element.contains(document.activeElement) && nameOf(document.activeElement);
  const scrolled = [...element.querySelectorAll('.wide, .grid-of')].map(({ scrollLeft }) => scrollLeft);
  element.innerHTML = html;
  [...element.querySelectorAll('.wide, .grid-of')].forEach((box, index) => { box.scrollLeft = scrolled[index] ?? 0; });
  if (focused) [...element.querySelectorAll('a, [tabindex]')].find((each) => nameOf(each) === focused)?.focus();
  if (id === 'progress') speak();
};
const events = new EventSource('events');
events.addEventListener('everything', ({ data }) => {
  const parts = JSON.parse(data);
  const there = new Set(parts.map(({ id }) => id));
  for (const element of document.querySelectorAll('[data-part]')) if (!there.has(element.id)) element.remove();
  parts.forEach(put);
  sayState();
});
events.addEventListener('part', ({ data }) => {
  put(JSON.parse(data));
  sayState();
});
events.addEventListener('gone', ({ data }) => find(JSON.parse(data))?.remove());
events.addEventListener('end', ({ data }) => {
  events.close();
  document.body.classList.add('over');
  for (const link of document.querySelectorAll('main a')) link.removeAttribute('href');
  say(JSON.parse(data), 'over');
  spoken.textContent = find('progress').textContent + '. ' + state.textContent;
});
events.onerror = () => say('disconnected: the command has ended or is busy', 'lost');
`;

export const watchStyle = `${replayStyle}
a { color: var(--accent); text-underline-offset: 2px; }
.lead { font-size: 1.1rem; font-weight: 600; }
#figures li { overflow-wrap: anywhere; }
#state { display: inline-block; border: 1px solid currentColor; border-radius: 1rem; padding: 0 .7rem; font-size: .875rem; color: var(--soft); }
#state.live { color: var(--good); } #state.lost { color: var(--bad); }
#spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
#running { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(24rem, 100%), 1fr)); align-items: start; }
#running:not(:has(*))::before { content: 'No game is running.'; color: var(--soft); }
.over #running { opacity: .6; }
.game { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; min-width: 0; overflow: hidden; }
.game h3 { margin: 0; }
.game .last { min-height: 1.5em; overflow-wrap: anywhere; }
.game .pictures { gap: .25rem 1rem; }
.finished td, .finished th { vertical-align: top; }
.finished td span { display: inline-block; margin-right: 1.25rem; overflow-wrap: anywhere; }
.finished .won { font-weight: 600; }
.finished .bad { color: var(--bad); }
.finished th { white-space: nowrap; }
.finished td:last-child { white-space: nowrap; text-align: right; }
figure { max-width: 34rem; }
.crossed table { width: auto; } .crossed td { min-width: 2.5rem; } .crossed td:nth-child(2) { white-space: nowrap; }
@media (max-width: 40rem) { #figures td.words, .crossed td:nth-child(2) { overflow-wrap: anywhere; white-space: normal; min-width: 7rem; }
  .finished thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .finished tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; border-top: 1px solid var(--line); padding: .35rem 0; }
  .finished th, .finished td { border: 0; } .finished td { overflow-wrap: anywhere; } .finished td:nth-child(2), .finished td:nth-child(3) { grid-column: 1 / -1; grid-row: 2; }
  .finished td:nth-child(3) { grid-row: 3; color: var(--soft); } }
`;
