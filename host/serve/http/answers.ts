import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { HttpBindings } from '@hono/node-server';
import type { Hono, Context as HonoContext, MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { generateCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import type { CookieOptions } from 'hono/utils/cookie';

type MediaType =
  | 'text/html'
  | 'text/plain'
  | 'text/css'
  | 'text/javascript'
  | 'application/json'
  | 'image/svg+xml';

interface AnswerOptions {
  readonly status?: number;
  /** The Content-Security-Policy of an answer. The default forbids everything. */
  readonly policy?: string;
  /** Names are in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The default compresses the text for each answer. */
  readonly zip?: (text: string) => Uint8Array<ArrayBuffer>;
}

/** A shorter text fits into one packet anyway. */
const LEAST_ZIPPED = 1400;

export function textAnswer(c: Context, type: MediaType, text: string, besides: AnswerOptions = {}): Response {
  const { status = 200, policy, headers, zip = gzipSync } = besides;
  const isLong = text.length >= LEAST_ZIPPED;
  const isZipped = isLong && acceptsFirst(c, 'Accept-Encoding', ['gzip']) !== undefined;
  const body = isZipped ? zip(text) : text;
  return new Response(body, {
    status,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      // HEAD omits the text but needs its length.
      'content-length': String(Buffer.byteLength(body)),
      ...(isLong && { vary: 'accept-encoding' }),
      ...(isZipped && { 'content-encoding': 'gzip' }),
      ...(policy !== undefined && { 'content-security-policy': `${policy}; frame-ancestors 'none'` }),
      ...headers,
    },
  });
}

/** What a request prefers of these. A wildcard alone accepts none of them. */
function acceptsFirst(c: Context, header: 'Accept' | 'Accept-Encoding', supports: string[]) {
  return accepts(c, { header, supports, default: '' }) || undefined;
}

export function jsonAnswer(
  c: Context,
  status: number,
  content: unknown,
  headers?: AnswerOptions['headers'],
): Response {
  return textAnswer(c, 'application/json', `${JSON.stringify(content)}\n`, { status, headers });
}

export function file(type: MediaType, text: string, policy?: string): (c: Context) => Response {
  return (c) => textAnswer(c, type, text, { ...(policy !== undefined && { policy }) });
}

const types: Readonly<Record<string, MediaType>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** A file of pages. Its name has a hash of its content, so that browsers keep it without asking again. */
export class PageFile {
  /** For example `style.V1StGXR8_Z5j.css`. */
  readonly name: string;
  readonly answer: (c: Context) => Response;

  constructor(name: string, text: string) {
    const ending = extname(name);
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12);
    this.name = `${name.slice(0, -ending.length)}.${hash}${ending}`;
    let zipped: Uint8Array<ArrayBuffer> | undefined;
    const besides = {
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
      zip: () => (zipped ??= gzipSync(text, { level: 9 })),
    };
    this.answer = (c) => textAnswer(c, types[ending]!, text, besides);
  }
}

/** A page with its own style and script. `head` follows its title. It contains no text of a user. */
export function htmlDocument(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;
}

/** An answer if no service has one. */
export interface Refusal {
  readonly status: number;
  readonly problem: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Refuse = (c: Context, refusal: Refusal) => Response;

export const plainRefusal: Refuse = (c, { problem, ...besides }) =>
  textAnswer(c, 'text/plain', `${problem}\n`, besides);

export const jsonRefusal: Refuse = (c, { problem, status, headers }) =>
  jsonAnswer(c, status, { message: problem }, headers);

/** Thrown if there is nothing at an address. */
export function missing(problem: string): HTTPException {
  return new HTTPException(404, { message: problem });
}

/** Hono would lose the headers of its context, since answers do not come from it. */
export function sendCookie(c: Context, name: string, value: string, options: CookieOptions): void {
  c.env.outgoing!.appendHeader('set-cookie', generateCookie(name, value, options));
}

/** For people that open an address in a browser, and for programs. */
export function refuseBy(forPeople: Refuse, forPrograms: Refuse): Refuse {
  return (c, refusal) => {
    const wanted = acceptsFirst(c, 'Accept', ['text/html', 'application/json']);
    return (wanted === 'text/html' ? forPeople : forPrograms)(c, refusal);
  };
}

interface SiteEnv {
  /** Undefined in a request without a Node connection. */
  readonly Bindings: Partial<HttpBindings>;
  readonly Variables: { body?: Body };
}

export type Body = Uint8Array | 'too large';

export type Service = Hono<SiteEnv>;
export type Context = HonoContext<SiteEnv>;
export type Middleware = MiddlewareHandler<SiteEnv>;
