import { join } from 'node:path';
import t from 'tap';
import { begun } from './api-contract.ts';
import { oddValues } from './bad-input.ts';
import { servedBoggle } from './served-boggle.ts';

t.test(
  'a field that is missing, too long, of another type or cannot be seen is refused in words',
  async (t) => {
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
  },
);

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
      json: { message: `user_name: expected characters that can be seen; it has ${character}` },
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
    [
      'text/plain',
      'user_name=john',
      415,
      /application\/json or application\/x-www-form-urlencoded; got "text\/plain"/,
    ],
    [undefined, 'user_name=john', 415, /got "none"/],
    [form, 'user_name=a&user_name=b', 400, /"user_name": expected once/],
    [json, '{"user_name": "a", "user\\u005fname": "b"}', 400, /"user_name": expected once/],
    [form, 'user_name=Z%FCrich', 400, /expected a body in UTF-8; it has bytes that are none/],
    [form, 'user_name=%C3', 400, /expected a body in UTF-8/],
    [json, `{"user_name": "${'x'.repeat(17_000)}"}`, 413, /at most 16384 bytes/],
    [json, `{"user_name": "${'x'.repeat(900_000)}"}`, 413, /at most 16384 bytes/],
  ] as const)
    t.match(await sends(type, body), { status, json: { message } }, `${type} ${body.slice(0, 30)}`);
  t.match(await sends(form, 'user_name=a', { user_name: 'b' }), { status: 400, json: { message: /once/ } });
  for (const name of ['Z%FCrich', 'Z%F6rich', '%ED%A0%80'])
    t.match(await ask('POST', `/create_user?user_name=${name}`), {
      status: 400,
      json: { message: /expected a query in UTF-8; it has bytes that are none/ },
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
