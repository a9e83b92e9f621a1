import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { Panel } from '../../../../games/presentation.ts';
import { tilePaints } from '../../../../views/parts/board.ts';
import {
  areApart,
  cardPart,
  firstMoment,
  gridsPart,
  type Moment,
  moveRows,
  scoreLine,
} from '../../../../views/parts/game-parts.ts';
import { draw, flyIn, isStill } from '../../../../views/parts/script/drawing.ts';
import { Refused, sentence } from '../../../../views/parts/script/server.ts';
import type { GameView, MoveAnswer } from '../../contract.ts';
import {
  cardsOf,
  claimable,
  endSummary,
  nameOf,
  newsBetween,
  seatsAgain,
  turnSentence,
} from '../table-state.ts';
import { followKeys, keysPart, showKeys } from './keys.ts';
import { openNewGame } from './new-game.ts';
import { API, TableServer } from './table-server.ts';

/**
 * What the page of a table gives to a game. The page has the header, the players' cards, the moves, the connection
 * and the end; the game draws what a player plays with.
 */
export interface Table {
  /**
   * Empty at first, and drawn by the game alone. It has two children: `.field` with what is played on, and `.tools`
   * with tiles and buttons, which are beside the field on a phone that lies. Dialogs may follow.
   */
  readonly stage: HTMLElement;
  /** Judges a move, and changes nothing. Undefined if a later request has replaced it. */
  check(move: unknown): Promise<MoveAnswer | undefined>;
  /** Sends a move, whose effects come as a new view. A problem of the connection is `ok: false` too. */
  play(move: unknown): Promise<MoveAnswer>;
  /** Tells a screen reader. */
  say(words: string): void;
  showKeys(): void;
}

/** What a game adds to the page of its tables, for somebody who plays. */
export interface TablePlayer {
  /** The view has changed: another move, another hand, or the end. */
  show(view: GameView): void;
  /** What stands beside the moves. */
  aside?(view: GameView): TemplateResult;
  /** A key that no field, button or dialog needs. True if the game has used it. */
  press?(event: KeyboardEvent): boolean;
  /** For the help of `?`. */
  readonly keys: readonly (readonly [key: string, what: string])[];
}

export type OpenPlayer = (table: Table) => TablePlayer;

interface TableOptions {
  /** At the end the page shows what nobody found, which an analysis tells. */
  readonly tellsMissed?: boolean;
}

/** Shows the tables of a game. Without `open`, people can only watch. */
export function defineTable(open?: OpenPlayer, { tellsMissed = false }: TableOptions = {}): void {
  customElements.define(
    'word-table',
    class extends TableElement {
      override readonly open = open;
      override readonly tellsMissed = tellsMissed;
    },
  );
}

const TICK_MS = 250;
const MEASURED_EVERY_MS = 20_000;
const COUNT_MS = 300;

class TableElement extends HTMLElement {
  readonly open: OpenPlayer | undefined;
  readonly tellsMissed: boolean = false;
  readonly #key = location.pathname.split('/').at(-1)!;
  readonly #server = new TableServer(this.#key);
  readonly #stage = document.createElement('div');
  #player: TablePlayer | undefined;
  #view: GameView | undefined;
  /** When the view came. */
  #since = 0;
  #problem = '';
  #isCopied = false;
  /** What nobody found, once the game is over. */
  #missed: readonly string[] | undefined;

