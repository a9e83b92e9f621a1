/** These letters side by side, as a grid on the wire. */
export function row(letters: string): string {
  return drawn(letters);
}

/** A drawing, a line a row, as a grid on the wire. */
export function drawn(drawing: string): string {
  const rows = rowsOf(drawing);
  const digits = (count: number) => String(count).padStart(3, '0');
  return digits(rows[0]!.length) + digits(rows.length) + rows.join('');
}

export function rowsOf(drawing: string): string[] {
  const rows = drawing.trim().split('\n');
  return rows.map((line) => line.trim());
}

export const inOrder = (letters: string): string => [...letters].sort().join('');
