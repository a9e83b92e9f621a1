import { cut, padEnd, widthOf } from '../../../core/text/columns.ts';
import { visible } from '../../../core/text/visible.ts';

const GAP = 2;

/** Down one column and on in the next; if not all of it fits, the number of the others. */
export function inColumns(items: readonly string[], width: number, most: number): string[] {
  // More than this many never fit: a list may be long, and is drawn many times a second.
  const seen = items.slice(0, most * width).map((item) => cut(visible(item), width));
  const widest = Math.max(0, ...seen.map(widthOf));
  const columns = Math.max(1, Math.floor((width + GAP) / (widest + GAP)));
  if (items.length <= most * columns) return rowsOf(seen, columns, widest);
  const shown = Math.max(0, most - 1) * columns;
  return [...rowsOf(seen.slice(0, shown), columns, widest), `and ${items.length - shown} more`];
}

function rowsOf(items: readonly string[], columns: number, widest: number): string[] {
  const height = Math.ceil(items.length / columns);
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: columns }, (_, column) => padEnd(items[column * height + row] ?? '', widest))
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}
