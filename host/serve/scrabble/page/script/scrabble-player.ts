import { html, render, type TemplateResult } from 'lit-html';
import type { LaidTile, Panel } from '../../../../games/presentation.ts';
import { boardPart } from '../../../../views/parts/board.ts';
import { draw } from '../../../../views/parts/script/drawing.ts';
import { store, stored } from '../../../../views/parts/script/storage.ts';
import type { GameView, MoveAnswer } from '../../../play/contract.ts';
import { isTurnedBy, MoveSender } from '../../../play/page/script/player-tools.ts';
import type { Table, TablePlayer } from '../../../play/page/script/table-element.ts';
import { TileDrag } from '../../../play/page/script/tile-drag.ts';
import { turnSentence } from '../../../play/page/table-state.ts';
import {
  BLANK,
  canLay,
  cellsOfWords,
  chooseSquare,
  eraseLast,
  ghostsOf,
  isArrow,
  isLaid,
  type Laying,
  laidAt,
  layAtCursor,
  layingWithHand,
  layMove,
  layTile,
  moveCursor,
  moveInRack,
  NO_SQUARE,
  nothingLaid,
  playOf,
  recallAll,
  recallTile,
  type ScrabbleHand,
  type Squares,
  shuffleRack,
  squaresOf,
  turnCursor,
  typeLetter,
  withoutLaid,
} from '../laying.ts';
import { restoredLaying, savedText } from '../saved-laying.ts';
import { Questions } from './questions.ts';
import {
  facePart,
  numberOf,
  picture,
  placeSquares,
  rackPart,
  squaresPart,
  unseenPart,
} from './scrabble-parts.ts';

const SESSION = 'sessionStorage';
const NOT_YOUR_TURN = 'It is not your turn.';
/** Somebody who plays by finger has no keys. */
const byFinger = matchMedia('(pointer: coarse)');

/** Names of columns and rows would make the squares of a small screen smaller. */
const narrow = matchMedia('(max-width: 1023px)');

const keys = [
  ['A to Z', 'lay a tile at the marked square'],
  ['Shift + letter', 'lay a blank as this letter'],
  ['Backspace', 'take the last tile back'],
  ['Escape', 'take all tiles back'],
  ['Enter', 'play'],
  ['Space', 'shuffle the rack'],
  ['-', 'exchange tiles'],
  ['Arrow keys', 'choose the square'],
  ['Tab', 'on the board: from across to down'],
  ['?', 'show these keys'],
] as const;

interface PlayerOptions {
  /** What the button does that sends the laid tiles. */
  readonly verb: string;
  /** The buttons before it, instead of those of a game. */
  readonly buttons?: () => TemplateResult;
}

/** Board, rack and buttons of somebody who plays. */
export class ScrabblePlayer implements TablePlayer {
  readonly keys = keys;
  readonly #table: Table;
  readonly #options: PlayerOptions;
  readonly #questions: Questions;
  readonly #sender: MoveSender;
  #view!: GameView;
  #hand!: ScrabbleHand;
  #panel!: Panel;
  #squares!: Squares;
  #laying: Laying = nothingLaid;
  /** About the laid tiles. Undefined while they are checked. */
  #answer: MoveAnswer | undefined;
  /** The blank that waits for its letter. */
  #blank: { readonly slot: number; readonly cell: number | undefined } | undefined;
  #over: number | undefined;

