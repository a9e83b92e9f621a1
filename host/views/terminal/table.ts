import { padEnd, padStart, widthOf } from '../../core/columns.ts';

/** Rows under headings. Columns whose cells are all numbers stand to the right. */
export function drawTable(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => widthOf(row[column]!))));
  const right = headings.map((_, column) => rows.every((row) => /^[\d.,%+-]*( \w+)?$/.test(row[column]!)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        right[column] ? padStart(cell, widths[column]!) : padEnd(cell, widths[column]!),
      )
      .join('  ')
      .trimEnd();
  return all.map(line);
}
