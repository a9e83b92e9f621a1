import { type Box, columnOf, rowOf } from 'wordhost/bananagrams';

/** The visible part of the field. */
export interface Viewport {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Seen {
  readonly cursor: number;
  readonly box: Box | undefined;
}

/** Visible cells around the cursor. */
const MARGIN = 2;

/** Stays until the cursor comes near its edge. A changed screen size centers all tiles, if they fit. */
export function nextViewport(
  before: Viewport | undefined,
  { width, height }: Pick<Viewport, 'width' | 'height'>,
  { cursor, box }: Seen,
): Viewport {
  const [column, row] = [columnOf(cursor), rowOf(cursor)];
  const isKept = before?.width === width && before.height === height;
  const left = isKept ? before.left : middle(width, column, box && [box.left, box.right]);
  const top = isKept ? before.top : middle(height, row, box && [box.top, box.bottom]);
  return { left: shifted(left, width, column), top: shifted(top, height, row), width, height };
}

function middle(length: number, cursor: number, span: readonly [number, number] | undefined): number {
  const [first, last] = [Math.min(cursor, span?.[0] ?? cursor), Math.max(cursor, span?.[1] ?? cursor)];
  const [from, to] = last - first < length ? [first, last] : [cursor, cursor];
  return Math.floor((from + to + 1 - length) / 2);
}

function shifted(from: number, length: number, cursor: number): number {
  const margin = Math.min(MARGIN, Math.floor((length - 1) / 2));
  return Math.max(Math.min(from, cursor - margin), cursor + margin + 1 - length);
}

/** The sides with tiles outside. */
export function sidesBeyond({ left, top, width, height }: Viewport, box: Box | undefined): readonly string[] {
  if (!box) return [];
  return [
    ...(box.left < left ? ['left'] : []),
    ...(box.right >= left + width ? ['right'] : []),
    ...(box.top < top ? ['above'] : []),
    ...(box.bottom >= top + height ? ['below'] : []),
  ];
}
