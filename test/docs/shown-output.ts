/**
 * Lines that a page shows and the command did not print. What differs from run to run (times, counts, ids, grids)
 * is not compared, and a page may leave out what a `…` stands for. The last line of a page that leaves out lines is the
 * last that was printed.
 */
export function notPrinted(shown: string, printed: string): readonly string[] {
  const shapes = printed.trimEnd().split('\n').map(shapeOf);
  const lines = shown.trimEnd().split('\n');
  const last = lines.at(-1)!;
  const missing = lines.filter(
    (line) =>
      line.trim() !== '' && line !== '…' && !isGrid(line) && !shapes.some((other) => isAlike(line, other)),
  );
  const isLast = missing.includes(last) || (last !== '…' && isAlike(last, shapes.at(-1)!));
  return lines.includes('…') && !isLast ? [...missing, `(not the last line) ${last}`] : missing;
}

const isAlike = (line: string, shape: string): boolean =>
  line.endsWith('…') ? shape.startsWith(shapeOf(line.slice(0, -1))) : shape === shapeOf(line);

/**
 * The lines of what a page shows to the letter, from the first that was not printed at its place on. A line of `…`
 * stands for lines between others, and `…` at the end of a line for the rest of it.
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
  return parts.at(-1) !== '…' && lines.slice(next).join('') === '' ? [] : ['(nothing more)'];
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
