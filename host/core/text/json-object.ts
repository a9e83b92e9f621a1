import { inShort } from '../read-shape.ts';

export const DEEPEST = 32;

/** A text nested a million deep takes a hundred times its size to parse. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let place = 0; place < text.length; place++) {
    const sign = text[place];
    if (quoted && sign === '\\') place++;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === '[' || sign === '{') && ++depth > DEEPEST) return true;
    else if (!quoted && (sign === ']' || sign === '}')) depth--;
  }
  return false;
}

/** Why a text from outside is not taken as a JSON object; undefined: it is one. */
export function jsonProblem(text: string): string | undefined {
  if (isTooDeep(text)) return `expected a JSON object; got one nested more than ${DEEPEST} deep`;
  return jsonObject(text) === undefined ? `expected a JSON object; got ${inShort(text)}` : undefined;
}

/** Undefined where it is none. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
