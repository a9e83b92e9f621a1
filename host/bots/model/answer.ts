import { MOST_DEPTH, readJsonObject } from '../../core/json.ts';

/** The object is at the end of an answer, so the beginning of a long one is not read. */
const LONGEST_READ = 65_536;

/** The last JSON object of a text. A string is the reason why there is none. */
export function lastObject(text: string): Readonly<Record<string, unknown>> | string {
  const end = text.slice(-LONGEST_READ);
  let last: ReturnType<typeof lastObject> = 'the answer has no JSON object';
  for (let at = end.indexOf('{'); at >= 0; ) {
    const closed = endOfObject(end, at);
    const read = closed === undefined ? 'it is not closed' : readJsonObject(end.slice(at, closed));
    if (typeof read !== 'string') last = read;
    at = end.indexOf('{', typeof read === 'string' ? at + 1 : closed);
  }
  return last;
}

/** The offset after the brace that closes the one at `from`. */
function endOfObject(text: string, from: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (quoted && sign === '\\') at++;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === '{' && ++depth > MOST_DEPTH) return undefined;
    else if (!quoted && sign === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}
