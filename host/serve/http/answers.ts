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
  /** What a browser may run and load for it, as a Content-Security-Policy; none: nothing at all. */
  readonly policy?: string;
  /** In lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export function textAnswer(c: Context, type: MediaType, text: string, besides: AnswerOptions = {}): Response {
  const { status = 200, policy, headers } = besides;
  return c.body(text, status as ContentfulStatusCode, {
    'content-type': `${type}; charset=utf-8`,
    // For HEAD, which is answered without the text.
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

/** A part of a page, which is always the same. */
export function file(type: MediaType, text: string, policy?: string): (c: Context) => Response {
  return (c) => textAnswer(c, type, text, { ...(policy !== undefined && { policy }) });
}

/** A page that loads its style and its script. `head`: what comes after its title. No text of a user is in it. */
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

/** What is answered when no service does. */
export interface Refusal {
  readonly status: number;
  readonly problem: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Refuse = (c: Context, refusal: Refusal) => Response;

/** For people. */
export const plainRefusal: Refuse = (c, { problem, ...besides }) =>
  textAnswer(c, 'text/plain', `${problem}\n`, besides);

/** For programs. */
export const jsonRefusal: Refuse = (c, { problem, status, headers }) =>
  jsonAnswer(c, status, { message: problem }, headers);

/** What a service knows of a request besides the request. */
interface SiteEnv {
  /** None, where it is not asked over a connection of Node's. */
  readonly Bindings: Partial<HttpBindings>;
  readonly Variables: { body?: Body };
}

/** What was sent with a request; none: more than is read. */
export type Body = Uint8Array | 'too large';

export type Service = Hono<SiteEnv>;
export type Context = HonoContext<SiteEnv>;
export type Middleware = MiddlewareHandler<SiteEnv>;
