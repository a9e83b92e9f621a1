import type { Reading } from '../../../core/reading.ts';
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
import { firstInvisible, plainText } from '../../names.ts';

export function readParameters<Values>(
  parameters: Shape<Values>,
  given: RequestParameters,
): Reading<{ values: Values }> {
  const read = readShape(parameters, given);
  return read instanceof Misfit ? { ok: false, problem: read.inWords() } : { ok: true, values: read };
}

const [LONGEST, LONGEST_EMAIL] = [100, 254];

export const name = textOf('a name', LONGEST, notEmpty('a name'));
export const nameOfBot = object({ name });
export const guess = textOf('a word', LONGEST, notEmpty('a word'));

/** Undefined if empty. Only a mail can tell whether anybody reads it. */
export const email = textOf('an email address', LONGEST_EMAIL, (text) => {
  if (text === '' || /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/u.test(text)) return text || undefined;
  return refuse(`expected an email address, as in ada@example.org; got ${quoted(text)}`);
});

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** A number, or its text. */
export function count({ min, max, default: usual }: Bounds): Shape<number> {
  const digits = /^\d{1,9}$/;
  const read = (value: unknown) => {
    const number = typeof value === 'string' && digits.test(value) ? Number(value) : value;
    return Number.isSafeInteger(number) && Number(number) >= min && Number(number) <= max
      ? Number(number)
      : refuse(`expected a whole number from ${min} to ${max}; got ${quoted(value)}`);
  };
  return preset(usual, readBy(anyOf(whole(min, max), text(digits)), read));
}

function textOf<Value>(expected: string, most: number, read: (text: string) => Value | Misfit): Shape<Value> {
  return readBy<Value>(text(undefined, undefined, { most }) as Shape, (value) => {
    if (value === undefined) return refuse(`expected ${expected}; there is none`);
    if (typeof value !== 'string') return refuse(`expected ${expected}, a string; got ${quoted(value)}`);
    const text = plainText(value);
    const [length, invisible] = [[...text].length, firstInvisible(text)];
    if (length > most) return refuse(`expected at most ${most} characters; got ${length}`);
    if (invisible) return refuse(`expected visible characters; got ${invisible}`);
    return read(text);
  });
}

function notEmpty(expected: string) {
  return (text: string) => (text === '' ? refuse(`expected ${expected}; it is empty`) : text);
}

function refuse(problem: string): Misfit {
  return new Misfit(() => problem);
}

function quoted(value: unknown): string {
  return abbreviate(JSON.stringify(value), 60);
}
