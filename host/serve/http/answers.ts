import type { HttpBindings } from '@hono/node-server';
import type { Hono, Context as HonoContext, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

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
}

export function textAnswer(c: Context, type: MediaType, text: string, besides: AnswerOptions = {}): Response {
  const { status = 200, policy, headers } = besides;
  return c.body(text, status as ContentfulStatusCode, {
    'content-type': `${type}; charset=utf-8`,
    // HEAD omits the text but needs its length.
    'content-length': String(Buffer.byteLength(text)),
    ...(policy !== undefined && { 'content-security-policy': `${policy}; frame-ancestors 'none'` }),
    ...headers,
  });
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

interface SiteEnv {
  /** Undefined in a request without a Node connection. */
  readonly Bindings: Partial<HttpBindings>;
  readonly Variables: { body?: Body };
}

export type Body = Uint8Array | 'too large';

export type Service = Hono<SiteEnv>;
export type Context = HonoContext<SiteEnv>;
export type Middleware = MiddlewareHandler<SiteEnv>;
