import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Refusal, Service } from './answers.ts';
import { clientAddress, LOOPBACK, OpenLimit } from './clients.ts';
import { type SiteOptions, siteOf, tooManyOpen } from './site.ts';

interface ServerOptions extends SiteOptions {
  /** 0 selects a free port. */
  readonly port: number;
  readonly mostConnections?: number;
  /** At the end, an idle connection may send another request for this time. */
  readonly lingerMs?: number;
  /** The time for pending answers after that. */
  readonly longestAnswersMs?: number;
  /** The time for reading the last bytes after that. */
  readonly longestEndMs?: number;
}

/** `code` is a system error such as EADDRINUSE. */
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
/** Requests of a connection with unread answers, which need memory. */
const MOST_PIPELINED = 4;
/** Closes silent connections. Event streams send something more often. */
const LONGEST_SILENCE_MS = 60_000;
/** After this many turns of the loop without a new connection, all pending ones were accepted. */
const IDLE_TURNS = 3;
const LONGEST_TAKING_MS = 200;
const LONGEST_END_MS = 1_000;
const LOOK_MS = 20;
const LONGEST_ANSWERS_MS = 6_000;

/** A loopback address serves this machine only. */
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
  /** Each connection has at most one answer in memory, and none after its end. */
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

/** Refuses a connection before its first request is read. */
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

/**
 * Replaces an address that libraries cannot parse, such as `OPTIONS *`. The site checks the request itself.
 */
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

/** Accepts no new connections, answers pending requests, and closes each connection after its answer. */
async function close(
  server: Server,
  unanswered: ReadonlySet<unknown>,
  { lingerMs = 0, longestAnswersMs = LONGEST_ANSWERS_MS, longestEndMs = LONGEST_END_MS }: ServerOptions,
): Promise<void> {
  await takeThoseConnected(server);
  let isClosed = false;
  // `close` of an HTTP server would close idle connections, on which a request may be arriving.
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

/** The system would reset connections that this server has not accepted yet, one per turn. */
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
