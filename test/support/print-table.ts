/** Columns below each other. */
export function printTable(columns: readonly string[], rows: readonly Record<string, string>[]): void {
  const lines = [Object.fromEntries(columns.map((name) => [name, name])), ...rows];
  const widths = columns.map((name) => Math.max(...lines.map((row) => (row[name] ?? '').length)));
  for (const row of lines) {
    const cells = columns.map((name, index) => (row[name] ?? '').padEnd(widths[index]!));
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}
