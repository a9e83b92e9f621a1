import type { IncomingHttpHeaders } from 'node:http';

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
 * Whether a browser sends it for a page of another site. Such a page cannot read the answer, but what it asked for would be
 * done. Programs that are no browsers send neither header.
 */
export function isFromOtherSite(headers: IncomingHttpHeaders): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase();
}

/**
 * The address that a request comes from. Behind a proxy, what it says: the last address is the one that it saw itself; any
 * before that the client may have made up.
 */
export function addressOf(
  remote: string | undefined,
  headers: IncomingHttpHeaders,
  isBehindProxy: boolean,
): string {
  const forwarded = isBehindProxy ? headers['x-forwarded-for'] : undefined;
  const last = [forwarded].flat().at(-1)?.split(',').at(-1)?.trim();
  return last || (remote ?? '');
}
