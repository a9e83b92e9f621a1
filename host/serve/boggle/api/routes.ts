import { type Asked, jsonAnswer, type Route, type TextAnswer } from '../../http/route.ts';
import type { Token } from '../access.ts';
import type { BoggleService } from '../boggle-service.ts';
import { type Refused, refused } from '../refusals.ts';
import { type Content, type Profile, written } from './fields.ts';
import { openApi } from './open-api.ts';
import { type Operation, operations } from './operations.ts';
import { readTable } from './parameters.ts';
import { PREFIX } from './prefix.ts';
import { tryRoutes } from './try-page.ts';

/** The API, each operation on each of its paths. */
export function apiRoutes(service: BoggleService): readonly Route[] {
  const answers = Object.values<Operation>(operations).flatMap((operation) =>
    operation.paths.map(
      (path): Route => ({
        method: operation.method,
        path: `${PREFIX}${path}`,
        answer: async ({ key = '' }, asked) => await answer(service, operation, key, asked),
      }),
    ),
  );
  const described: Route = { path: `${PREFIX}/openapi.json`, answer: () => jsonAnswer(200, openApi(PREFIX)) };
  return [...answers, described, ...tryRoutes()];
}

async function answer(
  service: BoggleService,
  operation: Operation,
  key: string,
  asked: Asked,
): Promise<TextAnswer> {
  const reading = readTable(operation.parameters, asked.parameters);
  const done = reading.ok
    ? await operation.run(service, { key, values: reading.values, token: tokenIn(asked) })
    : refused('wrong-parameter', reading.problem);
  return isRefused(done)
    ? refusalAnswer(done)
    : jsonAnswer(200, written(operation.answer, done, profileOf(asked)));
}

function isRefused(done: Content | Refused): done is Refused {
  return 'refused' in done;
}

export function refusalAnswer({ refused: { status, message } }: Refused): TextAnswer {
  return {
    ...jsonAnswer(status, { message }),
    ...(status === 401 && { headers: { 'www-authenticate': 'Bearer' } }),
  };
}

function tokenIn({ headers }: Asked): Token {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

function profileOf({ headers }: Asked): Profile {
  const kinds = (headers.accept ?? '').split(',');
  return kinds.some((kind) => /^ *application\/json *;(?:.*;)? *profile="?typed"? *(?:;|$)/i.test(kind))
    ? 'typed'
    : 'plain';
}
