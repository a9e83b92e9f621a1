import { Agent } from 'node:http';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { allOf } from '../../support/all-of.ts';
import { begun, move } from './api-contract.ts';
import { asking, board, type Sent, servedBoggle } from './served-boggle.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });

t.test('every answer is as the OpenAPI document describes it, in both profiles', async (t) => {
  const { ask } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
  const { json: document } = await ask('GET', '/openapi.json');
  t.match(document, { openapi: '3.1.0' });
  const game = await begun(ask, { turns: 2 });
  await move(ask, game, 'john', 'aqua');
  const user = (await ask('GET', '/user_rankings')).json.users[0].urlsafe_key;
  const tried: string[] = [];
  for (const { path, method, operation } of operationsIn(document)) {
    if (isFollowed(operation)) continue;
    for (const accept of ['application/json', 'application/json; profile=typed'])
      for (const isRight of [true, false]) {
        const key = isRight ? (path.startsWith('/user/') ? user : game) : 'x';
        for (const where of method === 'get' ? ['query'] : ['json', 'query']) {
          const said = isRight ? examplesOf(operation, tried.length) : {};
          const asked = path.replace('{key}', key);
          const sent = { [where]: said, headers: { accept } };
          const { status, json, headers } = await ask(method.toUpperCase(), asked, sent);
          const content = operation.responses[status]?.content[headers['content-type']!.split(';', 1)[0]!];
          const what = `${method} ${path} ${where} ${accept} ${status}`;
          t.ok(content, `${what} is described`);
          const forms = content?.schema.anyOf ?? [content?.schema];
          for (const schema of [content?.schema, accept === 'application/json' ? forms[0] : forms.at(-1)])
            if (!ajv.validate(schema, json)) t.fail(`${what}: ${ajv.errorsText()}`);
          const inQuery = operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name);
          if (where === 'query')
            t.same(
              Object.keys(said).filter((name) => !inQuery.includes(name)),
              [],
              what,
            );
          tried.push(`${status} ${operation.operationId}`);
        }
      }
  }
  const known = new Set(tried);
  t.ok(
    allOf(
      operationsIn(document),
      ({ operation }) => isFollowed(operation) || known.has(`200 ${operation.operationId}`),
    ),
    tried.join(', '),
  );
});

t.test(
  'the same games are found below each server of the document, and it names first where it was found',
  async (t) => {
    const { ask, port } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
    const agent = new Agent({ keepAlive: true });
    t.teardown(() => agent.destroy());
    const game = await begun(ask);
    const urls = ['/boggle', '/', '/_ah/api/boggle/v1'];
    for (const url of urls) {
      const askThere = asking(port, agent, url.replace(/\/$/, ''));
      const { json: document } = await askThere('GET', '/openapi.json');
      t.same(
        document.servers.map((server: { readonly url: string }) => server.url),
        [url, ...urls.filter((other) => other !== url)],
      );
      t.equal((await askThere('GET', '/try')).status, 200, `${url}: the page to try it`);
      const found = await askThere('GET', `/get_game/${game}`);
      t.match(found, { status: 200, json: { board, urlsafe_key: game } }, url);
      t.same((await askThere('DELETE', `/get_game/${game}`)).status, 405, url);
      const foreign = { headers: { origin: 'https://example.org' }, json: { user_name: 'eve' } };
      t.equal(
        (await askThere('POST', '/create_user', foreign)).status,
        403,
        `${url}: a page of another site`,
      );
    }
    const moved = await asking(port, agent, '')('PUT', `/make_move/${game}`, {
      json: { guess: 'aqua', user_name: 'john' },
    });
    t.match(moved.json, { message: 'Correct! 1 points for the word "AQUA"', words_found: '["AQUA"]' });
  },
);

t.test('refusals of a request before it is read are described, where they can come', async (t) => {
  const { ask } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
  const { json: document } = await ask('GET', '/openapi.json');
  const json = { 'content-type': 'application/json' };
  for (const { path, method, operation } of operationsIn(document)) {
    const refused = async (status: number, sent: Sent) => {
      const answer = await ask(method.toUpperCase(), path.replace('{key}', 'x'), sent);
      t.equal(answer.status, status, `${method} ${path}`);
      t.ok(operation.responses[status], `${method} ${path} ${status} is described`);
    };
    await refused(403, { headers: { host: 'example.org' } });
    for (const status of [429, 503]) t.match(operation.responses[status]?.headers, { 'Retry-After': {} });
    if (method === 'get') continue;
    await refused(403, { headers: { origin: 'https://example.org' } });
    await refused(413, { headers: json, body: 'x'.repeat(17_000) });
    await refused(415, { headers: { 'content-type': 'text/plain' }, body: 'x' });
  }
});

t.test('the events of a game are described, and are such', async (t) => {
  const { ask, port } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
  const { json: document } = await ask('GET', '/openapi.json');
  const followed = operationsIn(document).filter(({ operation }) => isFollowed(operation));
  t.match(followed, [{ path: '/games/{key}/events', method: 'get' }]);
  const [{ operation, path }] = followed as [Listed];
  const game = await begun(ask);
  const leaving = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}/boggle${path.replace('{key}', game)}`, leaving);
  t.match([answer.status, answer.headers.get('content-type')], [200, 'text/event-stream']);
  leaving.abort();
  for (const [key, status] of [
    ['x', 400],
    [`g${'a'.repeat(21)}`, 404],
  ] as const) {
    t.equal((await ask('GET', path.replace('{key}', key))).status, status);
    t.ok(operation.responses[status], `${status} is described`);
  }
});

interface Listed {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function operationsIn(document: { readonly paths: Record<string, Record<string, Operation>> }): Listed[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

function isFollowed({ responses }: Operation): boolean {
  return responses[200]?.content['text/event-stream'] !== undefined;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly example?: string;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example: object }>> };
  readonly responses: Readonly<
    // biome-ignore lint/suspicious/noExplicitAny: schemas, for the validator
    Record<string, { readonly content: Record<string, { schema: any }>; readonly headers?: object }>
  >;
}

/** Of users that are there, but for a new one. */
function examplesOf(
  { parameters, requestBody, operationId }: Operation,
  number: number,
): Record<string, string> {
  const inQuery = parameters.filter(({ in: place, required }) => place === 'query' && required);
  const example = {
    ...Object.fromEntries(inQuery.map(({ name, example }) => [name, example])),
    ...requestBody?.content['application/json']?.example,
  } as Record<string, string>;
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
