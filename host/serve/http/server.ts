import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { isLoopback } from '../loopback.ts';
import { RateLimit } from './rate-limit.ts';
import { discardBody, readParameters } from './read-parameters.ts';
import { type Route, routeOf, type TextAnswer } from './route.ts';
import { plainRefusal, type Refusal, sendAnswer } from './send.ts';
import { addressOf, isFromOtherSite, LOOPBACK, namesLoopback } from './who-asks.ts';

interface Wanted {
  readonly routes: readonly Route[];
  /** 127.0.0.1, unless it says another. On a loopback address only requests to names of this machine are answered. */
  readonly host?: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Told of what went wrong in an answer: a fault of this program. */
  readonly failed: (error: unknown) => void;
  /** What is answered where a route failed; none: 500. */
  readonly failureRefusal?: (error: unknown) => Refusal | undefined;
  /** How a request is refused that no route answers; for people, unless it says another. */
  readonly refusal?: (refusal: Refusal) => TextAnswer;
  /** A proxy asks for everybody: it has checked the name, and says who asks. */
  readonly isBehindProxy?: boolean;
  /** Requests of one address in a second; as many as it likes, if none. */
  readonly mostPerSecond?: number | undefined;
  readonly mostConnections?: number;
  /** So long a connection that is idle may bring one more request when the server closes. */
  readonly lingerMs?: number;
  readonly answered?: (answered: Answered) => void;
}

/** A request that has its answer. */
export interface Answered {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** None: no route answered. */
  readonly route: string | undefined;
  readonly status: number;
  readonly ms: number;
  readonly address: string;
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
/** Turns of the loop without a new connection after which all are taken that were there. */
const IDLE_TURNS = 3;
const LONGEST_TAKING_MS = 200;
/** What was sent last is read by then. */
const LONGEST_END_MS = 1_000;

/** On a loopback address it is for this machine alone. */
export async function openServer(wanted: Wanted): Promise<Opening> {
  const { host = LOOPBACK, port, failed, lingerMs = 0 } = wanted;
  const site = new Site(wanted);
  const server = createServer(limits, (request, response) => {
    if (!server.listening) response.setHeader('connection', 'close');
    void site.answer(request, response);
  });
  server.maxConnections = wanted.mostConnections ?? MOST_CONNECTIONS;
  const opened = Promise.withResolvers<string | undefined>();
  server.once('error', ({ code }: NodeJS.ErrnoException) => opened.resolve(code ?? 'unknown'));
  server.listen({ port, host }, () => opened.resolve(undefined));
  const code = await opened.promise;
  if (code !== undefined) return { ok: false, code };
  server.on('error', failed);
  const { port: given } = server.address() as AddressInfo;
  return {
    ok: true,
    server: {
      address: `http://${host.includes(':') ? `[${host}]` : host}:${given}/`,
      [Symbol.asyncDispose]: async () => await close(server, lingerMs),
    },
  };
}

/** No new connections; what was asked is answered, and each answer says that its connection is closed. */
async function close(server: Server, lingerMs: number): Promise<void> {
  await takeThoseConnected(server);
  // The `close` of an HTTP server closes idle connections, on which a request may be on its way.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  const linger = setTimeout(() => server.closeIdleConnections(), lingerMs);
  const timer = setTimeout(() => server.closeAllConnections(), lingerMs + LONGEST_END_MS);
  await closed;
  clearTimeout(linger);
  clearTimeout(timer);
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

/** Requests, from the check of their senders to their answers. */
class Site {
  readonly #wanted: Wanted;
  /** The loopback address that it is bound to; none: it is for others too. */
  readonly #loopback: string | undefined;
  readonly #refusalOf: (refusal: Refusal) => TextAnswer;
  readonly #rate: RateLimit | undefined;

  constructor(wanted: Wanted) {
    const { host = LOOPBACK, refusal = plainRefusal, isBehindProxy = false, mostPerSecond } = wanted;
    this.#wanted = wanted;
    this.#loopback = isLoopback(host) && !isBehindProxy ? host : undefined;
    this.#refusalOf = refusal;
    this.#rate = mostPerSecond === undefined ? undefined : new RateLimit(mostPerSecond);
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const start = performance.now();
    const { method = '', url = '/', headers, socket } = request;
    const [path = '/'] = url.split('?', 1);
    const address = addressOf(socket.remoteAddress, headers, this.#wanted.isBehindProxy ?? false);
    let route: Route | undefined;
    try {
      const refusal = this.#refusalOfAsker(headers, address);
      if (refusal) await this.#refuse(request, response, refusal);
      else route = await this.#answerPath(request, response, path);
    } catch (error) {
      if (!request.destroyed || request.complete) this.#fail(response, error);
    }
    const { statusCode: status } = response;
    const ms = performance.now() - start;
    this.#wanted.answered?.({ method, path, route: route?.path, status, ms, address });
  }

  #refusalOfAsker(headers: IncomingMessage['headers'], address: string): Refusal | undefined {
    if (this.#loopback !== undefined && !namesLoopback(headers, this.#loopback))
      return { status: 403, problem: 'expected the name localhost in the address' };
    const seconds = this.#rate?.secondsToWait(address, performance.now());
    if (seconds === undefined) return undefined;
    const problem = `too many requests from ${address}: wait ${seconds} s`;
    return { status: 429, problem, headers: { 'retry-after': String(seconds) } };
  }

  async #answerPath(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<Route | undefined> {
    const { method = '', headers } = request;
    const found = routeOf(this.#wanted.routes, method, path);
    if (found.is !== 'route') {
      await this.#refuse(request, response, found.is === 'nothing' ? nothing : otherMethod(found.allowed));
      return undefined;
    }
    const isHead = method === 'HEAD';
    const isRead = isHead || method === 'GET';
    if (!isRead && isFromOtherSite(headers)) await this.#refuse(request, response, otherSite);
    else {
      if (isRead) await discard(request, response);
      const reading = await readParameters(request, !isRead);
      if (!reading.ok) await this.#refuse(request, response, reading.refusal);
      else {
        const { parameters } = reading;
        const given = await found.route.answer(found.parts, { headers, parameters });
        sendAnswer(response, given ?? this.#refusalOf(nothing), isHead);
      }
    }
    return found.route;
  }

  async #refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): Promise<void> {
    await discard(request, response);
    sendAnswer(response, this.#refusalOf(refusal), request.method === 'HEAD');
  }

  #fail(response: ServerResponse, error: unknown): void {
    this.#wanted.failed(error);
    if (response.headersSent) response.destroy();
    else sendAnswer(response, this.#refusalOf(this.#wanted.failureRefusal?.(error) ?? failure), false);
  }
}

const nothing: Refusal = { status: 404, problem: 'there is no such page' };
const failure: Refusal = { status: 500, problem: 'the host failed; its terminal says why' };
const otherSite: Refusal = {
  status: 403,
  problem: 'expected a request of this site; it comes from a page of another one',
};

function otherMethod(allowed: readonly string[]): Refusal {
  const problem = `expected ${allowed.join(' or ')}`;
  return { status: 405, problem, headers: { allow: allowed.join(', ') } };
}

/** A body that nobody wants is read all the same, or would be taken for the next request. */
async function discard(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  await discardBody(request);
  if (!request.complete) response.setHeader('connection', 'close');
}
