interface DragOptions {
  /** The element of a tile that can be dragged. */
  readonly tileAt: (target: Element) => HTMLElement | undefined;
  /** The tile is picked up. Returns the drawing that follows the pointer. */
  readonly lift: (tile: HTMLElement) => Element;
  /** Called with the element under the tile while it moves, and with undefined at the end. */
  readonly over: (target: Element | undefined) => void;
  /** The tile is let go over an element. Undefined outside of the page. */
  readonly drop: (tile: HTMLElement, target: Element | undefined) => void;
  /** A part of the page that is enlarged under a finger, such as the drawing of the board. */
  readonly enlarged: () => SVGSVGElement | null;
}

/** A shorter way is a tap. */
const LEAST_PX = 6;
/** A finger hides what is below it. */
const ABOVE_FINGER_PX = 40;
const LOUPE_PX = 112;
const TIMES = 2;
const SVG = 'http://www.w3.org/2000/svg';

/** Drags tiles with mouse, pen or finger. A tap remains a click. */
export class TileDrag {
  readonly #root: HTMLElement;
  readonly #options: DragOptions;
  readonly #float = document.createElement('div');
  readonly #loupe = document.createElementNS(SVG, 'svg');
  /** Marks the place below the tile. */
  readonly #mark = document.createElementNS(SVG, 'rect');
  #tile: HTMLElement | undefined;
  #start = { x: 0, y: 0 };
  #isMoving = false;

  constructor(root: HTMLElement, options: DragOptions) {
    this.#root = root;
    this.#options = options;
    this.#float.className = 'floating';
    this.#loupe.setAttribute('class', 'loupe');
    for (const each of [this.#float, this.#loupe]) each.setAttribute('aria-hidden', 'true');
    root.addEventListener('pointerdown', (event) => this.#down(event));
    root.addEventListener('pointermove', (event) => this.#move(event));
    root.addEventListener('pointerup', (event) => this.#up(event));
    root.addEventListener('pointercancel', () => this.#end());
    // Where something is selected, the browser would drag the selection.
    root.addEventListener('dragstart', (event) => event.preventDefault());
  }

  #down(event: PointerEvent): void {
    const tile = event.isPrimary && event.button === 0 && this.#options.tileAt(event.target as Element);
    if (!tile) return;
    this.#isMoving = false;
    this.#tile = tile;
    this.#start = { x: event.clientX, y: event.clientY };
  }

  #move(event: PointerEvent): void {
    if (!this.#tile) return;
    const { clientX: x, clientY: y } = event;
    if (!this.#isMoving) {
      if (Math.hypot(x - this.#start.x, y - this.#start.y) < LEAST_PX) return;
      this.#isMoving = true;
      // The click at the end of a drag belongs to nobody then.
      this.#root.setPointerCapture(event.pointerId);
      this.#lift(this.#tile, event.pointerType === 'touch');
    }
    const [left, top] = this.#middle(event);
    this.#float.style.translate = `${left}px ${top}px`;
    const target = this.#targetAt(event);
    this.#options.over(target);
    if (event.pointerType === 'touch') this.#enlarge(left, top, target);
  }

  #up(event: PointerEvent): void {
    const tile = this.#tile;
    const target = this.#targetAt(event);
    this.#end();
    if (tile && this.#isMoving) this.#options.drop(tile, target);
  }

  #lift(tile: HTMLElement, isTouch: boolean): void {
    const { width } = tile.getBoundingClientRect();
    this.#float.style.width = `${width}px`;
    this.#float.replaceChildren(this.#options.lift(tile));
    document.body.append(this.#float);
    const board = isTouch && this.#options.enlarged();
    if (!board) return;
    board.id ||= 'enlarged';
    const copy = document.createElementNS(SVG, 'use');
    copy.setAttribute('href', `#${board.id}`);
    this.#loupe.replaceChildren(copy, this.#mark);
    document.body.append(this.#loupe);
  }

  /** Shows what is under the tile in a circle above it, or below it at the top of the screen. */
  #enlarge(x: number, y: number, target: Element | undefined): void {
    const board = this.#options.enlarged();
    if (!board) return;
    const { left, top, width, height } = board.getBoundingClientRect();
    const isThere = x >= left && x <= left + width && y >= top && y <= top + height;
    this.#loupe.classList.toggle('shown', isThere);
    const { baseVal } = board.viewBox;
    const unit = baseVal.width / width;
    const side = (LOUPE_PX / TIMES) * unit;
    const place = target?.getBoundingClientRect() ?? new DOMRect();
    const mark = [
      ['x', baseVal.x + (place.left - left) * unit],
      ['y', baseVal.y + (place.top - top) * unit],
      ['width', place.width * unit],
      ['height', place.height * unit],
    ] as const;
    for (const [name, value] of mark) this.#mark.setAttribute(name, String(value));
    const from = [baseVal.x + (x - left) * unit - side / 2, baseVal.y + (y - top) * unit - side / 2];
    this.#loupe.setAttribute('viewBox', `${from.join(' ')} ${side} ${side}`);
    const isBelowTop = y > LOUPE_PX + ABOVE_FINGER_PX;
    this.#loupe.style.translate = `${x}px ${y + (isBelowTop ? -1 : 1) * (LOUPE_PX / 2 + ABOVE_FINGER_PX)}px`;
  }

  #middle({ clientX, clientY, pointerType }: PointerEvent): readonly [x: number, y: number] {
    return [clientX, clientY - (pointerType === 'touch' ? ABOVE_FINGER_PX : 0)];
  }

  #targetAt(event: PointerEvent): Element | undefined {
    return document.elementFromPoint(...this.#middle(event)) ?? undefined;
  }

  #end(): void {
    this.#tile = undefined;
    this.#float.remove();
    this.#loupe.remove();
    this.#loupe.classList.remove('shown');
    this.#options.over(undefined);
  }
}
