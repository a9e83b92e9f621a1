/**
 * Steps through each replay of a page: by its buttons, its slider, its list of moves, the keys, and an address that ends in
 * `#step=12`. Without it the page shows the list and the last position.
 */
export const replayScript = `'use strict';
for (const root of document.querySelectorAll('.replay')) {
  const find = (selector) => root.querySelector(selector);
  const items = [...root.querySelectorAll('.moves > li')];
  const tracks = [...root.querySelectorAll('.track')].map((track) => [...track.children]);
  const [slider, said, play, undrawn] = ['.slider', '.said', '[data-go=play]', '.undrawn'].map(find);
  const isAlone = document.querySelectorAll('.replay').length === 1;
  let at = -1;
  let timer;

  const show = (index) => {
    const next = Math.min(items.length - 1, Math.max(0, index));
    if (next === at) return;
    items[at]?.firstElementChild.removeAttribute('aria-current');
    at = next;
    const item = items[at];
    const link = item.firstElementChild;
    link.setAttribute('aria-current', 'step');
    const frames = item.dataset.frames.split(' ');
    tracks.forEach((track, index) => track.forEach((frame, number) => {
      frame.hidden = String(number) !== frames[index];
    }));
    undrawn.hidden = !frames.includes('!');
    slider.value = at + 1;
    const last = items.at(-1).firstElementChild.textContent;
    const where = 'step ' + link.textContent + ' of ' + last;
    slider.setAttribute('aria-valuetext', where);
    said.textContent = where + ': ' + item.querySelector('.what').textContent;
    find('[data-go=first]').disabled = find('[data-go=back]').disabled = at === 0;
    find('[data-go=next]').disabled = find('[data-go=last]').disabled = at === items.length - 1;
    const list = item.parentElement;
    const [top, height] = [item.offsetTop - list.offsetTop, item.offsetHeight];
    if (top < list.scrollTop || top + height > list.scrollTop + list.clientHeight)
      list.scrollTop = top - (list.clientHeight - height) / 2;
    if (isAlone) try { history.replaceState(null, '', link.hash); } catch {}
  };

  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    play.textContent = 'Play';
    said.setAttribute('aria-live', 'polite');
  };
  const start = () => {
    if (at === items.length - 1) show(0);
    play.textContent = 'Pause';
    said.setAttribute('aria-live', 'off');
    timer = setInterval(() => (at < items.length - 1 ? show(at + 1) : stop()), 1000);
  };
  const go = {
    first: () => show(0),
    back: () => show(at - 1),
    play: () => (timer === undefined ? start() : stop()),
    next: () => show(at + 1),
    last: () => show(items.length - 1),
  };
  const keys = { Home: go.first, ArrowLeft: go.back, ' ': go.play, ArrowRight: go.next, End: go.last };
  const atHash = () => items.findIndex((item) => item.firstElementChild.hash === location.hash);

  root.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button) go[button.dataset.go]();
    const link = event.target.closest('.moves a');
    if (!link) return;
    event.preventDefault();
    show(items.indexOf(link.parentElement));
  });
  slider.addEventListener('input', () => show(slider.value - 1));
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !Object.hasOwn(keys, key)) return;
    if (!isAlone && !root.contains(target)) return;
    if (target.closest('pre, .wide, textarea, select, input:not(.slider)')) return;
    if (key === ' ' && target.closest('button, summary')) return;
    event.preventDefault();
    keys[key]();
  });
  window.addEventListener('hashchange', () => atHash() >= 0 && show(atHash()));

  for (const item of items) item.removeAttribute('id');
  find('.controls').hidden = false;
  root.classList.add('runs');
  show(atHash() >= 0 ? atHash() : root.dataset.start - 1);
}
`;
