import { html, nothing, render, type TemplateResult } from 'lit-html';
import { type Marks, marksOf, type RaceHand, TileGrid } from '../../../../games/bananagrams/tile-grid.ts';
import { threeDigits } from '../../../../games/bananagrams/wire/messages.ts';
import { boardPart } from '../../../../views/parts/board.ts';
import { draw } from '../../../../views/parts/script/drawing.ts';
import { store, stored } from '../../../../views/parts/script/storage.ts';
import type { GameView } from '../../../play/contract.ts';
import { isTurnedBy, MoveSender } from '../../../play/page/script/player-tools.ts';
import type { Table, TablePlayer } from '../../../play/page/script/table-element.ts';
import { TileDrag } from '../../../play/page/script/tile-drag.ts';
import { type Camera, cameraFor, gridText, missingFor, newsSince, panelOf, rowsOfGrid } from '../race.ts';
import {
  cellOf,
  draftName,
  type Fresh,
  loosePart,
  opponentsPart,
  picture,
  squaresPart,
} from './race-parts.ts';

const keys = [
  ['A to Z', 'place a tile at the marked square'],
  ['Arrow keys', 'choose the square'],
  ['Tab', 'on the grid: from across to down'],
  ['Backspace', 'take the last tile back'],
  ['Delete', 'take the tile at the marked square'],
  ['Escape', 'take back the typed tiles, then tiles that are not connected'],
  ['Space', 'shuffle the loose tiles'],
  ['-', 'dump a tile'],
  ['Enter', 'peel'],
  ['?', 'show these keys'],
] as const;

const arrows: Readonly<Record<string, { readonly columns: number; readonly rows: number }>> = {
  ArrowLeft: { columns: -1, rows: 0 },
  ArrowRight: { columns: 1, rows: 0 },
  ArrowUp: { columns: 0, rows: -1 },
  ArrowDown: { columns: 0, rows: 1 },
};

/** A pause in which further tiles may be laid, before words are looked up. */
const LOOK_UP_AFTER_MS = 80;
/** The stylesheet fades a flash in this time. */
const FLASH_MS = 2500;

/** The grid, the loose tiles and the buttons of somebody who races. */
export class RacePlayer implements TablePlayer {
  readonly keys = keys;
  readonly #table: Table;
  readonly #sender: MoveSender;
  readonly #grid = new TileGrid();
  /** Words that were looked up. */
  readonly #words = new Map<string, boolean>();
  #view: GameView | undefined;
  #hand: RaceHand = { letters: '', number: 1, grid: '', drew: '' };
  #marks: Marks = marksOf(new Map(), () => true);
  #camera: Camera | undefined;
  /** The newest letters. */
  #fresh: Fresh = { letters: '', number: '' };
  #late = '';
  #lastPeel = '';
  #over: Element | undefined;
  #isDragging = false;
  #lookUp: ReturnType<typeof setTimeout> | undefined;

