import type { IncomingMessage } from 'node:http';
import type { Parameters } from './route.ts';
import type { Refusal } from './send.ts';

const LARGEST_BODY = 16 * 1024;
/** A body that is too large is read to its end, so that its sender reads the answer; but no further than this. */
const MOST_DISCARDED = 1024 * 1024;

type Reading = { readonly ok: true; readonly parameters: Parameters } | NotRead;

interface NotRead {
  readonly ok: false;
  readonly refusal: Refusal;
}

/** Of the query, and of the body; each parameter is there once. */
export async function readParameters(request: IncomingMessage, hasBody: boolean): Promise<Reading> {
  const { url = '' } = request;
  const mark = url.indexOf('?');
  const query = mark === -1 ? [] : [...new URLSearchParams(url.slice(mark + 1))];
  if (!hasBody) return once(query);
  const body = await readBody(request);
  if (body === undefined)
    return refused(413, `the body is too large: expected at most ${LARGEST_BODY} bytes`);
  if (body.length === 0) return once(query);
  const fields = fieldsIn(body, request.headers['content-type']);
  return 'ok' in fields ? fields : once([...query, ...fields]);
}

/** What nobody wants to know: a connection that is closed with something unread is lost before its answer is read. */
export async function discardBody(request: IncomingMessage): Promise<void> {
  if (!request.complete) await readBody(request);
}

/** None: it is too large. */
function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const pieces: Buffer[] = [];
  let size = 0;
  request.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size <= LARGEST_BODY) pieces.push(piece);
    else pieces.length = 0;
    if (size > MOST_DISCARDED) resolve(undefined);
  });
  request.on('end', () => resolve(size > LARGEST_BODY ? undefined : Buffer.concat(pieces)));
  request.on('error', reject);
  return promise;
}

type Field = readonly [name: string, value: unknown];

function fieldsIn(body: Buffer, said = 'none'): readonly Field[] | NotRead {
  const [type = '', ...settings] = said.toLowerCase().split(';');
  const kind = type.trim();
  if (kind !== 'application/json' && kind !== 'application/x-www-form-urlencoded')
    return refused(
      415,
      `expected a body of the type application/json or application/x-www-form-urlencoded; got ${shown(said)}`,
    );
  const charset = settings.map((setting) => /^ *charset="?([^"]*)"? *$/.exec(setting)?.[1]).find(Boolean);
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    return refused(415, `expected a body in UTF-8; got ${shown(charset)}`);
  const text = utf8(body);
  if (text === undefined) return refused(400, 'expected a body in UTF-8; it has bytes that are none');
  return kind === 'application/json' ? jsonFields(text) : [...new URLSearchParams(text)];
}

function jsonFields(text: string): readonly Field[] | NotRead {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refused(400, `expected a JSON object; ${(error as Error).message}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  return refused(400, `expected a JSON object, as in {"user_name": "ada"}; got ${shown(text)}`);
}

/** Two texts for one parameter: nobody could know which one is meant. */
function once(fields: readonly Field[]): Reading {
  const parameters = new Map<string, unknown>();
  for (const [name, value] of fields) {
    if (parameters.has(name)) return refused(400, `${shown(name)}: expected once; it is there more often`);
    parameters.set(name, value);
  }
  return { ok: true, parameters };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function utf8(bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function refused(status: number, problem: string): NotRead {
  return { ok: false, refusal: { status, problem } };
}

/** What came, on one line. */
function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
