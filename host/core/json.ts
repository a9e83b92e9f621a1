import { inShort, isObject, Misfit, misfit, pathInWords, readBy, readShape, type Shape } from './shape.ts';
import { abbreviate } from './text.ts';

/** More than anything of this project has. What goes down into a value by calling itself would exhaust the stack on a deeper one. */
export const MOST_DEPTH = 64;

/** After "expected". */
export const atMostSoDeep = `at most ${MOST_DEPTH} levels of nested lists and objects; it has more`;

const [QUOTE, BACKSLASH, LIST, OBJECT, LIST_END, OBJECT_END] = [...'"\\[{]}'].map((sign) =>
  sign.charCodeAt(0),
);

/** Looked at before it is parsed: a text nested a million deep takes a hundred times its size to parse. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let place = 0; place < text.length; place++) {
    const sign = text.charCodeAt(place);
    if (quoted && sign === BACKSLASH) place++;
    else if (sign === QUOTE) quoted = !quoted;
    else if (!quoted && (sign === LIST || sign === OBJECT) && ++depth > MOST_DEPTH) return true;
    else if (!quoted && (sign === LIST_END || sign === OBJECT_END)) depth--;
  }
  return false;
}

/** The value of JSON that anybody may have written. Throws a `SyntaxError`. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(atMostSoDeep);
  return JSON.parse(text);
}

/** Why `parseJson` threw, for people. */
export function notJson(error: unknown, text: string, expected = 'JSON'): string {
  const { message } = error as SyntaxError;
  return `expected ${expected}${message === atMostSoDeep ? ` with ${message}` : `; got ${inShort(text)}`}`;
}

/** What a file of JSON has, which people have written; a text is what is wrong with it. `nothing`: for what is missing. */
export function readJsonFile<Value extends object>(
  text: string,
  shape: Shape<Value>,
  nothing: string,
): Value | string {
  let value: unknown;
  try {
    value = parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return `expected JSON: ${(error as Error).message.replace(/\s+/g, ' ').slice(0, 120)}`;
  }
  const read = readShape(shape, value);
  if (!(read instanceof Misfit)) return read;
  const path = pathInWords(read.steps);
  const problem = read.problem((came) =>
    came === undefined ? nothing : `got ${abbreviate(JSON.stringify(came), 60)}`,
  );
  return path === '' ? problem : `${path}: ${problem}`;
}

/** A text with the JSON of such a value. */
export function jsonText<Value>(of: Shape<Value>): Shape<Value> {
  return readBy({ is: 'text', json: of }, (written, seats) => {
    if (typeof written !== 'string') return misfit('JSON', written);
    try {
      return readShape(of, parseJson(written), seats);
    } catch (error) {
      return new Misfit(() => notJson(error, written));
    }
  });
}

const OBJECT_IN_WORDS = 'a JSON object';

type JsonObject = Readonly<Record<string, unknown>>;

/** A text from outside as a JSON object, or why it is not taken as one. */
export function readJsonObject(text: string): JsonObject | string {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : `expected ${OBJECT_IN_WORDS}; got ${inShort(text)}`;
  } catch (error) {
    return notJson(error, text, OBJECT_IN_WORDS);
  }
}

/** Undefined where it is none. */
export function jsonObject(text: string): JsonObject | undefined {
  const read = readJsonObject(text);
  return typeof read === 'string' ? undefined : read;
}

/** Where two values of JSON differ first, and what is there. Undefined where nothing is. */
export interface Difference {
  /** `players[1].command`; empty where they differ as a whole. */
  readonly path: string;
  readonly before: unknown;
  readonly now: unknown;
}

/** Undefined where they are the same, in whatever order their keys are. */
export function firstDifference(before: unknown, now: unknown, path = ''): Difference | undefined {
  if (!isBranch(before) || !isBranch(now) || Array.isArray(before) !== Array.isArray(now))
    return Object.is(before, now) ? undefined : { path, before, now };
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const below = Array.isArray(before) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    const found = firstDifference(before[key], now[key], below);
    if (found) return found;
  }
  return undefined;
}

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
