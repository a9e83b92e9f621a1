/** Which columns of a table hold numbers alone, with their units: these stand to the right. */
export function numericColumns(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): readonly boolean[] {
  return headings.map((_, column) => rows.every((row) => NUMBER.test(row[column] ?? '')));
}

const NUMBER = /^[\d.,%+-]*( ± [\d.]+)?( \w+)?$/;
