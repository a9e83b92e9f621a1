import { NoProgram } from './place.ts';

/** Words with a meaning of their own: no name of a variable. */
const keywords = new Set([
  ...['true', 'false', 'if', 'then', 'else', 'while', 'do', 'skip', 'declare'],
  ...['pointValue', 'charToInt', 'wordLength', 'charValue', 'intToChar', 'toUpper', 'toLower'],
  ...['isDigit', 'isLetter', 'isVowel', 'isConsonant'],
]);

export interface Token {
  readonly kind: 'number' | 'name' | 'keyword' | 'symbol' | 'character' | 'end';
  /** As it is written. */
  readonly text: string;
  /** From the beginning of the program to the beginning of the token, in UTF-16 units. */
  readonly at: number;
  /** Of a number, and the code point of a character. */
  readonly value: number;
}

const LARGEST = 2_147_483_647;

const pattern = new RegExp(
  [
    String.raw`(?<space>[ \t\r\n\f\v]+)`,
    '(?<number>[0-9]+)',
    '(?<word>[A-Za-z_][A-Za-z0-9_]*)',
    String.raw`'(?<character>[^\uD800-\uDFFF])'`,
    // The longest first: `/\` is one token, and so is `<=`.
    String.raw`(?<symbol>/\\|\\/|:=|<>|<=|>=|[-+*/%~=<>;(){}])`,
  ].join('|'),
  'uy',
);

/** All tokens of a program, and one at its end. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) throw new NoProgram(at, `expected ${whatCouldStand(text, at)}; got ${shown(text, at)}`);
    if (found.groups!.space === undefined) tokens.push(tokenOf(found, at));
    at += found[0].length;
  }
  tokens.push({ kind: 'end', text: '', at: text.length, value: 0 });
  return tokens;
}

function tokenOf({ 0: text, groups }: RegExpExecArray, at: number): Token {
  const { number, word, character } = groups!;
  if (number !== undefined) return { kind: 'number', text, at, value: numberOf(number, at) };
  if (word !== undefined) return { kind: keywords.has(word) ? 'keyword' : 'name', text, at, value: 0 };
  if (character !== undefined) return { kind: 'character', text, at, value: character.codePointAt(0)! };
  return { kind: 'symbol', text, at, value: 0 };
}

function numberOf(digits: string, at: number): number {
  const value = Number(digits);
  if (value > LARGEST) throw new NoProgram(at, `expected a number up to ${LARGEST}; got ${cut(digits)}`);
  return value;
}

function whatCouldStand(text: string, at: number): string {
  return text[at] === "'" ? 'one character between quotes' : 'a number, a name or a sign of the language';
}

/** The character there, so that it can be told from its likes. */
function shown(text: string, at: number): string {
  const character = String.fromCodePoint(text.codePointAt(at)!);
  if (character === "'") return JSON.stringify(cut(text.slice(at).split(/[\r\n]/)[0]!));
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${character} (U+${code})` : `U+${code}`;
}

function cut(text: string): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}

/** A token in a message. */
export function named({ kind, text }: Token): string {
  return kind === 'end' ? 'the end of the program' : `\`${cut(text).replace(/\p{C}/gu, '?')}\``;
}