  constructor(table: Table, options: PlayerOptions = { verb: 'Play' }) {
    this.#table = table;
    this.#options = options;
    this.#sender = new MoveSender(table, () => this.#render());
    const { stage } = table;
    this.#questions = new Questions({
      root: stage,
      render: () => this.#render(),
      face: (tile) => facePart(tile, this.#panel.points),
      letterChosen: (letter) => this.#lay(this.#blank!.slot, this.#blank!.cell, letter),
      send: (move) => {
        this.#put(recallAll(this.#laying));
        void this.#send(move);
      },
      showKeys: () => table.showKeys(),
    });
    stage.addEventListener('click', (event) => this.#clicked(event));
    stage.addEventListener('focusin', (event) => this.#focused(event));
    stage.addEventListener('keydown', (event) => this.#tabbed(event));
    narrow.addEventListener('change', () => this.#render());
    const cellOf = (target: Element | undefined) => numberOf(target?.closest('[data-cell]'), 'cell');
    new TileDrag(stage, {
      tileAt: (target) => target.closest<HTMLElement>('[data-slot], [data-cell].laid') ?? undefined,
      lift: (tile) => {
        const drawing = this.#drawingOf(this.#slotOf(tile)!);
        tile.classList.add('lifted');
        return drawing;
      },
      over: (target) => {
        const cell = cellOf(target);
        const over = cell !== undefined && this.#squares.cells[cell]?.isFree ? cell : undefined;
        if (over !== this.#over) this.#change({}, { over });
        if (!target) stage.querySelector('.lifted')?.classList.remove('lifted');
      },
      drop: (tile, target) => this.#dropped(this.#slotOf(tile)!, target, cellOf(target)),
      enlarged: () => stage.querySelector<SVGSVGElement>('svg.board'),
    });
  }

  show(view: GameView): void {
    if (view.state === 'over') store(`laying ${view.key}`, undefined, SESSION);
    else this.#take(view);
  }

  #take(view: GameView): void {
    const panel = view.panels.find(({ seat }) => seat === undefined);
    if (!panel || view.hand === undefined) return;
    const before = this.#view as GameView | undefined;
    this.#view = view;
    this.#hand = view.hand as ScrabbleHand;
    this.#panel = panel;
    this.#squares = squaresOf(panel);
    const had = before
      ? this.#laying
      : restoredLaying(stored(this.#savedAs, SESSION), this.#hand.tiles, this.#squares);
    const isMine =
      before !== undefined && view.moves.slice(before.moves.length).some(({ seat }) => seat === view.you);
    const kept = isMine ? withoutLaid(had) : had;
    const laying = layingWithHand(kept, this.#hand.tiles, this.#squares);
    if (isMine) this.#sender.message = '';
    this.#laying = laying;
    this.#save();
    if (laying.laid.length !== had.laid.length || this.#isMyTurn) this.#check();
    this.#render();
  }

  aside({ hand }: GameView): TemplateResult {
    return unseenPart(hand as ScrabbleHand);
  }

  press(event: KeyboardEvent): boolean {
    const { key } = event;
    this.#followFocus();
    if (isArrow(key)) this.#put(moveCursor(this.#laying, this.#squares, key), true);
    else if (key === 'Enter') this.#play();
    else if (key === 'Escape') this.#put(recallAll(this.#laying));
    else if (key === 'Backspace') this.#put(eraseLast(this.#laying), true);
    else if (key === ' ') this.#shuffle();
    else if (key === '-' && !this.#options.buttons) this.#exchange();
    else if (/^\p{L}$/u.test(key)) this.#type(key, event.shiftKey);
    else return false;
    return true;
  }

  /** Lays a move on the board. */
  lay(move: readonly LaidTile[]): void {
    this.#put(layMove(this.#laying, this.#squares, move));
  }

  /** After a move there is no cursor, but perhaps a square that has the focus. */
  #followFocus(): void {
    const cell = numberOf(document.activeElement, 'cell');
    if (cell !== undefined && !this.#laying.cursor) this.#laying = chooseSquare(this.#laying, cell);
  }

  get #isMyTurn(): boolean {
    const { you, due, state } = this.#view;
    return state === 'running' && due.includes(you!);
  }

  #change(laying: Partial<Laying>, { over }: { over?: number | undefined } = {}): void {
    this.#over = over;
    this.#laying = { ...this.#laying, ...laying };
    this.#render();
  }

  /** Shows what is laid now, and lets the host judge it. */
  #put(laying: Laying, focus = false): void {
    const isOther = laying.laid !== this.#laying.laid;
    this.#laying = laying;
    this.#sender.message = '';
    this.#save();
    if (isOther) this.#check();
    this.#render();
    if (focus) this.#focusCursor();
  }

  get #savedAs(): string {
    return `laying ${this.#view.key}`;
  }

  #save(): void {
    store(this.#savedAs, savedText(this.#laying), SESSION);
  }

  #focusCursor(): void {
    const { cursor } = this.#laying;
    if (cursor) this.#square(cursor.cell)?.focus({ preventScroll: true });
  }

  #square(cell: number): HTMLElement | null {
    return this.#table.stage.querySelector<HTMLElement>(`[data-cell="${cell}"]`);
  }

  #type(letter: string, wantsBlank: boolean): void {
    const next = typeLetter(this.#laying, this.#squares, letter, wantsBlank);
    if (typeof next === 'string') this.#sender.tell(next);
    else this.#put(next, true);
  }

  #shuffle(): void {
    this.#put(shuffleRack(this.#laying, Math.random));
  }

  #check(): void {
    this.#answer = undefined;
    if (this.#laying.laid.length === 0 || !this.#isMyTurn) return;
    const { laid } = this.#laying;
    void this.#table.check(playOf(this.#laying, this.#squares)).then((answer) => {
      if (answer === undefined || laid !== this.#laying.laid) return;
      this.#answer = answer;
      // The beginnings of a word are told only if they could be played.
      if (answer.ok) this.#table.say(answer.brings);
      this.#render();
    });
  }

