import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import { Misfit, readShape } from '../../../core/shape.ts';
import {
  type Context,
  jsonAnswer,
  type Middleware,
  type Service,
  sendCookie,
  textAnswer,
} from '../../http/answers.ts';
import { addressOf, RateLimit, sameOriginOnly } from '../../http/clients.ts';
import { EventFeed } from '../../http/event-feed.ts';
import { requestParameters } from '../../http/parameters.ts';
import { RecentValues } from '../../recent-values.ts';
import { drawToken, tokenHash } from '../../tokens.ts';
import type { Refused } from '../live-game.ts';
import { openApi } from './open-api.ts';
import { type Operation, operationsOf, type Site } from './operations.ts';

const COOKIE = 'wordhost_guest';
const COOKIE_SECONDS = 365 * 86_400;

/** Games that one address may create a second, in bursts of four times as many. */
const CREATED_PER_SECOND = 1;

interface ApiOptions {
  /** A server for this machine only has no limits. */
  readonly isLimited?: boolean;
  readonly isBehindProxy?: boolean;
}

/** Games that people play, below `mount`. */
export function playApi(site: Site, mount: string, { isLimited, isBehindProxy }: ApiOptions = {}): Service {
  const api: Service = new Hono();
  const clientOf = (c: Context) => {
    const { headers, socket } = c.env.incoming!;
    return addressOf(socket.remoteAddress, headers, isBehindProxy ?? false);
  };
  const creations = notTooOften(new RateLimit(CREATED_PER_SECOND), clientOf);
  const operations = operationsOf(site.games);
  for (const operation of Object.values(operations)) {
    const checks: Middleware[] = operation.method === 'POST' ? [sameOriginOnly] : [];
    if (isLimited && operation.isLimited) checks.push(creations);
    api.on(
      operation.method,
      [operation.path],
      ...checks,
      async (c: Context) =>
        await answer(site, operation, c, isLimited && operation.isLimited ? clientOf(c) : undefined),
    );
  }
  api.get('/openapi.json', (c) => jsonAnswer(c, 200, openApi(operations, mount)));
  api.onError((error, c) => {
    if (error instanceof HTTPException) return refusal(c, { status: error.status, problem: error.message });
    throw error;
  });
  return api;
}

function notTooOften(rate: RateLimit, clientOf: (c: Context) => string): Middleware {
  return async (c, next) => {
    const address = clientOf(c);
    const seconds = rate.secondsToWait(address, performance.now());
    if (seconds === undefined) return await next();
    const problem = `too many new games from ${address}: wait ${seconds} s`;
    return jsonAnswer(c, 429, { problem }, { 'retry-after': String(seconds) });
  };
}

async function answer(
  site: Site,
  operation: Operation,
  c: Context,
  address: string | undefined,
): Promise<Response> {
  const input = readShape(operation.input, await requestParameters(c));
  if (input instanceof Misfit) return refusal(c, { status: 400, problem: input.inWords('the request') });
  const guest = operation.makesGuest ? guestFor(c) : guestOf(c);
  const found = await operation.run(site, { key: c.req.param('key') ?? '', guest, address, input });
  if (found instanceof EventFeed) return found.answer(c);
  if (typeof found === 'string') return textAnswer(c, 'text/plain', found);
  if ('problem' in found && 'status' in found) return refusal(c, found as Refused);
  return jsonAnswer(c, operation.status ?? 200, found);
}

const [MOST_GUESTS, LONGEST_COOKIES] = [2_000, 200];

/** By the header with the cookies. To read and hash a cookie takes as long as to judge a move. */
const recentGuests = new RecentValues<string>(MOST_GUESTS, LONGEST_COOKIES);

/** Empty without a cookie. */
function guestOf(c: Context): string {
  const cookies = c.env.incoming!.headers.cookie;
  return cookies === undefined ? '' : recentGuests.get(cookies, () => readGuest(c));
}

function readGuest(c: Context): string {
  const token = getCookie(c, COOKIE);
  return token === undefined ? '' : tokenHash(token);
}

function guestFor(c: Context): string {
  const known = guestOf(c);
  if (known !== '') return known;
  const token = drawToken();
  sendCookie(c, COOKIE, token, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: COOKIE_SECONDS });
  return tokenHash(token);
}

function refusal(
  c: Context,
  { status, problem }: { readonly status: number; readonly problem: string },
): Response {
  return jsonAnswer(c, status, { problem });
}
