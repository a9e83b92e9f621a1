import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { HTTPException } from 'hono/http-exception';
import { RecentValues } from '../recent-values.ts';
import type { Middleware } from './answers.ts';

/** Only programs of this machine reach it. */
export const LOOPBACK = '127.0.0.1';

const names = new Set([LOOPBACK, 'localhost', '[::1]']);

/**
 * Whether the Host header names this machine. A foreign page can point its own name at 127.0.0.1 (DNS
 * rebinding) to read everything, but its requests carry that name.
 */
export function namesLoopback({ host }: IncomingHttpHeaders, bound: string): boolean {
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(host ?? '') ?? [];
  return (names.has(name.toLowerCase()) || name === bound) && (port === undefined || Number(port) > 0);
}

/**
 * Refuses requests of pages from other sites. They cannot read the answer, but the action would be done.
 * Programs other than browsers send neither header.
 */
export const sameOriginOnly: Middleware = async (c, next) => {
  const [origin, site] = [c.req.header('origin'), c.req.header('sec-fetch-site')];
  if (
    site === undefined
      ? origin !== undefined && !isOrigin(origin, c.req.header('host'))
      : site !== 'same-origin' && site !== 'none'
  )
    throw new HTTPException(403, {
      message: 'expected a request from this site; it comes from a page of another site',
    });
  await next();
};

function isOrigin(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

/** Behind a proxy, only the last forwarded address is reliable. Invalid ones share an entry. */
export function addressOf(
  remote: string | undefined,
  headers: IncomingHttpHeaders,
  isBehindProxy: boolean,
): string {
  const forwarded = isBehindProxy ? headers['x-forwarded-for'] : undefined;
  const last = [forwarded].flat().at(-1)?.split(',').at(-1)?.trim();
  return clientAddress(last || (remote ?? ''));
}

/** Replaces invalid addresses. */
const UNKNOWN = 'unknown';

/** The shortest form in lower case without port, brackets or zone; IPv4 for mapped addresses. */
export function clientAddress(text: string): string {
  if (isIPv4(text)) return text;
  const { inBrackets, before = text } =
    /^\[(?<inBrackets>[^\]]*)\](?::\d+)?$|^(?<before>[\d.]+):\d+$/.exec(text)?.groups ?? {};
  const [address = ''] = (inBrackets ?? before).split('%', 1);
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return UNKNOWN;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short) ?? [];
  return high && low ? [...bytesOf(high), ...bytesOf(low)].join('.') : short;
}

function bytesOf(group: string): [number, number] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}

/** A burst may use this many seconds' worth. */
const BURST_SECONDS = 4;
/** The number of remembered keys. */
const MOST_KEYS = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** Limits a rate for each key. Times are in milliseconds. */
export class KeyedRateLimit {
  readonly #perSecond: number;
  readonly #buckets = new RecentValues<Bucket>(MOST_KEYS);

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Returns undefined if allowed now. */
  secondsToWait(key: string, now: number): number | undefined {
    const most = this.#perSecond * BURST_SECONDS;
    const bucket = this.#buckets.get(key, () => ({ tokens: most, at: now }));
    const filled = Math.min(most, bucket.tokens + ((now - bucket.at) / 1000) * this.#perSecond);
    bucket.tokens = filled >= 1 ? filled - 1 : filled;
    bucket.at = now;
    return filled >= 1 ? undefined : Math.max(1, Math.ceil((1 - filled) / this.#perSecond));
  }
}

export class RateLimit {
  readonly #limit: KeyedRateLimit;

  constructor(perSecond: number) {
    this.#limit = new KeyedRateLimit(perSecond);
  }

  /** Returns undefined if allowed now. */
  secondsToWait(address: string, now: number): number | undefined {
    return this.#limit.secondsToWait(networkOf(clientAddress(address)), now);
  }
}

/** Limits simultaneous uses for each address. */
export class OpenLimit {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the function that ends the use, or undefined at the limit. */
  open(address: string): (() => void) | undefined {
    const network = networkOf(clientAddress(address));
    const count = this.#counts.get(network) ?? 0;
    if (count >= this.#most) return undefined;
    this.#counts.set(network, count + 1);
    return () => {
      const left = this.#counts.get(network)! - 1;
      if (left > 0) this.#counts.set(network, left);
      else this.#counts.delete(network);
    };
  }
}

/** The owner of an IPv6 address has 2^64 of them. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [before = '', after = ''] = address.split('::', 2);
  const groups = before.split(':').filter(Boolean);
  const later = after.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Math.max(0, 8 - groups.length - later.length) : 0;
  return [...groups, ...new Array<string>(zeros).fill('0'), ...later].slice(0, 4).join(':');
}
