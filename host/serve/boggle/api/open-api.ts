import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { version } from '../../../core/version.ts';
import { refused } from '../refusals.ts';
import { message } from './answers.ts';
import { type Operation, operations } from './operations.ts';
import { type Answer, objectOf, schemaOf } from './profiles.ts';

/** JSON Schema, or what OpenAPI has around it. */
type Schema = Readonly<Record<string, unknown>>;

/** What is there is no single answer, but a stream of events. */
export const eventsPath = '/games/:key/events';

/** What is described of an operation; without an answer it is events. */
type Described = Omit<Operation, 'run' | 'answer'> & Partial<Pick<Operation, 'answer'>>;

const events: Described = {
  method: 'GET',
  paths: [eventsPath],
  summary: 'A game as it changes, as server-sent events',
  keyOf: 'game',
  parameters: z.object({}),
  refusals: ['invalid-key', 'no-such-game'],
};

/** The API as OpenAPI describes one, from the table by which it answers. `mounts`: its paths are below each of these. */
export function openApi(mounts: readonly string[]): Schema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Boggle on the web',
      version,
      description:
        'Games of Boggle between two users, who take turns. Numbers are texts (win_percentage is a number), unless the request accepts "application/json; profile=typed". Parameters are JSON, a form or in the query.',
    },
    servers: mounts.map((url) => ({ url })),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'what create_user gave, where the server demands it',
        },
      },
    },
    paths: pathsOf([...Object.entries<Described>(operations), ['follow_game', events]]),
  };
}

function pathsOf(all: readonly (readonly [string, Described])[]): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [id, operation] of all)
    for (const [index, path] of operation.paths.entries()) {
      const described = operationSchema(index === 0 ? id : `${id}_${index + 1}`, operation);
      const named = path.replace(/:(\w+)/g, '{$1}');
      paths[named] = { ...paths[named], [operation.method.toLowerCase()]: described };
    }
  return paths;
}

function operationSchema(operationId: string, operation: Described): Schema {
  const { method, summary, keyOf, refusals } = operation;
  const key = {
    ...{ name: 'key', in: 'path', required: true, description: `the key of a ${keyOf}` },
    schema: { type: 'string' },
  };
  const isRead = method === 'GET';
  const named = parametersOf(operation);
  return {
    operationId,
    summary,
    parameters: [...(keyOf ? [key] : []), ...named.map((each) => queryParameter(each, isRead))],
    ...(!isRead && { requestBody: bodyOf(named) }),
    responses: { 200: answerOf(operation), ...refusalsOf(operation) },
    ...(refusals.includes('no-token') && { security: [{}, { token: [] }] }),
  };
}

interface Named {
  readonly name: string;
  readonly isNeeded: boolean;
  readonly schema: Schema;
  readonly example: unknown;
}

function parametersOf({ parameters }: Described): readonly Named[] {
  const { properties, required = [] } = schemaOf(parameters, 'plain') as {
    properties: Record<string, Schema & { readonly example: string }>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { example, ...schema }]) => ({
    ...{ name, schema, isNeeded: required.includes(name), example },
  }));
}

/** `isAlone`: there is no body that could have it. */
function queryParameter(
  { name, isNeeded, schema: { description, ...schema }, example }: Named,
  isAlone: boolean,
): Schema {
  return { name, in: 'query', required: isAlone && isNeeded, description, schema, example };
}

/** In a form or in the query the same parameters are texts. */
function bodyOf(named: readonly Named[]): Schema {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
    required: named.filter(({ isNeeded }) => isNeeded).map(({ name }) => name),
  };
  const example = Object.fromEntries(named.map(({ name, example }) => [name, example]));
  const content = { schema, example };
  return {
    description: 'each parameter here or in the query, once',
    content: { 'application/json': content, 'application/x-www-form-urlencoded': content },
  };
}

function answerOf({ summary, answer }: Described): Schema {
  const description = '`game`: the game, in the typed form; `move`: a guess, as in the typed history';
  return {
    description: summary,
    content: answer
      ? { 'application/json': { schema: bothForms(answer) } }
      : { 'text/event-stream': { schema: { type: 'string', description } } },
  };
}

/** Both are sent as `application/json`, without a parameter that clients might not expect. */
function bothForms(answer: Answer): Schema {
  const [plain, typed] = [schemaOf(answer.plain, 'plain'), schemaOf(answer.typed, 'typed')];
  if (isDeepStrictEqual(plain, typed)) return plain;
  return {
    anyOf: [
      { description: 'to a request that does not ask for types', ...plain },
      { description: 'to a request with "Accept: application/json; profile=typed"', ...typed },
    ],
  };
}

const refusalSchema = schemaOf(objectOf(message, {}).plain, 'plain');

const laterHeaders = {
  'Retry-After': { description: 'seconds to wait', schema: { type: 'integer', minimum: 1 } },
};

/** By status; where several reasons have one, each is said. */
function refusalsOf({ method, refusals, answer }: Described): Schema {
  const reasons = new Map<number, string[]>();
  const add = (status: number, message: string) =>
    reasons.set(status, [...(reasons.get(status) ?? []), message]);
  if (answer) add(400, 'a parameter that is not as described');
  for (const why of refusals) {
    const { status, message } = refused(why, 'NAME').refused;
    add(status, message);
  }
  add(403, 'another name than that of the machine, where the server is for its machine alone');
  if (method !== 'GET') {
    add(403, 'a page of another site asks');
    add(413, 'the body is too large');
    add(415, 'the body is neither JSON nor a form, or not in UTF-8');
  }
  add(429, 'too many requests of one address');
  add(503, 'the database does not answer now');
  return Object.fromEntries(
    [...reasons].map(([status, messages]) => [
      status,
      {
        description: messages.join(' / '),
        content: { 'application/json': { schema: refusalSchema } },
        ...((status === 429 || status === 503) && { headers: laterHeaders }),
      },
    ]),
  );
}
