import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, type Route, routeOf, type TextAnswer } from './route.ts';

/** Only programs of this machine reach it. */
const LOOPBACK = '127.0.0.1';

interface Asked {
  readonly routes: readonly Route[];
  /** 0: any that is free. */
  readonly port: number;
  /** Told of what went wrong in an answer: a fault of this program. */
  readonly failed: (error: unknown) => void;
}

/** `code`: of the system, such as EADDRINUSE. */
export type Opening =
  | { readonly ok: true; readonly server: OpenServer }
  | { readonly ok: false; readonly code: string };

export interface OpenServer extends AsyncDisposable {
  readonly address: string;
}

const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
} as const;
const MOST_CONNECTIONS = 256;
/** What was sent last is read by then. */
const LONGEST_END_MS = 1_000;

/** A server for this machine alone: only GET and HEAD, and only under the names of this machine. */
export async function openServer({ routes, port, failed }: Asked): Promise<Opening> {
  const server = createServer(limits, (request, response) => {
    answer(routes, request, response).catch((error: unknown) => {
      failed(error);
      if (response.headersSent) response.destroy();
      else sendText(response, plain(500, 'the host failed; its terminal says why'), false);
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  const opened = Promise.withResolvers<string | undefined>();
  server.once('error', ({ code }: NodeJS.ErrnoException) => opened.resolve(code ?? 'unknown'));
  server.listen({ port, host: LOOPBACK }, () => opened.resolve(undefined));
  const code = await opened.promise;
  if (code !== undefined) return { ok: false, code };
  server.on('error', failed);
  const { port: given } = server.address() as AddressInfo;
  return {
    ok: true,
    server: {
      address: `http://${LOOPBACK}:${given}/`,
      [Symbol.asyncDispose]: async () => await close(server),
    },
  };
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), LONGEST_END_MS);
  await closed;
  clearTimeout(timer);
}

async function answer(
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, headers, url = '/' } = request;
  const isHead = method === 'HEAD';
  // Nobody reads a body.
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
    response.setHeader('connection', 'close');
  if (!isLoopback(headers.host))
    return sendText(response, plain(403, 'expected the name localhost in the address'), isHead);
  if (method !== 'GET' && !isHead) {
    response.setHeader('allow', 'GET, HEAD');
    return sendText(response, plain(405, 'expected GET or HEAD'), isHead);
  }
  const [path = '/'] = url.split('?', 1);
  const found = routeOf(routes, path);
  const given = found && (await found.route.answer(found.parts));
  if (given === undefined) return sendText(response, plain(404, 'there is no such page'), isHead);
  sendAnswer(response, given, isHead);
}

function sendAnswer(response: ServerResponse, given: Answer, isHead: boolean): void {
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
  const { status = 200, type, text, policy = NOTHING } = given;
  const body = Buffer.from(text);
  response.writeHead(status, {
    ...everywhere,
    'content-type': `${type}; charset=utf-8`,
    'content-length': body.length,
    'content-security-policy': `${policy}; frame-ancestors 'none'`,
  });
  response.end(isHead ? undefined : body);
}

function plain(status: number, text: string): TextAnswer {
  return { is: 'text', status, type: 'text/plain', text: `${text}\n` };
}

const names = new Set([LOOPBACK, 'localhost', '[::1]']);

/**
 * Whether a request names this machine as its host. A page from elsewhere can point a name of its own at 127.0.0.1 (DNS
 * rebinding) and would then read all that is served here; but its requests carry its name.
 */
function isLoopback(host: string | undefined): boolean {
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(host ?? '') ?? [];
  return names.has(name.toLowerCase()) && (port === undefined || Number(port) > 0);
}