  constructor(table: Table) {
    this.#table = table;
    this.#sender = new MoveSender(table, () => this.#render());
    const { stage } = table;
    stage.classList.add('race');
    stage.addEventListener('click', (event) => this.#clicked(event.target as Element));
    stage.addEventListener('focusin', (event) => this.#focused(event.target as Element));
    stage.addEventListener('keydown', (event) => this.#tabbed(event));
    new ResizeObserver(() => this.#fit()).observe(document.body);
    new TileDrag(stage, {
      tileAt: (target) => target.closest<HTMLElement>('[data-loose], .laid[data-cell]') ?? undefined,
      lift: (tile) => {
        tile.classList.add('lifted');
        this.#isDragging = true;
        const box = document.createElement('div');
        render(picture(this.#letterOf(tile)), box);
        return box;
      },
      over: (target) => {
        const over = target?.closest('[data-cell], #dump') ?? undefined;
        if (over !== this.#over) {
          this.#over?.classList.remove('over');
          over?.classList.add('over');
          this.#over = over;
        }
        if (target) return;
        stage.querySelector('.lifted')?.classList.remove('lifted');
        this.#isDragging = false;
      },
      drop: (tile, target) => this.#dropped(tile, target),
      enlarged: () => stage.querySelector<SVGSVGElement>('svg.board'),
    });
  }

  show(view: GameView): void {
    const before = this.#view;
    this.#view = view;
    if (view.state === 'over') store(draftName(view.key), undefined);
    else this.#take(view, before);
  }

  #take(view: GameView, before: GameView | undefined): void {
    const { late, peel } = before ? newsSince(view, before.moves.length) : {};
    if (peel !== undefined) {
      this.#lastPeel = peel;
      this.#sender.message = `${peel}.`;
    }
    if (view.hand) this.#takeHand(view.hand as RaceHand);
    if (late !== undefined) this.#flash(late);
    this.#changed();
  }

  press(event: KeyboardEvent): boolean {
    const { key } = event;
    const grid = this.#grid;
    const arrow = arrows[key];
    if (arrow) this.#put(() => grid.move(arrow), true);
    else if (key === 'Enter') void this.#peel();
    else if (key === 'Escape') this.#recall();
    else if (key === 'Backspace') this.#put(() => grid.erase(), true);
    else if (key === 'Delete') this.#put(() => grid.takeAt(grid.cursor), true);
    else if (key === 'Home') this.#put(() => grid.home(), true);
    else if (key === ' ') this.#shuffle();
    else if (key === '-') this.#open('dump-letter');
    else if (/^[a-z]$/i.test(key)) this.#type(key.toUpperCase());
    else return false;
    return true;
  }

  #takeHand(hand: RaceHand): void {
    const grid = this.#grid;
    const isFirst = this.#hand.letters === '';
    const isDumped = this.#hand.number === hand.number;
    const drew = grid.setHand(hand.letters);
    this.#hand = hand;
    if (isFirst) {
      const draft = stored(draftName(this.#view!.key)) ?? hand.grid;
      if (draft !== '') grid.layRows(rowsOfGrid(draft));
    } else if (drew !== '') {
      this.#fresh = { letters: drew, number: isDumped ? '' : threeDigits((hand.number + 999) % 1000) };
      this.#sender.message = `${isDumped || this.#lastPeel === '' ? 'You' : `${this.#lastPeel}: you`} drew ${[...drew].join(', ')}.`;
    }
  }

  #type(letter: string): void {
    if (this.#grid.type(letter)) this.#put(() => {}, true);
    else this.#sender.tell(`You have no ${letter} left to place.`);
  }

  #put(act: () => void, focus = false): void {
    act();
    this.#sender.message = '';
    this.#changed();
    if (focus) this.#focusCursor();
  }

  #changed(): void {
    const { laid } = this.#grid;
    const unknown = new Set<string>();
    this.#marks = marksOf(laid, (word) => {
      const isWord = this.#words.get(word);
      if (isWord === undefined) unknown.add(word);
      return isWord ?? true;
    });
    if (this.#view) store(draftName(this.#view.key), gridText(this.#grid.rows()));
    clearTimeout(this.#lookUp);
    if (unknown.size > 0) this.#lookUp = setTimeout(() => void this.#check(unknown), LOOK_UP_AFTER_MS);
    this.#render();
  }

  async #check(words: ReadonlySet<string>): Promise<void> {
    // The last peel has no answer but the end, and other moves bring another hand.
    if (!this.#isAsked || this.#sender.isSending) return;
    const answer = await this.#table.check(this.#move);
    if (!answer) return;
    const wrong = answer.ok ? [] : answer.words;
    if (!wrong) return;
    for (const word of words) this.#words.set(word, !wrong.includes(word));
    this.#changed();
  }

  get #isRunning(): boolean {
    return this.#view?.state === 'running';
  }

  get #isAsked(): boolean {
    return this.#view?.due.includes(this.#view.you!) ?? false;
  }

  get #move(): object {
    return { peel: { number: this.#hand.number, grid: gridText(this.#grid.rows()) } };
  }

  async #peel(): Promise<void> {
    const missing = missingFor(this.#grid, this.#marks);
    if (missing) return this.#sender.tell(missing.sentence);
    await this.#send(this.#move);
  }

  async #dump(letter: string): Promise<void> {
    if (!this.#grid.loose.includes(letter)) {
      const isLaid = [...this.#grid.laid.values()].includes(letter);
      return this.#sender.tell(
        isLaid ? `Take ${letter} back from the grid first.` : `You have no ${letter}.`,
      );
    }
    await this.#send({ dump: letter });
  }

  async #send(move: object): Promise<void> {
    if (!this.#isRunning) return this.#sender.tell('The game has not begun.');
    clearTimeout(this.#lookUp);
    await this.#sender.send(move, ({ words = [] }) => {
      for (const word of words) this.#words.set(word, false);
      this.#changed();
    });
  }

  /** Takes back what was typed, then tiles that are not connected, and asks before it takes all. */
  #recall(): void {
    const { apart } = this.#marks;
    const takeApart = () => {
      for (const cell of apart) this.#grid.takeAt(cell);
    };
    if (this.#grid.undo()) this.#put(() => {}, true);
    else if (apart.size > 0) this.#put(takeApart);
    else if (this.#grid.laid.size > 0) this.#open('recall-all');
  }

  #shuffle(): void {
    this.#put(() => this.#grid.shuffle(Math.random));
  }

  #flash(late: string): void {
    this.#late = late;
    this.#table.say(late);
    setTimeout(() => {
      this.#late = '';
      this.#render();
    }, FLASH_MS);
  }

