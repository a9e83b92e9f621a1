import {
  anyOf,
  Misfit,
  object,
  preset,
  readBy,
  readShape,
  type Shape,
  text,
  whole,
} from '../../../core/shape.ts';
import { abbreviate } from '../../../core/text.ts';
import type { RequestParameters } from '../../http/parameters.ts';

type Reading<Values> =
  | { readonly ok: true; readonly values: Values }
  | { readonly ok: false; readonly problem: string };

export function readParameters<Values>(parameters: Shape<Values>, given: RequestParameters): Reading<Values> {
  const read = readShape(parameters, given);
  return read instanceof Misfit ? { ok: false, problem: read.inWords() } : { ok: true, values: read };
}

/** In characters. */
const [LONGEST, LONGEST_EMAIL] = [100, 254];

export const name = textOf('a name', LONGEST, notEmpty('a name'));
export const nameOfBot = object({ name });
export const guess = textOf('a word', LONGEST, notEmpty('a word'));

/** None, if it is empty. Good enough to be written to; whether anybody reads it, only a mail can tell. */
export const email = textOf('an email address', LONGEST_EMAIL, (text) => {
  if (text === '' || /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/u.test(text)) return text || undefined;
  return refused(`expected an email address, as in ada@example.org; got ${quoted(text)}`);
});

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** A number, or a text that is one. */
export function count({ min, max, default: usual }: Bounds): Shape<number> {
  const digits = /^\d{1,9}$/;
  const read = (value: unknown) => {
    const number = typeof value === 'string' && digits.test(value) ? Number(value) : value;
    return Number.isSafeInteger(number) && Number(number) >= min && Number(number) <= max
      ? Number(number)
      : refused(`expected a whole number from ${min} to ${max}; got ${quoted(value)}`);
  };
  return preset(usual, readBy(anyOf(whole(min, max), text(digits)), read));
}

function textOf<Value>(expected: string, most: number, read: (text: string) => Value | Misfit): Shape<Value> {
  return readBy<Value>(text(undefined, undefined, { most }) as Shape, (value) => {
    if (value === undefined) return refused(`expected ${expected}; there is none`);
    if (typeof value !== 'string') return refused(`expected ${expected}, a string; got ${quoted(value)}`);
    const text = value
      .normalize('NFC')
      .trim()
      .replace(/\p{Zs}+/gu, ' ');
    const [length, invisible] = [[...text].length, firstInvisible(text)];
    if (length > most) return refused(`expected at most ${most} characters; got ${length}`);
    if (invisible) return refused(`expected visible characters; got ${invisible}`);
    return read(text);
  });
}

function notEmpty(expected: string) {
  return (text: string) => (text === '' ? refused(`expected ${expected}; it is empty`) : text);
}

function refused(problem: string): Misfit {
  return new Misfit(() => problem);
}

/**
 * Controls, what has no width or turns the direction of writing, ends of lines, halves of characters, and letters and symbols
 * that are blank.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{16fe4}\u{1d159}]/u;

const SCRIPTS = 'Arab Beng Deva Gujr Guru Khmr Knda Mlym Mong Mymr Orya Sinh Syrc Taml Telu'
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const LETTER = String.raw`[[${SCRIPTS}]&&[\p{L}\p{M}]&&\P{Default_Ignorable_Code_Point}]`;
/**
 * Emoji that are one picture of several characters. Between letters of these scripts joiners change how they are written, and so
 * does one after the virama that ends a word in Malayalam, and the separator before the last vowel in Mongolian. Nobody could
 * see them elsewhere.
 */
const SEEN_BY_OTHERS = new RegExp(
  [
    String.raw`\p{RGI_Emoji}`,
    String.raw`(?<=${LETTER})[\u200c\u200d](?=${LETTER})`,
    String.raw`(?<=[കണനമയരലള]\u0d4d)\u200d(?!\p{L})`,
    String.raw`(?<=\p{scx=Mong})\u180e(?=[\u1820\u1821](?!\p{L}))`,
  ].join('|'),
  'gv',
);

/** The first character that nobody can see, by its number; none: there is none. */
function firstInvisible(text: string): string | undefined {
  const [unseen] = UNSEEN.exec(text.replace(SEEN_BY_OTHERS, '.')) ?? [];
  return unseen && `U+${unseen.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

function quoted(value: unknown): string {
  return abbreviate(JSON.stringify(value), 60);
}
