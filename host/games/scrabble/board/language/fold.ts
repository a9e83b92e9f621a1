import type { Token } from './tokens.ts';

/**
 * A program on one line of ASCII: white space between two tokens becomes one space. White space in quotes is
 * none, and a character that has no place on such a line is written by its number.
 */
export function fold(tokens: readonly Token[]): string {
  let folded = '';
  let end = 0;
  for (const token of tokens) {
    if (token.at > end && folded !== '' && token.kind !== 'end') folded += ' ';
    const asNumber = token.kind === 'character' && !/^'[ -~]'$/.test(token.text);
    folded += asNumber ? `intToChar(${token.value})` : token.text;
    end = token.at + token.text.length;
  }
  return folded;
}
