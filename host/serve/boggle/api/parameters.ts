import * as z from 'zod';
import type { RequestParameters } from '../../http/parameters.ts';

type Reading<Parameters extends z.ZodObject> =
  | { readonly ok: true; readonly values: z.output<Parameters> }
  | { readonly ok: false; readonly problem: string };

export function readParameters<Parameters extends z.ZodObject>(
  schema: Parameters,
  parameters: RequestParameters,
): Reading<Parameters> {
  const { success, data, error } = schema.safeParse(parameters);
  if (success) return { ok: true, values: data };
  const [{ path, message }] = error.issues as [z.core.$ZodIssue];
  return { ok: false, problem: `${path[0]?.toString()}: ${message}` };
}

/** In characters. */
const [LONGEST, LONGEST_EMAIL] = [100, 254];

export const name = text('a name', LONGEST).refine(...notEmpty('a name'));
export const nameOfBot = z.object({ name });
export const guess = text('a word', LONGEST).refine(...notEmpty('a word'));

/** None, if it is empty. Good enough to be written to; whether anybody reads it, only a mail can tell. */
export const email = text('an address of e-mail', LONGEST_EMAIL)
  .refine((text) => text === '' || /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/u.test(text), {
    error: ({ input }) => `expected an address of e-mail, as in ada@example.org; got ${quoted(input)}`,
  })
  .transform((text) => (text === '' ? undefined : text))
  .optional();

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** A number, or a text that is one. */
export function count({ min, max, default: usual }: Bounds) {
  const error = ({ input }: { input?: unknown }) =>
    `expected a whole number from ${min} to ${max}; got ${quoted(input)}`;
  const isWithin = (text: string) => Number(text) >= min && Number(text) <= max;
  const digits = z.string({ error }).regex(/^\d{1,9}$/, { error });
  return z
    .union([z.int({ error }).min(min, { error }).max(max, { error }), digits.refine(isWithin, { error })], {
      error,
    })
    .transform(Number)
    .prefault(usual);
}

function text(expected: string, most: number) {
  return z
    .string({
      error: ({ input }) =>
        input === undefined
          ? `expected ${expected}; there is none`
          : `expected ${expected}, a text; got ${quoted(input)}`,
    })
    .normalize('NFC')
    .trim()
    .overwrite((text) => text.replace(/\p{Zs}+/gu, ' '))
    .refine((text) => lengthOf(text) <= most, {
      error: ({ input }) => `expected at most ${most} characters; got ${lengthOf(input as string)}`,
    })
    .refine((text) => firstInvisible(text) === undefined, {
      error: ({ input }) => `expected characters that can be seen; it has ${firstInvisible(input as string)}`,
    })
    .meta({ maxLength: most });
}

function notEmpty(expected: string) {
  return [(text: string) => text !== '', `expected ${expected}; it is empty`] as const;
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

function lengthOf(text: string): number {
  return [...text].length;
}

function quoted(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
