import type { Parameters } from '../../http/route.ts';

/** What an operation takes, as data: what reads it, the OpenAPI document and the page to try it are made from it. */
export type Parameter = { readonly help: string; readonly example: string } & (
  | { readonly is: 'name' | 'guess' }
  | { readonly is: 'email'; readonly optional: true }
  | { readonly is: 'count'; readonly min: number; readonly max: number; readonly default: number }
);

export type ParameterTable = Readonly<Record<string, Parameter>>;

type ValueOf<Of extends Parameter> = Of extends { readonly is: 'count' }
  ? number
  : Of extends { readonly optional: true }
    ? string | undefined
    : string;

export type Values<Table extends ParameterTable> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };

type Reading<Table extends ParameterTable> =
  | { readonly ok: true; readonly values: Values<Table> }
  | { readonly ok: false; readonly problem: string };

/** In characters. */
export const LONGEST = { name: 100, guess: 100, email: 254 } as const;

export function readTable<const Table extends ParameterTable>(
  table: Table,
  given: Parameters,
): Reading<Table> {
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(table)) {
    const reading = readOne(parameter, given.get(name) ?? undefined);
    if ('problem' in reading) return { ok: false, problem: `${name}: ${reading.problem}` };
    values[name] = reading.value;
  }
  return { ok: true, values: values as Values<Table> };
}

type One = { readonly value: string | number | undefined } | { readonly problem: string };

function readOne(parameter: Parameter, given: unknown): One {
  if (parameter.is === 'count') return readCount(parameter, given);
  const expected = { name: 'a name', guess: 'a word', email: 'an address of e-mail' }[parameter.is];
  if (given === undefined) return parameter.is === 'email' ? { value: undefined } : none(expected);
  if (typeof given !== 'string') return { problem: `expected ${expected}, a text; got ${shown(given)}` };
  const text = given.normalize('NFC').trim();
  const isOptional = parameter.is === 'email';
  if (text === '')
    return isOptional ? { value: undefined } : { problem: `expected ${expected}; it is empty` };
  const most = LONGEST[parameter.is];
  const length = [...text].length;
  if (length > most) return { problem: `expected at most ${most} characters; got ${length}` };
  if (UNSEEN.test(text)) return { problem: 'expected characters that can be seen; it has others' };
  if (isOptional && !EMAIL.test(text))
    return { problem: `expected ${expected}, as in ada@example.org; got ${shown(text)}` };
  return { value: text };
}

/** Controls, what has no width or turns the direction of writing, ends of lines, halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

/** Good enough to be written to; whether anybody reads it, only a mail can tell. */
const EMAIL = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/u;

function readCount({ min, max, default: usual }: Parameter & { is: 'count' }, given: unknown): One {
  if (given === undefined) return { value: usual };
  const isNumber = typeof given === 'number' || (typeof given === 'string' && /^\d{1,9}$/.test(given));
  const count = isNumber ? Number(given) : Number.NaN;
  if (Number.isInteger(count) && count >= min && count <= max) return { value: count };
  return { problem: `expected a whole number from ${min} to ${max}; got ${shown(given)}` };
}

function none(expected: string): One {
  return { problem: `expected ${expected}; there is none` };
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
