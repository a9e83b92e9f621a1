import { inShort, isObject, Misfit, misfit, pathInWords, readBy, readShape, type Shape } from './shape.ts';
import { abbreviate } from './text.ts';

/** Nothing that wordhost writes is this deep. Recursive functions would exhaust the stack on deeper values. */
export const MOST_DEPTH = 64;

/** Continues a sentence that begins with "expected". */
export const atMostSoDeep = `at most ${MOST_DEPTH} levels of nested lists and objects; it has more`;

const [QUOTE, BACKSLASH, LIST, OBJECT, LIST_END, OBJECT_END] = [...'"\\[{]}'].map((sign) =>
  sign.charCodeAt(0),
);

/** Is called before the parser, which takes a hundred times the size of a text that is nested a million levels deep. */
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

/** Parses JSON from outside. Throws a `SyntaxError`. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(atMostSoDeep);
  return JSON.parse(text);
}

/** Says in words why `parseJson` threw. */
export function notJson(error: unknown, text: string, expected = 'JSON'): string {
  const { message } = error as SyntaxError;
  return `expected ${expected}${message === atMostSoDeep ? ` with ${message}` : `; got ${inShort(text)}`}`;
}

/** Reads a JSON file that a person wrote. Returns a text if something is wrong with it. `nothing` replaces a missing file. */
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

/** A string that contains the JSON of a value. */
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

/** Parses a JSON object from outside, or returns the reason why it is refused. */
export function readJsonObject(text: string): JsonObject | string {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : `expected ${OBJECT_IN_WORDS}; got ${inShort(text)}`;
  } catch (error) {
    return notJson(error, text, OBJECT_IN_WORDS);
  }
}

/** Parses a JSON object. Returns undefined if the text is not one. */
export function jsonObject(text: string): JsonObject | undefined {
  const read = readJsonObject(text);
  return typeof read === 'string' ? undefined : read;
}

/** The first difference between two JSON values. A missing value is undefined. */
export interface Difference {
  /** Such as `players[1].command`. It is empty if the whole values differ. */
  readonly path: string;
  readonly before: unknown;
  readonly now: unknown;
}

/** Finds the first difference. The order of keys does not matter. */
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
