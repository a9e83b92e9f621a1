import { visible } from '../../core/text.ts';
import type { Panel, Sign } from '../../games/presentation.ts';
import { headingOf, whyNotDrawn } from '../picture-size.ts';
import { gridFrame, gridSvg, pictureStyle } from '../svg.ts';
import { type Markup, markup } from './markup.ts';

/** The frame number of each panel at a step. */
type FrameNumbers = readonly (number | undefined | 'not drawn')[];

interface Track {
  /** The seat, and the number among its panels. Seat 0 owns what belongs to everybody. */
  readonly seat: number;
  readonly nth: number;
  /** The source of the last frame. */
  last: string;
  readonly frames: Markup[];
}

/** The limit of all pictures of a page in characters. */
const MOST = 24_000_000;
/** Growing lists show this many items. The last one shows many more. */
const LISTED = 60;
const LISTED_LAST = 5000;
const LONGEST_HEADING = 200;

/** Draws each step. Unchanged panels are drawn once. */
export class Frames {
  readonly #names: readonly string[];
  readonly #most: number;
  readonly #tracks: Track[] = [];
  #drawn = 0;

  constructor(names: readonly string[], most: number = MOST) {
    this.#names = names;
    this.#most = most;
  }

  take(panels: readonly Panel[], isLast: boolean): FrameNumbers {
    const seen = new Map<number, number>();
    const shown: (number | undefined | 'not drawn')[] = this.#tracks.map(() => undefined);
    for (const panel of panels) {
      const seat = panel.seat ?? 0;
      const nth = seen.get(seat) ?? 0;
      seen.set(seat, nth + 1);
      const index = this.#trackOf(seat, nth);
      shown[index] = this.#frameOf(this.#tracks[index]!, panel, isLast);
    }
    return shown;
  }

  /**
   * Called after all steps. Shared panels come first. These frames are visible until a script shows others.
   */
  markup(shown: FrameNumbers): readonly Markup[] {
    return this.#inOrder().map((track) => {
      const all = this.#tracks[track]!.frames.map((frame, index) => {
        const hidden = shown[track] === index ? [] : [markup` hidden`];
        return markup`<div class="frame"${hidden}>${frame}</div>`;
      });
      const shared = this.#tracks[track]!.seat === 0 ? [markup` shared`] : [];
      return markup`<section class="track${shared}">
${all}
</section>`;
    });
  }

  /** The frames of all tracks in the order of the page, as the script of the page reads them. */
  textOf(shown: FrameNumbers): string {
    const frames = this.#inOrder().map((track) => shown[track] ?? '-');
    return frames.map((frame) => (frame === 'not drawn' ? '!' : frame)).join(' ');
  }

  #inOrder(): readonly number[] {
    return [...this.#tracks.keys()].sort((one, other) => {
      const [first, second] = [this.#tracks[one]!, this.#tracks[other]!];
      return first.seat - second.seat || first.nth - second.nth;
    });
  }

  #trackOf(seat: number, nth: number): number {
    const index = this.#tracks.findIndex((track) => track.seat === seat && track.nth === nth);
    return index >= 0 ? index : this.#tracks.push({ seat, nth, last: '', frames: [] }) - 1;
  }

  #frameOf(track: Track, panel: Panel, isLast: boolean): number | 'not drawn' {
    const made = JSON.stringify([panel, isLast && (panel.list ?? []).length > LISTED]);
    if (made !== track.last) {
      if (this.#drawn > this.#most && !isLast) return 'not drawn';
      const frame = frameOf(panel, this.#names, isLast ? LISTED_LAST : LISTED);
      this.#drawn += frame.text.length;
      track.frames.push(frame);
      track.last = made;
    }
    return track.frames.length - 1;
  }
}

/** `listed` limits the items of a list. */
export function frameOf(panel: Panel, names: readonly string[], listed: number = LISTED): Markup {
  const { list = [], legend = [] } = panel;
  const why = whyNotDrawn(panel);
  const items = list.slice(0, listed).map((item) => markup`<li>${visible(item)}</li>`);
  const more = list.length > listed ? [markup`<li>and ${list.length - listed} more</li>`] : [];
  return markup`<p class="heading">${headingOf(panel, names, LONGEST_HEADING)}</p>
${why === undefined ? [] : [markup`<p class="soft">${why}</p>`]}
${gridFrame(panel).width === 0 ? [] : [markup`<div class="grid-of">${gridSvg(panel)}</div>`]}
${legend.length === 0 ? [] : [markup`<p class="legend">${legend.map(signOf)}</p>`]}
${items.length === 0 ? [] : [markup`<ul class="listed">${[...items, ...more]}</ul>`]}`;
}

