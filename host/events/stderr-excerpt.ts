import { visible } from '../core/text/visible.ts';

export const FIRST_LINES = 3;
export const LAST_LINES = 7;
/** Ten lines and their signs are below 4 KiB. */
const MOST_BYTES_OF_LINE = 380;

/** As it may be shown: of many lines the first and the last, of a long line its beginning; at most some 4 KiB in all. */
export function stderrExcerpt(end: string, start?: string): string[] {
  const lines = end.trimEnd().split('\n');
  if (lines.length === 1 && lines[0] === '') return [];
  if (start === undefined && lines.length <= FIRST_LINES + LAST_LINES) return lines.map(shownLine);
  const first = (start === undefined ? lines : start.split('\n')).slice(0, FIRST_LINES);
  return [...first.map(shownLine), '…', ...lines.slice(-LAST_LINES).map(shownLine)];
}

/** Escapes and letters beyond ASCII take several bytes. */
function shownLine(line: string): string {
  const shown = visible(line.slice(0, MOST_BYTES_OF_LINE));
  const isCut = shown.length < line.length || Buffer.byteLength(shown) > MOST_BYTES_OF_LINE;
  if (!isCut) return shown;
  let size = Math.min(shown.length, MOST_BYTES_OF_LINE);
  while (Buffer.byteLength(shown.slice(0, size)) > MOST_BYTES_OF_LINE) size -= 8;
  return `${shown.slice(0, size)}…`;
}
