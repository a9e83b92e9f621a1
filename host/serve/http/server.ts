import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Refusal, Service } from './answers.ts';
import { clientAddress, LOOPBACK, OpenLimit } from './clients.ts';
import { type SiteOptions, siteOf, tooManyOpen } from './site.ts';

interface ServerOptions extends SiteOptions {
  /** 0: any that is free. */
  readonly port: number;
  readonly mostConnections?: number;
  /** So long a connection that is idle may bring one more request when the server closes. */
  readonly lingerMs?: number;
  /** So long it then waits for the answers to what was asked before. */
  readonly longestAnswersMs?: number;
  /** So long it waits after that until what was sent last is read. */
  readonly longestEndMs?: number;
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
/** Requests of one connection whose answers are not yet read: each is kept. */
const MOST_PIPELINED = 4;
/** A client that neither sends nor reads anything; streams of events say something more often. */
const LONGEST_SILENCE_MS = 60_000;
/** Turns of the loop without a new connection after which all are taken that were there. */
const IDLE_TURNS = 3;
const LONGEST_TAKING_MS = 200;
const LONGEST_END_MS = 1_000;
const LOOK_MS = 20;
const LONGEST_ANSWERS_MS = 6_000;

/** On a loopback address it is for this machine alone. */
export async function openServer(options: ServerOptions): Promise<Opening> {
  const { host = LOOPBACK, port, failed } = options;
  const site = siteOf(options);
  const unanswered = new Set<unknown>();
  const answer = answering(site, async (...request) => {
    const response = site.fetch(...request);
    unanswered.add(response);
    try {
      return await response;
    } finally {
      unanswered.delete(response);
    }
  });
  const refused = new WeakSet<Socket>();
  /** Of a connection one answer at a time is in memory, and none is made once it is closed. */
  const unfinished = new WeakMap<Socket, (() => void)[]>();
  const server = createServer(limits, (request, response) => {
    const { socket } = request;
    if (refused.has(socket)) return;
    const answers = unfinished.get(socket) ?? [];
    unfinished.set(socket, answers);
    if (answers.length === MOST_PIPELINED) {
      refused.add(socket);
      socket.destroy();
      return;
    }
    answers.push(() => socket.destroyed || void answer(request, response));
    response.once('close', () => {
      answers.shift();
      answers[0]?.();
    });
    if (!server.listening) response.setHeader('connection', 'close');
    if (answers.length === 1) answers[0]!();
  });
  server.timeout = LONGEST_SILENCE_MS;
  if (options.mostOpen !== undefined && !options.isBehindProxy) {
    const limit = new OpenLimit(options.mostOpen);
    server.on('connection', (socket) => {
      const address = clientAddress(socket.remoteAddress ?? '');
      const end = limit.open(address);
      if (end) socket.once('close', end);
      else {
        refused.add(socket);
        refuse(socket, tooManyOpen(address));
      }
    });
  }
  server.maxConnections = options.mostConnections ?? MOST_CONNECTIONS;
  const opened = Promise.withResolvers<string | undefined>();
  server.once('error', ({ code }: NodeJS.ErrnoException) => opened.resolve(code ?? 'unknown'));
  server.listen({ port, host }, () => opened.resolve(undefined));
  const code = await opened.promise;
  if (code !== undefined) return { ok: false, code };
  server.on('error', failed);
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    ok: true,
    server: {
      address: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}/`,
      [Symbol.asyncDispose]: async () => await close(server, unanswered, options),
    },
  };
}

/** Before anything is asked on it: what it holds is what it may not have. */
function refuse(socket: Socket, { status, problem, headers }: Refusal): void {
  const lines = Object.entries({
    ...headers,
    connection: 'close',
    'content-type': 'text/plain; charset=utf-8',
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.on('error', () => {});
  socket.write(`HTTP/1.1 ${status} Too Many Requests\r\n${head}\r\n${problem}\n`);
  socket.destroySoon();
}

/** Of what has none that a library could read, such as `OPTIONS *`. The site looks at the request itself. */
const NO_ADDRESS = 'http://localhost';

function answering(site: Service, fetch: Service['fetch']) {
  const listener = getRequestListener(fetch, { errorHandler: () => undefined as never });
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    await listener(incoming, outgoing);
    if (outgoing.headersSent || outgoing.destroyed) return;
    const isHead = incoming.method === 'HEAD';
    const answer = await site.request(
      NO_ADDRESS,
      { method: isHead ? 'HEAD' : 'GET' },
      { incoming, outgoing },
    );
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(await answer.text());
  };
}

/** No new connections; what was asked is answered, and each answer says that its connection is closed. */
async function close(
  server: Server,
  unanswered: ReadonlySet<unknown>,
  { lingerMs = 0, longestAnswersMs = LONGEST_ANSWERS_MS, longestEndMs = LONGEST_END_MS }: ServerOptions,
): Promise<void> {
  await takeThoseConnected(server);
  let isClosed = false;
  // The `close` of an HTTP server closes idle connections, on which a request may be on its way.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve())).then(
    () => {
      isClosed = true;
    },
  );
  const start = performance.now();
  const pass = async (ms: number) => await Promise.race([closed, sleep(ms, undefined, { ref: false })]);
  await pass(lingerMs);
  server.closeIdleConnections();
  while (!isClosed && unanswered.size > 0 && performance.now() - start < longestAnswersMs)
    await pass(LOOK_MS);
  await pass(longestEndMs);
  server.closeAllConnections();
  await closed;
  server.close();
}

/** The system would reset connections that it has made and this server has not yet taken, of which it takes one a turn of the loop. */
async function takeThoseConnected(server: Server): Promise<void> {
  const end = performance.now() + LONGEST_TAKING_MS;
  let last = 0;
  const count = () => {
    last = 0;
  };
  server.on('connection', count);
  while (last++ < IDLE_TURNS && performance.now() < end) await new Promise(setImmediate);
  server.off('connection', count);
}
