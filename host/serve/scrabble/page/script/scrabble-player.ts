import { html, render, type TemplateResult } from 'lit-html';
import type { Panel } from '../../../../games/presentation.ts';
import { boardPart, gridFrame } from '../../../../views/parts/board.ts';
import { draw } from '../../../../views/parts/script/drawing.ts';
import type { GameView, MoveAnswer } from '../../../play/contract.ts';
import type { Table, TablePlayer } from '../../../play/page/script/table-element.ts';
import { TileDrag } from '../../../play/page/script/tile-drag.ts';
import {
  BLANK,
  canLay,
  chooseSquare,
  cursorFor,
  eraseLast,
  ghostsOf,
  type HandTile,
  isArrow,
  isLaid,
  type Laying,
  laidAt,
  layAtCursor,
  layingWithHand,
  layTile,
  moveCursor,
  moveInRack,
  nothingLaid,
  playOf,
  recallAll,
  recallTile,
  type ScrabbleHand,
  type Squares,
  shuffleRack,
  squareInWords,
  squaresOf,
  turnCursor,
  typeLetter,
  withoutLaid,
} from '../laying.ts';
import { Questions } from './questions.ts';

/** Names of columns and rows would make the squares of a small screen smaller. */
const narrow = matchMedia('(max-width: 1023px)');

const keys = [
  ['A to Z', 'lay a tile at the marked square'],
  ['Shift + letter', 'lay a blank as this letter'],
  ['Backspace', 'take the last tile back'],
  ['Escape', 'take all tiles back'],
  ['Enter', 'play'],
  ['Space', 'shuffle the rack'],
  ['Arrow keys', 'choose the square'],
  ['Tab', 'on the board: from across to down'],
  ['?', 'show these keys'],
] as const;

/** Board, rack and buttons of somebody who plays. */
export class ScrabblePlayer implements TablePlayer {
  readonly keys = keys;
  readonly #table: Table;
  readonly #questions: Questions;
  #view!: GameView;
  #hand!: ScrabbleHand;
  #panel!: Panel;
  #squares!: Squares;
  #laying: Laying = nothingLaid;
  /** About the laid tiles. Undefined while they are checked. */
  #answer: MoveAnswer | undefined;
  #message = '';
  #isSending = false;
  /** The blank that waits for its letter. */
  #blank: { readonly slot: number; readonly cell: number | undefined } | undefined;
  #over: number | undefined;

