/** How many columns of a terminal a text takes; letters of East Asia and emoji take two, combining marks none. */
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

/** The part of it that fits, with a sign for what was left out. What stands for an unseen character is whole or left out. */
export function cut(text: string, width: number): string {
  if (text.length <= width && PLAIN.test(text)) return text;
  let used = 0;
  let fitting = 0;
  for (const [character] of text.matchAll(WHOLE)) {
    used += character.length > 2 ? character.length : columnsOf(character);
    if (used > width) return `${text.slice(0, fitting)}…`;
    if (used < Math.max(2, width)) fitting += character.length;
  }
  return text;
}

/** Our own styles take no column. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern finds them
const STYLE = /\x1b\[\d{1,2}m/g;
/** A character, or how `visible` writes one that is unseen. */
const WHOLE = /\\u\{[\da-f]{1,6}\}|\\x[\da-f]{2}|./gsu;
const PLAIN = /^[\x20-\x7e…]*$/;
const MARK = /[\p{Mn}\p{Me}]/u;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

function columnsOf(character: string): number {
  if (character <= '\x7e') return 1;
  if (MARK.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
