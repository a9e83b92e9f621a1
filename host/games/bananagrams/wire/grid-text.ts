import type { Grid } from './messages.ts';

export type GridReading =
  | { readonly ok: true; readonly grid: Grid }
  | { readonly ok: false; readonly problem: string };

/** `xxxyyy` and the cells, row by row. */
export function gridText({ width, height, letters, places }: Grid): string {
  let text = threeDigits(width) + threeDigits(height);
  let next = 0;
  for (let index = 0; index < letters.length; index++) {
    const place = places[index]!;
    text += '.'.repeat(place - next) + letters[index];
    next = place + 1;
  }
  return text + '.'.repeat(width * height - next);
}

/** Reads a whole grid, as it is in records and on the command line. */
export function readGrid(text: string): GridReading {
  const size = /^(\d{3})(\d{3})/.exec(text);
  if (!size) return problem('a grid begins with six digits: its width and its height, three each');
  const [width, height] = [Number(size[1]), Number(size[2])];
  if (width === 0 || height === 0) return problem('a grid is at least one column wide and one row high');
  const cells = text.slice(6);
  const odd = /[^A-Z.]/.exec(cells);
  if (odd)
    return problem(
      `a cell is a letter A to Z or a dot, not ${JSON.stringify(odd[0])} (cell ${odd.index + 1})`,
    );
  if (cells.length !== width * height)
    return problem(`${width} by ${height} is ${width * height} cells, and here are ${cells.length}`);
  return { ok: true, grid: gridOfCells(width, height, cells) };
}

function problem(sentence: string): GridReading {
  return { ok: false, problem: sentence };
}

function gridOfCells(width: number, height: number, cells: string): Grid {
  const places: number[] = [];
  let letters = '';
  for (let place = 0; place < cells.length; place++) {
    if (cells[place] === '.') continue;
    letters += cells[place];
    places.push(place);
  }
  return { width, height, letters, places, beyond: 0 };
}

/** The same words without the empty rows and columns around them. */
export function trimmed(grid: Grid): Grid {
  if (grid.places.length === 0) return { ...grid, width: 1, height: 1 };
  const columns = grid.places.map((place) => place % grid.width);
  let [left, right] = [columns[0]!, columns[0]!];
  for (const column of columns) {
    if (column < left) left = column;
    if (column > right) right = column;
  }
  const top = Math.floor(grid.places[0]! / grid.width);
  const bottom = Math.floor(grid.places.at(-1)! / grid.width);
  const width = right - left + 1;
  const places = grid.places.map((place, index) => {
    const row = Math.floor(place / grid.width) - top;
    return row * width + columns[index]! - left;
  });
  return { ...grid, width, height: bottom - top + 1, places };
}

export function threeDigits(number: number): string {
  return String(number).padStart(3, '0');
}