  connectedCallback(): void {
    if (this.#since > 0) return;
    this.#stage.className = 'stage';
    this.#follow();
    setInterval(() => this.#tick(), TICK_MS);
    setInterval(() => this.#measure(), MEASURED_EVERY_MS);
    followKeys((event) => this.#view && this.#isPlaying && this.#player?.press?.(event));
  }

  #follow(): void {
    this.#since = performance.now();
    let isAsking = false;
    const connected = (isThere: boolean) => {
      setText('#connection', isThere ? '' : 'Reconnecting…');
      if (isThere || this.#view || isAsking) return;
      isAsking = true;
      // An event stream does not tell why it was refused.
      this.#server.view().catch((error: Error) => this.#fail(error));
    };
    this.#server.follow((view) => this.#take(view), connected);
  }

  #take(view: GameView): void {
    const before = this.#view;
    this.#view = view;
    this.#since = performance.now();
    this.#say(newsBetween(before, view));
    document.title = `${turnSentence(view)} ${view.seats.map(({ name }) => name).join(' – ')}`;
    if (this.#isPlaying && !this.#player) {
      this.#player = this.open!(this.#table);
      this.#measure();
    }
    const hadFocus = this.#stage.contains(document.activeElement);
    this.#render();
    this.#player?.show(view);
    // The stage is gone: somebody who plays by keys goes on at the end.
    if (view.end && hadFocus) this.querySelector<HTMLElement>('#end-title')?.focus();
    if (before && view.moves.length > before.moves.length) flyIn(this);
    if (before) this.#countScores(before, view);
    if (this.tellsMissed && view.end && !this.#missed) void this.#loadMissed();
  }

  async #loadMissed(): Promise<void> {
    this.#missed = [];
    this.#missed = await this.#server.missed();
    this.#render();
  }

  get #isPlaying(): boolean {
    const { you, state } = this.#view!;
    return this.open !== undefined && you !== undefined && state === 'running';
  }

  get #sinceMs(): number {
    return performance.now() - this.#since;
  }

  readonly #table: Table = {
    stage: this.#stage,
    check: async (move) => await answered(this.#server.check(move)),
    play: async (move) => await answered(this.#server.play(move)),
    say: (words) => this.#say(words),
    showKeys,
  };

  #say(words: string): void {
    if (words !== '') setText('#spoken', words);
  }

  #tick(): void {
    const view = this.#view;
    if (
      view?.state === 'running' &&
      view.seats.some(({ clock, awayMs }) => clock?.runs || awayMs !== undefined)
    )
      this.#render();
  }

  /** People see how far away the others are. */
  #measure(): void {
    const others = this.#view?.seats.some(({ seat, is }) => is === 'person' && seat !== this.#view!.you);
    if (others && this.#isPlaying && !document.hidden) this.#server.measure();
  }

  #render(): void {
    render(this.#page(this.#view!), this);
  }

