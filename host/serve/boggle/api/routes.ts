import { Hono } from 'hono';
import { jsonAnswer } from '../../http/answers.ts';
import { givenParameters } from '../../http/given-parameters.ts';
import type { Context, Middleware, Service } from '../../http/site-env.ts';
import { fromThisSite } from '../../http/who-asks.ts';
import type { Token } from '../access.ts';
import type { BoggleService } from '../boggle-service.ts';
import { type Refused, refused } from '../refusals.ts';
import { openApi } from './open-api.ts';
import { type Operation, operations } from './operations.ts';
import { readGiven } from './parameters.ts';
import { written } from './profiles.ts';
import { tryPage } from './try-page.ts';
import { wantedProfile } from './wanted-profile.ts';

/** The API, each operation on each of its paths. `mounts`: the paths that it is mounted on. */
export function apiService(service: BoggleService, mounts: readonly string[]): Service {
  const api: Service = new Hono();
  for (const operation of Object.values<Operation>(operations)) {
    const checks: Middleware[] = operation.method === 'GET' ? [] : [fromThisSite];
    const handler = async (c: Context) => await answer(service, operation, c);
    api.on(operation.method, [...operation.paths], ...checks, handler);
  }
  api.get(DOCUMENT, (c) => {
    const mount = c.req.path.slice(0, -DOCUMENT.length) || '/';
    return jsonAnswer(c, 200, openApi([mount, ...mounts.filter((other) => other !== mount)]));
  });
  api.route('/', tryPage());
  return api;
}

const DOCUMENT = '/openapi.json';

async function answer(service: BoggleService, operation: Operation, c: Context): Promise<Response> {
  const reading = readGiven(operation.parameters, await givenParameters(c));
  const done = reading.ok
    ? await operation.run(service, {
        key: c.req.param('key') ?? '',
        values: reading.values,
        token: tokenIn(c),
      })
    : refused('wrong-parameter', reading.problem);
  return isRefused(done)
    ? refusalAnswer(c, done)
    : jsonAnswer(c, 200, written(operation.answer, done, wantedProfile(c.req.header('accept') ?? '')));
}

function isRefused(done: object): done is Refused {
  return 'refused' in done;
}

export function refusalAnswer(c: Context, { refused: { status, message } }: Refused): Response {
  return jsonAnswer(c, status, { message }, status === 401 ? { 'www-authenticate': 'Bearer' } : undefined);
}

function tokenIn(c: Context): Token {
  return /^Bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1];
}
