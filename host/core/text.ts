/**
 * Makes text from outside safe for a terminal or a page: control characters, changes of direction and invisible characters are
 * escaped. All names, commands, messages of players and records pass through here before they are shown.
 */
export function visible(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNSEEN, escapeOf);
}

/** Makes bytes visible that should be UTF-8. `bytes` has one character for each byte; invalid bytes are escaped. */
export function visibleUtf8(bytes: string): string {
  if (PLAIN.test(bytes)) return bytes;
  decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
  let shown = '';
  let from = 0;
  for (const { 0: sequence, index } of bytes.matchAll(SEQUENCE)) {
    const letter = decoder.decode(Uint8Array.from(sequence, (byte) => byte.charCodeAt(0)));
    if (letter.includes('\ufffd')) continue;
    shown += visibleBytes(bytes.slice(from, index)) + visible(letter);
    from = index + sequence.length;
  }
  return shown + visibleBytes(bytes.slice(from));
}

// The decoder is created when it is needed, since it takes a millisecond of a start.
let decoder: InstanceType<typeof TextDecoder> | undefined;
const SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;

/** Makes bytes visible as records quote them: everything except printable ASCII is escaped. */
export function visibleBytes(text: string): string {
  return PLAIN.test(text)
    ? text
    : visible(text.replace(/[^\x20-\x7e]/gu, (each) => (each < '\u0100' ? escapeOf(each) : each)));
}

/** Makes lines safe that are about to be printed. Keeps our own styles; also escapes commands to CI services, such as `::error`. */
export function visibleLines(text: string): string {
  const lines = PLAIN_LINES.test(text) ? text : text.replace(NOT_OURS, escapeOf);
  return lines.replace(COMMAND_OF_CI, (sign) => byteEscape(sign.charCodeAt(0)));
}

/** One line of JSON in which control characters are escaped, since people look at it on terminals. The value stays the same. */
export function visibleJson(value: unknown): string {
  return visibleInQuotes(JSON.stringify(value));
}

/** Escapes control characters in a line of JSON or YAML that has them only within quotes. */
export function visibleInQuotes(line: string): string {
  return line.replace(UNSEEN, (character) => character.split('').map(unitEscape).join(''));
}

function unitEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

// Many lines contain the ellipsis of a cut text.
const PLAIN = /^[\x20-\x7e…]*$/;
const PLAIN_LINES = /^[\x20-\x7e…\n\t]*$/;

/** Control, format, surrogate and private-use characters, and line and paragraph separators. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern finds them
const NOT_OURS = /(?!\x1b\[\d{1,2}m|[\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** The start of `::error` at the beginning of a line, or of `##[error]`. */
const COMMAND_OF_CI = /(?<=^[ \t]*)(?::(?=:)|#(?=#\[))/gm;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeOf(character: string): string {
  const code = character.codePointAt(0)!;
  return named[character] ?? (code < 256 ? byteEscape(code) : `\\u{${code.toString(16)}}`);
}

/** A byte as it is shown in messages, such as `\\x00`. */
export function byteEscape(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0')}`;
}

/** The number of terminal columns of a text. East Asian wide letters and emoji take two, combining marks none. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of text.replaceAll(STYLE, '')) width += columnsOf(character);
  return width;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}

/** Cuts a text to a width and appends an ellipsis. An escape is kept whole or left out. */
export function cut(text: string, width: number): string {
  if (text.length <= width && PLAIN.test(text)) return text;
  let used = 0;
  let fitting = 0;
  for (const [character] of text.matchAll(CHARACTERS)) {
    used += character.length > 2 ? character.length : columnsOf(character);
    if (used > width) return `${text.slice(0, fitting)}…`;
    if (used < Math.max(2, width)) fitting += character.length;
  }
  return text;
}

/** Cuts a text to a number of characters. For texts that are not in columns. */
export function abbreviate(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** Our own styles, which take no column. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern finds them
const STYLE = /\x1b\[\d{1,2}m/g;
/** A character, or an escape of `visible`. */
const CHARACTERS = /\\u\{[\da-f]{1,6}\}|\\x[\da-f]{2}|./gsu;
const COMBINING = /[\p{Mn}\p{Me}]/u;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

function columnsOf(character: string): number {
  if (character <= '\x7e') return 1;
  if (COMBINING.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Puts parts one after another on lines of this width. A single part may be wider. */
export function inLines(parts: readonly string[], width: number, gap = ' '): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = lines.length > 0 ? `${lines.at(-1)}${gap}${part}` : part;
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/** Wraps a text and keeps its spaces. A single word may be wider. */
export function wrapped(text: string, width: number): string[] {
  return inLines(text.split(' '), width);
}

/** A count in words: `1 word`, `2 words`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** A count with commas: `12,345`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)}%`;
}

/** Suggests the name that was probably meant. `written` says how to write it. */
export function meant(
  wrong: string,
  names: readonly string[],
  written: (name: string) => string = (name) => name,
): string {
  const near = names
    .filter((name) => Math.abs(name.length - wrong.length) <= nearness(name))
    .map((name) => ({ name, far: distance(wrong, name) }))
    .filter(({ name, far }) => far <= nearness(name))
    .sort((one, other) => one.far - other.far)[0];
  return near ? `; did you mean ${written(near.name)}?` : '';
}

/** The number of edits up to which a name is suggested. */
function nearness(name: string): number {
  return Math.max(1, Math.floor(name.length / 3));
}

/** The edit distance with swaps of neighbors (Damerau and Levenshtein, optimal string alignment). */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min(row[j - 1]! + same, row[j]! + 1, next[j - 1]! + 1);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[other.length]!;
}

/** Joins names as a choice: `a, b or c`. */
export function either(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}

/** Longer lines are cut. */
const LONGEST_WHOLE = 200;
const [BEFORE, AFTER] = [60, 120];

/** Shows two lines that differ. Cuts long lines to the part where they begin to differ. */
export function aroundDifference(one: string, other: string): readonly [string, string] {
  if (Math.max(one.length, other.length) <= LONGEST_WHOLE) return [one, other];
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const from = Math.max(0, same - BEFORE);
  const part = (line: string) =>
    `${from > 0 ? '…' : ''}${line.slice(from, same + AFTER)}${line.length > same + AFTER ? '…' : ''}`;
  return [part(one), part(other)];
}

/** Escapes a text for XML and HTML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** U+FEFF as a character. */
export const BYTE_ORDER_MARK = '\ufeff';
export const FIRST_BYTE_OF_MARK = 0xef;

/** Tells authors how to avoid a byte order mark in their output. */
export const WITHOUT_MARK = 'write UTF-8 without a byte order mark (in C#: new UTF8Encoding(false))';
