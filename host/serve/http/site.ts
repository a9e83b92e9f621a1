import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { matchedRoutes } from 'hono/route';
import { isLoopback } from '../loopback.ts';
import {
  type Context,
  type Middleware,
  plainRefusal,
  type Refusal,
  type Refuse,
  type Service,
} from './answers.ts';
import { addressOf, LOOPBACK, namesLoopback, OpenLimit, RateLimit } from './clients.ts';
import { wholeBody } from './parameters.ts';
import { RememberedRoutes } from './remembered-routes.ts';

export interface SiteOptions {
  /** Services by path prefix. */
  readonly services: readonly (readonly [path: string, service: Service])[];
  /** The default is 127.0.0.1. A loopback address answers only requests to names of this machine. */
  readonly host?: string;
  /** Called with a fault of this program. */
  readonly failed: (error: unknown) => void;
  /** The refusal of a failed service. The default is 500. */
  readonly failureRefusal?: (error: unknown) => Refusal | undefined;
  /** Refuses requests without a service. The default is for people. */
  readonly refuse?: Refuse;
  /** A proxy has checked the host name and forwards the address of the client. */
  readonly isBehindProxy?: boolean;
  /** The rate limit of an address. Unlimited without it. */
  readonly mostPerSecond?: number | undefined;
  /** The limit of connections of an address, or of its open requests behind a proxy. Unlimited without it. */
  readonly mostOpen?: number | undefined;
  /** Paths without a rate limit. */
  readonly unlimited?: ReadonlySet<string>;
  readonly onAnswer?: (entry: RequestLogEntry) => void;
}

/** Combines the services with checks of requests and headers of answers. */
export function siteOf(options: SiteOptions): Service {
  const { host = LOOPBACK, refuse = plainRefusal, isBehindProxy = false } = options;
  const site: Service = new Hono({
    router: new RememberedRoutes(),
    getPath: (_, of) => pathOf(of!.env!.incoming!),
  });
  const checks: Check[] = [];
  if (isLoopback(host) && !isBehindProxy) checks.push(toThisMachine(host));
  if (options.mostPerSecond !== undefined)
    checks.push(notTooOften(new RateLimit(options.mostPerSecond), options));
  if (options.mostOpen !== undefined && isBehindProxy)
    checks.push(notTooMany(new OpenLimit(options.mostOpen), options));
  site.use(logRequests(options.onAnswer, isBehindProxy), wholeBody, admission(checks, refuse));
  site.use(methodNotAllowed({ app: site as unknown as Hono, onMethodNotAllowed: otherMethod(refuse) }));
  for (const [path, service] of options.services) site.route(path, service);
  site.notFound((c) => refuse(c, { status: 404, problem: 'page not found' }));
  site.onError((error, c) => {
    if (error instanceof HTTPException) return refuse(c, { status: error.status, problem: error.message });
    const { incoming } = c.env;
    // A client that left in the middle of its request gets no answer.
    if (incoming?.destroyed && !incoming.complete) return c.body(null);
    options.failed(error);
    return refuse(c, options.failureRefusal?.(error) ?? failure);
  });
  return site;
}

const failure: Refusal = { status: 500, problem: 'the server failed; see its terminal' };

/** An answer may replace them. Its policy forbids everything by default. */
const standard = Object.entries({
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

/** Returns a refusal of a request, or undefined. */
type Check = (bindings: HttpBindings) => Refusal | undefined;

/** Sets the standard headers in Node, as those of Hono would be copied several times. */
function admission(checks: readonly Check[], refuse: Refuse): Middleware {
  return async (c, next) => {
    const bindings = c.env as HttpBindings;
    for (const [name, value] of standard) bindings.outgoing.setHeader(name, value);
    for (const check of checks) {
      const refusal = check(bindings);
      if (refusal) return refuse(c, refusal);
    }
    return await next();
  };
}

function toThisMachine(host: string): Check {
  return ({ incoming: { headers } }) => {
    if (namesLoopback(headers, host)) return undefined;
    const got =
      headers.host === undefined ? 'there is none' : `got ${JSON.stringify(headers.host.slice(0, 100))}`;
    const problem = `expected localhost or 127.0.0.1 as the host in the address, since this server is for this machine only; ${got}`;
    return { status: 403, problem };
  };
}

function notTooOften(rate: RateLimit, { isBehindProxy = false, unlimited }: SiteOptions): Check {
  return ({ incoming }) => {
    if (unlimited?.has(pathOf(incoming))) return undefined;
    const address = addressOf(incoming.socket.remoteAddress, incoming.headers, isBehindProxy);
    const seconds = rate.secondsToWait(address, performance.now());
    if (seconds === undefined) return undefined;
    const problem = `too many requests from ${address}: wait ${seconds} s`;
    return { status: 429, problem, headers: { 'retry-after': String(seconds) } };
  };
}

function notTooMany(limit: OpenLimit, { unlimited }: SiteOptions): Check {
  return ({ incoming, outgoing }) => {
    if (unlimited?.has(pathOf(incoming))) return undefined;
    const address = addressOf(incoming.socket.remoteAddress, incoming.headers, true);
    const end = limit.open(address);
    if (!end) return tooManyOpen(address);
    outgoing.once('close', end);
    return undefined;
  };
}

export function tooManyOpen(address: string): Refusal {
  const problem = `too many open connections from ${address}: close some of them`;
  return { status: 429, problem, headers: { 'retry-after': '5' } };
}

function otherMethod(refuse: Refuse) {
  return (c: unknown, allowed: readonly string[]) =>
    refuse(c as Context, {
      status: 405,
      problem: `expected ${allowed.join(' or ')}`,
      headers: { allow: allowed.join(', ') },
    });
}

/** A request that was answered, or cannot be. */
export interface RequestLogEntry {
  readonly method: string;
  readonly path: string;
  readonly route: string | undefined;
  /** 499: the client left before the answer. */
  readonly status: number;
  readonly ms: number;
  readonly address: string;
}

function logRequests(
  onAnswer: ((entry: RequestLogEntry) => void) | undefined,
  isBehindProxy: boolean,
): Middleware {
  return async (c, next) => {
    const start = performance.now();
    const { method = '', headers, socket } = c.env.incoming!;
    // An ended connection has no address.
    const address = addressOf(socket.remoteAddress, headers, isBehindProxy);
    await next();
    const route = matchedRoutes(c).at(-1);
    onAnswer?.({
      method,
      path: pathOf(c.env.incoming!),
      route: route?.method === 'ALL' ? undefined : route?.path,
      status: socket.writable ? c.res.status : statusOfEnd(socket),
      ms: performance.now() - start,
      address,
    });
  };
}

/** The raw path, in which `..` is an ordinary part. */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.startsWith('/') ? url.split('?', 1)[0]! : NO_PATH;
}

/** No service has it. */
const NO_PATH = '//';
/** The status of nginx for a client that left. */
const CLIENT_GONE = 499;

/** The status that Node itself sent before it closed a connection. */
function statusOfEnd({ errored }: Socket): number {
  const code = (errored as NodeJS.ErrnoException | null)?.code ?? '';
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408;
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 413;
    case 'HPE_HEADER_OVERFLOW':
      return 431;
    // The request ended early.
    case 'HPE_INVALID_EOF_STATE':
      return CLIENT_GONE;
    default:
      return code.startsWith('HPE_') ? 400 : CLIENT_GONE;
  }
}
