import { type Json, schemaOf } from '../../../core/json-schema.ts';
import { version } from '../../../core/version.ts';
import type { Operation } from './operations.ts';
import { problem } from './shapes.ts';

/** The OpenAPI document, made from the table that answers requests. */
export function openApi(operations: Readonly<Record<string, Operation>>, mount: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [id, operation] of Object.entries(operations)) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described(id, operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Games on the site',
      version,
      description:
        'Games that people play against bots and each other. A guest is a cookie (wordhost_guest), which the first POST sets.',
    },
    servers: [{ url: mount }],
    paths,
  };
}

function described(operationId: string, operation: Operation): Json {
  const { method, path, summary, input, answer, status = 200, refusals } = operation;
  const schema = schemaOf(operation.described ?? input);
  const key = { name: 'key', in: 'path', required: true, schema: { type: 'string' } };
  const query = Object.entries((method === 'GET' ? schema.properties : undefined) ?? {}).map(
    ([name, schema]) => ({ name, in: 'query', schema }),
  );
  const content =
    typeof answer === 'string'
      ? { [answer]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: schemaOf(answer) } };
  const all = {
    ...{ 400: 'an invalid parameter', 429: 'too many requests', 503: 'the database is not available' },
    ...(method === 'POST' && { 403: 'a request from a page of another site, or not from a player' }),
    ...refusals,
  };
  return {
    ...{ operationId, summary },
    parameters: [...(path.includes(':key') ? [key] : []), ...query],
    ...(method === 'POST' && {
      requestBody: { content: { 'application/json': { schema } } },
    }),
    responses: {
      [status]: { description: summary, content },
      ...Object.fromEntries(
        Object.entries(all).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: schemaOf(problem) } } },
        ]),
      ),
    },
  };
}
