import { Hono } from 'hono';
import { type Accept, parseAccept } from 'hono/utils/accept';
import { type Context, jsonAnswer, type Middleware, type Service } from '../../http/answers.ts';
import { sameOriginOnly } from '../../http/clients.ts';
import { requestParameters } from '../../http/parameters.ts';
import type { BoggleService } from '../boggle-service.ts';
import { type Refusal, refusal } from '../refusals.ts';
import { openApi } from './open-api.ts';
import { type Operation, operations } from './operations.ts';
import { readParameters } from './parameters.ts';
import { encodeContent, type Profile } from './schemas.ts';

/** Serves each operation on each of its paths below `mounts`. */
export function apiService(service: BoggleService, mounts: readonly string[]): Service {
  const api: Service = new Hono();
  for (const operation of Object.values<Operation>(operations)) {
    const checks: Middleware[] = operation.method === 'GET' ? [] : [sameOriginOnly];
    const handler = async (c: Context) => await answer(service, operation, c);
    api.on(operation.method, [...operation.paths], ...checks, handler);
  }
  api.get(DOCUMENT, (c) => {
    const mount = c.req.path.slice(0, -DOCUMENT.length) || '/';
    return jsonAnswer(c, 200, openApi([mount, ...mounts.filter((other) => other !== mount)]));
  });
  api.get('/try', (c) => c.redirect('openapi.json'));
  return api;
}

const DOCUMENT = '/openapi.json';

async function answer(service: BoggleService, operation: Operation, c: Context): Promise<Response> {
  const reading = readParameters(operation.parameters, await requestParameters(c));
  const result = reading.ok
    ? await operation.run(service, {
        key: c.req.param('key') ?? '',
        values: reading.values,
        token: /^Bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1],
      })
    : refusal('wrong-parameter', reading.problem);
  return isRefused(result)
    ? refusalAnswer(c, result)
    : jsonAnswer(
        c,
        200,
        encodeContent(operation.answer, result, negotiateProfile(c.req.header('accept') ?? '')),
      );
}

function isRefused(result: object): result is Refusal {
  return 'refused' in result;
}

export function refusalAnswer(c: Context, { refused: { status, message } }: Refusal): Response {
  return jsonAnswer(c, status, { message }, status === 401 ? { 'www-authenticate': 'Bearer' } : undefined);
}

/**
 * Negotiates by the Accept header (RFC 9110, section 12.5.1): typed answers only if the request prefers them.
 */
export function negotiateProfile(accept: string): Profile {
  const kinds = parseAccept(accept);
  const typed = Math.max(0, ...kinds.filter((kind) => isJson(kind) && isTyped(kind)).map(({ q }) => q));
  return typed > 0 && typed >= qualityOfPlain(kinds) ? 'typed' : 'plain';
}

/** The quality of the most specific match. */
function qualityOfPlain(kinds: readonly Accept[]): number {
  const named = kinds.filter((kind) => !isTyped(kind));
  for (const fits of [isJson, ofType('application/*'), ofType('*/*')]) {
    const found = named.filter(fits);
    if (found.length > 0) return Math.max(...found.map(({ q }) => q));
  }
  return 0;
}

const isJson = ofType('application/json');

function ofType(wanted: string): (kind: Accept) => boolean {
  return ({ type }) => type.toLowerCase() === wanted;
}

function isTyped({ params }: Accept): boolean {
  return Object.entries(params).some(
    ([name, value]) => name.toLowerCase() === 'profile' && value.toLowerCase() === 'typed',
  );
}
