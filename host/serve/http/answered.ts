import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { matchedRoutes } from 'hono/route';
import type { Middleware } from './site-env.ts';
import { addressOf } from './who-asks.ts';

/** A request that has its answer, or can have none. */
export interface Answered {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** None: no service has one for it. */
  readonly route: string | undefined;
  /** 499: its client was gone before it was answered. */
  readonly status: number;
  readonly ms: number;
  readonly address: string;
}

export function telling(
  answered: ((answered: Answered) => void) | undefined,
  isBehindProxy: boolean,
): Middleware {
  return async (c, next) => {
    const start = performance.now();
    const { method = '', headers, socket } = c.env.incoming!;
    // A connection that has ended has none.
    const address = addressOf(socket.remoteAddress, headers, isBehindProxy);
    await next();
    const route = matchedRoutes(c).at(-1);
    answered?.({
      method,
      path: pathOf(c.env.incoming!),
      route: route?.method === 'ALL' ? undefined : route?.path,
      status: socket.writable ? c.res.status : statusOfEnd(socket),
      ms: performance.now() - start,
      address,
    });
  };
}

/** As it came, so that `..` is a part like others. */
export function pathOf({ url = '' }: IncomingMessage): string {
  return url.startsWith('/') ? url.split('?', 1)[0]! : NO_PATH;
}

/** Nothing has it. */
const NO_PATH = '//';
/** Of nginx: no answer was possible. */
const CLIENT_GONE = 499;

/** What Node itself answered on a connection that it then ended, by why it did. */
function statusOfEnd({ errored }: Socket): number {
  const code = (errored as NodeJS.ErrnoException | null)?.code ?? '';
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408;
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 413;
    case 'HPE_HEADER_OVERFLOW':
      return 431;
    // The request ended before its end.
    case 'HPE_INVALID_EOF_STATE':
      return CLIENT_GONE;
    default:
      return code.startsWith('HPE_') ? 400 : CLIENT_GONE;
  }
}
