/** The most cells across, and down. */
export const LARGEST_SIDE = 16;

/** A cell spells one letter or several, as `QU` does. */
export const MOST_LETTERS_OF_CELL = 4;

export interface Board {
  readonly width: number;
  readonly height: number;
  /** What each cell spells, row by row: one to four letters from A to Z. */
  readonly cells: readonly string[];
  /** For each cell those that touch it, corners included, in ascending order. */
  readonly neighbours: readonly (readonly number[])[];
}

export function boardOf(width: number, height: number, cells: readonly string[]): Board {
  if (!isSide(width) || !isSide(height) || cells.length !== width * height)
    throw new Error(
      `expected a cell for each place of a board of 1 to ${LARGEST_SIDE} by 1 to ${LARGEST_SIDE}; got ${cells.length} for ${width} by ${height}`,
    );
  const odd = cells.find((cell) => !/^[A-Z]{1,4}$/.test(cell));
  if (odd !== undefined)
    throw new Error(
      `expected cells of one to ${MOST_LETTERS_OF_CELL} letters from A to Z; got ${JSON.stringify(odd)}`,
    );
  const neighbours = cells.map((_, cell) => neighboursOf(cell, width, height));
  return { width, height, cells: [...cells], neighbours };
}

/** The rows as players are sent them: `R S P L`. */
export function rowsOf({ width, height, cells }: Board): string[] {
  return Array.from({ length: height }, (_, row) => cells.slice(row * width, (row + 1) * width).join(' '));
}

function isSide(length: number): boolean {
  return Number.isInteger(length) && length >= 1 && length <= LARGEST_SIDE;
}

function neighboursOf(cell: number, width: number, height: number): number[] {
  const [column, row] = [cell % width, Math.floor(cell / width)];
  const found: number[] = [];
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++)
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++)
      if (x !== column || y !== row) found.push(y * width + x);
  return found;
}