  #letterOf(tile: HTMLElement): string {
    const { loose, cell } = tile.dataset;
    return loose === undefined ? this.#grid.laid.get(Number(cell))! : this.#grid.loose[Number(loose)]!;
  }

  #dropped(tile: HTMLElement, target: Element | undefined): void {
    const grid = this.#grid;
    const letter = this.#letterOf(tile);
    const from = cellOf(tile);
    const to = cellOf(target?.closest('[data-cell]'));
    if (target?.closest('#dump')) {
      if (from !== undefined) grid.takeAt(from);
      void this.#dump(letter);
    } else if (to !== undefined)
      this.#put(() => (from === undefined ? grid.layAt(to, letter) : grid.shift(from, to)));
    else if (from !== undefined) this.#put(() => grid.takeAt(from));
  }

  #clicked(target: Element): void {
    const { loose } = target.closest<HTMLElement>('[data-loose]')?.dataset ?? {};
    const cell = cellOf(target.closest('[data-cell]'));
    const grid = this.#grid;
    if (loose !== undefined) {
      grid.skipTiles();
      this.#type(grid.loose[Number(loose)]!);
    } else if (cell !== undefined) this.#put(() => grid.point(cell));
  }

  /** The square that has the focus is where letters go. */
  #focused(target: Element): void {
    const cell = cellOf(target);
    if (cell === undefined || !target.matches(':focus-visible')) return;
    if (cell !== this.#grid.cursor) this.#put(() => this.#grid.point(cell));
  }

  #tabbed(event: KeyboardEvent): void {
    if (!isTurnedBy(event, this.#grid.direction === 'down')) return;
    this.#put(() => this.#grid.turn(), true);
    this.#table.say(this.#grid.direction);
  }

  #focusCursor(): void {
    this.#table.stage.querySelector<HTMLElement>('.cursor')?.focus({ preventScroll: true });
  }

  /** The stage ends with the window. */
  #fit(): void {
    const { stage } = this.#table;
    const top = stage.getBoundingClientRect().top + window.scrollY;
    stage.style.setProperty('--above', `${Math.round(top)}px`);
    if (this.#view) this.#render();
  }

  /** Fewer loose tiles leave more room for the grid. It stays while a tile is dragged. */
  #render(): void {
    const before = this.#fieldSize;
    this.#draw();
    const { width, height } = this.#fieldSize;
    if (width !== before.width || height !== before.height) this.#draw();
  }

  get #fieldSize(): { readonly width: number; readonly height: number } {
    const field = this.#table.stage.querySelector('.field');
    return { width: field?.clientWidth || 320, height: field?.clientHeight || 320 };
  }

  #draw(): void {
    const { stage } = this.#table;
    if (!this.#camera || !this.#isDragging)
      this.#camera = cameraFor(this.#camera, this.#fieldSize, this.#grid);
    render(this.#page(this.#camera), stage);
    const { columns, rows, square } = this.#camera;
    const drawn = stage.querySelector<HTMLElement>('.drawn')!;
    drawn.style.width = `${columns * square}px`;
    drawn.style.height = `${rows * square}px`;
    drawn.style.setProperty('--columns', String(columns));
    drawn.style.setProperty('--rows', String(rows));
    // A square shows another cell after the camera has moved.
    const focused = cellOf(stage.querySelector(':focus'));
    if (focused !== undefined && focused !== this.#grid.cursor) this.#focusCursor();
  }

  #page(camera: Camera): TemplateResult {
    const { loose, laid } = this.#grid;
    const missing = missingFor(this.#grid, this.#marks);
    const ready = this.#sender.isSending ? 'Sending…' : `Peel ${threeDigits(this.#hand.number)}`;
    const isBad = this.#sender.message === '' && this.#marks.wrongWords.length + this.#marks.apart.size > 0;
    return html`<div class="field"><div class="drawn">
<div aria-hidden="true">${boardPart(draw, { panel: panelOf(camera, laid), kind: 'board' })}</div>
<div class="squares" role="grid" aria-label="Your grid" aria-describedby="state">${squaresPart(camera, this.#grid, this.#marks)}</div>
<p class="bunch" aria-hidden="true">${this.#view!.panels.find(({ stock }) => stock !== undefined)?.stock ?? ''}</p>
${this.#late === '' ? nothing : html`<p class="late" role="status">${this.#late}</p>`}</div></div>
<div class="tools"><div class="loose" role="group" aria-label="Your loose tiles">${loosePart(loose, this.#fresh)}</div>
<p id="state" class=${isBad ? 'bad' : ''}>${this.#sender.message || (missing?.sentence ?? 'All tiles are placed: press Enter to peel.')}</p>
<div class="bar"><button aria-label="Keys" @click=${() => this.#table.showKeys()}>?</button>
<button @click=${() => this.#shuffle()}>Shuffle</button>
<button @click=${() => this.#recall()}>Recall</button>
<button id="dump" aria-disabled=${loose.length === 0} @click=${() => loose.length > 0 && this.#open('dump-letter')}>Dump</button>
<button class="go" aria-disabled=${missing !== undefined || this.#sender.isSending} @click=${() => this.#peel()}>${missing?.button ?? ready}</button></div>
${opponentsPart(this.#view!)}</div>
${this.#dialogs()}`;
  }

  #open(id: 'dump-letter' | 'recall-all'): void {
    if (id === 'dump-letter' && this.#grid.loose.length === 0)
      this.#sender.tell('You have no loose tile to dump.');
    else this.#dialog(id).showModal();
  }

  #dialog(id: string): HTMLDialogElement {
    return this.#table.stage.querySelector<HTMLDialogElement>(`#${id}`)!;
  }

  #dialogs(): readonly TemplateResult[] {
    const letters = [...new Set(this.#grid.loose)].sort();
    const choose = (letter: string) => {
      if (!letters.includes(letter)) return;
      this.#dialog('dump-letter').close();
      void this.#dump(letter);
    };
    const recall = () => {
      this.#dialog('recall-all').close();
      this.#put(() => this.#grid.takeAll());
    };
    return [
      html`<dialog id="dump-letter" aria-labelledby="dump-title" @keydown=${({ key }: KeyboardEvent) => choose(key.toUpperCase())}><h2 id="dump-title">Dump which tile?</h2>
<p>You get three tiles for it.</p><div class="letters">${letters.map((letter) => html`<button @click=${() => choose(letter)}>${letter}</button>`)}</div>
<p class="buttons"><button @click=${() => this.#dialog('dump-letter').close()}>Cancel</button></p></dialog>`,
      html`<dialog id="recall-all" aria-labelledby="recall-title"><h2 id="recall-title">Take all tiles back?</h2>
<p class="buttons"><button @click=${() => this.#dialog('recall-all').close()}>Cancel</button><button class="go" @click=${recall}>Take all back</button></p></dialog>`,
    ];
  }
}
