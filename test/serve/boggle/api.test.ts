import { Agent } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { negotiateProfile } from '../../../host/serve/boggle/api/routes.ts';
import { allOf } from '../../support/all-of.ts';
import { begun, move, testApi } from './api-contract.ts';
import { oddValues } from './bad-input.ts';
import { testMadeBefore } from './made-before/made-before.ts';
import { asking, board, type Sent, servedBoggle } from './served-boggle.ts';

t.test('api', async (t) => {
  testApi(t, { name: 'SQLite', empty: async (t) => join(t.testdir(), 'wordhost.db') });
});

t.test('bad input', async (t) => {
  t.test('a field that is missing, too long, of another type or invisible is refused', async (t) => {
    const { ask } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
    const key = await begun(ask);
    const right = {
      '/create_user': { user_name: 'new' },
      '/new_game': { user1_name: 'john', user2_name: 'sarah', turns: 4 },
      [`/make_move/${key}`]: { user_name: 'nobody', guess: 'aqua' },
      [`/game/${key}/cancel`]: { user_name: 'nobody' },
    };
    for (const [path, fields] of Object.entries(right)) {
      const method = path.includes(key) ? 'PUT' : 'POST';
      for (const name of Object.keys(fields)) {
        const { [name as 'user_name']: _, ...without } = fields as Record<string, unknown>;
        if (name !== 'turns')
          t.match(await ask(method, path, { json: without }), {
            ...{ status: 400, json: { message: /^\w+: expected .+; there is none$/ } },
          });
        for (const value of oddValues) {
          const { status, json, text } = await ask(method, path, { json: { ...fields, [name]: value } });
          if (![200, 400, 403, 404, 409].includes(status)) t.fail(`${path} ${name} ${value}: ${status}`);
          if (typeof value !== 'string' && status === 200 && name !== 'turns')
            t.fail(`${path} ${name}: ${text}`);
          if (status === 400 && !json.message.startsWith(name)) t.fail(`${path} ${name} ${value}: ${text}`);
        }
      }
    }
    t.pass('all were tried');
  });

  t.test('a name has joiners where its writing needs them; what else cannot be seen is named', async (t) => {
    const { ask } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
    const made = async (user_name: string) => await ask('POST', '/create_user', { json: { user_name } });
    const england = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
    for (const name of [
      ...['ශ්\u200dරී', 'می\u200cنا', '👩\u200d👩\u200d👧', '🏳\ufe0f\u200d🌈', '👩🏽\u200d🚀'],
      ...['അവന്\u200d', 'ᠮᠣᠩ\u180eᠠ', england, '1\ufe0f\u20e3', '❤\ufe0f'],
    ])
      t.match(await made(name), { status: 200, json: { message: `User ${name} created` } });
    for (const [name, character] of [
      ['an\u200cn', 'U+200C'],
      ['an\u200dn', 'U+200D'],
      ['\u200cمینا', 'U+200C'],
      ['مینا\u200d', 'U+200D'],
      ['می\u200c\u200cنا', 'U+200C'],
      ['👩\u200dn', 'U+200D'],
      ['a\u202eb', 'U+202E'],
      ['a\u{e0067}', 'U+E0067'],
      ['\u3164', 'U+3164'],
      ['\u115f', 'U+115F'],
      ['\u17b4', 'U+17B4'],
      ['\u2800', 'U+2800'],
      ['ann\ufe0f', 'U+FE0F'],
      ['ann\u034f', 'U+034F'],
      ['x\u{e0100}', 'U+E0100'],
      ['🙂\ufe0f', 'U+FE0F'],
      ['🏳\u200d🌈', 'U+200D'],
      ['മ\u200d', 'U+200D'],
      ['ᠮ\u180eᠮ', 'U+180E'],
    ])
      t.match(await made(name!), {
        status: 400,
        json: { message: `user_name: expected visible characters; got ${character}` },
      });
  });

  t.test('names that differ in their blanks alone are one name', async (t) => {
    const { ask } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
    const made = async (user_name: string) => await ask('POST', '/create_user', { json: { user_name } });
    t.match(await made(' a\u00a0 b '), { status: 200, json: { message: 'User a b created' } });
    for (const name of ['a b', 'a  b', 'a\u3000b'])
      t.match(await made(name), { status: 409, json: { message: /already exists/ } });
  });

  t.test('a body that cannot be read is refused with the reason', async (t) => {
    const { ask } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
    const sends = async (type: string | undefined, body: string | Buffer, query = {}) =>
      await ask('POST', '/create_user', {
        body,
        query,
        headers: type === undefined ? {} : { 'content-type': type },
      });
    const json = 'application/json';
    const form = 'application/x-www-form-urlencoded';
    for (const [type, body, status, message] of [
      [json, '{"user_name": ', 400, /expected a JSON object/],
      [json, '["john"]', 400, /expected a JSON object/],
      [json, 'null', 400, /expected a JSON object/],
      [json, Buffer.from([0x22, 0xff, 0x22]), 400, /expected a body in UTF-8/],
      [`${json}; charset=utf-16`, '{}', 415, /expected a body in UTF-8; got "utf-16"/],
      ['text/plain', 'user_name=john', 415, /application\/json or .*got "text\/plain"/],
      [undefined, 'user_name=john', 415, /got "none"/],
      [form, 'user_name=a&user_name=b', 400, /"user_name": expected once/],
      [json, '{"user_name": "a", "user\\u005fname": "b"}', 400, /"user_name": expected once/],
      [form, 'user_name=Z%FCrich', 400, /expected a body in UTF-8; it has other bytes/],
      [form, 'user_name=%C3', 400, /expected a body in UTF-8/],
      [json, `{"user_name": "${'x'.repeat(17_000)}"}`, 413, /at most 16384 bytes/],
      [json, `{"user_name": "${'x'.repeat(900_000)}"}`, 413, /at most 16384 bytes/],
    ] as const)
      t.match(await sends(type, body), { status, json: { message } }, `${type} ${body.slice(0, 30)}`);
    t.match(await sends(form, 'user_name=a', { user_name: 'b' }), { status: 400, json: { message: /once/ } });
    for (const name of ['Z%FCrich', 'Z%F6rich', '%ED%A0%80'])
      t.match(await ask('POST', `/create_user?user_name=${name}`), {
        status: 400,
        json: { message: /expected a query in UTF-8; it has other bytes/ },
      });
    t.match(await sends(form, 'user_name=Z%C3%BCrich%zz'), { json: { message: 'User Zürich%zz created' } });
    t.match(await sends(`${json}; charset="UTF-8"`, '{"user_name": "zoë"}'), { status: 200 });
    const nested = '{"user_name": "{\\"a\\": [1", "other": [{"other": 1, "user_name": {"other": 2}}]}';
    t.match(await sends(json, nested), { status: 200, json: { message: 'User {"a": [1 created' } });
  });

  t.test('what a page of another site sends is refused, whatever it asks for', async (t) => {
    const { ask, port } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
    let number = 0;
    const by = async (headers: Record<string, string>) =>
      (await ask('POST', '/create_user', { form: { user_name: `user ${++number}` }, headers })).status;
    for (const headers of [
      { origin: 'https://example.org' },
      { origin: 'null' },
      { origin: `http://localhost:${port}`, host: `127.0.0.1:${port}` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ])
      t.equal(await by(headers), 403, JSON.stringify(headers));
    for (const headers of [
      { origin: `http://127.0.0.1:${port}` },
      { origin: 'https://proxied.example', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ])
      t.equal(await by(headers), 200, JSON.stringify(headers));
  });
});

t.test('open api', async (t) => {
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
            const inQuery = operation.parameters
              .filter((each) => each.in === 'query')
              .map(({ name }) => name);
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

  t.test('the same games are found below each server of the document', async (t) => {
    const { ask, port } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
    const agent = new Agent({ keepAlive: false });
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
      t.match(await askThere('GET', '/try'), { status: 302, headers: { location: 'openapi.json' } }, url);
      const found = await askThere('GET', `/get_game/${game}`);
      t.match(found, { status: 200, json: { board, urlsafe_key: game } }, url);
      t.same((await askThere('DELETE', `/get_game/${game}`)).status, 405, url);
      const foreign = { headers: { origin: 'https://example.org' }, json: { user_name: 'eve' } };
      t.equal((await askThere('POST', '/create_user', foreign)).status, 403, `${url}: another site`);
    }
    const explorer = await fetch(`http://127.0.0.1:${port}/_ah/api/explorer`);
    t.same([explorer.status, new URL(explorer.url).pathname], [200, '/_ah/api/boggle/v1/openapi.json']);
    const moved = await asking(port, agent, '')('PUT', `/make_move/${game}`, {
      json: { guess: 'aqua', user_name: 'john' },
    });
    t.match(moved.json, { message: 'Correct! 1 points for the word "AQUA"', words_found: '["AQUA"]' });
  });

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
});

t.test('wanted profile', async (t) => {
  const wanted = {
    typed: [
      'application/json; profile=typed',
      'Application/JSON;charset=utf-8;Profile="typed"',
      'application/json, application/json; profile=typed',
      'text/html, application/json;profile=typed;q=0.5',
      'application/json;profile=typed;q=0.5, application/json;q=0.4',
      'application/json;profile=typed;q=0.5, application/json;q=0.1, */*',
      'application/json;profile=typed, */*',
    ],
    plain: [
      '',
      '*/*',
      'application/json',
      'application/json; profile=other',
      'text/html; profile=typed',
      'application/json; profile=typed; q=0',
      'application/json; profile=typed; q=0, */*',
      'application/json, application/json;profile=typed;q=0.1',
      'application/json;profile=typed;q=0.5, application/*;q=0.8',
      'text/plain;about="a, application/json;profile=typed"',
    ],
  } as const;

  t.test('answers have types where that is accepted, and preferred', async (t) => {
    for (const [profile, headers] of Object.entries(wanted))
      for (const accept of headers) t.equal(negotiateProfile(accept), profile, accept);
  });
});

t.test('sqlite', async (t) => {
  testMadeBefore(t, {
    name: 'SQLite',
    async made(t, sql) {
      const path = join(t.testdir(), 'wordhost.db');
      const database = new DatabaseSync(path);
      database.exec(sql);
      database.close();
      return path;
    },
  });
});
