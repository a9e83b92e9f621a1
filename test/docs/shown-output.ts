/**
 * Lines that a page shows and the command did not print. What differs from run to run (times, counts, ids, grids)
 * is not compared, and a page may leave out what follows a `…`.
 */
export function notPrinted(shown: string, printed: string): readonly string[] {
  const shapes = printed.split('\n').map(shapeOf);
  return shown.split('\n').filter((line) => {
    if (line.trim() === '' || line.trim() === '…' || isGrid(line)) return false;
    const shape = shapeOf(line.replace(/…$/, ''));
    return !shapes.some((other) => (line.endsWith('…') ? other.startsWith(shape) : other === shape));
  });
}

/**
 * The lines of what a page shows to the letter, from the first that was not printed at its place on. A line of `…`
 * stands for any lines, and `…` at the end of a line for the rest of it.
 */
export function notExactly(shown: string, printed: string): readonly string[] {
  const lines = printed.split('\n');
  const parts = shown.trimEnd().split('\n');
  let next = 0;
  for (const [index, part] of parts.entries()) {
    if (part === '…') continue;
    const found = lines.findIndex((line, at) => at >= next && isShown(part, line));
    if (found === -1 || (found !== next && parts[index - 1] !== '…')) return parts.slice(index);
    next = found + 1;
  }
  return parts.at(-1) === '…' || lines.slice(next).join('') === '' ? [] : ['(nothing more)'];
}

function isShown(part: string, line: string): boolean {
  return part.endsWith('…') ? line.startsWith(part.slice(0, -1)) : line === part;
}

function shapeOf(line: string): string {
  return (
    line
      .replace(/\bgame [\w-]{21}(?=,)/, 'game ID')
      .replace(/(?<![\w-])[\w-]{21}\.jsonl/, 'ID.jsonl')
      .replace(/seed [0-9a-v]{16,}/, 'seed DRAWN')
      .replace(/sandbox: \w+/, 'sandbox: LEVEL')
      .replace(/\b[0-9a-f]{64}\b/, 'HASH')
      // A player may be ready before the game begins, which is a time below zero.
      .replace(/(?<!\S)-?\d+(\.\d+)? (ms|s|min)\b|\d+(\.\d+)? (ms|s|min)\b/g, 'TIME')
      .replace(/\d+(\.\d+)?/g, '0')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** A row of tiles. */
function isGrid(line: string): boolean {
  return /^\s*([A-Z]\s+)*[A-Z]\s*$/.test(line);
}
