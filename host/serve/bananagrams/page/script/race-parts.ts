import { html, nothing, type TemplateResult } from 'lit-html';
import { columnOf, type Marks, rowOf, type TileGrid } from '../../../../games/bananagrams/tile-grid.ts';
import { boardPart } from '../../../../views/parts/board.ts';
import { draw } from '../../../../views/parts/script/drawing.ts';
import type { GameView } from '../../../play/contract.ts';
import { type Camera, cellsOf } from '../race.ts';

/** Squares that are pointed at, over the drawing of the grid. */
export function squaresPart(camera: Camera, grid: TileGrid, marks: Marks): readonly TemplateResult[] {
  return cellsOf(camera).map(
    (cells) => html`<div role="row">${cells.map((cell) => squarePart(cell, grid, marks))}</div>`,
  );
}

function squarePart(
  cell: number,
  { laid, cursor, direction }: TileGrid,
  { wrong, apart }: Marks,
): TemplateResult {
  const letter = laid.get(cell);
  const isCursor = cell === cursor;
  const kinds = [
    letter && 'laid',
    wrong.has(cell) && 'wrong',
    apart.has(cell) && 'apart',
    isCursor && `cursor ${direction}`,
  ];
  const about = [
    letter ?? 'empty',
    ...(wrong.has(cell) ? ['not a word'] : []),
    ...(apart.has(cell) ? ['not connected'] : []),
    // A square keeps its name when the camera moves.
    `row ${rowOf(cell) + 1}, column ${columnOf(cell) + 1}`,
  ];
  return html`<div role="gridcell" data-cell=${cell} tabindex=${isCursor ? 0 : -1} class=${kinds.filter(Boolean).join(' ')} aria-label=${about.join(', ')}></div>`;
}

export function cellOf(element: Element | null | undefined): number | undefined {
  const { cell } = (element as HTMLElement | null | undefined)?.dataset ?? {};
  return cell === undefined ? undefined : Number(cell);
}

/** The newest letters, and the number of the peel that brought them. Empty after a dump. */
export interface Fresh {
  readonly letters: string;
  readonly number: string;
}

export function loosePart(loose: readonly string[], fresh: Fresh): readonly TemplateResult[] {
  const left = [...fresh.letters];
  return loose.map((letter, index) => {
    const place = left.indexOf(letter);
    if (place !== -1) left.splice(place, 1);
    const isFresh = place !== -1;
    return html`<button data-loose=${index} class=${isFresh ? 'fresh' : ''} aria-label=${isFresh ? `${letter}, new` : letter}>${picture(letter)}${isFresh ? html`<small>${fresh.number}</small>` : nothing}</button>`;
  });
}

export function picture(letter: string): TemplateResult {
  return boardPart(draw, { panel: { seat: undefined, caption: '', rows: [letter] }, kind: 'tile' });
}

/** Accepted grids are public. */
export function opponentsPart({ panels, seats, you }: GameView): readonly TemplateResult[] {
  return panels
    .filter(({ seat, rows }) => seat !== you && rows.length > 0)
    .map(
      (panel) =>
        html`<figure class="other seat-${panel.seat ?? 0}"><figcaption>${seats.find(({ seat }) => seat === panel.seat)?.name}, ${panel.caption}</figcaption>${boardPart(draw, { panel, kind: 'board' })}</figure>`,
    );
}

/** Where the grid is kept for a page that is loaded again. */
export const draftName = (key: string) => `grid ${key}`;