  constructor(table: Table) {
    this.#table = table;
    const { stage } = table;
    this.#questions = new Questions({
      root: stage,
      render: () => this.#render(),
      face: (tile) => this.#face(tile),
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
    const panel = view.panels.find(({ seat }) => seat === undefined);
    if (!panel || view.hand === undefined) return;
    const before = this.#view as GameView | undefined;
    this.#view = view;
    this.#hand = view.hand as ScrabbleHand;
    this.#panel = panel;
    this.#squares = squaresOf(panel);
    const had = this.#laying;
    const isMine =
      before !== undefined && view.moves.slice(before.moves.length).some(({ seat }) => seat === view.you);
    const kept = isMine ? withoutLaid(had) : had;
    const laying = layingWithHand(kept, this.#hand.tiles, this.#squares);
    if (isMine) this.#message = '';
    this.#laying = laying;
    if (laying.laid.length !== had.laid.length || this.#isMyTurn) this.#check();
    this.#render();
  }

  press(event: KeyboardEvent): boolean {
    const { key } = event;
    this.#followFocus();
    if (isArrow(key)) this.#put(moveCursor(this.#laying, this.#squares, key), true);
    else if (key === 'Enter') this.#play();
    else if (key === 'Escape') this.#put(recallAll(this.#laying));
    else if (key === 'Backspace') this.#put(eraseLast(this.#laying), true);
    else if (key === ' ') this.#shuffle();
    else if (/^\p{L}$/u.test(key)) this.#type(key, event.shiftKey);
    else return false;
    return true;
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
    this.#message = '';
    if (isOther) this.#check();
    this.#render();
    if (focus) this.#focusCursor();
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
    if (typeof next === 'string') this.#tell(next);
    else this.#put(next, true);
  }

  #tell(message: string): void {
    this.#message = message;
    this.#table.say(message);
    this.#render();
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
    if (this.#laying.laid.length === 0) this.#tell('Lay tiles on the board first.');
    else void this.#send(playOf(this.#laying, this.#squares));
  }

  async #send(move: unknown): Promise<void> {
    if (!this.#isMyTurn) return this.#tell('It is not your turn.');
    if (this.#isSending) return;
    this.#isSending = true;
    this.#message = '';
    this.#render();
    const answer = await this.#table.play(move);
    this.#isSending = false;
    if (answer.ok) this.#render();
    else this.#tell(answer.problem);
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
    } else if (cell === undefined) this.#put(layAtCursor(this.#laying, this.#squares, slot, letter));
    else this.#put(layTile(this.#laying, this.#squares, { slot, cell, letter }));
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

  /** On the board, Tab first turns from across to down, and then leaves. */
  #tabbed(event: KeyboardEvent): void {
    if (event.key !== 'Tab' || numberOf(event.target as Element, 'cell') === undefined) return;
    const isDown = this.#laying.cursor?.isDown ?? false;
    if (isDown !== event.shiftKey) return;
    event.preventDefault();
    this.#put(turnCursor(this.#laying, this.#squares, !isDown));
    this.#table.say(isDown ? 'across' : 'down');
  }

  #render(): void {
    render(this.#page(), this.#table.stage);
    this.#placeSquares();
  }

  #page(): TemplateResult {
    const { laid, rack } = this.#laying;
    const isRefused = this.#answer?.ok === false;
    const canChange = this.#isMyTurn && this.#hand.changes;
    return html`<div class="field ${isRefused ? 'refused' : ''}">
<div aria-hidden="true">${boardPart(draw, { panel: this.#drawn, ghosts: ghostsOf(this.#laying), kind: 'board' })}</div>
<div class="squares" role="grid" aria-label="Board" aria-describedby="state">${this.#rows()}</div></div>
<div class="tools">
<div class="hand" role="group" aria-label="Your tiles">${rack.map((tile, slot) => this.#tile(tile, slot))}</div>
<div class="bar">
${laid.length > 0 ? html`<button aria-label="Recall" title="Recall" @click=${() => this.#put(recallAll(this.#laying))}>↓</button>` : html`<button aria-label="Shuffle" title="Shuffle" @click=${() => this.#shuffle()}>⇄</button>`}
<button aria-disabled=${!canChange} @click=${() => canChange && this.#questions.open('exchange')}>Exchange</button>
<button aria-label="More" title="More" @click=${() => this.#questions.open('more')}>⋯</button>
<button class="go" aria-disabled=${!this.#isMyTurn || laid.length === 0 || this.#isSending} @click=${() => this.#play()}>${this.#playWords()}</button>
</div>
<p id="state" class=${isRefused || this.#message !== '' ? 'bad' : ''}>${this.#stateWords()}</p>
</div>
${this.#questions.parts({
  rack,
  letters: Object.keys(this.#panel.points ?? {}).sort(),
  isMyTurn: this.#isMyTurn,
})}`;
  }

  #playWords(): string {
    if (this.#isSending) return 'Sending…';
    if (!this.#isMyTurn) return 'Not your turn';
    const { points } = { points: undefined, ...this.#answer };
    return points === undefined ? 'Play' : `Play · ${points}`;
  }

  #stateWords(): string {
    if (this.#message !== '') return this.#message;
    if (this.#answer) return this.#answer.ok ? this.#answer.brings : this.#answer.problem;
    if (this.#laying.laid.length > 0) return '';
    const { bag } = this.#hand;
    const left = bag === 0 ? 'The bag is empty.' : `${bag} in the bag.`;
    return this.#isMyTurn ? `${left} Type a word, or drag tiles.` : left;
  }

  get #drawn(): Panel {
    if (!narrow.matches) return this.#panel;
    const { columnNames, rowNames, ...panel } = this.#panel;
    return panel;
  }

  #rows(): readonly TemplateResult[] {
    const { columns, rows } = this.#squares;
    return Array.from(
      { length: rows },
      (_, row) =>
        html`<div role="row">${Array.from({ length: columns }, (_, column) => this.#cell(row * columns + column))}</div>`,
    );
  }

  #cell(cell: number): TemplateResult {
    const { cursor } = this.#laying;
    const laid = laidAt(this.#laying, cell);
    const isCursor = cursorFor(this.#laying, this.#squares)?.cell === cell;
    const marks = [
      laid && 'laid',
      cursor?.cell === cell && (cursor.isDown ? 'down' : 'across'),
      this.#over === cell && 'over',
      !this.#squares.cells[cell]!.isFree && 'taken',
    ];
    return html`<div role="gridcell" data-cell=${cell} tabindex=${isCursor ? 0 : -1} class=${marks.filter(Boolean).join(' ')} aria-label=${squareInWords(this.#squares.cells[cell]!, laid)}></div>`;
  }

  #tile(tile: HandTile, slot: number): TemplateResult {
    if (isLaid(this.#laying, slot)) return html`<span class="slot" data-slot=${slot}></span>`;
    return html`<button class="slot" data-slot=${slot} aria-pressed=${this.#laying.chosen === slot}>${this.#face(tile)}</button>`;
  }

  #face({ letter, points }: HandTile): TemplateResult {
    const worth = points === 1 ? '1 point' : `${points} points`;
    return html`<span class="unseen">${letter === BLANK ? 'blank' : `${letter}, ${worth}`}</span><span aria-hidden="true">${this.#picture(letter)}</span>`;
  }

  #picture(letter: string): TemplateResult {
    const { points = {} } = this.#panel;
    return boardPart(draw, { panel: { seat: undefined, caption: '', rows: [letter], points }, kind: 'tile' });
  }

  #drawingOf(slot: number): Element {
    const box = document.createElement('div');
    const letter = this.#letterOf(slot);
    render(this.#picture(this.#laying.rack[slot]!.letter === BLANK ? letter.toLowerCase() : letter), box);
    return box;
  }

  /** The squares lie over the drawing. A policy forbids styles in attributes. */
  #placeSquares(): void {
    const squares = this.#table.stage.querySelector<HTMLElement>('.squares')!;
    const { left, top, width, height, columns, rows } = gridFrame(this.#drawn);
    const part = (value: number, whole: number) => `${(100 * value) / whole}%`;
    Object.assign(squares.style, {
      left: part(left + 1, width),
      top: part(top + 1, height),
      right: part(1, width),
      bottom: part(1, height),
      gridTemplateRows: `repeat(${rows}, 1fr)`,
    });
    squares.style.setProperty('--columns', String(columns));
  }
}

function numberOf(element: Element | null | undefined, name: 'cell' | 'slot'): number | undefined {
  const value = (element as HTMLElement | null | undefined)?.dataset[name];
  return value === undefined ? undefined : Number(value);
}
