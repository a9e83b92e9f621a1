/** The rows of a board, `R S P L`, to their cells as they are printed on dice: `Qu`. */
export function printedRows(rows: readonly string[]): string[][] {
  return rows.map((row) => row.split(' ').map((cell) => cell.charAt(0) + cell.slice(1).toLowerCase()));
}
