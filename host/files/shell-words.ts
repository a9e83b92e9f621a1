/** One word of a shell, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The same, easier to read where nothing in it means anything to a shell. */
export function quotedIfNeeded(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : quoted(text);
}

/** The same for a line that people see and copy: what would not be seen is written by its bytes, and so is what a service for CI takes for its command. */
export function shellWord(text: string): string {
  const pieces = text.split(/((?:[^\P{C}\n\t]|[\p{Zl}\p{Zp}]|\n[ \t\n]*(?::(?=:)|#(?=#\[)))+)/u);
  if (pieces.length === 1) return quotedIfNeeded(text);
  return pieces
    .map((piece, index) => (index % 2 === 0 ? quoted(piece) : `"$(printf '${octal(piece)}')"`))
    .filter((word) => word !== "''")
    .join('');
}

function octal(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

export function quotedWords(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

/** What a shell can keep in a variable: it would lose the others, or end. Some are its own, and read-only. */
const NAME = /^(?!(?:UID|EUID|PPID|SHELLOPTS|BASHOPTS|BASH_VERSINFO)$)[A-Za-z_][A-Za-z0-9_]*$/;

/** A line for each variable that a shell can hand on. */
export function exportLines(environment: Readonly<Record<string, string>>): string[] {
  return Object.entries(environment)
    .filter(([name]) => NAME.test(name))
    .map(([name, value]) => `export ${name}=${quoted(value)}`);
}
