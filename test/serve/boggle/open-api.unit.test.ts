import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { allOf } from '../../support/all-of.ts';
import { begun, move } from './api-contract.ts';
import { servedBoggle } from './served-boggle.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });

t.test('every answer is as the OpenAPI document describes it, in both profiles', async (t) => {
  const { ask } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
  const { json: document } = await ask('GET', '/openapi.json');
  t.match(document, { openapi: '3.1.0', servers: [{ url: '/boggle' }] });
  const game = await begun(ask, { turns: 2 });
  await move(ask, game, 'john', 'aqua');
  const user = (await ask('GET', '/user_rankings')).json.users[0].urlsafe_key;
  const tried: string[] = [];
  for (const [path, methods] of Object.entries<Record<string, Operation>>(document.paths))
    for (const [method, operation] of Object.entries(methods))
      for (const accept of ['application/json', 'application/json; profile=typed'])
        for (const isRight of [true, false]) {
          const key = isRight ? (path.startsWith('/user/') ? user : game) : 'x';
          const said = isRight ? examplesOf(operation, tried.length) : {};
          const sent = method === 'get' ? { query: said } : { json: said };
          const asked = path.replace('{key}', key);
          const { status, json } = await ask(method.toUpperCase(), asked, { ...sent, headers: { accept } });
          const described = operation.responses[status];
          const content = described?.content[accept] ?? described?.content['application/json'];
          const what = `${method} ${path} ${accept} ${status}`;
          t.ok(content, `${what} is described`);
          if (content && !ajv.validate(content.schema, json)) t.fail(`${what}: ${ajv.errorsText()}`);
          tried.push(`${status} ${operation.operationId}`);
        }
  const known = new Set(tried);
  const operations = Object.values<Record<string, Operation>>(document.paths).flatMap((each) =>
    Object.values(each),
  );
  t.ok(
    allOf(operations, ({ operationId }) => known.has(`200 ${operationId}`)),
    tried.join(', '),
  );
});

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example: object }>> };
  // biome-ignore lint/suspicious/noExplicitAny: schemas, for the validator
  readonly responses: Readonly<Record<string, { readonly content: Record<string, { schema: any }> }>>;
}

/** Of users that are there, but for a new one. */
function examplesOf({ requestBody, operationId }: Operation, number: number): Record<string, string> {
  const example = { ...requestBody?.content['application/json']?.example } as Record<string, string>;
  const own = { user1_name: 'john', user2_name: 'sarah', user_name: 'john' };
  for (const [name, value] of Object.entries(own)) if (name in example) example[name] = value;
  return operationId.startsWith('create_user') ? { ...example, user_name: `new ${number}` } : example;
}

t.test('the page to try it loads nothing but its own script and style', async (t) => {
  const { ask } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
  const { headers, text } = await ask('GET', '/try');
  t.notMatch(headers['content-security-policy'], /unsafe/);
  t.match(headers['content-security-policy'], /^default-src 'none'; script-src 'self';/);
  const loaded = [...text.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)].map(([, path]) => path);
  t.same(loaded, ['try.css', 'try.js']);
  for (const path of loaded) t.equal((await ask('GET', `/${path}`)).status, 200);
});