  #page(view: GameView): TemplateResult {
    const { end, moves } = view;
    const moment = momentOf(view);
    const stock = view.panels.find((panel) => panel.stock !== undefined)?.stock ?? '';
    return html`${tilePaints(draw)}<div class="table ${this.#isPlaying ? 'playing' : 'watching'} ${areApart([view.panels]) ? 'apart' : ''}">
<div class="players">${cardsOf(view, this.#sinceMs).map((card) => cardPart(draw, card))}<p class="stock">${stock}</p></div>
<div class="middle">${view.state === 'open' ? this.#openSeat(view) : this.#isPlaying ? this.#stage : gridsPart(draw, moment)}</div>
${moves.length < 2 ? nothing : scoreLine(draw, moment)}
<div class="now">
${this.#problem === '' ? nothing : html`<p class="notice bad" role="alert">${this.#problem}</p>`}
${end === undefined ? this.#claim(view) : this.#end(view)}
</div>
<div class="side" role="region" aria-label="Moves, the newest first" tabindex="0">${(this.#isPlaying && this.#player?.aside?.(view)) || nothing}<ol class="moves" reversed>${moves.length === 0 ? nothing : moment.data.steps.flatMap((step) => moveRows(draw, moment, step, false)).toReversed()}</ol></div>
</div>
${keysPart(this.#player?.keys ?? [])}`;
  }

  #openSeat({ you, seats }: GameView): TemplateResult {
    const open = seats.filter(({ is }) => is === 'open').length;
    if (you === undefined)
      return html`<section class="notice"><h2>A seat is open</h2>
<form @submit=${(event: Event) => this.#taken(event)}><label>Your name, if you like <input name="name" maxlength="30" autocomplete="nickname" /></label>
<p><button class="go">Take this seat</button></p></form></section>`;
    return html`<section class="notice"><h2>Invite a friend</h2><p>Send this link. The game begins when ${open > 1 ? `all ${open} open seats are` : 'the open seat is'} taken.</p>
<p><input readonly aria-label="Link to this game" .value=${location.href} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} /></p>
<p><button class="go" @click=${() => this.#do(this.#share())}>${this.#isCopied ? 'Link copied' : 'Share the link'}</button></p></section>`;
  }

  #claim(view: GameView): TemplateResult | typeof nothing {
    const away = claimable(view, this.#sinceMs);
    if (away === undefined) return nothing;
    return html`<section class="notice"><p>${away.name} has been away for five minutes.</p>
<p><button @click=${() => this.#do(this.#server.claim())}>Claim the win</button></p></section>`;
  }

  #end(view: GameView): TemplateResult {
    const { title, best } = endSummary(view);
    const { sentence } = view.end!;
    return html`<section class="end" aria-labelledby="end-title"><h2 id="end-title" tabindex="-1">${title}</h2><p>${sentence}</p>
${view.next === undefined ? nothing : html`<p role="status">Another game is open.</p>`}
${best === undefined ? nothing : html`<p>Best word: <b>${best.word}</b> +${best.points}, by ${best.name}</p>`}
${view.panels.map((panel) => foundPart(view, panel))}
${this.#missed?.length ? html`<h3>Nobody found</h3><p id="unfound">${this.#missed.map((each) => html`<span>${each}</span> `)}</p>` : nothing}
<p class="buttons">${view.you === undefined ? nothing : html`<button class="go" @click=${() => this.#do(this.#again())}>Again</button>`}
<a class="button" href="${view.key}/analysis">Analyze</a>
<button @click=${() => this.#do(this.#share())}>${this.#isCopied ? 'Link copied' : 'Share'}</button>
<a class="button" href="${API}/games/${view.key}/record" download="${view.game}-${view.key}.jsonl">Download</a></p></section>`;
  }

  /** Shows why something did not work. */
  #do(action: Promise<unknown>): void {
    this.#problem = '';
    action.catch((error: Error) => this.#fail(error));
  }

  #fail(error: Error): void {
    this.#problem = error instanceof Refused ? error.message : String(error);
    if (this.#view) this.#render();
    else this.#giveUp();
  }

  #giveUp(): void {
    this.#server.leave();
    setText('#connection', '');
    render(
      html`<p class="notice bad" role="alert">${this.#problem}</p><p><a href="../../">Other games</a></p>`,
      this,
    );
  }

  #taken(event: Event): void {
    event.preventDefault();
    const name = String(new FormData(event.target as HTMLFormElement).get('name')).trim();
    this.#do(this.#join(name));
  }

  async #join(name: string): Promise<void> {
    const view = await this.#server.join(name);
    // The events so far are those of a watcher.
    this.#follow();
    this.#take(view);
  }

  async #again(): Promise<void> {
    const { game, options, key } = this.#view!;
    await openNewGame({ game, options, seats: seatsAgain(this.#view!), again: key });
  }

  async #share(): Promise<void> {
    const url = location.href;
    try {
      if (navigator.share !== undefined && matchMedia('(pointer: coarse)').matches)
        return await navigator.share({ url });
      await navigator.clipboard.writeText(url);
    } catch {
      throw new Refused(`Copy the address of this page: ${url}`);
    }
    this.#isCopied = true;
    this.#say('Link copied');
    this.#render();
  }

  #countScores(before: GameView, view: GameView): void {
    if (isStill()) return;
    for (const { seat, score } of view.panels) {
      const from = before.panels.find((panel) => panel.seat === seat)?.score;
      const shown = seat === undefined ? null : this.querySelector(`.card.seat-${seat} .score`);
      if (score !== undefined && from !== undefined && score !== from && shown) countTo(shown, from, score);
    }
  }
}

/** For parts that draw a whole game. It has a step even before the first move. */
function momentOf({ seats, moves, panels }: GameView): Moment {
  const begin = { number: 0, words: '', time: '', changes: [] };
  const made = moves.map((move, index) => ({ ...begin, ...move, number: index + 1 }));
  const steps = made.length === 0 ? [begin] : made;
  const data = { players: seats, start: steps.length - 1, steps, end: '', prefix: '' };
  return firstMoment(
    data,
    steps.map(() => panels),
  );
}

/** The words of a player. Those that count for nothing are crossed out. */
function foundPart(view: GameView, { seat, list = [], struck = [] }: Panel): TemplateResult | typeof nothing {
  if (seat === undefined || list.length === 0) return nothing;
  const word = (item: string) =>
    struck.includes(item) ? html`<s>${item}</s> ` : html`<span>${item}</span> `;
  return html`<h3>${nameOf(view, seat)}</h3><p class="found">${list.map(word)}</p>`;
}

/** A number that changes in many small steps is told once, by the news. */
function countTo(shown: Element, from: number, to: number): void {
  const start = performance.now();
  const text = [...shown.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
  const step = (now: number) => {
    const part = Math.min(1, (now - start) / COUNT_MS);
    if (text) text.nodeValue = String(Math.round(from + (to - from) * part));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

async function answered<Answer extends MoveAnswer | undefined>(
  answer: Promise<Answer>,
): Promise<Answer | (MoveAnswer & { ok: false })> {
  try {
    const given = await answer;
    return given && 'problem' in given ? { ...given, problem: sentence(given.problem) } : given;
  } catch (error) {
    if (error instanceof Refused) return { ok: false, problem: error.message };
    throw error;
  }
}

function setText(selector: string, text: string): void {
  const element = document.querySelector(selector);
  if (element && element.textContent !== text) element.textContent = text;
}
