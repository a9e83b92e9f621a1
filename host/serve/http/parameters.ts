import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { HTTPException } from 'hono/http-exception';
import { parseJson } from '../../core/json.ts';
import { isObject } from '../../core/shape.ts';
import type { Body, Context, Middleware } from './answers.ts';

/** Texts by name, or any values from JSON. */
export type RequestParameters = Readonly<Record<string, unknown>>;

type Field = readonly [name: string, value: unknown];

/** Reads the query and the body. A parameter may appear once. */
export async function requestParameters(c: Context): Promise<RequestParameters> {
  const { url, method } = c.req;
  const mark = url.indexOf('?');
  const query = mark === -1 ? [] : encodedFields(url.slice(mark + 1), 'a query');
  if (method === 'GET' || method === 'HEAD') return once(query);
  const body: Body = c.get('body') ?? new Uint8Array(await c.req.arrayBuffer());
  if (body === 'too large' || body.length > LARGEST_BODY)
    throw httpError(413, `the body is too large: expected at most ${LARGEST_BODY} bytes`);
  return once(body.length === 0 ? query : [...query, ...fieldsIn(body, c.req.header('content-type'))]);
}

function fieldsIn(body: Uint8Array, contentType = 'none'): readonly Field[] {
  const [type = '', ...settings] = contentType.toLowerCase().split(';');
  const kind = type.trim();
  if (kind !== 'application/json' && kind !== 'application/x-www-form-urlencoded')
    throw httpError(
      415,
      `expected a body of the type application/json or application/x-www-form-urlencoded; got ${quoted(contentType)}`,
    );
  const charset = settings.map((setting) => /^ *charset="?([^"]*)"? *$/.exec(setting)?.[1]).find(Boolean);
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw httpError(415, `expected a body in UTF-8; got ${quoted(charset)}`);
  const text = utf8(body, 'a body');
  return kind === 'application/json' ? jsonFields(text) : encodedFields(text, 'a body');
}

/** `where` names the source in errors. */
function encodedFields(text: string, where: string): readonly Field[] {
  // Other bytes would all become the same letter.
  for (const [bytes] of text.matchAll(/(?:%[\da-f]{2})+/gi))
    utf8(Buffer.from(bytes.replaceAll('%', ''), 'hex'), where);
  return [...new URLSearchParams(text)];
}

function jsonFields(text: string): readonly Field[] {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw httpError(400, `expected a JSON object; ${(error as Error).message}`);
  }
  if (isObject(value)) return writtenKeys(text, value).map((name) => [name, value[name]]);
  throw httpError(400, `expected a JSON object, such as {"user_name": "ada"}; got ${quoted(text)}`);
}

/** A text with one colon for each key has no key twice. */
function writtenKeys(json: string, value: object): readonly string[] {
  const keys = Object.keys(value);
  return json.split(':').length === keys.length + 1 ? keys : keysOf(json);
}

/** Keys of a valid JSON object in order, with repetitions, of which a parser keeps only the last. */
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

/** Two texts for one parameter are ambiguous. `null` counts as missing. */
function once(fields: readonly Field[]): RequestParameters {
  const names = new Set<string>();
  for (const [name] of fields) {
    if (names.has(name)) throw httpError(400, `${quoted(name)}: expected once; got it more than once`);
    names.add(name);
  }
  return Object.fromEntries(fields.filter(([, value]) => value !== null));
}

function utf8(bytes: Uint8Array, what: string): string {
  if (!isUtf8(bytes)) throw httpError(400, `expected ${what} in UTF-8; it has other bytes`);
  return decoder.decode(bytes);
}

const decoder = new TextDecoder();

function httpError(status: 400 | 413 | 415, message: string): HTTPException {
  return new HTTPException(status, { message });
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

const LARGEST_BODY = 16 * 1024;
/** A body that is too large is read up to this size, so that its sender reads the answer. */
const MOST_DISCARDED = 1024 * 1024;
/** Chunks or packets of one body: each takes memory and time, however short it is. */
const MOST_PIECES = 4096;

/** Reads the whole body before any answer: closing a connection with unread bytes would lose the answer. */
export const wholeBody: Middleware = async (c, next) => {
  const { incoming, outgoing } = c.env;
  const { headers } = incoming!;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
    c.set('body', await readBody(incoming!));
    if (!incoming!.complete) outgoing!.setHeader('connection', 'close');
  }
  await next();
};

function readBody(request: IncomingMessage): Promise<Body> {
  const { promise, resolve, reject } = Promise.withResolvers<Body>();
  const pieces: Buffer[] = [];
  let [size, count] = [0, 0];
  request.on('data', (piece: Buffer) => {
    size += piece.length;
    count++;
    if (size <= LARGEST_BODY && count <= MOST_PIECES) pieces.push(piece);
    else pieces.length = 0;
    if (size > MOST_DISCARDED || count > MOST_PIECES) resolve('too large');
  });
  request.on('end', () => resolve(size > LARGEST_BODY ? 'too large' : Buffer.concat(pieces)));
  request.on('error', reject);
  return promise;
}
