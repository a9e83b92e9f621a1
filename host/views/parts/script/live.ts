import { spliced, type TextSplice } from '../text-changes.ts';

/** A part of the page: its id, its parent, and its content, which the server has made. */
interface Part {
  readonly id: string;
  readonly within: string;
  readonly version: number;
  readonly html: string;
}

interface Change extends Pick<Part, 'id' | 'version'> {
  readonly splices: readonly TextSplice[];
}

/** Screen readers get progress at a readable rate. */
const SPOKEN_EVERY_MS = 15_000;
/** Content that scrolls by itself. */
const SCROLLED = '.wide, .moves';

const find = (id: string) => document.getElementById(id);

/** Follows a run: parts of the page change, focus and scrolling stay. */
function followRun(state: HTMLElement, spoken: HTMLElement): void {
  const known = new Map<string, Part>();
  let lastSpoken = 0;
  const say = (words: string, kind: string) => {
    if (state.textContent === words) return;
    state.textContent = words;
    state.className = kind;
  };
  const sayState = () => {
    const over = document.querySelector<HTMLElement>('#head [data-over]')?.dataset.over;
    say(over ?? 'live', 'live');
  };
  const speak = () => {
    if (Date.now() - lastSpoken < SPOKEN_EVERY_MS) return;
    lastSpoken = Date.now();
    spoken.textContent = find('progress')?.textContent ?? '';
  };
  const take = (part: Part) => {
    known.set(part.id, part);
    put(part);
    if (part.id === 'progress') speak();
  };
  const events = new EventSource('events');
  const listen = <Data>(name: string, act: (data: Data) => void) =>
    events.addEventListener(name, ({ data }: MessageEvent<string>) => act(JSON.parse(data) as Data));
  listen<readonly Part[]>('everything', (parts) => {
    const there = new Set(parts.map(({ id }) => id));
    for (const element of document.querySelectorAll('[data-part]'))
      if (!there.has(element.id)) element.remove();
    known.clear();
    for (const part of parts) take(part);
    sayState();
  });
  listen<Part>('part', (part) => {
    take(part);
    sayState();
  });
  listen<Change>('change', ({ id, version, splices }) => {
    const part = known.get(id);
    // All parts follow for a page that has missed a change.
    if (part?.version !== version - 1) return;
    take({ ...part, version, html: spliced(part.html, splices) });
    sayState();
  });
  listen<string>('gone', (id) => {
    known.delete(id);
    find(id)?.remove();
  });
  listen<string>('end', (words) => {
    events.close();
    document.body.classList.add('over');
    for (const link of document.querySelectorAll('main a')) link.removeAttribute('href');
    say(words, 'over');
    spoken.textContent = `${find('progress')?.textContent}. ${state.textContent}`;
  });
  events.onerror = () => say('disconnected: the command has ended or is busy', 'lost');
}

const nameOf = (element: Element | null) =>
  element?.getAttribute('href') ?? element?.getAttribute('aria-label');

function put({ id, within, html }: Part): void {
  let element = find(id);
  if (!element) {
    element = document.createElement('div');
    element.id = id;
    element.dataset.part = '';
    find(within)?.append(element);
  }
  const focused = element.contains(document.activeElement) && nameOf(document.activeElement);
  const scrolled = [...element.querySelectorAll(SCROLLED)].map(({ scrollLeft }) => scrollLeft);
  element.innerHTML = html;
  for (const [index, box] of element.querySelectorAll(SCROLLED).entries())
    box.scrollLeft = scrolled[index] ?? 0;
  if (focused)
    [...element.querySelectorAll<HTMLElement>('a, [tabindex]')]
      .find((each) => nameOf(each) === focused)
      ?.focus();
}

const [state, spoken] = ['state', 'spoken'].map((id) => document.getElementById(id));
if (state && spoken) followRun(state, spoken);
