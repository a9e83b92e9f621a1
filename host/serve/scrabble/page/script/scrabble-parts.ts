import { html, type TemplateResult } from 'lit-html';
import type { Panel } from '../../../../games/presentation.ts';
import { boardPart, gridFrame } from '../../../../views/parts/board.ts';
import { draw } from '../../../../views/parts/script/drawing.ts';
import {
  BLANK,
  cursorFor,
  type HandTile,
  isLaid,
  type Laying,
  laidAt,
  type ScrabbleHand,
  type Squares,
  squareInWords,
} from '../laying.ts';

interface Marks {
  /** Cells of words that are not in the list. */
  readonly wrong: ReadonlySet<number>;
  /** The cell below a dragged tile. */
  readonly over: number | undefined;
}

/** Squares that are pointed at, over the drawing of the board. */
export function squaresPart(laying: Laying, squares: Squares, marks: Marks): readonly TemplateResult[] {
  const { columns, rows } = squares;
  const cellPart = (cell: number) => squarePart(cell, laying, squares, marks);
  return Array.from(
    { length: rows },
    (_, row) =>
      html`<div role="row">${Array.from({ length: columns }, (_, column) => cellPart(row * columns + column))}</div>`,
  );
}

function squarePart(cell: number, laying: Laying, squares: Squares, { wrong, over }: Marks): TemplateResult {
  const { cursor } = laying;
  const square = squares.cells[cell]!;
  const laid = laidAt(laying, cell);
  const isFocusable = cursorFor(laying, squares)?.cell === cell;
  const kinds = [
    laid && 'laid',
    cursor?.cell === cell && (cursor.isDown ? 'down' : 'across'),
    over === cell && 'over',
    !square.isFree && 'taken',
    wrong.has(cell) && 'wrong',
  ];
  return html`<div role="gridcell" data-cell=${cell} tabindex=${isFocusable ? 0 : -1} class=${kinds.filter(Boolean).join(' ')} aria-label=${squareInWords(square, laid, wrong.has(cell))}></div>`;
}

/** The squares lie over the drawing. A policy forbids styles in attributes. */
export function placeSquares(element: HTMLElement, panel: Panel): void {
  const { left, top, width, height, columns, rows } = gridFrame(panel);
  const part = (value: number, whole: number) => `${(100 * value) / whole}%`;
  Object.assign(element.style, {
    left: part(left + 1, width),
    top: part(top + 1, height),
    right: part(1, width),
    bottom: part(1, height),
    gridTemplateRows: `repeat(${rows}, 1fr)`,
  });
  element.style.setProperty('--columns', String(columns));
}

export function rackPart(laying: Laying, points: Panel['points']): readonly TemplateResult[] {
  return laying.rack.map((tile, slot) =>
    isLaid(laying, slot)
      ? html`<span class="slot" data-slot=${slot}></span>`
      : html`<button class="slot" data-slot=${slot} aria-pressed=${laying.chosen === slot}>${facePart(tile, points)}</button>`,
  );
}

/** Tiles in the bag and in the racks of others. */
export function unseenPart({ unseen, bag }: ScrabbleHand): TemplateResult {
  const counts = Object.entries(unseen).toSorted(
    ([one], [other]) => Number(one === BLANK) - Number(other === BLANK),
  );
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  return html`<section class="tiles-left" aria-labelledby="tiles-left"><h2 id="tiles-left">${all} unseen, ${bag} in the bag</h2>
<p>${counts.map(([letter, count]) => html`<span><b>${letter === BLANK ? 'blank' : letter}</b> ${count}</span> `)}</p></section>`;
}

export function facePart({ letter, points }: HandTile, worth: Panel['points']): TemplateResult {
  const value = points === 1 ? '1 point' : `${points} points`;
  return html`<span class="unseen">${letter === BLANK ? 'blank' : `${letter}, ${value}`}</span><span aria-hidden="true">${picture(letter, worth)}</span>`;
}

export function picture(letter: string, points: Panel['points'] = {}): TemplateResult {
  return boardPart(draw, { panel: { seat: undefined, caption: '', rows: [letter], points }, kind: 'tile' });
}

/** The number of a square or of a tile in the rack. */
export function numberOf(element: Element | null | undefined, name: 'cell' | 'slot'): number | undefined {
  const value = (element as HTMLElement | null | undefined)?.dataset[name];
  return value === undefined ? undefined : Number(value);
}
