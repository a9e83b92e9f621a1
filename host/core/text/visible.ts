/**
 * Text from outside, as a terminal or a page may show it: nothing in it moves the cursor, changes the direction of
 * writing or hides a letter. Everything that is shown goes through here: names, commands, what players wrote, records.
 */
export function visible(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNSEEN, escapeOf);
}

/** The same for bytes, one for each character, that should be UTF-8: letters are letters, and bytes that are none are escaped. */
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

// Made when it is needed: it takes a start a millisecond.
let decoder: InstanceType<typeof TextDecoder> | undefined;
const SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;

/** The same for bytes as records quote them: all but printable ASCII is escaped. */
export function visibleBytes(text: string): string {
  return PLAIN.test(text)
    ? text
    : visible(text.replace(/[^\x20-\x7e]/gu, (each) => (each < '\u0100' ? escapeOf(each) : each)));
}

/** Lines that are about to be printed, with the styles that are our own. All else is escaped, and what a service for CI takes for its command. */
export function visibleLines(text: string): string {
  const lines = PLAIN_LINES.test(text) ? text : text.replace(NOT_OURS, escapeOf);
  return lines.replace(COMMAND_OF_CI, (sign) => byteEscape(sign.charCodeAt(0)));
}

/** One line of JSON for programs, which may be looked at on a terminal: the same value, and nothing in it acts there. */
export function visibleJson(value: unknown): string {
  return visibleInQuotes(JSON.stringify(value));
}

/** The same for a line of JSON or YAML in which only what is in quotes can have such characters. */
export function visibleInQuotes(line: string): string {
  return line.replace(UNSEEN, (character) => character.split('').map(unitEscape).join(''));
}

function unitEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

// The sign for a cut text is in many lines.
const PLAIN = /^[\x20-\x7e…]*$/;
const PLAIN_LINES = /^[\x20-\x7e…\n\t]*$/;

/** Controls, what has no width or turns the direction of writing, ends of lines, halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern finds them
const NOT_OURS = /(?!\x1b\[\d{1,2}m|[\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** `::error` at the beginning of a line, or `##[error]`. */
const COMMAND_OF_CI = /(?<=^[ \t]*)(?::(?=:)|#(?=#\[))/gm;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeOf(character: string): string {
  const code = character.codePointAt(0)!;
  return named[character] ?? (code < 256 ? byteEscape(code) : `\\u{${code.toString(16)}}`);
}

/** As it is in what is said of a byte. */
export function byteEscape(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0')}`;
}
