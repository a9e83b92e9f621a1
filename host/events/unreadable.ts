import { isUtf8 } from 'node:buffer';
import { DEEPEST, isTooDeep } from '../core/text/json-object.ts';
import { faultInWords } from '../files/output/fault-in-words.ts';

/** The size limit of a string in Node. */
export const MOST_BYTES = 512_000_000;

export const TOO_LARGE = `expected at most ${MOST_BYTES / 1e6} MB; there is more`;

/** Why a file could not be read. */
export function unreadFile(error: NodeJS.ErrnoException): string {
  const { code } = error;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'expected a file; got a folder. Records are files in it';
  return code === 'EACCES' ? 'permission denied' : faultInWords(error);
}

/** Why these bytes are no text of lines; none: they are one. */
export function unreadableBytes(bytes: Buffer): string | undefined {
  if (bytes.length > MOST_BYTES) return TOO_LARGE;
  if (bytes.subarray(0, MARK.length).equals(MARK)) return MARKED;
  return isUtf8(bytes) ? undefined : `line ${brokenLine(bytes)} is not UTF-8`;
}

/** Of UTF-8, as editors write it before a text. */
const MARK = Buffer.of(0xef, 0xbb, 0xbf);
const MARKED =
  'it begins with a byte order mark, which no record has: another program has written it again. Without it: tail -c +4 FILE > NEWFILE';

const LF = 10;

function brokenLine(bytes: Buffer): number {
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(LF); end !== -1 && isUtf8(bytes.subarray(start, end)); line++) {
    start = end + 1;
    end = bytes.indexOf(LF, start);
  }
  return line;
}

/** More than twice the longest message that any option allows. A parsed line takes many times the memory. */
const LONGEST_LINE = 40_000_000;

/** Shorter lines are harmless, however deep they nest. */
const LONG = 10_000;

/** Why a line is not even parsed; none: it may be. */
export function unreadableLine(line: string): string | undefined {
  if (line.length > LONGEST_LINE) return `no event: more than ${LONGEST_LINE} characters`;
  return line.length >= LONG && isTooDeep(line) ? `no event: nested more than ${DEEPEST} deep` : undefined;
}
