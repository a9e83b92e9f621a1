import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Seat } from '../../core/units.ts';
import { type Context, jsonAnswer, type Service, sendCookie } from '../http/answers.ts';
import { sameOriginOnly } from '../http/clients.ts';
import { requestParameters } from '../http/parameters.ts';
import { tokenHash } from '../tokens.ts';

const COOKIE = 'wordhost_operator';

/** What a bot wrote to standard error before each of its answers. Turns count from 1. */
export interface BotOutput {
  readonly seat: Seat;
  readonly turns: readonly { readonly turn: number; readonly lines: readonly string[] }[];
}

export interface OperatorOptions {
  /** The operator sees standard error by it, which may tell hands. */
  readonly token: string;
  outputsOf(game: string): readonly BotOutput[];
}

/** By a cookie of this site, or by `authorization: Bearer TOKEN`. */
export function isOperator(c: Context, { token }: Pick<OperatorOptions, 'token'>): boolean {
  const [, bearer] = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '') ?? [];
  return [bearer, getCookie(c, COOKIE)].some((given) => given !== undefined && isSame(given, token));
}

/** Hashes have one length, so a comparison tells nothing of the token. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(tokenHash(one)), Buffer.from(tokenHash(other)));
}

/** `POST /api/v1/operator` with the token, and `GET /api/v1/games/KEY/output` for whoever has it. */
export function operatorService(options: OperatorOptions): Service {
  const service: Service = new Hono();
  service.post('/api/v1/operator', sameOriginOnly, async (c) => {
    const { token } = await requestParameters(c);
    if (typeof token !== 'string' || !isSame(token, options.token))
      return jsonAnswer(c, 403, { problem: 'this is not the token that the server has printed' });
    sendCookie(c, COOKIE, token, { httpOnly: true, sameSite: 'Strict', path: '/' });
    return jsonAnswer(c, 200, {});
  });
  service.get('/api/v1/games/:key/output', (c) => {
    if (!isOperator(c, options))
      return jsonAnswer(c, 401, {
        problem: 'standard error is only for the operator, who has the token of the server',
      });
    return jsonAnswer(c, 200, { seats: options.outputsOf(c.req.param('key')) });
  });
  return service;
}