  #play(): void {
    if (this.#laying.laid.length === 0) this.#sender.tell('Lay tiles on the board first.');
    else void this.#send(playOf(this.#laying, this.#squares));
  }

  async #send(move: unknown): Promise<void> {
    if (!this.#isMyTurn) return this.#sender.tell(NOT_YOUR_TURN);
    const { laid } = this.#laying;
    await this.#sender.send(move, (answer) => {
      if (laid.length > 0 && laid === this.#laying.laid) this.#answer = answer;
    });
  }

  #slotOf(tile: Element): number | undefined {
    const cell = numberOf(tile, 'cell');
    return cell === undefined ? numberOf(tile, 'slot') : laidAt(this.#laying, cell)?.slot;
  }

  #dropped(slot: number, target: Element | undefined, cell: number | undefined): void {
    const other = numberOf(target?.closest('[data-slot]'), 'slot');
    if (cell !== undefined) this.#lay(slot, cell);
    else if (other !== undefined && !isLaid(this.#laying, slot))
      this.#put(moveInRack(this.#laying, slot, other));
    else this.#put(recallTile(this.#laying, slot));
  }

  /** At the cursor without a cell. A blank asks for its letter first. */
  #lay(slot: number, cell: number | undefined, letter = this.#letterOf(slot)): void {
    if (letter === BLANK) {
      this.#blank = { slot, cell };
      this.#questions.open('blank');
    } else if (cell === undefined) {
      const next = layAtCursor(this.#laying, this.#squares, slot, letter);
      if (next === this.#laying) this.#sender.tell(NO_SQUARE);
      else this.#put(next);
    } else this.#put(layTile(this.#laying, this.#squares, { slot, cell, letter }));
  }

  /** A blank that lies on the board keeps its letter. */
  #letterOf(slot: number): string {
    const laid = this.#laying.laid.find((tile) => tile.slot === slot);
    return laid?.letter ?? this.#laying.rack[slot]!.letter;
  }

  #clicked(event: Event): void {
    const target = event.target as Element;
    const [cell, slot] = [
      numberOf(target.closest('[data-cell]'), 'cell'),
      numberOf(target.closest('[data-slot]'), 'slot'),
    ];
    if (cell !== undefined) this.#chooseCell(cell);
    if (slot !== undefined) this.#chooseTile(slot);
  }

  #chooseCell(cell: number): void {
    const { chosen } = this.#laying;
    const laid = laidAt(this.#laying, cell);
    if (laid) this.#put(recallTile(this.#laying, laid.slot));
    else if (chosen !== undefined && canLay(this.#laying, this.#squares, cell)) this.#lay(chosen, cell);
    else this.#put(chooseSquare(this.#laying, cell));
  }

  /** A tile goes to the cursor, or waits for a square. */
  #chooseTile(slot: number): void {
    const { chosen, cursor } = this.#laying;
    if (cursor) this.#lay(slot, undefined);
    else this.#change({ chosen: chosen === slot ? undefined : slot });
  }

  /** The square that has the focus is where letters go. */
  #focused(event: FocusEvent): void {
    const cell = numberOf(event.target as Element, 'cell');
    if (cell === undefined || this.#laying.cursor?.cell === cell) return;
    if ((event.target as Element).matches(':focus-visible'))
      this.#change({ cursor: { cell, isDown: this.#laying.cursor?.isDown ?? false } });
  }

  #tabbed(event: KeyboardEvent): void {
    const isDown = this.#laying.cursor?.isDown ?? false;
    if (!isTurnedBy(event, isDown)) return;
    this.#put(turnCursor(this.#laying, this.#squares, !isDown));
    this.#table.say(isDown ? 'across' : 'down');
  }

  #render(): void {
    const { stage } = this.#table;
    render(this.#page(), stage);
    placeSquares(stage.querySelector<HTMLElement>('.squares')!, this.#drawn);
  }

  #page(): TemplateResult {
    const { laid, rack } = this.#laying;
    const isRefused = this.#answer?.ok === false;
    const { words } = { words: undefined, ...this.#answer };
    const wrong = cellsOfWords(this.#laying, this.#squares, words ?? []);
    return html`<div class="field ${isRefused && !words ? 'refused' : ''}">
<div aria-hidden="true">${boardPart(draw, { panel: this.#drawn, ghosts: ghostsOf(this.#laying), kind: 'board' })}</div>
<div class="squares" role="grid" aria-label="Board" aria-describedby="state">${squaresPart(this.#laying, this.#squares, { wrong, over: this.#over })}</div></div>
<div class="tools">
<div class="hand" role="group" aria-label="Your tiles">${rackPart(this.#laying, this.#panel.points)}</div>
<div class="bar">
${laid.length > 0 ? html`<button aria-label="Recall" title="Recall" @click=${() => this.#put(recallAll(this.#laying))}>↓</button>` : html`<button aria-label="Shuffle" title="Shuffle" @click=${() => this.#shuffle()}>⇄</button>`}
${this.#options.buttons?.() ?? this.#buttons()}
<button class="go" aria-disabled=${!this.#isMyTurn || laid.length === 0 || this.#sender.isSending} @click=${() => this.#play()}>${this.#playWords()}</button>
</div>
<p id="state" class=${isRefused || this.#sender.message !== '' ? 'bad' : ''}>${this.#stateWords()}</p>
</div>
${this.#questions.parts({
  rack,
  letters: Object.keys(this.#panel.points ?? {}).sort(),
  isMyTurn: this.#isMyTurn,
})}`;
  }

  #buttons(): TemplateResult {
    const canChange = this.#isMyTurn && this.#hand.changes;
    return html`<button aria-disabled=${!canChange} @click=${() => this.#exchange()}>Exchange</button>
<button aria-label="More" title="More" @click=${() => this.#questions.open('more')}>⋯</button>`;
  }

  #exchange(): void {
    if (!this.#isMyTurn) this.#sender.tell(NOT_YOUR_TURN);
    else if (!this.#hand.changes) this.#sender.tell('The bag does not have enough tiles for an exchange.');
    else this.#questions.open('exchange');
  }

  #playWords(): string {
    if (this.#sender.isSending) return 'Sending…';
    // A longer text would move the buttons below the rack.
    if (!this.#isMyTurn) return 'Wait…';
    const { points } = { points: undefined, ...this.#answer };
    const { verb } = this.#options;
    return points === undefined ? verb : `${verb} · ${points}`;
  }

  #stateWords(): string {
    if (this.#sender.message !== '') return this.#sender.message;
    if (this.#answer) return this.#answer.ok ? this.#answer.brings : this.#answer.problem;
    if (this.#laying.laid.length > 0) return '';
    const { bag } = this.#hand;
    const left = bag === 0 ? 'The bag is empty.' : `${bag} in the bag.`;
    if (!this.#isMyTurn) return `${turnSentence(this.#view)} ${left}`;
    return `${left} ${byFinger.matches ? 'Tap or drag tiles.' : 'Type a word, or drag tiles.'}`;
  }

  get #drawn(): Panel {
    if (!narrow.matches) return this.#panel;
    const { columnNames, rowNames, ...panel } = this.#panel;
    return panel;
  }

  #drawingOf(slot: number): Element {
    const box = document.createElement('div');
    const letter = this.#letterOf(slot);
    const isBlank = this.#laying.rack[slot]!.letter === BLANK;
    render(picture(isBlank ? letter.toLowerCase() : letter, this.#panel.points), box);
    return box;
  }
}
