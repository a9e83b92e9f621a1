import { html, type TemplateResult } from 'lit-html';
import type { Board } from '../../../../games/boggle/board.ts';
import { boardPart } from '../../../../views/parts/board.ts';
import { draw } from '../../../../views/parts/script/drawing.ts';
import { boardPanel, type Path, pathAfterChoice, pathAfterDrag } from '../game-state.ts';

/** The share of a cell's width around its middle that counts, so that corners can be crossed. */
const REACH = 0.42;
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface BoardViewOptions {
  readonly draw: () => void;
  readonly changed: (path: Path) => void;
  /** Enter was pressed on a cell. */
  readonly enter: (event: Event) => void;
}

/** Buttons over the drawing of the board. A path is dragged, or chosen cell by cell. */
export class BoardView {
  readonly #board: Board;
  readonly #options: BoardViewOptions;
  #path: Path = [];
  /** The Tab key enters the board at this cell. */
  #entry = 0;
  /** The cell where the pointer went down, and whether it has moved. */
  #drag: { readonly from: number; readonly pointer: number; moved: boolean } | undefined;
  /** The click that ends a drag chooses nothing. */
  #isDragged = false;

  constructor(board: Board, options: BoardViewOptions) {
    this.#board = board;
    this.#options = options;
  }

  show(path: Path): void {
    this.#path = path;
  }

  template(): TemplateResult {
    const { width, height, cells } = this.#board;
    const panel = boardPanel(this.#board, this.#path);
    return html`<div id="board" class="side-${width}" role="group" aria-label="Board, ${height} rows of ${width}"
@pointerdown=${(event: PointerEvent) => this.#down(event)} @pointermove=${(event: PointerEvent) => this.#moved(event)}
@pointerup=${() => this.#up()} @pointercancel=${() => this.#up()}
@click=${(event: PointerEvent) => this.#clicked(event)} @keydown=${(event: KeyboardEvent) => this.#key(event)}>
<div aria-hidden="true">${boardPart(draw, { panel, kind: 'board' })}</div>
${cells.map(
  (letters, cell) =>
    html`<button type="button" tabindex=${cell === this.#entry ? 0 : -1} aria-pressed=${this.#path.includes(cell) ? 'true' : 'false'} aria-label="row ${Math.floor(cell / width) + 1}, column ${(cell % width) + 1}: ${letters}"></button>`,
)}</div>`;
  }

  #take(path: Path): void {
    this.show(path);
    this.#options.changed(path);
  }

  #clicked({ target, detail }: PointerEvent): void {
    const cell = cellsOf(target).indexOf(target as HTMLElement);
    // A key has no click before it.
    if (cell !== -1 && (detail === 0 || !this.#isDragged))
      this.#take(pathAfterChoice(this.#board, this.#path, cell));
  }

  #down({ target, isPrimary, button, pointerId }: PointerEvent): void {
    this.#isDragged = false;
    const from = cellsOf(target).indexOf(target as HTMLElement);
    if (from !== -1 && isPrimary && button === 0) this.#drag = { from, pointer: pointerId, moved: false };
  }

  #moved({ target, currentTarget, clientX, clientY, pointerId, buttons }: PointerEvent): void {
    // The pointer went up outside the board.
    if (buttons === 0) this.#drag = undefined;
    const drag = this.#drag;
    if (drag?.pointer !== pointerId) return;
    const cell = cellsOf(target).findIndex((each) => isOn(each.getBoundingClientRect(), clientX, clientY));
    if (cell === -1 || (cell === drag.from && !drag.moved)) return;
    const path = drag.moved ? this.#path : [drag.from];
    if (!drag.moved) (currentTarget as HTMLElement).setPointerCapture(pointerId);
    drag.moved = true;
    if (path.at(-1) !== cell || path !== this.#path) this.#take(pathAfterDrag(this.#board, path, cell));
  }

  #up(): void {
    this.#isDragged = this.#drag?.moved ?? false;
    this.#drag = undefined;
  }

  #key(event: KeyboardEvent): void {
    const cells = cellsOf(event.target);
    const at = cells.indexOf(event.target as HTMLElement);
    if (at === -1 || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = steps[event.key];
    if (step) this.#go(cells, at, step);
    else if (event.key === 'Enter') this.#options.enter(event);
    else if (event.key === 'Backspace') this.#take(this.#path.slice(0, -1));
    else return;
    event.preventDefault();
  }

  /** Moves the focus to a neighbor. */
  #go(cells: readonly HTMLElement[], at: number, [across, down]: readonly [number, number]): void {
    const { width, height } = this.#board;
    const [column, row] = [(at % width) + across, Math.floor(at / width) + down];
    if (column < 0 || column >= width || row < 0 || row >= height) return;
    this.#entry = row * width + column;
    this.#options.draw();
    cells[this.#entry]!.focus();
  }
}

function cellsOf(target: EventTarget | null): readonly HTMLElement[] {
  return [...(target as Element).closest('#board')!.querySelectorAll('button')];
}

function isOn({ left, top, width, height }: DOMRect, x: number, y: number): boolean {
  return Math.hypot(x - left - width / 2, y - top - height / 2) < REACH * width;
}
