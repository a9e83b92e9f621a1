import { render } from 'lit-html';
import { type GameData, type PackedGame, unpackedGame } from '../game-data.ts';
import { firstMoment, gameTable, lossClass, type Moment, speeds } from '../game-parts.ts';
import { draw, flyIn } from './drawing.ts';
import { inflated } from './inflated.ts';

/** The time between steps at normal speed. */
const STEP_MS = 1000;

type Action = 'first' | 'back' | 'play' | 'next' | 'last' | 'faster' | 'mistake' | 'keys' | 'close';

const keys: Readonly<Record<string, Action>> = {
  Home: 'first',
  ArrowLeft: 'back',
  ' ': 'play',
  ArrowRight: 'next',
  End: 'last',
  ArrowDown: 'mistake',
  '?': 'keys',
};

/**
 * Steps through a game by buttons, slider, list, keys, and an address that ends in `#step=12`. Without a script the
 * server's drawing of the last position stays.
 */
export class GameElement extends HTMLElement {
  #moment: Moment | undefined;
  #isAwaited = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  connectedCallback(): void {
    const { pack, at } = this.dataset;
    const source = (pack ? document.getElementById(pack) : this.querySelector('script'))?.textContent;
    if (!source || this.#isAwaited) return;
    this.#isAwaited = true;
    const waiting = new AbortController();
    const open = async () => {
      this.#openSection();
      // A report draws a game when its section is opened.
      if (!this.checkVisibility() || waiting.signal.aborted) return;
      waiting.abort();
      const games = JSON.parse(await inflated(source)) as readonly PackedGame[];
      this.#begin(unpackedGame(games[Number(at ?? 0)]!));
    };
    window.addEventListener('hashchange', open, { signal: waiting.signal });
    void open();
  }

  #begin(data: GameData): void {
    const at = this.#atAddress(data) ?? data.start;
    this.#moment = { ...firstMoment(data), at, isAlive: true };
    this.replaceChildren();
    this.classList.add('alive');
    this.#render();
    this.addEventListener('click', (event) => this.#clicked(event));
    this.addEventListener('input', (event) =>
      this.#show(Number((event.target as HTMLInputElement).value) - 1),
    );
    document.addEventListener('keydown', (event) => this.#pressed(event));
    window.addEventListener('hashchange', () => {
      this.#openSection();
      const next = this.#atAddress(data);
      if (next !== undefined) this.#show(next);
    });
  }

  /** While a page is read, its address has no target yet. */
  #openSection(): void {
    const section = this.closest('.on-demand');
    const { hash } = location;
    section?.classList.toggle('open', hash === `#${section.id}` || hash.startsWith(`#${section.id}-step=`));
  }

  #atAddress({ steps, prefix }: GameData): number | undefined {
    const found = steps.findIndex(({ number }) => location.hash === `#${prefix}step=${number}`);
    return found === -1 ? undefined : found;
  }

  #show(index: number): void {
    const { data, at } = this.#moment!;
    const next = Math.min(data.steps.length - 1, Math.max(0, index));
    if (next === at) return;
    this.#change({ at: next, ghost: undefined });
    try {
      history.replaceState(null, '', `#${data.prefix}step=${data.steps[next]!.number}`);
    } catch {
      // A browser limits how often an address may change.
    }
    if (next === at + 1) flyIn(this);
    this.#scrollToCurrent();
  }

  #change(change: Partial<Moment>): void {
    this.#moment = { ...this.#moment!, ...change };
    this.#render();
  }

  #render(): void {
    render(gameTable(draw, this.#moment!), this);
    this.querySelector<HTMLInputElement>('.slider')!.value = String(this.#moment!.at + 1);
  }

  #scrollToCurrent(): void {
    const item = this.querySelector<HTMLElement>('.moves a[aria-current=step]')?.parentElement;
    const list = item?.parentElement;
    if (!item || !list) return;
    const [top, height] = [item.offsetTop - list.offsetTop, item.offsetHeight];
    if (top < list.scrollTop || top + height > list.scrollTop + list.clientHeight)
      list.scrollTop = top - (list.clientHeight - height) / 2;
  }

  #clicked(event: MouseEvent): void {
    const target = event.target as Element;
    const button = target.closest<HTMLButtonElement>('button');
    if (button?.dataset.go) this.#actions[button.dataset.go as Action]();
    if (button?.dataset.best) {
      const best = Number(button.dataset.best);
      this.#change({ ghost: this.#moment!.ghost === best ? undefined : best });
    }
    const { data } = this.#moment!;
    const link = target.closest<HTMLAnchorElement>('.moves a');
    if (link) {
      event.preventDefault();
      this.#show(data.steps.findIndex(({ number }) => link.hash === `#${data.prefix}step=${number}`));
    }
    const line = target.closest('.score-line');
    if (line) {
      const { left, width } = line.getBoundingClientRect();
      this.#show(Math.round(((event.clientX - left) / width) * (data.steps.length - 1)));
    }
  }

  #pressed(event: KeyboardEvent): void {
    const { key, target } = event;
    const action = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (event.altKey || event.ctrlKey || event.metaKey || !action) return;
    if ((event.shiftKey && key !== '?') || this.#keys.open) return;
    // The game of a report may be in a section that is not open.
    if (!this.checkVisibility() || !(target instanceof Element)) return;
    if (target.closest('pre, .wide, textarea, select, input:not(.slider)')) return;
    if (key === ' ' && target.closest('button, summary')) return;
    if (action === 'mistake' && !this.#mistakes.length) return;
    event.preventDefault();
    this.#actions[action]();
  }

  get #keys(): HTMLDialogElement {
    return this.querySelector('dialog')!;
  }

  get #mistakes(): readonly number[] {
    const { data } = this.#moment!;
    return data.steps.flatMap((step, index) => (lossClass(data, step) === '' ? [] : [index]));
  }

  readonly #actions: Readonly<Record<Action, () => void>> = {
    first: () => this.#show(0),
    back: () => this.#show(this.#moment!.at - 1),
    next: () => this.#show(this.#moment!.at + 1),
    last: () => this.#show(this.#moment!.data.steps.length - 1),
    play: () => (this.#timer === undefined ? this.#start() : this.#stop()),
    mistake: () => {
      const mistakes = this.#mistakes;
      this.#show(mistakes.find((index) => index > this.#moment!.at) ?? mistakes[0]!);
    },
    keys: () => this.#keys.showModal(),
    close: () => this.#keys.close(),
    faster: () => {
      const index = speeds.indexOf(this.#moment!.speed);
      this.#change({ speed: speeds[(index + 1) % speeds.length]! });
      if (this.#timer !== undefined) this.#start();
    },
  };

  #start(): void {
    clearInterval(this.#timer);
    const { data, at, speed } = this.#moment!;
    if (at === data.steps.length - 1) this.#show(0);
    this.#timer = setInterval(() => {
      if (this.#moment!.at < data.steps.length - 1) this.#show(this.#moment!.at + 1);
      else this.#stop();
    }, STEP_MS / speed);
    this.#change({ isPlaying: true });
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#change({ isPlaying: false });
  }
}
