import { inShort, Misfit, misfit, pathInWords, readBy, readShape, type Shape } from './shape.ts';
import { abbreviate } from './text.ts';

/** More than any file has. What goes down into a value by calling itself would exhaust the stack on a deeper one. */
export const MOST_DEPTH = 100;

/** After "expected". */
export const atMostSoDeep = `at most ${MOST_DEPTH} levels of nested lists and objects; it has more`;

/** The value of JSON that anybody may have written. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MOST_DEPTH) throw new SyntaxError(atMostSoDeep);
    level = level.flatMap((each) => Object.values(each).filter(isContainer));
  }
  return value;
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
    try {
      if (typeof written === 'string') return readShape(of, parseJson(written), seats);
    } catch {
      // It is not JSON.
    }
    return misfit('JSON', written);
  });
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const DEEPEST = 32;

const [QUOTE, BACKSLASH, LIST, OBJECT, LIST_END, OBJECT_END] = [...'"\\[{]}'].map((sign) =>
  sign.charCodeAt(0),
);

/** A text nested a million deep takes a hundred times its size to parse. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let place = 0; place < text.length; place++) {
    const sign = text.charCodeAt(place);
    if (quoted && sign === BACKSLASH) place++;
    else if (sign === QUOTE) quoted = !quoted;
    else if (!quoted && (sign === LIST || sign === OBJECT) && ++depth > DEEPEST) return true;
    else if (!quoted && (sign === LIST_END || sign === OBJECT_END)) depth--;
  }
  return false;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** A text from outside as a JSON object, or why it is not taken as one. */
export function readJsonObject(text: string): JsonObject | string {
  if (isTooDeep(text)) return `expected a JSON object; got one with more than ${DEEPEST} nested levels`;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch {
    // It is none.
  }
  return `expected a JSON object; got ${inShort(text)}`;
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
