import type { BadLine, Fault, SkippedLines } from './problem.ts';

export const LONGEST_WORD = 255;
/** Messages name this many bad lines, and count the others. */
const BAD_LINES_NAMED = 10;

export type WordList =
  | { readonly ok: true; readonly words: readonly string[]; readonly skipped?: SkippedLines }
  | { readonly ok: false; readonly fault: Fault };

/** Reads the words of a file: in upper case, sorted by byte, without duplicates. */
export function readWordList(bytes: Uint8Array, skipsNonWords = false): WordList {
  const decoded = decode(bytes);
  return typeof decoded === 'string' ? parseWordList(decoded, skipsNonWords) : { ok: false, fault: decoded };
}

/** Reads one word per line. Ignores blank lines, lines that start with # and spaces around a word; skips other lines if asked to. */
export function parseWordList(text: string, skipsNonWords = false): WordList {
  const words: string[] = [];
  const bad: BadLine[] = [];
  let badCount = 0;
  const rows = linesOf(text);
  for (let index = 0; index < rows.length; index++) {
    const written = rows[index]!.trim();
    if (written === '' || written.startsWith('#')) continue;
    const word = /^[A-Z]+$/.test(written) ? written : upperCase(written);
    const why = whyNoWord(word);
    if (why === undefined) words.push(word);
    else if (++badCount <= BAD_LINES_NAMED) bad.push({ line: index + 1, text: written, why });
  }
  if (badCount > 0 && !skipsNonWords)
    return { ok: false, fault: { is: 'bad-lines', lines: bad, count: badCount } };
  if (words.length === 0) return { ok: false, fault: { is: 'empty' } };
  const [first] = bad;
  return { ok: true, words: inOrder(words), ...(first && { skipped: { count: badCount, first } }) };
}

/** The text that players read. */
export function textOf(words: readonly string[]): string {
  return `${words.join('\n')}\n`;
}

/** Converts words to composed form (NFC) and upper case. A letter may become two, such as ß. */
export function upperCase(text: string): string {
  return /^[A-Za-z]*$/.test(text) ? text.toUpperCase() : text.normalize('NFC').toUpperCase().normalize('NFC');
}

function whyNoWord(word: string): BadLine['why'] | undefined {
  if (/^[A-Z]+$/.test(word)) return word.length > LONGEST_WORD ? 'long' : undefined;
  if (/^\p{L}+$/u.test(word)) return Array.from(word).length > LONGEST_WORD ? 'long' : undefined;
  return /^[\p{L}\p{M}]+$/u.test(word) ? 'mark' : 'characters';
}

function decode(bytes: Uint8Array): string | Fault {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  if (mark === 0xfffe || mark === 0xfeff) return { is: 'utf-16' };
  if (bytes.includes(0)) return { is: 'nul', line: lineAt(bytes, bytes.indexOf(0)) };
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { is: 'not-utf-8', line: firstBrokenLine(bytes) };
  }
}

function firstBrokenLine(bytes: Uint8Array): number {
  const text = new TextDecoder().decode(bytes);
  return text.slice(0, text.indexOf('\ufffd')).split('\n').length;
}

function lineAt(bytes: Uint8Array, place: number): number {
  let line = 1;
  for (let index = 0; index < place; index++) if (bytes[index] === 0x0a) line++;
  return line;
}

function linesOf(text: string): string[] {
  return text.includes('\r') ? text.split(/\r\n?|\n/) : text.split('\n');
}

/** Sorts by code point, which is the order of UTF-8. UTF-16 has another order for letters with two units. */
function inOrder(words: string[]): readonly string[] {
  const wide = words.some((word) => /[\ud800-\udfff]/.test(word));
  if (!wide && isAscending(words)) return words;
  words.sort(wide ? byCodePoint : undefined);
  return words.filter((word, place) => word !== words[place - 1]);
}

function isAscending(words: readonly string[]): boolean {
  for (let place = 1; place < words.length; place++) if (words[place - 1]! >= words[place]!) return false;
  return true;
}

function byCodePoint(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  for (let place = 0; place < shorter; place++) {
    const difference = rank(one.charCodeAt(place)) - rank(other.charCodeAt(place));
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Ranks surrogates above all other units, since their code points are larger. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
}
