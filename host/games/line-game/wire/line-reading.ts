import { meant } from '../../../core/text/near-name.ts';

/** What a line says, or why the wire does not allow it. */
export type LineReading<Move> =
  | { readonly says: 'ready' }
  | { readonly says: 'move'; readonly tag: number | undefined; readonly move: Move }
  | NoReading;

interface NoReading {
  readonly says: 'nothing';
  readonly rule: 'empty' | 'word' | 'form';
  readonly problem: string;
  /** What to do. */
  readonly hint?: string;
}

/** A move as it was said: one line, in games that are played in lines of text. */
export type Spoken<Move> = {
  /** The turn that it says it answers: `@K`. */
  readonly tag: number | undefined;
  /** The whole line, for the record and for people. */
  readonly line: string;
  /** From 1, over all that this player wrote. */
  readonly lineNumber: number;
} & Move;

/** The words of a line, between any number of spaces. */
export function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  for (let begin = 0, end: number; begin < text.length; begin = end + 1) {
    const space = text.indexOf(' ', begin);
    end = space === -1 ? text.length : space;
    if (end > begin) tokens.push(text.slice(begin, end));
  }
  return tokens;
}

/** A whole number of 32 bits, as the wire writes it. */
export function integer(token: string): number | undefined {
  const isNegative = token.charCodeAt(0) === MINUS;
  const first = isNegative ? 1 : 0;
  if (token.length === first || token.length > first + MOST_DIGITS) return undefined;
  let value = 0;
  for (let place = first; place < token.length; place++) {
    const digit = token.charCodeAt(place) - ZERO;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  if (value >= 2 ** 31 && !(isNegative && value === 2 ** 31)) return undefined;
  return isNegative ? 0 - value : value;
}

const [MINUS, ZERO] = [0x2d, 0x30];
const MOST_DIGITS = 10;

export function leftOver(command: string, rest: readonly string[]): NoReading {
  return wrong('form', `${command} stands alone on its line; ${shown(rest[0]!)} came after it`);
}

export function wrong(rule: NoReading['rule'], problem: string): NoReading {
  return { says: 'nothing', rule, problem };
}

/** A line whose first word begins no message. `known`: the words that do. */
export function noMessage(word: string, known: string): NoReading {
  const small = word.toLowerCase();
  const names = known.split(/, | or /);
  const near = meant(small, names).replace('; ', '');
  const other = near === '' ? 'whatever is not for the host goes to standard error' : near;
  return {
    ...wrong('word', `${shown(word)} is no message: expected ${known}`),
    hint: names.includes(small) ? `write ${small} in small letters` : other,
  };
}

export function shown(token: string): string {
  return JSON.stringify(token.length > 24 ? `${token.slice(0, 24)}…` : token);
}
