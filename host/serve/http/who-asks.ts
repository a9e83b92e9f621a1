import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { HTTPException } from 'hono/http-exception';
import type { Middleware } from './site-env.ts';

/** Only programs of this machine reach it. */
export const LOOPBACK = '127.0.0.1';

const names = new Set([LOOPBACK, 'localhost', '[::1]']);

/**
 * Whether a request names this machine as its host. A page from elsewhere can point a name of its own at 127.0.0.1 (DNS
 * rebinding) and would then read all that is served here; but its requests carry its name.
 */
export function namesLoopback({ host }: IncomingHttpHeaders, bound: string): boolean {
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(host ?? '') ?? [];
  return (names.has(name.toLowerCase()) || name === bound) && (port === undefined || Number(port) > 0);
}

/**
 * Refuses what a browser sends for a page of another site. Such a page cannot read the answer, but what it asked for would be
 * done. Programs that are no browsers send neither header.
 */
export const fromThisSite: Middleware = async (c, next) => {
  const [origin, site] = [c.req.header('origin'), c.req.header('sec-fetch-site')];
  if (
    site === undefined
      ? origin !== undefined && !isOrigin(origin, c.req.header('host'))
      : site !== 'same-origin' && site !== 'none'
  )
    throw new HTTPException(403, {
      message: 'expected a request of this site; it comes from a page of another one',
    });
  await next();
};

function isOrigin(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

/**
 * The address that a request comes from. Behind a proxy, what it says: the last address is the one that it saw itself; any
 * before that the client may have made up. Those that are no address count as one.
 */
export function addressOf(
  remote: string | undefined,
  headers: IncomingHttpHeaders,
  isBehindProxy: boolean,
): string {
  const forwarded = isBehindProxy ? headers['x-forwarded-for'] : undefined;
  const last = [forwarded].flat().at(-1)?.split(',').at(-1)?.trim();
  return clientAddress(last || (remote ?? ''));
}

/** Whoever asks by what is no address of the internet, such as a name or nothing at all. */
const UNKNOWN = 'unknown';

/**
 * An address in the one form that it has here, however it is written: without a port, brackets or a zone, in lower case, as
 * short as it can be; that of IPv4 as such also where it is written as one of IPv6.
 */
export function clientAddress(text: string): string {
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
