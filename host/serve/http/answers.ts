import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Context } from './site-env.ts';

type MediaType =
  | 'text/html'
  | 'text/plain'
  | 'text/css'
  | 'text/javascript'
  | 'application/json'
  | 'image/svg+xml';

interface Besides {
  readonly status?: number;
  /** What a browser may run and load for it, as a Content-Security-Policy; none: nothing at all. */
  readonly policy?: string;
  /** In lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export function textAnswer(c: Context, type: MediaType, text: string, besides: Besides = {}): Response {
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
  headers?: Besides['headers'],
): Response {
  return textAnswer(c, 'application/json', `${JSON.stringify(content)}\n`, { status, headers });
}

/** A part of a page, which is always the same. */
export function file(type: MediaType, text: string, policy?: string): (c: Context) => Response {
  return (c) => textAnswer(c, type, text, { ...(policy !== undefined && { policy }) });
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
