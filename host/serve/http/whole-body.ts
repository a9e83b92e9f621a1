import type { IncomingMessage } from 'node:http';
import type { Body, Middleware } from './site-env.ts';

export const LARGEST_BODY = 16 * 1024;
/** A body that is too large is read to its end, so that its sender reads the answer; but no further than this. */
const MOST_DISCARDED = 1024 * 1024;

/**
 * Reads what was sent before anything is answered, also where nobody wants it: a connection that is closed with something
 * unread is lost before its answer is read.
 */
export const wholeBody: Middleware = async (c, next) => {
  const { incoming, outgoing } = c.env;
  const { headers } = incoming!;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
    c.set('body', await readBody(incoming!));
    if (!incoming!.complete) outgoing!.setHeader('connection', 'close');
  }
  await next();
};

function readBody(request: IncomingMessage): Promise<Body> {
  const { promise, resolve, reject } = Promise.withResolvers<Body>();
  const pieces: Buffer[] = [];
  let size = 0;
  request.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size <= LARGEST_BODY) pieces.push(piece);
    else pieces.length = 0;
    if (size > MOST_DISCARDED) resolve('too large');
  });
  request.on('end', () => resolve(size > LARGEST_BODY ? 'too large' : Buffer.concat(pieces)));
  request.on('error', reject);
  return promise;
}
