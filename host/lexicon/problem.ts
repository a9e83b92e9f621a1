import { shellWord } from '../files/shell.ts';

/** The faults of a word list. */
export type Fault =
  | { readonly is: 'missing'; readonly sought: string }
  | { readonly is: 'directory' }
  | { readonly is: 'device' }
  | { readonly is: 'forbidden' }
  | { readonly is: 'unreadable'; readonly reason: string }
  | { readonly is: 'large'; readonly bytes: number; readonly most: number }
  | { readonly is: 'utf-16' }
  | { readonly is: 'nul'; readonly line: number }
  | { readonly is: 'not-utf-8'; readonly line: number }
  | { readonly is: 'empty' }
  | { readonly is: 'bad-lines'; readonly lines: readonly BadLine[]; readonly count: number }
  | { readonly is: 'many-letters'; readonly letters: number; readonly most: number }
  | { readonly is: 'too-big'; readonly words: number }
  | { readonly is: 'other-version'; readonly found: number; readonly expected: number }
  | { readonly is: 'damaged'; readonly detail: string }
  | { readonly is: 'broken-kwg'; readonly detail: string }
  | { readonly is: 'foreign-kwg'; readonly detail: string }
  | { readonly is: 'leaves' }
  | { readonly is: 'alphagrams'; readonly words: number }
  | { readonly is: 'not-shipped'; readonly sought: string }
  | { readonly is: 'no-cache'; readonly tried: readonly string[] };

export interface BadLine {
  readonly line: number;
  readonly text: string;
  /** It has other characters than letters; a letter with a combining mark; too many letters. */
  readonly why: 'characters' | 'mark' | 'long';
}

/** Lines that are not words and that the user wants to skip. */
export interface SkippedLines {
  readonly count: number;
  readonly first: BadLine;
}

export function explainSkipped(name: string, { count, first }: SkippedLines): string {
  const which = count === 1 ? '1 line was skipped' : `${count} lines were skipped, the first of them`;
  return `dictionary ${name}: ${which}: ${badLine(first)}`;
}

/** The name of a list that users bring. */
export const ENABLE = 'enable';

/** Explains a fault and says what to do. */
export function explain(name: string, fault: Fault): string {
  return `dictionary ${name}: ${sentence(name, fault)}`;
}

function sentence(name: string, fault: Fault): string {
  switch (fault.is) {
    case 'missing':
      if (name === ENABLE)
        return `ENABLE is not part of wordhost (looked for ${fault.sought}). Put its file there, with one word per line, or name the file in WORDHOST_ENABLE`;
      return `no such file (looked for ${fault.sought}). Use the path of a word list, or a built-in list: english, odd`;
    case 'directory':
      return 'this is a directory. Use a file: a word list with one word per line';
    case 'device':
      return 'this is a device. Use a file: a word list with one word per line';
    case 'forbidden':
      return 'permission denied. Make the file readable: chmod u+r';
    case 'unreadable':
      return `cannot read the file: ${fault.reason}. Use a readable word list`;
    case 'large':
      return `the file has ${fault.bytes} bytes, but a word list may have at most ${fault.most}. Use a smaller list`;
    case 'utf-16':
      return 'the file is UTF-16, but a word list must be UTF-8. Save it as UTF-8: iconv -f utf-16 -t utf-8';
    case 'nul':
      return `line ${fault.line} has a NUL byte: the file is UTF-16, or not text. Save the word list as UTF-8`;
    case 'not-utf-8':
      return `line ${fault.line} is not UTF-8. Save the file as UTF-8; if it is Latin-1: iconv -f latin1 -t utf-8`;
    case 'empty':
      return 'the list is empty. Use a list with at least one word, one word per line';
    case 'bad-lines':
      return badLines(name, fault.lines, fault.count);
    case 'many-letters':
      return `its words use ${fault.letters} different letters (including all of A to Z); at most ${fault.most} are possible. Use a list with fewer letters`;
    case 'too-big':
      return `its ${fault.words} words are too many to compile. Use a smaller list`;
    case 'other-version':
      return `it was compiled by another version of wordhost (format ${fault.found}, this one reads ${fault.expected}). Compile it again: wordhost lexicon build`;
    case 'damaged':
      return `this compiled list is damaged (${fault.detail}). Compile it again: wordhost lexicon build`;
    case 'broken-kwg':
      return `this KWG file is damaged (${fault.detail}). Create it again, with the original program or from a text list: wordhost lexicon export --as kwg`;
    case 'foreign-kwg':
      return `${fault.detail}. A KWG file has numbers instead of letters, so use a text list with one word per line`;
    case 'leaves':
      return 'this is a KLV2 file: it has leave values, but no words. Use it with --leave, and a word list as the dictionary';
    case 'alphagrams':
      return `the letters of all its ${fault.words} words are in alphabetical order: it is a list of alphagrams. Use the list of the words themselves`;
    case 'not-shipped':
      return `the built-in list is missing or damaged: ${fault.sought}. Reinstall wordhost; in a clone: npm run build`;
    case 'no-cache':
      return `no folder to save the compiled list in:\n${fault.tried.map((line) => `  ${line}\n`).join('')}Set XDG_CACHE_HOME to a writable folder`;
    default:
      return fault satisfies never;
  }
}

function badLines(name: string, lines: readonly BadLine[], count: number): string {
  const more = count > lines.length ? [`and ${count - lines.length} more lines`] : [];
  return [
    ...lines.map(badLine),
    ...more,
    `Remove ${count === 1 ? 'this line' : 'these lines'}, put # before comments, or use --skip-non-words. To create a clean list:`,
    `  tr -d '\\r' < ${shellWord(name)} | LC_ALL=C.UTF-8 grep -xE '[[:alpha:]]{1,255}' > ${cleanedName(name)}`,
  ].join('\n');
}

/** A name for the cleaned list. It differs from the name of the list, since the shell empties the output file before the list is read. */
function cleanedName(name: string): string {
  return /(^|\/)only-words\.txt$/i.test(name) ? 'only-words-2.txt' : 'only-words.txt';
}

function badLine(bad: BadLine): string {
  return `line ${bad.line}: ${quoted(bad.text)} ${reason(bad)}`;
}

function reason({ why, text }: BadLine): string {
  switch (why) {
    case 'characters':
      return 'is not a word: only letters, one word per line';
    case 'mark':
      return 'is not a word: each letter must be one code point, without combining marks';
    case 'long':
      return `is not a word: it has ${Array.from(text).length} letters, and at most 255 are possible`;
    default:
      return why satisfies never;
  }
}

const SHOWN = 40;

function quoted(text: string): string {
  const characters = Array.from(text.slice(0, 4 * SHOWN).replace(/\p{C}/gu, '\ufffd'));
  const cut = characters.length > SHOWN || text.length > 4 * SHOWN;
  return `"${cut ? `${characters.slice(0, SHOWN).join('')}…` : characters.join('')}"`;
}
