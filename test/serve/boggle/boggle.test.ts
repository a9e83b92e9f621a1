import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t, { type Test } from 'tap';
import type { Noted } from '../../../host/events/noted.ts';
import { boardOf, readBoardText } from '../../../host/games/boggle/board.ts';
import type { Script, Stage } from '../../../host/seats/scripted/scripted-seats.ts';
import { theHost } from '../../../host/serve/boggle/access.ts';
import { negotiateProfile } from '../../../host/serve/boggle/api/routes.ts';
import type { GameAnswer } from '../../../host/serve/boggle/api/schemas.ts';
import { BoggleSite } from '../../../host/serve/boggle/boggle-site.ts';
import { type BotFailure, BotTurns } from '../../../host/serve/boggle/bots/bot-game.ts';
import type { BotService } from '../../../host/serve/boggle/bots/bot-service.ts';
import { BotActions } from '../../../host/serve/boggle/bots/bot-service.ts';
import { GameRules } from '../../../host/serve/boggle/game-rules.ts';
import { bogglePage } from '../../../host/serve/boggle/page/boggle-page.ts';
import {
  endSentence,
  historyOf,
  opponentOf,
  pathAfterChoice,
  pathAfterDrag,
  perspectiveOf,
  refusalIn,
  standOf,
  TypedWords,
  turnSentence,
  turnsLeft,
  wordOf,
} from '../../../host/serve/boggle/page/game-state.ts';
import {
  hashOf,
  isToken,
  keyIn,
  lengthFault,
  nameIn,
  routeOf,
  SavedUsers,
} from '../../../host/serve/boggle/page/users.ts';
import { questionMail, reminderMail } from '../../../host/serve/boggle/reminders/reminders.ts';
import { lexiconWith } from '../../games/table.ts';
import { allOf } from '../../support/all-of.ts';
import fc from '../../support/laws.ts';
import { until } from '../../support/until.ts';
import { begun, move, testApi } from './api-contract.ts';
import { oddValues } from './bad-input.ts';
import { webTable } from './bots/web-table.ts';
import { testMadeBefore } from './made-before/made-before.ts';
import { testReminders } from './reminders-contract.ts';
import { asking, board, onBoard, type Sent, servedBoggle } from './served-boggle.ts';

t.test('api', async (t) => {
  testApi(t, { name: 'SQLite', empty: async (t) => join(t.testdir(), 'wordhost.db') });
});

