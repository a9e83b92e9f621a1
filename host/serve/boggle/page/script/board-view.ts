import type { Board } from '../../../../games/boggle/board.ts';
import { type Path, pathAfterChoice, pathAfterDrag } from '../game-state.ts';
import { create } from './elements.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** The share of a cell's width around its middle that counts, so that corners can be crossed. */
const REACH = 0.42;
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Buttons for cells. A path is dragged, or chosen cell by cell. */
export class BoardView {
  readonly #place: HTMLElement;
  readonly #board: Board;
  readonly #cells: readonly HTMLButtonElement[];
  readonly #line: SVGPolylineElement;
  readonly #changed: (path: Path) => void;
  #path: Path = [];
  /** The cell where the pointer went down, and whether it has moved. */
  #drag: { readonly from: number; readonly pointer: number; moved: boolean } | undefined;
  /** The click that ends a drag chooses nothing. */
  #isDragged = false;

  constructor(place: HTMLElement, board: Board, changed: (path: Path) => void) {
    this.#place = place;
    this.#board = board;
    this.#changed = changed;
    this.#cells = board.cells.map((letters, cell) => this.#button(letters, cell));
    const drawing = document.createElementNS(SVG, 'svg');
    drawing.setAttribute('aria-hidden', 'true');
    drawing.setAttribute('viewBox', `0 0 ${board.width} ${board.height}`);
    this.#line = document.createElementNS(SVG, 'polyline');
    drawing.append(this.#line);
    place.style.gridTemplateColumns = `repeat(${board.width}, minmax(0, 1fr))`;
    place.setAttribute('aria-label', `Board, ${board.height} rows of ${board.width}`);
    place.replaceChildren(...this.#cells, drawing);
    place.onpointerdown = (event) => this.#down(event);
    place.onpointermove = (event) => this.#moved(event);
    place.onpointerup = () => this.#up();
    place.onpointercancel = () => this.#up();
    place.onkeydown = (event) => this.#key(event);
  }

  show(path: Path): void {
    this.#path = path;
    for (const [cell, button] of this.#cells.entries()) {
      button.setAttribute('aria-pressed', String(path.includes(cell)));
      button.classList.toggle('first', path[0] === cell);
    }
    const { width } = this.#board;
    const points = path.map((cell) => `${(cell % width) + 0.5},${Math.floor(cell / width) + 0.5}`);
    this.#line.setAttribute('points', points.join(' '));
  }

  #button(letters: string, cell: number): HTMLButtonElement {
    const { width } = this.#board;
    const button = create('button', create('span', letters[0] + letters.slice(1).toLowerCase()));
    button.type = 'button';
    button.tabIndex = cell === 0 ? 0 : -1;
    button.setAttribute(
      'aria-label',
      `row ${Math.floor(cell / width) + 1}, column ${(cell % width) + 1}: ${letters}`,
    );
    button.setAttribute('aria-pressed', 'false');
    // A key has no click before it.
    button.onclick = ({ detail }) => {
      if (detail === 0 || !this.#isDragged) this.#take(pathAfterChoice(this.#board, this.#path, cell));
    };
    return button;
  }

  #take(path: Path): void {
    this.show(path);
    this.#changed(path);
  }

  #down(event: PointerEvent): void {
    this.#isDragged = false;
    const from = this.#cells.indexOf(event.target as HTMLButtonElement);
    if (from === -1 || !event.isPrimary || event.button !== 0) return;
    this.#drag = { from, pointer: event.pointerId, moved: false };
  }

  #moved({ clientX, clientY, pointerId, buttons }: PointerEvent): void {
    // The pointer went up outside the board.
    if (buttons === 0) this.#drag = undefined;
    const drag = this.#drag;
    if (drag?.pointer !== pointerId) return;
    const cell = this.#cells.findIndex((button) => isOn(button.getBoundingClientRect(), clientX, clientY));
    if (cell === -1 || (cell === drag.from && !drag.moved)) return;
    const path = drag.moved ? this.#path : [drag.from];
    if (!drag.moved) this.#place.setPointerCapture(pointerId);
    drag.moved = true;
    if (path.at(-1) !== cell || path !== this.#path) this.#take(pathAfterDrag(this.#board, path, cell));
  }

  #up(): void {
    this.#isDragged = this.#drag?.moved ?? false;
    this.#drag = undefined;
  }

  #key(event: KeyboardEvent): void {
    const at = this.#cells.indexOf(event.target as HTMLButtonElement);
    if (at === -1 || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = steps[event.key];
    if (step) this.#go(at, step);
    else if (event.key === 'Escape') this.#take([]);
    else if (event.key === 'Backspace') this.#take(this.#path.slice(0, -1));
    else return;
    event.preventDefault();
  }

  /** Moves the focus to a neighbor. The board is entered at the last focused cell. */
  #go(at: number, [across, down]: readonly [number, number]): void {
    const { width, height } = this.#board;
    const [column, row] = [(at % width) + across, Math.floor(at / width) + down];
    if (column < 0 || column >= width || row < 0 || row >= height) return;
    this.#cells[at]!.tabIndex = -1;
    const next = this.#cells[row * width + column]!;
    next.tabIndex = 0;
    next.focus();
  }
}

function isOn({ left, top, width, height }: DOMRect, x: number, y: number): boolean {
  return Math.hypot(x - left - width / 2, y - top - height / 2) < REACH * width;
}
