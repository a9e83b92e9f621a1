import { HTTPException } from 'hono/http-exception';
import type { Body, Context } from './site-env.ts';
import { LARGEST_BODY } from './whole-body.ts';

/** By name: texts, or any value where it was JSON. */
export type Given = Readonly<Record<string, unknown>>;

type Field = readonly [name: string, value: unknown];

/** Of the query, and of the body of a request that may have one; each parameter is there once. */
export async function givenParameters(c: Context): Promise<Given> {
  const { url, method } = c.req;
  const mark = url.indexOf('?');
  const query = mark === -1 ? [] : encodedFields(url.slice(mark + 1), 'a query');
  if (method === 'GET' || method === 'HEAD') return once(query);
  const body: Body = c.get('body') ?? new Uint8Array(await c.req.arrayBuffer());
  if (body === 'too large' || body.length > LARGEST_BODY)
    throw refused(413, `the body is too large: expected at most ${LARGEST_BODY} bytes`);
  return once(body.length === 0 ? query : [...query, ...fieldsIn(body, c.req.header('content-type'))]);
}

function fieldsIn(body: Uint8Array, said = 'none'): readonly Field[] {
  const [type = '', ...settings] = said.toLowerCase().split(';');
  const kind = type.trim();
  if (kind !== 'application/json' && kind !== 'application/x-www-form-urlencoded')
    throw refused(
      415,
      `expected a body of the type application/json or application/x-www-form-urlencoded; got ${shown(said)}`,
    );
  const charset = settings.map((setting) => /^ *charset="?([^"]*)"? *$/.exec(setting)?.[1]).find(Boolean);
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw refused(415, `expected a body in UTF-8; got ${shown(charset)}`);
  const text = utf8(body, 'a body');
  return kind === 'application/json' ? jsonFields(text) : encodedFields(text, 'a body');
}

/** `where` they are, for who sent them. */
function encodedFields(text: string, where: string): readonly Field[] {
  // Other bytes would all become the same letter.
  for (const [bytes] of text.matchAll(/(?:%[\da-f]{2})+/gi))
    utf8(Buffer.from(bytes.replaceAll('%', ''), 'hex'), where);
  return [...new URLSearchParams(text)];
}

function jsonFields(text: string): readonly Field[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refused(400, `expected a JSON object; ${(error as Error).message}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return keysOf(text).map((name) => [name, (value as Given)[name]]);
  throw refused(400, `expected a JSON object, as in {"user_name": "ada"}; got ${shown(text)}`);
}

/** Of an object that is right as JSON, in its order, those that are there twice too: a parser keeps only the last. */
function keysOf(json: string): readonly string[] {
  const keys: string[] = [];
  let depth = 0;
  for (const [token, key] of json.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (key !== undefined && depth === 1) keys.push(JSON.parse(key) as string);
    if (token === '{' || token === '[') depth++;
    if (token === '}' || token === ']') depth--;
  }
  return keys;
}

/** Two texts for one parameter: nobody could know which one is meant. `null` is none. */
function once(fields: readonly Field[]): Given {
  const names = new Set<string>();
  for (const [name] of fields) {
    if (names.has(name)) throw refused(400, `${shown(name)}: expected once; it is there more often`);
    names.add(name);
  }
  return Object.fromEntries(fields.filter(([, value]) => value !== null));
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function utf8(bytes: Uint8Array, what: string): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw refused(400, `expected ${what} in UTF-8; it has bytes that are none`);
  }
}

function refused(status: 400 | 413 | 415, message: string): HTTPException {
  return new HTTPException(status, { message });
}

/** What came, on one line. */
function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
