import { visible } from '../core/text/visible.ts';

const [FIRST_LINES, LAST_LINES] = [3, 7];
/** Ten lines and their signs are below 4 KiB. */
const MOST_BYTES_OF_LINE = 380;

/** What a program says that ends by an error, as `TypeError: …`; some say it after their code and before a long stack. */
const ERROR = /^(Uncaught )?([\w$]+\.)*\w*(Error|Exception)\b/;

export interface StderrExcerpt {
  readonly lines: readonly string[];
  /** Which lines they are; none: all. */
  readonly which?: string;
}

/**
 * As it may be shown: of many lines the first and the last, and one between them that tells an error; of a long line its beginning; at
 * most some 4 KiB in all.
 */
export function excerptOfStderr(end: string, start?: string): StderrExcerpt {
  const lines = end.trimEnd().split('\n');
  if (lines.length === 1 && lines[0] === '') return { lines: [] };
  if (start === undefined && lines.length <= FIRST_LINES + LAST_LINES) return { lines: lines.map(shownLine) };
  const begin = start === undefined ? lines : start.split('\n');
  const first = begin.slice(0, FIRST_LINES).map(shownLine);
  const last = lines.slice(-LAST_LINES).map(shownLine);
  const between = [...begin.slice(FIRST_LINES), ...(start === undefined ? [] : lines)];
  const shown = [...first, ...last];
  const error = shown.some((line) => ERROR.test(line)) ? undefined : between.find((line) => ERROR.test(line));
  if (error === undefined)
    return {
      lines: [...first, '…', ...last],
      which: `the first ${FIRST_LINES} lines and the last ${LAST_LINES}`,
    };
  return {
    lines: [...first, '…', shownLine(error), '…', ...last.slice(1)],
    which: `the first ${FIRST_LINES} lines, the error and the last ${LAST_LINES - 1}`,
  };
}

export const stderrExcerpt = (end: string, start?: string): string[] => [
  ...excerptOfStderr(end, start).lines,
];

/** Escapes and letters beyond ASCII take several bytes. */
function shownLine(line: string): string {
  const shown = visible(line.slice(0, MOST_BYTES_OF_LINE));
  const isCut = shown.length < line.length || Buffer.byteLength(shown) > MOST_BYTES_OF_LINE;
  if (!isCut) return shown;
  let size = Math.min(shown.length, MOST_BYTES_OF_LINE);
  while (Buffer.byteLength(shown.slice(0, size)) > MOST_BYTES_OF_LINE) size -= 8;
  return `${shown.slice(0, size)}…`;
}
