import { isDeepStrictEqual } from 'node:util';
import { type Json as Schema, schemaOf } from '../../../core/json-schema.ts';
import { object } from '../../../core/shape.ts';
import { version } from '../../../core/version.ts';
import { refusal } from '../refusals.ts';
import { type Operation, operations } from './operations.ts';
import { type Answer, message, objectOf } from './schemas.ts';

/** The answer is a stream of events. */
export const eventsPath = '/games/:key/events';

/** Operations without an answer send events. */
type OperationDescription = Omit<Operation, 'run' | 'answer'> & Partial<Pick<Operation, 'answer'>>;

const events: OperationDescription = {
  method: 'GET',
  paths: [eventsPath],
  summary: 'A game as it changes, as server-sent events',
  keyOf: 'game',
  parameters: object({}),
  refusals: ['invalid-key', 'no-such-game'],
};

/**
 * The OpenAPI document, made from the table that answers requests. `mounts` are the prefixes of its paths.
 */
export function openApi(mounts: readonly string[]): Schema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Boggle on the web',
      version,
      description:
        'Games of Boggle between two users, who take turns. Numbers are strings (except win_percentage), unless the request accepts "application/json; profile=typed". Parameters are JSON, a form or in the query.',
    },
    servers: mounts.map((url) => ({ url })),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'the token from create_user, if the server requires it',
        },
      },
    },
    paths: pathsOf([...Object.entries<OperationDescription>(operations), ['follow_game', events]]),
  };
}

function pathsOf(all: readonly (readonly [string, OperationDescription])[]): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [id, operation] of all)
    for (const [index, path] of operation.paths.entries()) {
      const described = operationSchema(index === 0 ? id : `${id}_${index + 1}`, operation);
      const named = path.replace(/:(\w+)/g, '{$1}');
      paths[named] = { ...paths[named], [operation.method.toLowerCase()]: described };
    }
  return paths;
}

function operationSchema(operationId: string, operation: OperationDescription): Schema {
  const { method, summary, keyOf, refusals } = operation;
  const key = {
    name: 'key',
    in: 'path',
    required: true,
    description: `the key of a ${keyOf}`,
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

interface NamedParameter {
  readonly name: string;
  readonly isNeeded: boolean;
  readonly schema: Schema;
  readonly example: unknown;
}

function parametersOf({ parameters }: OperationDescription): readonly NamedParameter[] {
  const { properties, required = [] } = schemaOf(parameters) as {
    properties: Record<string, Schema & { readonly example: string }>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { example, ...schema }]) => ({
    name,
    schema,
    isNeeded: required.includes(name),
    example,
  }));
}

/** `isAlone`: the request has no body that could have the parameter. */
function queryParameter(
  { name, isNeeded, schema: { description, ...schema }, example }: NamedParameter,
  isAlone: boolean,
): Schema {
  return { name, in: 'query', required: isAlone && isNeeded, description, schema, example };
}

/** Parameters in a form or in the query are texts. */
function bodyOf(named: readonly NamedParameter[]): Schema {
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

function answerOf({ summary, answer }: OperationDescription): Schema {
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
  const [plain, typed] = [schemaOf(answer.plain, 'as'), schemaOf(answer.typed)];
  if (isDeepStrictEqual(plain, typed)) return plain;
  return {
    anyOf: [
      { description: 'for requests without the typed profile', ...plain },
      { description: 'for requests with "Accept: application/json; profile=typed"', ...typed },
    ],
  };
}

const refusalSchema = schemaOf(objectOf(message, {}).plain);

const laterHeaders = {
  'Retry-After': {
    description: 'seconds to wait before the next request',
    schema: { type: 'integer', minimum: 1 },
  },
};

/** Groups refusals by status and lists the reasons of each. */
function refusalsOf({ method, refusals, answer }: OperationDescription): Schema {
  const reasons = new Map<number, string[]>();
  const add = (status: number, message: string) =>
    reasons.set(status, [...(reasons.get(status) ?? []), message]);
  if (answer) add(400, 'an invalid parameter');
  for (const why of refusals) {
    const { status, message } = refusal(why, 'NAME').refused;
    add(status, message);
  }
  add(403, 'a host name other than that of this machine, on a server for this machine only');
  if (method !== 'GET') {
    add(403, 'a request from a page of another site');
    add(413, 'a body that is too large');
    add(415, 'a body that is not JSON or a form, or not UTF-8');
  }
  add(429, 'too many requests from one address');
  add(503, 'the database is not available');
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
