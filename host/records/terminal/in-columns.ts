const GAP = 2;

/** Down one column and on in the next; where not all of it fits, how many more there are. */
export function inColumns(items: readonly string[], width: number, most: number): string[] {
  // More than this many never fit: a list may be long, and is drawn many times a second.
  const seen = items.slice(0, most * width);
  const widest = Math.max(0, ...seen.map(({ length }) => length));
  const columns = Math.max(1, Math.floor((width + GAP) / (widest + GAP)));
  if (items.length <= most * columns) return rowsOf(items, columns, widest);
  const shown = (most - 1) * columns;
  return [...rowsOf(items.slice(0, shown), columns, widest), `and ${items.length - shown} more`];
}

function rowsOf(items: readonly string[], columns: number, widest: number): string[] {
  const height = Math.ceil(items.length / columns);
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: columns }, (_, column) => (items[column * height + row] ?? '').padEnd(widest))
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}
