import { upperCase } from '../../../lexicon/word-list.ts';

/** A letter as word lists keep it: composed (NFC), upper case, one code point. None where it is no such letter. */
export function readLetter(written: string): string | undefined {
  if (written.length > 16) return undefined;
  const letter = upperCase(written);
  return /^\p{L}$/u.test(letter) ? letter : undefined;
}

export const expectedLetter =
  'one letter, which is one code point in upper case (Ä is; ß, CH and a letter with a mark that it cannot be composed with are not)';

const LARGEST = 2_147_483_647;

export function arePoints(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= -LARGEST - 1 && (value as number) <= LARGEST;
}

export const expectedPoints = 'a whole number of 32 bits';

/** What came, short enough for a sentence. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