t.test('bad input', async (t) => {
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
      [
        'text/plain',
        'user_name=john',
        415,
        /application\/json or application\/x-www-form-urlencoded; got "text\/plain"/,
      ],
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

t.test('feeds', async (t) => {
  interface Event {
    readonly name: string;
    // biome-ignore lint/suspicious/noExplicitAny: what it is, the tests say
    readonly data: any;
  }

  /** Whatever has come so far. */
  async function followed(t: Test, port: number, key: string): Promise<() => readonly Event[]> {
    const socket = connect(port, '127.0.0.1');
    t.teardown(() => socket.destroy());
    await once(socket, 'connect');
    socket.write(`GET /boggle/games/${key}/events HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
    let text = '';
    socket.on('data', (piece) => {
      text += String(piece);
    });
    const events = () =>
      [...text.matchAll(/^event: (\w+)\ndata: (.*)\n/gm)].map(([, name = '', data = '']) => ({
        ...{ name, data: JSON.parse(data) },
      }));
    await until(
      () => events().length > 0,
      () => 'the game as it is',
    );
    return events;
  }

  t.test('who follows a game is told the game, then each guess and the game after it', async (t) => {
    const { ask, port } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
    const key = await begun(ask, { turns: 3 });
    const events = await followed(t, port, key);
    await move(ask, key, 'john', 'aqua');
    await move(ask, key, 'john', 'refused');
    await ask('PUT', `/game/${key}/cancel`, { json: { user_name: 'john' } });
    await until(
      () => events().length === 4,
      () => 'all that became of it',
    );
    t.match(events(), [
      { name: 'game', data: { turns_remaining: 3, words_found: [], next: 'john' } },
      { name: 'move', data: { user: 'john', word: 'AQUA', points: 1, path: [1, 4, 9] } },
      { name: 'game', data: { turns_remaining: 2, words_found: ['AQUA'], next: 'sarah', user1_points: 1 } },
      { name: 'game', data: { game_over: true, winner: 'sarah', message: /cancelled/ } },
    ]);
  });

  t.test('a game that another server changes is told, too', async (t) => {
    const where = join(t.testdir(), 'wordhost.db');
    const here = await servedBoggle(t, { where });
    const there = await servedBoggle(t, { where });
    const key = await begun(here.ask, { turns: 5 });
    const events = await followed(t, here.port, key);
    for (const [user, guess] of [
      ['john', 'aqua'],
      ['sarah', 'dog'],
    ] as const)
      await move(there.ask, key, user, guess);
    await until(
      () => events().at(-1)?.data.turns_remaining === 3,
      () => 'both guesses',
    );
    const guesses = events().filter(({ name }) => name === 'move');
    t.same(
      guesses.map(({ data }) => data.word),
      ['AQUA', 'DOG'],
    );
  });
});

t.test('metrics', async (t) => {
  t.test('guesses are counted, and what a bot does instead of one is not', async (t) => {
    const { service, database } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
    using site = new BoggleSite(service, (error) => t.fail(String(error)));
    const rules = new GameRules(lexiconWith(onBoard), () => '27');
    const bots = new BotActions({ service, database, rules, now: () => 1 });
    await service.createUser('john', undefined);
    await bots.takeName('robot');
    const begun = await service.newGame(['john', 'robot'], 8, theHost);
    if ('refused' in begun) throw new Error(begun.refused.message);
    const { key } = begun.game;
    const guess = async (word: string) => await service.makeMove(key, 'john', word, undefined);
    await guess('lay');
    await bots.useTurn(key, 'robot', { is: 'pass' });
    await guess('none');
    await bots.useTurn(key, 'robot', { is: 'timeout' });
    await guess('all');
    await bots.useTurn(key, 'robot', { is: 'guess', word: 'SAY' });
    await guess('claps');
    await bots.forfeit(key, 'robot', 'gave up the game');
    const lines = await site.metrics();
    t.ok(lines.includes('wordhost_boggle_guesses_total 5'), lines.join('\n'));
    t.ok(lines.includes('wordhost_boggle_games_total 1'), lines.join('\n'));
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

  t.test(
    'the same games are found below each server of the document, and it names first where it was found',
    async (t) => {
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
      const explorer = await fetch(`http://127.0.0.1:${port}/_ah/api/explorer`);
      t.same([explorer.status, new URL(explorer.url).pathname], [200, '/_ah/api/boggle/v1/try']);
      t.match(await explorer.text(), /Each form sends one request/);
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
});

t.test('reminder mail', async (t) => {
  const due = {
    ...{ game: 'gKEY', turn: 3, user: 'uKEY', email: 'ann@example.org', player: 'Ann', opponent: 'Bob' },
    ...{ turnsLeft: 1, points: [1, 12] as const },
  };

  t.test('a mail says whose turn it is, against whom, and how the game goes on', async (t) => {
    t.same(reminderMail(due, 'http://boggle.example/#gKEY'), {
      subject: 'Boggle: it is your turn',
      text: `Hello Ann,

it is your turn in Boggle against Bob: you have 1 point, Bob has 12, and this is the last turn.

Play: http://boggle.example/#gKEY
Key of the game: gKEY

This is the only email about this turn.
`,
    });
  });

  t.test('the first mail asks whether the address is right, and has no word of a user', async (t) => {
    t.same(questionMail('https://boggle.example/boggle/confirm?token=T'), {
      subject: 'Boggle: confirm your address',
      text: `Hello,

a player of Boggle at boggle.example gave this address, to get a reminder when it is their turn.

If that was you, confirm the address within 7 days: https://boggle.example/boggle/confirm?token=T

If it was not, ignore this email. You will get no other email for this player.
`,
    });
  });
});

t.test('reminders', async (t) => {
  /** Side by side: a server of mail lets each connection wait for a tenth of a second. */
  t.jobs = 8;
  testReminders(t, { name: 'SQLite', empty: async (t) => join(t.testdir(), 'wordhost.db') });
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

t.test('bot turns', async (t) => {
  /** What everybody is shown and what the operator is told of a bot with these last events. */
  async function saidOf(...events: readonly object[]) {
    const shown: string[] = [];
    const told: BotFailure[] = [];
    const service: BotService = {
      gamesThatWait: async () => [],
      game: async () => undefined,
      useTurn: async () => true,
      forfeit: async (_key, _name, why) => void shown.push(why),
    };
    const names = ['ann', 'robot'];
    const watched = {
      key: 'g',
      names,
      bots: [2],
      played: [],
      wentOut: (out: BotFailure) => void told.push(out),
    };
    const turns = new BotTurns(watched, service, () => {});
    for (const [index, event] of [...events, { type: 'exit' }].entries())
      turns.take({ n: index + 1, t: 0, seat: 2, ...event } as unknown as Noted);
    await turns.saved();
    return { shown, told: told.map(({ problem }) => problem) };
  }

  t.test('what is wrong with the files of this host is told on standard error only', async (t) => {
    const problem = 'there is no file ./nope in /srv/bots';
    const gone = { type: 'gone', cause: 'crashed', code: 127, signal: null, problem };
    const offence = { type: 'offence', kind: 'startup', rule: 'not-found', detail: `status 127: ${problem}` };
    t.same(await saidOf(gone, offence), {
      shown: ['could not be started'],
      told: [`broke the rules for bots: status 127: ${problem}`],
    });
    t.same(await saidOf(gone, { type: 'left', cause: 'crashed' }), {
      shown: ['crashed (exit status 127)'],
      told: [`crashed (${problem})`],
    });
  });

  t.test('what a bot did itself is told everybody', async (t) => {
    const offence = { type: 'offence', kind: 'protocol', rule: 'order', detail: 'said hello' };
    const gone = { type: 'gone', cause: 'crashed', code: null, signal: 'SIGSEGV' };
    for (const [events, said] of [
      [[offence], 'broke the rules for bots: said hello'],
      [[gone, { type: 'left', cause: 'crashed' }], 'crashed (SIGSEGV)'],
    ] as const)
      t.same(await saidOf(...events), { shown: [said], told: [said] });
  });
});

t.test('bots', async (t) => {
  type Acts = (turn: { readonly k: number; readonly stage: Stage }) => void;

  /** A bot that is ready, and does this at each of its turns; it notes what it was told once the game had begun. */
  function bot(act: Acts, heard: string[] = []): Script {
    return (stage) => ({
      hear(text) {
        if (text.endsWith('end\n')) {
          stage.say('ready\n');
          return;
        }
        heard.push(...text.split('\n').filter((line) => line !== ''));
        const k = /^turn \S+ (\d+)/m.exec(text)?.[1];
        if (k !== undefined) act({ k: Number(k), stage });
      },
    });
  }

  const says = (lines: readonly string[], heard?: string[]) =>
    bot(({ k, stage }) => stage.say(`${lines[k - 1]}\n`), heard);
  const silent = bot(() => {});

  t.test('a bot plays like a person: its guesses count, and it is told of the other', async (t) => {
    const table = await webTable(t);
    const heard: string[] = [];
    await table.seat({ robot: says(['guess claps', 'guess DOG', 'pass'], heard) });
    await table.user('ann');
    const key = await table.begin(['ann', 'robot'], 6);
    await table.guess(key, 'ann', 'lay');
    await table.turns(key, 2);
    await table.guess(key, 'ann', 'two words 🙂');
    await table.turns(key, 4);
    await table.guess(key, 'ann', 'LAY');
    t.same(await table.turns(key, 6), [
      'Correct! 1 points for the word "LAY"',
      'Correct! 2 points for the word "CLAPS"',
      'Sorry! "TWO WORDS 🙂" is not in the english dictionary.',
      'Sorry! The word "DOG" is not in the board.',
      'Sorry! "LAY" has already been found.',
      'robot passed. robot wins! Game over!',
    ]);
    await until(
      () => heard.at(-1)!.startsWith('gameover'),
      () => heard.join('\n'),
    );
    t.same(heard, [
      'start',
      'scored 1 LAY 1',
      'turn 60000 1 5',
      'scored 2 CLAPS 2',
      'missed 1 TWO?WORDS??? notindictionary',
      'turn 60000 2 3',
      'missed 2 DOG notonboard',
      'missed 1 LAY alreadyfound',
      'turn 60000 3 1',
      'passed 2',
      'gameover 1 1 2 2',
    ]);
    t.same(table.started, ['robot'], 'one process, for the whole game');
  });

  t.test('a turn of a bot that runs out is a turn of the game', async (t) => {
    const table = await webTable(t);
    await table.seat({ slow: silent }, { timeout: 5e6 });
    await table.user('ann');
    const key = await table.begin(['ann', 'slow'], 3);
    await table.guess(key, 'ann', 'LAY');
    await table.turns(key, 2);
    await table.guess(key, 'ann', 'SAY');
    t.same((await table.turns(key, 3)).slice(1), [
      'slow ran out of time.',
      'Correct! 1 points for the word "SAY" ann wins! Game over!',
    ]);
  });

  const offenders: Readonly<Record<string, { script: Script; why: RegExp }>> = {
    'has crashed': {
      script: bot(({ stage }) => stage.leave('crashed')),
      why: /^robot crashed \(exit status 1\)\. ann wins! Game over!$/,
    },
    'ends when it is started': {
      script: (stage) => {
        stage.leave('exited');
        return { hear() {} };
      },
      why: /^robot .+\. ann wins! Game over!$/,
    },
    'gives up': { script: says(['forfeit']), why: /^robot gave up the game\. ann wins! Game over!$/ },
    'says what is no move': {
      script: says(['hello <b>world</b>']),
      why: /^robot broke the rules for bots: .*hello.*\. ann wins! Game over!$/,
    },
    floods: {
      script: bot(({ stage }) => stage.say('x'.repeat(100_000))),
      why: /^robot broke the rules for bots: .+ ann wins! Game over!$/,
    },
  };

  for (const [how, { script, why }] of Object.entries(offenders))
    t.test(`a bot that ${how} has lost, and the history says why`, async (t) => {
      const table = await webTable(t);
      await table.seat({ robot: script });
      await table.user('ann');
      const key = await table.begin(['robot', 'ann'], 6, 'ann');
      const said = await table.turns(key, 1);
      t.match(said[0], why);
      if (how !== 'gives up') {
        await until(
          () => table.wentOut.length > 0,
          () => 'what its operator is told',
        );
        t.match(table.wentOut, [{ event: 'bot', game: key, bot: 'robot' }]);
        t.match(said[0], `robot ${table.wentOut[0]!.problem}.`);
      }
      const { game } = await table.history(key);
      t.match(game, { winner: 2, next: undefined });
      t.equal((await table.guess(key, 'ann', 'LAY')).message, 'Game already over!');
    });

  t.test('a bot that is started again is told what was played, and asked for its next turn', async (t) => {
    const table = await webTable(t);
    const heard: string[] = [];
    await table.seat({ robot: says(['guess claps', 'pass', 'guess SQUALL']) });
    await table.user('ann');
    const key = await table.begin(['ann', 'robot'], 8);
    for (const word of ['LAY', 'DOG']) {
      const { game } = await table.guess(key, 'ann', word);
      await table.turns(key, 8 - game.turnsLeft + 1);
    }
    await table.seat({ robot: says(['', '', 'guess SQUALL'], heard) });
    await table.guess(key, 'ann', 'SAY');
    t.equal((await table.turns(key, 6)).at(-1), 'Correct! 3 points for the word "SQUALL"');
    t.same(heard.slice(0, 7), [
      'start',
      'scored 1 LAY 1',
      'scored 2 CLAPS 2',
      'missed 1 DOG notonboard',
      'passed 2',
      'scored 1 SAY 1',
      'turn 60000 3 3',
    ]);
  });

  t.test('where it was the turn of a bot, it is asked as soon as it is started again', async (t) => {
    const table = await webTable(t);
    await table.seat({ robot: silent });
    await table.user('ann');
    const key = await table.begin(['robot', 'ann'], 4, 'ann');
    await table.seat({ robot: says(['guess LAY']) });
    t.same(await table.turns(key, 1), ['Correct! 1 points for the word "LAY"']);
  });

  t.test('a bot that nobody plays with for a time is ended, and started again for its turn', async (t) => {
    const table = await webTable(t);
    const heard: string[] = [];
    await table.seat({ robot: says(['guess LAY', 'guess SAY'], heard) }, { idleMs: 1 });
    await table.user('ann');
    const key = await table.begin(['robot', 'ann'], 4, 'ann');
    await table.turns(key, 1);
    await until(
      () => heard.some((line) => line.startsWith('gameover')),
      () => heard.join('\n'),
    );
    await table.guess(key, 'ann', 'DOG');
    t.equal((await table.turns(key, 3)).at(-1), 'Correct! 1 points for the word "SAY"');
    t.same(table.started, ['robot', 'robot']);
  });

  t.test(
    'where only so many may run, one that waits makes way, and one that thinks is waited for',
    async (t) => {
      const table = await webTable(t);
      await table.seat({ robot: says(['guess LAY', 'guess SAY', 'guess ALL']) }, { most: 1 });
      await table.user('ann');
      const keys = [];
      for (let game = 0; game < 5; game++) keys.push(await table.begin(['robot', 'ann'], 4, 'ann'));
      for (const key of keys) t.equal((await table.turns(key, 1)).length, 1);
      for (const key of keys) await table.guess(key, 'ann', 'AT');
      for (const key of keys) t.equal((await table.turns(key, 3)).length, 3);
    },
  );

  t.test('a bot answers what was played on another host of the same database', async (t) => {
    const table = await webTable(t);
    await table.seat({ robot: says(['guess LAY', 'guess SAY']) }, { everyMs: 5 });
    await table.user('ann');
    const key = await table.begin(['robot', 'ann'], 4, 'ann');
    await table.turns(key, 1);
    await table.elsewhere.makeMove(key, 'ann', 'DOG', theHost);
    await table.turns(key, 2);
    t.equal((await table.history(key)).moves.at(-1)!.message, 'Correct! 1 points for the word "SAY"');
    t.same(table.started, ['robot'], 'the same process');
  });

  t.test('two bots play each other to the end', async (t) => {
    const table = await webTable(t);
    await table.seat({ one: says(['guess LAY', 'pass']), two: says(['guess LAY', 'guess SQUALLY']) });
    const key = await table.begin(['one', 'two'], 4);
    t.same(await table.turns(key, 4), [
      'Correct! 1 points for the word "LAY"',
      'Sorry! "LAY" has already been found.',
      'one passed.',
      'Correct! 5 points for the word "SQUALLY" two wins! Game over!',
    ]);
  });

  t.test('a game that a person cancels is over for the bot', async (t) => {
    const table = await webTable(t);
    const heard: string[] = [];
    await table.seat({ robot: bot(() => {}, heard) });
    await table.user('ann');
    const key = await table.begin(['robot', 'ann'], 4, 'ann');
    await until(
      () => heard.some((line) => line.startsWith('turn')),
      () => heard.join('\n'),
    );
    t.match(await table.cancel(key, 'ann'), { message: 'ann cancelled the game. robot wins!' });
    await until(
      () => heard.some((line) => line.startsWith('gameover')),
      () => heard.join('\n'),
    );
    t.same((await table.history(key)).moves, []);
  });

  t.test('a name belongs to a person or to a bot', async (t) => {
    const table = await webTable(t);
    await table.user('ann');
    t.notOk(await table.acts.takeName('ann'));
    t.ok(await table.acts.takeName('robot'));
    t.ok(await table.acts.takeName('robot'), 'the same bot, when the server is started again');
    await t.rejects(table.user('robot'), /already exists/);
  });
});

t.test('boggle page', async (t) => {
  async function answers() {
    const page = bogglePage();
    const all = new Map<
      string,
      { readonly type: string | undefined; readonly text: string; readonly policy: string }
    >();
    for (const { path } of page.routes) {
      const answer = await page.request(path);
      const { headers } = answer;
      const type = headers.get('content-type')?.replace('; charset=utf-8', '');
      all.set(path, {
        type,
        text: await answer.text(),
        policy: headers.get('content-security-policy') ?? '',
      });
    }
    return all;
  }

  t.test('the page runs and is styled by files of its own server, and by nothing else', async (t) => {
    const files = await answers();
    const { text, policy } = files.get('/')!;
    t.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    t.notMatch(policy, /unsafe|\*|data:|https?:/);
    t.notMatch(text, /<style|\sstyle=|\son[a-z]+=|<script(?![^>]* src=)|javascript:/i, 'nothing is inline');
    const named = [...text.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map(([, path]) => `/${path}`);
    t.equal(named.length, 3);
    for (const path of named) t.ok(files.has(path), path);
  });

  t.test('the script makes texts, and no HTML', async (t) => {
    const { text, type } = (await answers()).get('/boggle/page/script.js')!;
    t.equal(type, 'text/javascript');
    t.notMatch(text, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/);
    t.match(text, 'createElement');
    t.ok(text.length < 40_000, `${text.length} bytes`);
  });
});

t.test('page state', async (t) => {
  const game: GameAnswer = {
    urlsafe_key: 'k',
    board: 'A B | C D | ',
    user1_name: 'ann',
    user2_name: 'ben',
    user1_points: 3,
    user2_points: 1,
    user1_is_next: false,
    turns: 20,
    turns_remaining: 4,
    words_found: [],
    game_over: false,
    message: '',
    changes: 0,
  };
  /** As a text, with the names in it. */
  const said = (given: GameAnswer, names: readonly string[]) =>
    standOf(given, perspectiveOf(given, names))
      .map((part) => (typeof part === 'string' ? part : part.name))
      .join('');

  t.test('each sees the game with its own eyes', async (t) => {
    t.same(perspectiveOf(game, ['cyd', 'ben', 'ann']), {
      me: 'ben',
      next: 'ben',
      isMyTurn: true,
      players: [
        { name: 'ann', points: 3, isNext: false, isMe: false },
        { name: 'ben', points: 1, isNext: true, isMe: true },
      ],
    });
    t.equal(said(game, ['ben']), 'Your turn.');
    t.equal(said(game, ['ann']), 'ben’s turn.');
    t.match(perspectiveOf(game, ['cyd']), { me: undefined, isMyTurn: false });
    const over = { ...game, game_over: true, winner: 'ann' };
    t.match(perspectiveOf(over, ['ann']), { next: undefined, isMyTurn: false });
    t.equal(said(over, ['ann']), 'Game over: you won.');
    t.equal(said(over, ['ben']), 'Game over: ann won.');
    t.equal(said({ ...over, winner: '' }, ['ben']), 'Game over: a draw.');
    t.equal(opponentOf(game, 'ann'), 'ben');
    t.equal(opponentOf(game, 'ben'), 'ann');
  });

  t.test('turns that are left are counted in words', async (t) => {
    t.equal(turnsLeft(game), '4 turns left');
    t.equal(turnsLeft({ ...game, turns_remaining: 1 }), 'last turn');
    t.equal(turnsLeft({ ...game, game_over: true }), 'no turns left');
  });

  t.test('in what is said of a turn, names are told from the rest, and the player once', async (t) => {
    const names = ['ann', 'מרים'];
    t.same(turnSentence({ user: 'ann', message: 'Correct! 1 points for the word "LAY"' }, names), [
      { name: 'ann' },
      ': ',
      'Correct! 1 points for the word "LAY"',
    ]);
    t.same(turnSentence({ user: 'מרים', message: 'מרים passed. ann wins! Game over!' }, names), [
      { name: 'מרים' },
      ' passed. ',
      { name: 'ann' },
      ' wins! Game over!',
    ]);
    t.same(endSentence('ann cancelled the game. מרים wins!', names), [
      'ann cancelled the game. ',
      { name: 'מרים' },
      ' wins!',
    ]);
    t.same(endSentence('Joann wins! or not', ['ann']), ['Joann wins! or not']);
  });

  t.test('a game that was cancelled says so after its turns', async (t) => {
    const turns = [{ user: 'ann', message: 'Sorry! "ZZZ" is not in the english dictionary.' }];
    const told = [[{ name: 'ann' }, ': ', turns[0]!.message]];
    const cancelled = { ...game, game_over: true, winner: 'ann' };
    const end = [{ name: 'ben' }, ' cancelled the game. ', { name: 'ann' }, ' wins!'];
    t.same(historyOf(game, turns), told);
    t.same(historyOf(game, []), []);
    t.same(historyOf(cancelled, turns), [...told, end]);
    t.same(historyOf(cancelled, []), [end]);
    t.same(historyOf({ ...cancelled, turns_remaining: 0 }, turns), told, 'it was played to its end');
    const forfeited = [{ user: 'ben', message: 'ben crashed. ann wins! Game over!', reason: 'forfeited' }];
    t.same(historyOf(cancelled, forfeited).length, 1);
  });

  t.test('a link leads to its game, and whatever is no link to the beginning', async (t) => {
    const place = { is: 'game', key: 'V1St-_x' } as const;
    t.same(routeOf(hashOf(place)), place);
    t.same(routeOf(hashOf({ is: 'start' })), { is: 'start' });
    for (const odd of ['', '#', '#/game/', '#/game/<b>', `#/game/${'x'.repeat(101)}`, '#/game/a/b'])
      t.same(routeOf(odd), { is: 'start' }, odd);
    t.equal(keyIn(' http://127.0.0.1:8080/#/game/abc '), 'abc');
    t.equal(keyIn('abc'), 'abc');
    t.equal(keyIn('http://127.0.0.1:8080/'), undefined);
    t.equal(keyIn(''), undefined);
  });

  function keptTexts() {
    const texts = new Map<string, string>();
    const store = {
      getItem: (name: string) => texts.get(name) ?? null,
      setItem: (name: string, text: string) => void texts.set(name, text),
    };
    return { texts, store };
  }

  t.test('the users of a browser are kept, the last one first', async (t) => {
    const { texts, store } = keptTexts();
    const users = new SavedUsers(store);
    t.same(users.all, []);
    users.choose({ name: 'ann', key: '1', token: 's' });
    users.choose({ name: 'ben', key: '2' });
    users.choose({ name: 'ann', key: '1', token: 'new' });
    t.same(new SavedUsers(store).all, [
      { name: 'ann', key: '1', token: 'new' },
      { name: 'ben', key: '2' },
    ]);
    const [place] = texts.keys();
    for (const odd of ['', '{', '7', '{"name":"x"}', '[null, 7, {"name":"x"}, {"name":1,"key":"k"}]']) {
      texts.set(place!, odd);
      t.same(users.all, [], odd);
    }
  });

  t.test('a kept token is not lost to a user without one, unless it is another user', async (t) => {
    const { store } = keptTexts();
    const users = new SavedUsers(store);
    users.choose({ name: 'ann', key: '1', token: 's' });
    users.choose({ name: 'ben', key: '2', token: 'b' });
    t.same(users.choose({ name: 'ann', key: '1' }), { name: 'ann', key: '1', token: 's' });
    t.same(users.named('ann'), { name: 'ann', key: '1', token: 's' });
    t.same(users.choose({ name: 'ann', key: '3' }), { name: 'ann', key: '3' }, 'made again elsewhere');
    users.forget({ name: 'ann', key: '3' });
    t.same(users.all, [{ name: 'ben', key: '2', token: 'b' }]);
    t.equal(users.named('ann'), undefined);
  });

  t.test('users that a browser refuses to keep are there for as long as the page', async (t) => {
    const { store } = keptTexts();
    let isFull = false;
    const users = new SavedUsers({
      ...store,
      setItem: (name, text) => {
        if (isFull) throw new Error('full');
        store.setItem(name, text);
      },
    });
    users.choose({ name: 'ann', key: '1' });
    t.ok(users.areSaved);
    isFull = true;
    t.same(users.choose({ name: 'ben', key: '2', token: 'b' }), { name: 'ben', key: '2', token: 'b' });
    t.same(
      users.all.map(({ name }) => name),
      ['ben', 'ann'],
    );
    t.notOk(users.areSaved);
    isFull = false;
    users.choose({ name: 'ann', key: '1' });
    t.ok(users.areSaved);
    t.same(new SavedUsers(store).named('ben'), { name: 'ben', key: '2', token: 'b' });
    const blocked = () => {
      throw new Error('blocked');
    };
    const none = new SavedUsers({ getItem: blocked, setItem: blocked });
    t.same(none.all, []);
    none.choose({ name: 'ann', key: '1' });
    t.same(none.all, [{ name: 'ann', key: '1' }]);
  });

  t.test('the length of a name is counted in characters, as the server has it', async (t) => {
    t.equal(lengthFault('🙂'.repeat(100)), '');
    t.equal(lengthFault(` ${'e\u0301'.repeat(96)}abcd `), '');
    t.equal(lengthFault('🙂'.repeat(101)), 'Enter at most 100 characters; this has 101.');
  });

  t.test('a kept name is as the server has it, and what is no token is not sent as one', async (t) => {
    t.equal(nameIn(' Jose\u0301 '), 'Jos\u00e9');
    t.equal(nameIn('a\u00a0 b'), 'a b');
    t.ok(isToken('V1StGXR8_Z5jdHi6B-myT'));
    for (const odd of ['', '“abc”', 'a b', 'ä', '…']) t.notOk(isToken(odd), odd);
    const { texts, store } = keptTexts();
    new SavedUsers(store).choose({ name: 'Jose\u0301', key: '1', token: '“abc”' });
    t.match([...texts.values()][0], 'Jose\u0301');
    t.same(new SavedUsers(store).all, [{ name: 'Jos\u00e9', key: '1' }]);
  });

  t.test('a refusal says what is wrong, and not how the parameter is called', async (t) => {
    const answered = (message: string) => refusalIn(JSON.stringify({ message }));
    t.same(answered('user_name: expected a name; it is empty'), {
      message: 'Expected a name; it is empty.',
      parameter: 'user_name',
    });
    t.same(answered('Game not found!'), { message: 'Game not found!' });
    t.same(answered('Sorry: no'), { message: 'Sorry: no' });
    t.same(refusalIn('too many requests\n'), { message: 'too many requests' });
    t.same(refusalIn(' '), { message: 'The server refused the request (status 400).' });
    t.same(refusalIn('', 429), { message: 'The server is busy. Try again in a moment.' });
    t.same(refusalIn('<html><head><title>502 Bad Gateway</title>', 502), {
      message: 'The server is not available (status 502). Try again in a moment.',
    });
    t.same(refusalIn('x'.repeat(501), 403), {
      message: 'The server refused the request (status 403).',
    });
    t.same(answered('expected the token of n1 or m1, as in "Authorization: Bearer TOKEN"; there is none'), {
      message: 'Expected the token of n1 or m1: enter it on the first page, under “Use an existing name”.',
    });
    t.same(refusalIn('{"message": 7}'), { message: '{"message": 7}' });
  });
});

t.test('word path', async (t) => {
  //  0 R  1 QU  2 P  3 L
  //  4 E  5 I   6 B  7 T
  //  8 U  9 L  10 Z 11 A
  // 12 E 13 S  14 T 15 I
  const read = readBoardText('R QU P L | E I B T | U L Z A | E S T I | ');
  if (!read.ok) throw new Error(read.problem);
  const board = read.value;
  const drag = (...cells: number[]) =>
    cells.reduce((path: readonly number[], cell) => pathAfterDrag(board, path, cell), []);
  const choose = (...cells: number[]) =>
    cells.reduce((path: readonly number[], cell) => pathAfterChoice(board, path, cell), []);

  t.test('what is dragged goes from neighbour to neighbour, and back the same way', async (t) => {
    t.same(drag(1, 5, 14), [1, 5], 'a cell that is no neighbour is passed over');
    t.same(drag(1, 5, 9, 14), [1, 5, 9, 14]);
    t.same(drag(1, 5, 9, 5), [1, 5], 'one back takes the last away');
    t.same(drag(1, 5, 4, 1), [1, 5, 4], 'no cell is used twice');
    t.same(wordOf(board, [1, 5, 14]), 'QUIT');
  });

  t.test('what is chosen goes on from the last, takes it away, or begins again', async (t) => {
    t.same(choose(1, 5), [1, 5]);
    t.same(choose(1, 5, 5), [1]);
    t.same(choose(1, 1), []);
    t.same(choose(1, 5, 15), [15]);
    t.same(choose(1, 5, 4, 1), [1], 'an earlier cell of the word begins a new one');
  });

  t.test('every path that is dragged or chosen is one by the rules', async (t) => {
    const cells = fc.array(fc.nat(15), { maxLength: 40 });
    fc.assert(
      fc.property(cells, fc.constantFrom(drag, choose), (all, make) => {
        const path = make(...all);
        t.equal(new Set(path).size, path.length);
        for (const [index, cell] of path.slice(1).entries())
          if (!board.neighbours[path[index]!]!.includes(cell)) return false;
        return path.length === 0 || new TypedWords(board).pathOf(wordOf(board, path)).isWhole;
      }),
    );
  });

  t.test('a typed word lights up where it lies, as far as it does', async (t) => {
    const words = new TypedWords(board);
    t.same(words.pathOf('quiff'), { path: [1, 5], isWhole: false });
    t.equal(words.pathOf('bil').isWhole, true);
    t.same(words.pathOf(''), { path: [], isWhole: true });
    t.same(words.pathOf('  '), { path: [], isWhole: true });
    t.same(words.pathOf('q'), { path: [1], isWhole: true }, 'a cell may have more letters than are typed');
    t.same(words.pathOf('qui'), { path: [1, 5], isWhole: true });
    t.same(words.pathOf('quix'), { path: [1, 5], isWhole: false });
    t.same(words.pathOf('x'), { path: [], isWhole: false });
    t.same(words.pathOf('ü<'), { path: [], isWhole: false });
    t.same(words.pathOf('eſ'), { path: [4], isWhole: false }, 'a long s is no S, as for the server');
    const long = boardOf(2, 1, ['ABC', 'D']);
    t.same(new TypedWords(long).pathOf('a'), { path: [0], isWhole: true });
    t.same(new TypedWords(long).pathOf('DAB'), { path: [1, 0], isWhole: true });
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
