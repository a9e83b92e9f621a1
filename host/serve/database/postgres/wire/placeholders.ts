/** A text, a name, a comment to the end of the line, one in between; or a place for a value. */
const PIECES = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g;

/** SQL with `?` for each value, as PostgreSQL wants it: `$1`, `$2`… */
export function numberedPlaceholders(sql: string): string {
  let number = 0;
  return sql.replace(PIECES, (piece) => (piece === '?' ? `$${++number}` : piece));
}
