/** Text as a terminal can show it on one line: all that is not printable is escaped. */
export function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    if (character === '\t') return '\\t';
    const code = character.codePointAt(0)!;
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : character;
  });
}

/** So much of it as fits, with a sign where something was left out. */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(1, width - 1))}…`;
}
