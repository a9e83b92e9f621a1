import type { ServerResponse } from 'node:http';
import { type Answer, jsonAnswer, type TextAnswer } from './route.ts';

export function sendAnswer(response: ServerResponse, given: Answer, isHead: boolean): void {
  if (given.is === 'text') {
    sendText(response, given, isHead);
    return;
  }
  response.writeHead(200, { ...everywhere, 'content-type': 'text/event-stream' });
  if (isHead) response.end();
  else given.feed.add(response);
}

/** Nothing is kept, guessed, framed or told to another site. */
const everywhere = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'";

function sendText(response: ServerResponse, given: TextAnswer, isHead: boolean): void {
  const { status = 200, type, text, policy = NOTHING, headers } = given;
  const body = Buffer.from(text);
  response.writeHead(status, {
    ...everywhere,
    'content-type': `${type}; charset=utf-8`,
    'content-length': body.length,
    'content-security-policy': `${policy}; frame-ancestors 'none'`,
    ...headers,
  });
  response.end(isHead ? undefined : body);
}

/** What is answered when no route does. */
export interface Refusal {
  readonly status: number;
  readonly problem: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** For people. */
export function plainRefusal({ problem, ...rest }: Refusal): TextAnswer {
  return { is: 'text', ...rest, type: 'text/plain', text: `${problem}\n` };
}

/** For programs. */
export function jsonRefusal({ problem, status, headers }: Refusal): TextAnswer {
  return { ...jsonAnswer(status, { message: problem }), ...(headers && { headers }) };
}
