import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { matchedRoutes } from 'hono/route';
import { secureHeaders } from 'hono/secure-headers';
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
  const site: Service = new Hono({ getPath: (_, of) => pathOf(of!.env!.incoming!) });
  site.use(logRequests(options.onAnswer, isBehindProxy), wholeBody, headers, noStore);
  if (isLoopback(host) && !isBehindProxy) site.use(toThisMachine(host, refuse));
  if (options.mostPerSecond !== undefined)
    site.use(notTooOften(new RateLimit(options.mostPerSecond), options, refuse));
  if (options.mostOpen !== undefined && isBehindProxy)
    site.use(notTooMany(new OpenLimit(options.mostOpen), options, refuse));
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

/** Forbids everything, unless an answer has its own policy. */
const headers: Middleware = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
  xFrameOptions: 'DENY',
  originAgentCluster: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  removePoweredBy: false,
  overwrite: false,
});

const noStore: Middleware = async (c, next) => {
  c.header('cache-control', 'no-store');
  await next();
};

function toThisMachine(host: string, refuse: Refuse): Middleware {
  return async (c, next) => {
    const { headers } = c.env.incoming!;
    if (namesLoopback(headers, host)) return await next();
    const got =
      headers.host === undefined ? 'there is none' : `got ${JSON.stringify(headers.host.slice(0, 100))}`;
    const problem = `expected localhost or 127.0.0.1 as the host in the address, since this server is for this machine only; ${got}`;
    return refuse(c, { status: 403, problem });
  };
}

function notTooOften(
  rate: RateLimit,
  { isBehindProxy = false, unlimited }: SiteOptions,
  refuse: Refuse,
): Middleware {
  return async (c, next) => {
    const { headers, socket } = c.env.incoming!;
    if (unlimited?.has(pathOf(c.env.incoming!))) return await next();
    const address = addressOf(socket.remoteAddress, headers, isBehindProxy);
    const seconds = rate.secondsToWait(address, performance.now());
    if (seconds === undefined) return await next();
    const problem = `too many requests from ${address}: wait ${seconds} s`;
    return refuse(c, { status: 429, problem, headers: { 'retry-after': String(seconds) } });
  };
}

function notTooMany(limit: OpenLimit, { unlimited }: SiteOptions, refuse: Refuse): Middleware {
  return async (c, next) => {
    const { incoming, outgoing } = c.env;
    if (unlimited?.has(pathOf(incoming!))) return await next();
    const address = addressOf(incoming!.socket.remoteAddress, incoming!.headers, true);
    const end = limit.open(address);
    if (end) {
      outgoing!.once('close', end);
      return await next();
    }
    return refuse(c, tooManyOpen(address));
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
