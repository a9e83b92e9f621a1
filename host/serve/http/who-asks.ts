import type { IncomingHttpHeaders } from 'node:http';
import { HTTPException } from 'hono/http-exception';
import { clientAddress } from './client-address.ts';
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