function signOf({ sign, meaning, weight }: Sign): Markup {
  return markup`<span><span class="sign w${weight}" aria-hidden="true">${visible(sign)}</span> ${visible(meaning)}</span>`;
}

/**
 * Steps through each replay of a page by buttons, slider, list, keys, and an address that ends in `#step=12`.
 * Without it the page shows the list and the last position.
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

export const replayStyle = `${pictureStyle}
main { max-width: 84rem; }
.replay { display: grid; gap: 1rem 1.5rem; grid-template-columns: minmax(0, 1fr) minmax(18rem, 26rem); align-items: start; }
.controls { grid-column: 1 / -1; position: sticky; top: 0; z-index: 1; background: var(--paper); padding: .5rem 0;
  border-bottom: 1px solid var(--line); }
.controls[hidden], .frame[hidden], .undrawn[hidden] { display: none; }
.buttons { display: flex; flex-wrap: wrap; gap: .35rem; align-items: center; }
button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .4rem;
  padding: .35rem .8rem; min-width: 4rem; cursor: pointer; }
button:disabled { opacity: .45; cursor: default; }
.slider { flex: 1 1 12rem; min-width: 8rem; accent-color: var(--accent); }
.said { display: block; margin-top: .35rem; min-height: 1.5em; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
.pictures { display: flex; flex-wrap: wrap; gap: .5rem 2rem; min-width: 0; align-items: flex-start; }
.track { min-width: 0; max-width: 100%; }
.heading { font-weight: 600; overflow-wrap: anywhere; }
.grid-of { overflow-x: auto; }
svg.picture { width: auto; max-width: 100%; height: auto; margin: .25rem 0; }
.legend { display: flex; flex-wrap: wrap; gap: .15rem .9rem; font-size: .875rem; color: var(--soft); }
.sign { display: inline-block; min-width: 1.4em; text-align: center; border-radius: .2rem; color: var(--words); }
.listed { columns: 8rem; column-gap: 1rem; padding: 0; margin: .25rem 0; list-style: none; font-size: .875rem;
  font-variant-numeric: tabular-nums; max-width: 36rem; }
.moves { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); }
.runs .moves { max-height: min(70vh, 44rem); overflow-y: auto; overscroll-behavior: contain; }
.moves li { display: grid; grid-template-columns: 3.5rem 1fr; gap: 0 .5rem; padding: .25rem .6rem; }
.moves li + li { border-top: 1px solid var(--line); }
.moves li:has([aria-current]), .moves li:target { background: color-mix(in srgb, var(--accent) 18%, transparent); }
.moves a { color: var(--accent); font-variant-numeric: tabular-nums; text-align: right; }
.what { overflow-wrap: anywhere; }
.times { grid-column: 2; font-size: .8rem; color: var(--soft); font-variant-numeric: tabular-nums; }
.moves li:has([aria-current]) .times, .moves li:target .times { color: inherit; }
.beside { grid-column: 2; min-width: 0; font-size: .8rem; } .beside summary { margin: .1rem 0; font-weight: 400; }
.beside pre { margin: 0; padding: .3rem .5rem; max-height: 20rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.keys { font-size: .875rem; color: var(--soft); }
kbd { border: 1px solid var(--line); border-radius: .25rem; padding: 0 .3rem; font: inherit; background: var(--card); }
dd, pre.line { white-space: pre-wrap; }
pre.line { overflow-wrap: anywhere; }
details summary { margin: .6rem 0; }
@media (min-width: 76rem) { .pictures:has(> .shared) { display: grid; gap: 0 2rem; grid-template-columns: minmax(0, auto) minmax(14rem, 1fr); }
  .shared { grid-row: 1 / span 16; } }
@media (max-width: 56rem) { .replay { grid-template-columns: minmax(0, 1fr); } .runs .moves { max-height: 40vh; }
  .keys { display: none; } }
@media (max-width: 34rem) { .buttons button { flex: 1 1 0; min-width: 0; padding: .45rem .2rem; } .slider { flex-basis: 100%; } }
@media print { .controls { display: none; } .replay { display: block; } .runs .moves { max-height: none; } }
`;
