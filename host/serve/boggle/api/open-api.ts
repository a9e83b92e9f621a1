import { version } from '../../../core/version.ts';
import { refused } from '../refusals.ts';
import { type Schema, tableSchema } from './field-schema.ts';
import { type Operation, operations } from './operations.ts';
import { LONGEST, type Parameter } from './parameters.ts';

/** The API as OpenAPI describes one, from the table by which it answers. `prefix`: below which its paths are. */
export function openApi(prefix: string): Schema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Boggle on the web',
      version,
      description:
        'Games of Boggle between two users, who take turns. Numbers are texts, unless the request accepts "application/json; profile=typed". Parameters are JSON, a form or in the query.',
    },
    servers: [{ url: prefix }],
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'what create_user gave, where the server demands it',
        },
      },
    },
    paths: pathsOf(Object.entries<Operation>(operations)),
  };
}

function pathsOf(all: readonly (readonly [string, Operation])[]): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [id, operation] of all)
    for (const [index, path] of operation.paths.entries()) {
      const described = operationSchema(index === 0 ? id : `${id}_${index + 1}`, operation);
      const named = path.replace(/:(\w+)/g, '{$1}');
      paths[named] = { ...paths[named], [operation.method.toLowerCase()]: described };
    }
  return paths;
}

function operationSchema(operationId: string, operation: Operation): Schema {
  const { method, summary, keyOf, parameters, refusals } = operation;
  const key = { name: 'key', in: 'path', required: true, description: `the key of a ${keyOf}`, schema: text };
  const isRead = method === 'GET';
  const named = Object.entries(parameters);
  return {
    operationId,
    summary,
    parameters: [...(keyOf ? [key] : []), ...(isRead ? named.map(queryParameter) : [])],
    ...(!isRead && { requestBody: bodyOf(named) }),
    responses: { 200: answerOf(operation), ...refusalsOf(operation) },
    ...(refusals.includes('no-token') && { security: [{}, { token: [] }] }),
  };
}

const text = { type: 'string' } as const;

type Named = readonly [name: string, parameter: Parameter];

function queryParameter([name, parameter]: Named): Schema {
  const { help, example } = parameter;
  return {
    name,
    in: 'query',
    required: !isOptional(parameter),
    description: help,
    schema: schemaOf(parameter),
    example,
  };
}

/** In a form or in the query the same parameters are texts. */
function bodyOf(named: readonly Named[]): Schema {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      named.map(([name, parameter]) => [name, { ...schemaOf(parameter), description: parameter.help }]),
    ),
    required: named.filter(([, parameter]) => !isOptional(parameter)).map(([name]) => name),
  };
  const example = Object.fromEntries(named.map(([name, { example }]) => [name, example]));
  const content = { schema, example };
  return {
    description: 'or the same in the query',
    content: { 'application/json': content, 'application/x-www-form-urlencoded': content },
  };
}

function isOptional(parameter: Parameter): boolean {
  return parameter.is === 'email' || parameter.is === 'count';
}

function schemaOf(parameter: Parameter): Schema {
  if (parameter.is !== 'count') return { ...text, maxLength: LONGEST[parameter.is] };
  const { min, max, default: usual } = parameter;
  return { type: ['integer', 'string'], minimum: min, maximum: max, pattern: '^\\d+$', default: usual };
}

function answerOf({ summary, answer }: Operation): Schema {
  return {
    description: summary,
    content: {
      'application/json': { schema: tableSchema(answer, 'plain') },
      'application/json; profile=typed': { schema: tableSchema(answer, 'typed') },
    },
  };
}

const refusalSchema = tableSchema({ message: { is: 'text' } }, 'plain');

/** By status; where several reasons have one, each is said. */
function refusalsOf({ refusals, parameters }: Operation): Schema {
  const reasons = new Map<number, string[]>();
  const add = (status: number, message: string) =>
    reasons.set(status, [...(reasons.get(status) ?? []), message]);
  if (Object.keys(parameters).length > 0) add(400, 'a parameter that is not as described');
  for (const why of refusals) {
    const { status, message } = refused(why, 'NAME').refused;
    add(status, message);
  }
  add(429, 'too many requests of one address');
  return Object.fromEntries(
    [...reasons].map(([status, messages]) => [
      status,
      { description: messages.join(' / '), content: { 'application/json': { schema: refusalSchema } } },
    ]),
  );
}
