/**
 * Keeps the page as its server says it is. What has the focus keeps it, and what was scrolled stays so. People who listen are
 * told how far the run is, not more often than they can hear.
 */
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
events.onerror = () => say('not connected: the command has ended, or is busy', 'lost');
`;
