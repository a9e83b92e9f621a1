const isDigit = (code: number): boolean =>
  code < 0x80 ? code >= 0x30 && code <= 0x39 : /\p{Nd}/u.test(String.fromCodePoint(code));

const isLetter = (code: number): boolean =>
  code < 0x80 ? isLatin(code | 0x20) : /\p{L}/u.test(String.fromCodePoint(code));

const isVowel = (code: number): boolean => vowels.has(code);

const isConsonant = (code: number): boolean => isLetter(code) && !isVowel(code);

const toUpper = (code: number): number => {
  if (code < 0x80) return isLatin(code) ? code - 0x20 : code;
  return alone(String.fromCodePoint(code).toUpperCase(), code);
};

const toLower = (code: number): number => {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
  return alone(String.fromCodePoint(code).toLowerCase(), code);
};

/** Surrogates are halves of a character. */
const isCharacter = (code: number): boolean =>
  code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);

const vowels = new Set(Array.from('AEIOUaeiou', (vowel) => vowel.charCodeAt(0)));

function isLatin(lower: number): boolean {
  return lower >= 0x61 && lower <= 0x7a;
}

/** What becomes two characters, as ß does, stays as it is: here a character is one. */
function alone(text: string, before: number): number {
  const code = text.codePointAt(0)!;
  return String.fromCodePoint(code) === text ? code : before;
}

/** What the language knows of a character, by its code point. */
export const characters = {
  isDigit,
  isLetter,
  isVowel,
  isConsonant,
  toUpper,
  toLower,
  isCharacter,
} as const;
