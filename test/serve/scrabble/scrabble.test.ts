import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as openRpcPackage from '@open-rpc/meta-schema';
import { Ajv } from 'ajv';
import t, { type Test } from 'tap';
import { boardRows } from '../../../host/bots/scrabble/web/web-game.ts';
import { millis } from '../../../host/core/units.ts';
import { parseRecord } from '../../../host/events/read-record.ts';
import { ruleSets } from '../../../host/games/scrabble/rule-sets.ts';
import { scrabble } from '../../../host/games/scrabble/scrabble.ts';
import { planFromRecord } from '../../../host/match/plan.ts';
import { verifyRecord } from '../../../host/match/verify.ts';
import { LeaguePast, type LeaguePlayer, nextTable } from '../../../host/runs/league.ts';
import { BotConnection } from '../../../host/seats/remote/bot-calls.ts';
import { blockListOf, literalRefusal, loopback, rangeOf } from '../../../host/seats/remote/endpoints.ts';
import { LEASE_MS, Lease } from '../../../host/serve/scrabble/lease.ts';
import { boardFrom } from '../../../host/serve/scrabble/pipes/game-files.ts';
import { openRpc, rpcService } from '../../../host/serve/scrabble/rpc.ts';
import {
  type FinishedGame,
  MOST_BOTS,
  MOST_VERSIONS,
  ScrabbleStore,
  type ScrabbleTables,
  scrabbleMigrations,
} from '../../../host/serve/scrabble/store.ts';
import { tokenHash } from '../../../host/serve/tokens.ts';
import { ask, events } from '../../cli/pages.ts';
import { blocksOf, page } from '../../docs/pages.ts';
import { type Asked, anyPlay, prepare, type Reply, WebBot } from '../../players/merknera/web-bot.ts';
import { allOf } from '../../support/all-of.ts';
import fc from '../../support/laws.ts';
import { until } from '../../support/until.ts';
import { opened } from '../database/database-contract.ts';
import { OTHER_TOKEN, type ServedLeague, servedLeague, shortly } from './served-league.ts';

/** Its types say nothing of what it exports. */
interface MetaSchemaPackage {
  readonly openrpcDocument: Readonly<Record<string, unknown>>;
}

/** Plays whatever it can. */
function plays(other: (asked: Asked) => Reply | undefined = () => undefined) {
  return (asked: Asked): Reply | undefined =>
    other(asked) ??
    (asked.method === 'Scrabble.NextMove'
      ? { result: anyPlay(asked.params.gameletters, asked.params.tiles) }
      : undefined);
}

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

async function gamesOver(served: ServedLeague, count: number) {
  const over = async () => {
    const games = [];
    for await (const game of served.store.finished()) games.push(game);
    return games;
  };
  let games = await over();
  const end = performance.now() + 120_000;
  while (games.length < count) {
    if (performance.now() > end)
      throw new Error(
        `waited for ${count} games; ${games.length} are over: ${JSON.stringify(served.reports)} ${served.failures}`,
      );
    await new Promise((resolve) => setTimeout(resolve, 20));
    games = await over();
  }
  return games;
}

async function verified(served: ServedLeague, id: number) {
  const text = await served.store.record(id);
  const read = parseRecord(text!, `game ${id}`, { scrabble });
  if (!read.ok) return read.problem;
  const plan = planFromRecord(read, served.lexicon);
  return plan.ok ? verifyRecord(plan.plan, read.events, read.lines) : plan.problem;
}

t.test('requests', async (t) => {
  const served = await servedLeague(t, { jobs: 0 });
  const { post, call, register } = served;
  const code = async (body: unknown) => (await post(body)).json?.error?.code;
  const asked = (method: string, params?: unknown) => ({ jsonrpc: '2.0', method, params, id: 'a' });

  t.test('what is no JSON, no request, or names no method has the code of the standard', async (t) => {
    t.equal(await code('{"jsonrpc'), -32700);
    t.equal(await code(`{"jsonrpc":"2.0","method":"Status.Ping","id":1,"params":${deep(6_000)}}`), -32700);
    t.equal(await code(deep(8_000)), -32700);
    t.equal(await code([]), -32600);
    t.equal(await code('7'), -32600);
    t.equal(await code({ jsonrpc: '1.0', method: 'Status.Ping', id: 1 }), -32600);
    t.equal(await code(asked('Status.Pong')), -32601);
    t.equal(await code(asked('constructor')), -32601);
    t.equal(await code(asked('RegistrationService.Register', ['a'])), -32602);
    t.equal(await code(asked('RegistrationService.Register')), -32602);
    t.equal(await code(asked('Scrabble.Ready', {})), -32602);
    t.equal((await post('x'.repeat(20_000))).status, 413);
    t.equal((await fetch(`${served.url}/rpc`)).status, 405);
  });

  t.test('batches are answered in their order, and notifications are not', async (t) => {
    t.same((await post(asked('Status.Ping'))).json, { jsonrpc: '2.0', id: 'a', result: { ping: 'OK' } });
    t.match((await post([asked('Status.Ping'), 7, asked('Nobody')])).json, [
      { id: 'a', result: { ping: 'OK' } },
      { id: null, error: { code: -32600 } },
      { id: 'a', error: { code: -32601 } },
    ]);
    const silent = await post([{ jsonrpc: '2.0', method: 'Status.Ping' }]);
    t.same(silent, { status: 204, json: undefined });
  });

  t.test('rpc.discover describes the methods by the schemas that read them', async (t) => {
    const { result } = await call('rpc.discover');
    t.same(result, openRpc());
    t.equal(result.openrpc, '1.3.2');
    t.match(result.info, { title: /./, version: /^\d+\.\d+\.\d+/ });
    t.same(
      result.methods.map(({ name }: { name: string }) => name),
      ['RegistrationService.Register', 'Scrabble.Ready', 'Status.Ping'],
    );
    for (const { name, params, result: answer, errors } of result.methods) {
      const names = params.map((param: { name: string }) => param.name);
      t.equal(new Set(names).size, names.length, `${name}: each name once`);
      for (const { required, schema } of params)
        t.ok(typeof required === 'boolean' && typeof schema === 'object', name);
      const firstOptional = params.findIndex(({ required }: { required: boolean }) => !required);
      if (firstOptional !== -1)
        t.notOk(
          params.slice(firstOptional).some(({ required }: { required: boolean }) => required),
          `${name}: what may be left out is last`,
        );
      t.equal(answer.schema.type, 'object');
      for (const { code, message } of errors) t.ok(Number.isInteger(code) && message !== '');
    }
  });

  t.test(
    'a token registers so often, and an address calls so often: each call of a batch counts',
    async (t) => {
      const result = async () => ({ result: { message: 'registered' } });
      const service = rpcService({ register: result, ready: result }, {});
      const registered = async (token: string, count: number) => {
        const about = {
          token,
          botname: 'eve',
          botversion: '1',
          game: 'SCRABBLE',
          rpcendpoint: 'http://[::1]/',
        };
        const calls = Array.from({ length: count }, () => asked('RegistrationService.Register', about));
        const answer = await service.request('/rpc', { method: 'POST', body: JSON.stringify(calls) });
        return (await answer.json()) as { readonly result?: unknown; readonly error?: unknown }[];
      };
      t.notOk((await registered('eve', 70)).some(({ error }) => error));
      const tooMany = await registered('eve', 70);
      t.match(tooMany[0], { result: {} }, 'four seconds of them at once');
      const message = 'Too many registrations with this token: wait 1 s.';
      t.match(tooMany.at(-1), { id: 'a', error: { code: -32006, message } });
      t.match(await registered('ada', 1), [{ result: {} }], 'another token');

      const limited = await servedLeague(t, { jobs: 0, callsPerSecond: 5 });
      const pings = Array.from({ length: 60 }, (_, id) => ({ jsonrpc: '2.0', method: 'Status.Ping', id }));
      const answers: { readonly result?: unknown }[] = (await limited.post(pings)).json;
      t.ok(answers.filter(({ result }) => result !== undefined).length >= 20, 'four seconds of them at once');
      t.match(answers.at(-1), {
        id: 59,
        error: { code: -32006, message: /^Too many calls from 127\.0\.0\.1: wait 1 s\.$/ },
      });
    },
  );

  t.test('the document of rpc.discover is one by the meta-schema of OpenRPC', async (t) => {
    // It refers to the schema of draft 7 in two ways, the second with definitions of its own.
    const draft7 = { $ref: 'http://json-schema.org/draft-07/schema#' };
    const definitions = { JSONSchemaObject: { properties: { $ref: { type: 'string' } } } };
    const ajv = new Ajv({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'https://meta.json-schema.tools', ...draft7 });
    ajv.addSchema({ $id: 'https://meta.json-schema.tools/', definitions });
    const { $schema: _, ...metaSchema } = (openRpcPackage as unknown as MetaSchemaPackage).openrpcDocument;
    const isDocument = ajv.compile(metaSchema);
    const document = openRpc();
    t.ok(isDocument(document), ajv.errorsText(isDocument.errors));
    const [method] = document.methods;
    t.notOk(isDocument({ ...document, methods: [{ ...method, params: undefined }] }), 'without params');
    t.notOk(isDocument({ ...document, openrpc: '7' }));
    const schema = { type: 'nothing' };
    const result = { name: 'result', schema };
    t.notOk(isDocument({ ...document, methods: [{ ...method, result }] }), 'with a schema that is none');
  });

  t.test('a page of another site cannot call', async (t) => {
    const body = JSON.stringify(asked('Status.Ping'));
    const headers = { origin: 'https://elsewhere.example' };
    t.equal((await fetch(`${served.url}/rpc`, { method: 'POST', body, headers })).status, 403);
  });

  t.test('a name belongs to the token that took it, and versions are superseded', async (t) => {
    const at = 'http://127.0.0.1:1/rpc';
    t.match(await register('robot', at), { result: { message: 'robot is registered.' } });
    t.match(await register('robot', `${at}2`), { result: { message: 'robot 1 is online again.' } });
    t.match(await served.store.currentBots(), [
      { name: 'robot', version: '1', endpoint: { href: `${at}2` } },
    ]);
    t.match(await register('robot', at, { botversion: '2' }), {
      result: { message: /version 2; the version before finishes/ },
    });
    t.match(await register('robot', at), { error: { code: -32007 } }, 'a version never returns');
    t.match(await register('robot', at, { token: OTHER_TOKEN }), { error: { code: -32002 } });
    t.match(await register('other', at, { token: 'nobody' }), { error: { code: -32001 } });
    const bots = await served.store.currentBots();
    t.same(
      bots.map(({ name, version, endpoint: { href } }) => ({ name, version, endpoint: href })),
      [{ name: 'robot', version: '2', endpoint: at }],
    );
    t.equal(await served.store.revokeToken('ada'), true);
    t.match(await register('third', at), { error: { code: -32001 } }, 'a token that was revoked');
  });

  t.test('the registration of the page is taken, and a Ready without its game is not', async (t) => {
    const [text] = blocksOf(page('docs/reference/web-bots.md'))
      .map((block) => block.text)
      .filter((block) => block.includes('RegistrationService.Register'));
    const request = JSON.parse(text!);
    t.equal(await served.store.addToken('page', tokenHash(request.params.token)), true);
    // Another test has its name.
    request.params.botname = 'page';
    t.match((await post(request)).json, { id: 1, result: { message: 'page is registered.' } });
    const ready = {
      gameid: 7,
      gameboard: 'D34898EC4CADC2B7B85DA262E9320A9646655931',
      dictionary: 'x',
      letters: 'x',
    };
    for (const gameid of [7, '7', 2 ** 53 - 1])
      t.match(await call('Scrabble.Ready', { ...ready, gameid }), {
        error: { code: -32004, message: `gameid: no waiting game ${gameid}` },
      });
    for (const gameid of [
      'x',
      '',
      '0',
      '1e3',
      ' 7',
      0,
      -1,
      1.5,
      2 ** 53,
      '9999999999999999',
      null,
      [7],
      undefined,
    ])
      t.match(await call('Scrabble.Ready', { ...ready, gameid }), {
        error: { code: -32602, message: /^gameid: expected a whole number from 1 to 2\^53 - 1; got / },
      });
  });

  t.test('texts have the lengths of the page, and the last three may be left out', async (t) => {
    const at = 'http://127.0.0.1:1/rpc';
    const lengths = {
      botname: 250,
      botversion: 100,
      programminglanguage: 250,
      website: 500,
      description: 1000,
    };
    for (const [name, most] of Object.entries(lengths)) {
      const long = await register('texts', at, { token: OTHER_TOKEN, [name]: 'x'.repeat(most + 1) });
      t.match(long.error, {
        code: -32602,
        message: new RegExp(`^${name}: expected at most ${most} characters`),
      });
      const fits = await register('texts', at, { token: OTHER_TOKEN, [name]: 'x'.repeat(most) });
      t.ok(fits.result, JSON.stringify(fits));
    }
    for (const [given, message] of [
      [{ rpcendpoint: `http://127.0.0.1/${'x'.repeat(500)}` }, /^rpcendpoint: expected at most 500/],
      [{ rpcendpoint: 'file:///etc/passwd' }, /^rpcendpoint: expected an http or https URL/],
      [{ rpcendpoint: 'http://%ff@127.0.0.1:9/' }, /^rpcendpoint: expected a user and a password in UTF-8/],
      [
        { rpcendpoint: 'http://a:%e2%82@127.0.0.1:9/' },
        /^rpcendpoint: expected a user and a password in UTF-8/,
      ],
      [{ rpcendpoint: 'http://127.0.0.1:0/' }, /^rpcendpoint: expected a port from 1 to 65535; got 0/],
      [{ game: 'TICTACTOE' }, /^game: expected "SCRABBLE"/],
      [{ token: 'x'.repeat(51) }, /^token: expected at most 50/],
      [{ botname: 'a\nready' }, /^botname: expected a string without control characters/],
      [{ botname: '' }, /^botname: expected a string that is not empty/],
      [{ botversion: undefined }, /^botversion: expected a string; got nothing/],
      [{ concurrent: 'yes' }, /^concurrent: expected true or false/],
    ] as const)
      t.match((await register('texts', at, { token: OTHER_TOKEN, ...given })).error, {
        code: -32602,
        message,
      });
  });
});

t.test('names', async (t) => {
  const served = await servedLeague(t, { jobs: 0 });
  const { register } = served;

  t.test(
    'a name has no sign that nobody sees, and does not look like the name of another token',
    async (t) => {
      const at = 'http://127.0.0.1:1/rpc';
      for (const [botname, sign] of [
        ['ro\u200bbot', 'U+200B'],
        ['ro\u200dbot', 'U+200D'],
        ['\u202etobor', 'U+202E'],
        ['robot\u200f', 'U+200F'],
        ['robot\u3164', 'U+3164'],
        ['ro\ufe0fbot', 'U+FE0F'],
        ['robot\ud800', 'U+D800'],
        ['robot\u{e0041}', 'U+E0041'],
      ] as const) {
        const error = { code: -32602, message: `botname: expected visible characters; got ${sign}` };
        t.match(await register(botname, at), { error });
      }
      t.match(await register('x', at, { botversion: '1\u202e' }), { error: { message: /^botversion: / } });
      t.ok((await register('Skyler', at)).result);
      t.ok((await register('Skyler ', `${at}2`)).result.message.includes('online again'), 'the same name');
      for (const botname of ['skyler', 'ЅkyIer', 'Skу1er', '\uff33kyler', 'Sκyler'])
        t.match(
          (await register(botname, at, { token: OTHER_TOKEN })).error,
          { code: -32002, message: 'The name looks like "Skyler", which belongs to another token.' },
          botname,
        );
      t.ok((await register('SKYLER', at)).result, 'its own token may');
      t.ok((await register('Слон 🧑‍🚀', at, { token: OTHER_TOKEN })).result);
      t.ok((await register('Skyle', at, { token: OTHER_TOKEN })).result);
    },
  );

  t.test('a token has so many bots and versions', async (t) => {
    const bot = {
      name: 'many',
      version: '1',
      language: '',
      website: '',
      description: '',
      isConcurrent: false,
    };
    const endpoint = new URL('http://127.0.0.1:1/rpc');
    const where = join(t.testdir(), 'many.db');
    await using database = await opened<ScrabbleTables>(where, scrabbleMigrations);
    const store = new ScrabbleStore(database, Date.now, () => {});
    for (const name of ['ada', 'ben']) await store.addToken(name, tokenHash(name));
    for (let number = 1; number <= MOST_BOTS; number++)
      t.match(await store.register(tokenHash('ada'), { ...bot, endpoint, name: `many ${number}` }), {
        is: 'new',
      });
    const more = await store.register(tokenHash('ada'), { ...bot, endpoint, name: 'more' });
    t.same(more, { refused: 'limit' });
    t.match(await store.register(tokenHash('ada'), { ...bot, endpoint, name: 'many 7', version: '2' }), {
      is: 'new-version',
    });
    t.match(await store.register(tokenHash('ben'), { ...bot, endpoint, name: 'more' }), { is: 'new' });
    {
      using rows = new DatabaseSync(where);
      rows.exec(`WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ${MOST_VERSIONS - 1})
        INSERT INTO scrabble_bot SELECT 1000 + x, 'more', 'old ' || x, 2, 'http://127.0.0.1:1/', '', '', '', 0, 0, 0 FROM n`);
    }
    const another = { ...bot, endpoint, name: 'more' };
    t.same(await store.register(tokenHash('ben'), { ...another, version: '2' }), { refused: 'limit' });
    t.match(await store.register(tokenHash('ben'), another), { is: 'same' });
  });

  t.test('a server does not call itself', async (t) => {
    const { port } = new URL(served.url);
    for (const host of ['127.0.0.1', 'localhost', '0x7f.1'])
      t.match((await register('mirror', `http://${host}:${port}/rpc`)).error, {
        code: -32003,
        message: 'rpcendpoint: the endpoint is this server',
      });
    const lookup: LookupFunction = (_, { all }, answer) =>
      setImmediate(() =>
        all ? answer(null, [{ address: '127.0.0.1', family: 4 }]) : answer(null, '127.0.0.1', 4),
      );
    const ownPort = () => Number(port);
    using connection = new BotConnection(new URL(`http://mirror.example:${port}/rpc`), { lookup, ownPort });
    t.match(await connection.ping(20_000), { errorcode: 2, message: 'the endpoint is this server' });
  });
});

t.test('endpoints', async (t) => {
  const inTens = [rangeOf('10.0.0.0/8')!];

  t.test('a list denies all but its ranges, in each form of an address', async (t) => {
    t.equal(rangeOf('10.0.0.0/33'), undefined);
    t.equal(rangeOf('10.0.0/8'), undefined);
    t.equal(rangeOf('localhost'), undefined);
    const byte = fc.integer({ min: 0, max: 255 });
    const prefix = fc.integer({ min: 0, max: 32 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(byte, byte, prefix), { maxLength: 4 }),
        byte,
        byte,
        (ranges, one, two) => {
          const allowed = ranges.map(([a, b, bits]) => rangeOf(`${a}.${b}.0.0/${bits}`)!);
          const list = blockListOf(allowed);
          const value = (one * 256 + two) * 65536 + 1;
          const isIn = ranges.some(([a, b, bits]) => {
            const size = 2 ** (32 - bits);
            return Math.floor(value / size) === Math.floor(((a * 256 + b) * 65536) / size);
          });
          const address = `${one}.${two}.0.1`;
          return list.check(address) === !isIn && list.check(`::ffff:${address}`, 'ipv6') === !isIn;
        },
      ),
    );
    const six = blockListOf([rangeOf('fd00::/8')!]);
    t.same(
      ['fd12::1', 'fe80::1', '::1', '::'].map((address) => six.check(address, 'ipv6')),
      [false, true, true, true],
    );
    t.equal(six.check('127.0.0.1'), true);
  });

  t.test('nothing reaches an address that is not allowed, however it is written or looked up', async (t) => {
    using bot = await WebBot.start();
    const { port } = new URL(bot.url);
    const ways = ['127.0.0.1', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433', 'localhost', '[::1]', '0.0.0.0'];
    for (const host of ways) {
      using refused = new BotConnection(new URL(`http://${host}:${port}/`), {
        blockList: blockListOf(inTens),
      });
      const failed = await refused.ping(20_000);
      t.match(failed, { errorcode: 2, message: /--allow-endpoint/ }, host);
    }
    t.equal(bot.asked.length, 0);
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '0x7f.1']) {
      using taken = new BotConnection(new URL(`http://${host}:${port}/`), {
        blockList: blockListOf(loopback),
      });
      t.equal(await taken.ping(20_000), undefined, host);
    }
    using outside = new BotConnection(new URL(`http://0.0.0.0:${port}/`), {
      blockList: blockListOf(loopback),
    });
    t.match(await outside.ping(20_000), { message: /--allow-endpoint/ }, 'all addresses of this machine');
  });

  t.test('an address that is known is refused when the bot registers', async (t) => {
    const served = await servedLeague(t, { jobs: 0, allowed: inTens });
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '0x7f.1', '192.168.1.1', '[fe80::1]'])
      t.match(await served.register('probe', `http://${host}/`), { error: { code: -32003 } }, host);
    t.ok((await served.register('probe', 'http://10.1.2.3/')).result);
    t.equal(
      literalRefusal(new URL('http://name.example/'), blockListOf(inTens)),
      undefined,
      'a name is looked up later',
    );
  });

  t.test('a name that has another address the second time is refused then', async (t) => {
    using bot = await WebBot.start();
    const addresses = ['127.0.0.1', '192.168.77.1'];
    const asked: string[] = [];
    const lookup: LookupFunction = (name, { all }, answer) => {
      asked.push(name);
      const address = addresses.shift() ?? '192.168.77.1';
      // Not before it has returned, as that of the system.
      setImmediate(() => {
        if (all) answer(null, [{ address, family: 4 }]);
        else answer(null, address, 4);
      });
    };
    const url = new URL(`http://robot.example:${new URL(bot.url).port}/`);
    using connection = new BotConnection(url, { blockList: blockListOf(loopback), lookup });
    t.equal(await connection.ping(20_000), undefined);
    bot.hangUp();
    t.match(await connection.ping(20_000), { errorcode: 2, message: /--allow-endpoint/ });
    t.same(asked, ['robot.example', 'robot.example']);
    t.equal(bot.asked.length, 1);
  });

  t.test('a redirect is no answer', async (t) => {
    using inside = await WebBot.start();
    const redirecting = createServer(
      (_, answer) => void answer.writeHead(307, { location: inside.url }).end(),
    );
    redirecting.listen(0, '127.0.0.1');
    await once(redirecting, 'listening');
    t.teardown(() => void redirecting.close());
    const url = new URL(`http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/`);
    using connection = new BotConnection(url, { blockList: blockListOf(loopback) });
    t.match(await connection.ping(20_000), {
      errorcode: 2,
      message: 'expected HTTP status 200; got 307',
    });
    t.equal(inside.asked.length, 0);
  });
});

t.test('who plays next', async (t) => {
  const player = (id: number, owner: number) => ({
    ...{ id, owner, isFree: true, isExpected: true, waitsSince: 0, patience: 10_000 },
    ...{ cost: 0 as number | undefined, group: 'fast' as LeaguePlayer['group'] },
  });

  t.test(
    'everybody who is free plays everybody, in each seat, equally often, and nobody waits for long',
    async () => {
      const game = fc.integer({ min: 0, max: 99 });
      const sizes = [
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 1, max: 2 }),
        fc.boolean(),
      ] as const;
      fc.assert(
        fc.property(
          ...sizes,
          fc.array(game, { minLength: 60, maxLength: 60 }),
          (seats, more, atOnce, hasOneOwner, ends) => {
            const count = seats + more;
            const past = new LeaguePast();
            const players = Array.from({ length: count }, (_, id) => player(id, hasOneOwner ? 0 : id));
            const running: (readonly number[])[] = [];
            let longest = 0;
            for (let time = 1; time <= count * (count - 1) * 18; time++) {
              if (running.length === atOnce || !nextTable(players, past, seats))
                for (const id of running.splice(ends[time % 60]! % running.length, 1)[0]!)
                  players[id]!.isFree = true;
              const table = nextTable(players, past, seats);
              if (!table) continue;
              if (new Set(table).size !== seats || !table.every((id) => players[id]!.isFree)) return false;
              running.push(table);
              past.add(table);
              for (const id of table) {
                longest = Math.max(longest, time - players[id]!.waitsSince);
                Object.assign(players[id]!, { isFree: false, waitsSince: time });
              }
            }
            const counts = players.flatMap(({ id }) =>
              players.filter((other) => other.id !== id).map((other) => past.before(id, other.id)),
            );
            return (
              Math.min(...counts) > 0 &&
              Math.max(...counts) <= 2 * Math.min(...counts) + 2 &&
              longest <= 3 * count
            );
          },
        ),
      );
    },
  );

  t.test('owners take turns, however many players they have', async (t) => {
    const past = new LeaguePast();
    const players = Array.from({ length: 103 }, (_, id) => ({ ...player(id, id < 3 ? 1 : 2), cost: 5 }));
    let turns = 0;
    for (let time = 1; time <= 200; time++) {
      const table = nextTable(players, past, 2)!;
      past.add(table);
      if (table.some((id) => id < 3)) turns++;
      for (const id of table) players[id]!.waitsSince = time;
    }
    t.ok(turns >= 100, `${turns} of 200 games have a player of the small owner`);
  });

  t.test('the untried play each other first, and only the patient wait for a much slower one', async (t) => {
    const past = new LeaguePast();
    const [fast, slow, unmet] = [100, 90_000, undefined];
    const of = (owner: number, cost: number | undefined, patience = Math.max(10_000, cost ?? 0)) => {
      const group = cost === undefined ? 'unmet' : cost > 10_000 ? 'slow' : 'fast';
      return { owner, cost, patience, group } as const;
    };
    const alone = { ...of(9, unmet), group: 'fast' } as const;
    const aloneWithSlow = { ...of(9, unmet, 90_000), group: 'slow' } as const;
    for (const [about, tables] of [
      [
        [of(1, fast), of(1, fast), of(2, slow), of(2, slow)],
        ['0 1', '2 3'],
      ],
      [[of(1, fast), of(2, slow), of(3, fast)], ['0 2']],
      [[of(1, fast), of(2, slow)], []],
      [[of(1, fast, 90_000), of(2, slow)], ['0 1']],
      [[of(1, slow), of(2, slow)], ['0 1']],
      [
        [of(1, fast), of(1, fast), of(2, unmet), of(2, unmet)],
        ['0 1', '2 3'],
      ],
      [
        [of(1, unmet), of(1, unmet), of(2, unmet), of(2, unmet)],
        ['0 1', '2 3'],
      ],
      [[of(1, unmet), of(2, unmet), of(3, fast)], ['0 1']],
      [[of(1, fast), of(2, unmet)], []],
      [[of(1, fast), of(2, slow), alone], ['0 2']],
      [[of(1, fast), of(2, slow), aloneWithSlow], ['1 2']],
    ] as const) {
      const players = about.map((each, id) => ({ ...player(id, 0), ...each }));
      const found = new Set<string>();
      for (let round = 0; round < 20; round++) {
        const table = nextTable(players, past, 2);
        if (!table) break;
        past.add(table);
        found.add(table.toSorted().join(' '));
        for (const id of table) players[id]!.waitsSince = past.games;
      }
      t.same([...found].sort(), tables, JSON.stringify(about));
    }
  });

  t.test('who is alone, or busy, has nobody to play', async (t) => {
    const none = new LeaguePast();
    const free = (id: number) => player(id, 1);
    t.equal(nextTable([], none, 2), undefined);
    t.equal(nextTable([free(1)], none, 2), undefined);
    t.equal(nextTable([free(1), { ...free(2), isFree: false }], none, 2), undefined);
    t.equal(nextTable([free(1), free(2)], none, 3), undefined, 'too few for a table');
    t.same(nextTable([free(1), free(2), free(3)], none, 3), [1, 2, 3]);
  });
});

t.test('games', async (t) => {
  t.test('two web bots play in both orders; the games are recorded, and verify', async (t) => {
    const served = await servedLeague(t);
    using one = await WebBot.start(plays());
    using other = await WebBot.start(plays());
    await served.register('one', one.url);
    await served.register('other', other.url);
    const games = await gamesOver(served, 4);
    await served.end();
    t.same(games[0]!.bots.toSorted(), [1, 2]);
    t.same(games[1]!.bots, games[0]!.bots.toReversed(), 'the other way round');
    for (const { id, result } of games) {
      t.match(await verified(served, id), { ok: true, complete: true });
      t.match(result, { game: 'scrabble', players: [{ moves: /./ }, { moves: /./ }] });
    }
    t.same(served.failures, []);
    const [begin] = one.of('Scrabble.NewGame');
    t.match(begin!.params, { players: '2', dictionary: { sha1: /^[\da-f]{40}$/ } });
    const ends = one.of('Scrabble.Complete').map(({ params }) => params);
    t.match(ends[0], { gameid: begin!.params.gameid, scores: [Number, Number], gamestate: { length: 15 } });
    const gameids = [one, other].flatMap((bot) =>
      bot.of('Scrabble.NewGame').map(({ params }) => params.gameid),
    );
    t.equal(new Set(gameids).size, gameids.length, 'each bot has its own number for a game');
    t.ok(allOf(gameids, (gameid) => Number.isSafeInteger(gameid) && gameid > 0));
    t.ok(Math.max(...gameids) > 2 ** 40, 'which nobody can guess');
    t.same(
      one.of('Scrabble.Complete').map(({ params }) => params.gameid),
      [...new Set(one.of('Scrabble.Complete').map(({ params }) => params.gameid))],
      'each end is told once',
    );
  });

  t.test('a bot that prepares first plays once it has said the right hashes', async (t) => {
    const served = await servedLeague(t);
    const answers: unknown[] = [];
    using slow = await WebBot.start(
      plays(({ method, params }) => {
        if (method !== 'Scrabble.NewGame' || slow.of('Scrabble.NewGame').length > 1) return undefined;
        const ready = { jsonrpc: '2.0', method: 'Scrabble.Ready', id: 1 };
        const wrong = {
          gameid: params.gameid,
          gameboard: 'x',
          dictionary: params.dictionary.sha1.toUpperCase(),
        };
        void served.post({ ...ready, params: wrong }).then(async ({ json }) => {
          answers.push(json);
          await until(
            () => other.of('Scrabble.NewGame').length > 0,
            () => 'its opponent to know the game',
          );
          const [known] = other.of('Scrabble.NewGame');
          for (const gameid of [1, known!.params.gameid]) await prepare(params, gameid);
          t.equal(slow.of('Scrabble.NextMove').length, 0, 'it is not asked yet');
          answers.push(await prepare(params, String(params.gameid)));
        });
        return { result: { status: 'PENDING' } };
      }),
    );
    using other = await WebBot.start(plays());
    await served.register('slow', slow.url);
    await served.register('other', other.url);
    const [game] = await gamesOver(served, 1);
    await served.end();
    const { gameboard, letters } = slow.of('Scrabble.NewGame')[0]!.params;
    t.match(answers[0], {
      error: {
        code: -32602,
        message: `gameboard: expected ${gameboard.sha1}; got "x"; letters: expected ${letters.sha1}; got nothing`,
      },
    });
    t.match(answers[1], { result: { status: 'OK' } });
    t.ok(Number(game!.result.players[game!.bots.indexOf(1)]!.moves) > 0);
  });

  t.test('a bot that never has the files loses, and is left alone for a while', async (t) => {
    const served = await servedLeague(t, { readyTimeout: shortly, pingEveryMs: 3_600_000 });
    using never = await WebBot.start(({ method }) =>
      method === 'Scrabble.NewGame' ? { result: { status: 'PREPARING' } } : undefined,
    );
    using other = await WebBot.start(plays());
    await served.register('never', never.url);
    await served.register('other', other.url);
    const [game] = await gamesOver(served, 1);
    const place = game!.bots.indexOf(1);
    t.match(game!.result.players[place], { outcome: 'failed' });
    t.match(game!.result.players[place]!.offence, { detail: /did not call Scrabble\.Ready within 0\.3 s/ });
    const [bot] = served.league.bots;
    await until(
      () => bot!.games === 0,
      () => 'the end of its game',
    );
    t.match(bot!.problem, /did not call Scrabble\.Ready/);
    t.equal(never.of('Scrabble.NewGame').length, 1);
    t.match(await served.register('never', never.url), { result: { message: 'never 1 is online again.' } });
    await until(
      () => never.of('Scrabble.NewGame').length === 2,
      () => 'its next game',
    );
  });

  t.test('what is no move loses the turn, and the third in a row the game; the server goes on', async (t) => {
    const place = (row: unknown, tile: unknown = 'A') => ({
      result: { type: 'PLAY', playtiles: [{ row, col: 7, tile }] },
    });
    const answers: readonly WrongAnswer[] = [
      [{ body: '', status: 500 }, 2, /expected HTTP status 200; got 500/],
      [{ body: '<html>' }, 3, /expected JSON; got "<html>"/],
      [{ body: `{"result":{"type":${deep(6_000)}}}` }, 3, /^expected JSON with at most 64 levels/],
      [{ body: `{"result":{"type":${deep(62)}}}` }, 5, /^type: expected "PLAY", .*; got \[\[/],
      [{ body: `"${'x'.repeat(2_000_000)}"` }, 3, /more than 1048576 bytes/],
      [{ body: '{"error":"ill"}' }, 4, /ill/],
      [{ body: '{"result":null,"error":{"code":7,"message":"worse"}}' }, 4, /worse/],
      [place(15), 5, /^row: expected a whole number from 0 to 14; got 15/],
      [place(-1), 5, /^row/],
      [place(7, 'AB'), 5, /^tile: expected a letter of the game/],
      [{ result: { type: 'EXCHANGE', exchangetiles: [] } }, 5, /^exchangetiles/],
      [
        { result: { type: 'PLAY', playtiles: new Array(300).fill({}) } },
        5,
        /^playtiles: expected up to 225 tiles; got 300/,
      ],
    ];
    await loseTheirTurns(t, answers, { jobs: 20 });
    // Long enough for the other bot on a busy machine.
    await loseTheirTurns(t, [['nothing', 1, /no answer within 1\.5 s/]], { timeout: millis(1_500) });
  });

  t.test(
    'tiles that it has not, and an exchange that the rules refuse, are told and lose the turn alone',
    async (t) => {
      const served = await servedLeague(t);
      let asked = 0;
      using liar = await WebBot.start(
        plays(({ method, params }) => {
          if (method !== 'Scrabble.NextMove' || ++asked > 5) return undefined;
          const tile = [...'QZXJK'].find((letter) => !params.tiles.includes(letter))!;
          return asked % 2 === 0
            ? { result: { type: 'EXCHANGE', exchangetiles: new Array(8).fill(tile) } }
            : {
                result: {
                  type: 'PLAY',
                  playTiles: [
                    { row: 7, col: 7, tile },
                    { row: 7, col: 8, tile },
                  ],
                },
              };
        }),
      );
      using other = await WebBot.start(plays());
      await served.register('liar', liar.url);
      await served.register('other', other.url);
      const [game] = await gamesOver(served, 1);
      await served.end();
      const errors = liar.of('Scrabble.Error').map(({ params }) => params.errorcode);
      t.ok(errors.length >= 3, `${errors}`);
      t.same(new Set(errors), new Set([6]));
      t.not(
        game!.result.players[game!.bots.indexOf(1)]!.outcome,
        'left',
        'five refused moves in a row do not put it out',
      );
      t.match(await verified(served, game!.id), { ok: true });
    },
  );

  t.test('a game is finished by the version that began it; the new one plays the next', async (t) => {
    const served = await servedLeague(t);
    const next = await WebBot.start(plays());
    t.teardown(() => next[Symbol.dispose]());
    let movesBefore = 0;
    using old = await WebBot.start(async (asked) => {
      if (asked.method === 'Scrabble.NextMove' && old.of('Scrabble.NextMove').length === 2) {
        t.match(await served.register('bot', next.url, { botversion: '2' }), {
          result: { message: /version 2; the version before finishes the games that it has begun\./ },
        });
        movesBefore = 2;
      }
      return plays()(asked);
    });
    using other = await WebBot.start(plays());
    await served.register('bot', old.url);
    await served.register('other', other.url);
    const games = await gamesOver(served, 2);
    t.match(await served.register('bot', old.url), {
      error: { code: -32007, message: /^A newer version has replaced this one/ },
    });
    t.same(
      (await served.store.currentBots()).map(({ name, version }) => `${name} ${version}`),
      ['other 1', 'bot 2'],
      'and stays current',
    );
    await served.end();
    t.same(games[0]!.bots.toSorted(), [1, 2]);
    t.same(games[1]!.bots.toSorted(), [2, 3]);
    t.ok(old.of('Scrabble.NextMove').length > movesBefore, 'it was asked to the end');
    t.same([old.of('Scrabble.Complete').length, old.of('Scrabble.NewGame').length], [1, 1]);
    t.equal(next.of('Scrabble.NewGame')[0]!.params.players, '2');
    t.match(await verified(served, 1), { ok: true, complete: true });
  });

  for (const seats of [3, 4])
    t.test(`${seats} web bots play at a table; who leaves loses, and the others play on`, async (t) => {
      const served = await servedLeague(t, { seats, timeout: millis(1_500), pingEveryMs: 3_600_000 });
      const leaver = await WebBot.start(plays(({ method }) => (method === MOVE ? 'nothing' : undefined)));
      const others = await Promise.all(Array.from({ length: seats }, () => WebBot.start(plays())));
      const bots = [leaver, ...others];
      t.teardown(() => bots.forEach((bot) => void bot[Symbol.dispose]()));
      for (const [index, { url }] of bots.entries()) await served.register(`bot-${index}`, url);
      const games = await gamesOver(served, 4);
      const isOver = (bot: WebBot) => bot.of('Scrabble.Complete').length >= bot.of('Scrabble.NewGame').length;
      await until(
        () => isOver(leaver),
        () => 'the leaver to be told',
      );
      t.match((await ask(`${served.url}/scrabble/`)).text, /<h2>Standings<\/h2>.*bot-1/s);
      t.match((await ask(`${served.url}/scrabble/report`)).text, /Crosstable/);
      await served.end();
      t.same(served.failures, []);
      for (const { id, bots, result } of games) {
        t.equal(new Set(bots).size, seats);
        t.equal(result.players.length, seats);
        t.match(await verified(served, id), { ok: true, complete: true });
      }
      const left = games.find(({ bots }) => bots.includes(1))!;
      const { players, turns } = left.result;
      t.equal(players[left.bots.indexOf(1)]!.outcome, 'forfeited');
      t.ok(Number(turns) > 3 * seats, 'the others have played on');
      t.match(leaver.of('Scrabble.NewGame')[0]!.params, { players: String(seats) });
      t.same(
        leaver.of('Scrabble.Complete').map(({ params: { winner, draw } }) => ({ winner, draw })),
        [{ winner: false, draw: false }],
      );
      const results = (await gamesOver(served, 4)).map(({ result }) =>
        result.players.map(({ score }) => score),
      );
      const told = others.flatMap((bot) =>
        bot.of('Scrabble.Complete').map(({ params: { scores } }) => scores),
      );
      t.ok(
        allOf(told, (scores) => results.some((each) => String(each) === String(scores))),
        'all are told the points of the result',
      );
    });

  const at500 = { body: '', status: 500 };
  const ways: Readonly<Record<string, WayToLeave>> = {
    'a status of 500': { outcome: 'forfeited', act: ({ method }) => (method === MOVE ? at500 : undefined) },
    silence: { outcome: 'forfeited', act: ({ method }) => (method === MOVE ? 'nothing' : undefined) },
    'the end of its endpoint': {
      outcome: 'forfeited',
      isGone: true,
      act({ method }, { leaver }) {
        if (method !== MOVE || leaver.of(MOVE).length < 2) return undefined;
        leaver[Symbol.dispose]();
        return 'nothing';
      },
    },
    'a new version, where nobody answers for the old one': {
      outcome: 'forfeited',
      isGone: true,
      act({ method }, { leaver, served }) {
        if (method !== MOVE || leaver.of(MOVE).length < 2) return undefined;
        void served.register('leaver', 'http://127.0.0.1:9/', { botversion: '2' });
        leaver[Symbol.dispose]();
        return 'nothing';
      },
    },
    'a preparation that is never complete': {
      outcome: 'failed',
      act: ({ method }) => (method === 'Scrabble.NewGame' ? { result: { status: 'PREPARING' } } : undefined),
    },
    'a refusal of the game': {
      outcome: 'failed',
      act: ({ method }) => (method === 'Scrabble.NewGame' ? { result: { status: 'NO' } } : undefined),
    },
  };

  for (const [name, { outcome, isGone = false, act }] of Object.entries(ways))
    t.test(`who leaves by ${name} loses, both are told, and it is recorded and shown`, async (t) => {
      // Long enough for the other bot on a busy machine.
      const limits = { timeout: millis(1_500), readyTimeout: shortly, pingEveryMs: 3_600_000 };
      const served = await servedLeague(t, limits);
      using leaver = await WebBot.start(plays((asked) => act(asked, { leaver, served })));
      using stayer = await WebBot.start(plays());
      await served.register('leaver', leaver.url);
      await served.register('stayer', stayer.url);
      const [game] = await gamesOver(served, 1);
      const [seat, other] = [game!.bots.indexOf(1), game!.bots.indexOf(2)];
      const { players } = game!.result;
      t.match(players[seat], { name: 'leaver', outcome });
      t.match(players[other], { name: 'stayer', outcome: 'won' });
      await until(
        () => stayer.of('Scrabble.Complete').length > 0,
        () => 'the stayer to be told',
      );
      const told = (bot: WebBot) =>
        bot.of('Scrabble.Complete').map(({ params: { winner, draw, scores } }) => ({ winner, draw, scores }));
      const scores = players.map(({ score }) => score);
      t.same(told(stayer), [{ winner: true, draw: false, scores }]);
      t.same(told(leaver), isGone ? [] : [{ winner: false, draw: false, scores }]);
      t.match(await verified(served, 1), { ok: true, complete: true });
      const page = async (path: string) => (await ask(`${served.url}/scrabble/${path}`)).text;
      t.match(await page('games/1'), /All \d+ decisions reproduced/);
      t.match(await page('games/1/record'), new RegExp(`"outcome":"${outcome}"`));
      t.match(await page(''), /<a href="games\/1">game 1<\/a>.*leaver: /);
      t.match(
        served.reports.filter(({ game }) => game === 1).at(-1),
        { event: 'bot', bot: 'leaver', problem: /^lost the game: / },
        'its line',
      );
      t.same(served.failures, []);
    });

  t.test('a bot that is away for a moment in its turn is waited for, and goes on', async (t) => {
    const served = await servedLeague(t);
    let first: WebBot | undefined = await WebBot.start(
      plays(({ method }) => {
        if (method !== 'Scrabble.NextMove' || first!.of('Scrabble.NextMove').length < 3) return undefined;
        first![Symbol.dispose]();
        return 'nothing';
      }),
    );
    using other = await WebBot.start(plays());
    await served.register('phoenix', first.url);
    await served.register('other', other.url);
    await until(
      () => served.league.bots[0]!.problem !== undefined,
      () => 'it to be away',
    );
    const { asked } = first;
    first = undefined;
    using again = await WebBot.start(plays());
    t.match(await served.register('phoenix', again.url), {
      result: { message: 'phoenix 1 is online again.' },
    });
    const [game] = await gamesOver(served, 1);
    await served.end();
    t.equal(game!.id, 1);
    t.same(again.of('Scrabble.Error'), []);
    t.equal(again.asked[0]!.params?.gameid ?? asked.at(-1)!.params.gameid, asked.at(-1)!.params.gameid);
    t.match(await verified(served, 1), { ok: true });
  });

  t.test(
    'a game in which the host fails twice in the same turn is void: recorded, shown, told to both, and over',
    async (t) => {
      let isBroken = true;
      const served = await servedLeague(t, {
        againMs: 10,
        breaks: () => {
          if (isBroken) throw new Error('a fault of this host');
        },
      });
      using one = await WebBot.start(plays());
      using other = await WebBot.start(plays());
      await served.register('one', one.url);
      await served.register('other', other.url);
      let game: FinishedGame | undefined;
      // A game in which nobody has a play goes on.
      for (let count = 1; !game; count++)
        game = (await gamesOver(served, count)).find(({ result }) => result.reason === 'host-failed');
      isBroken = false;
      t.match(game.result, { outcome: 'aborted', winner: null });
      t.match(served.failures.slice(0, 2), new Array(2).fill({ message: /a fault of this host/ }));
      const told = [one, other].map((bot) => {
        const { gameid } = bot.of('Scrabble.NewGame')[game.id - 1]!.params;
        return bot.of('Scrabble.Complete').filter(({ params }) => params.gameid === gameid);
      });
      t.same(
        told.map((ends) => ends.map(({ params: { winner, draw } }) => ({ winner, draw }))),
        [[{ winner: false, draw: false }], [{ winner: false, draw: false }]],
      );
      t.same(told[0]![0]!.params.scores, told[1]![0]!.params.scores);
      t.match(await served.store.record(game.id), /^\{"n":1,.*"type":"game"/);
      const page = await (await fetch(`${served.url}/scrabble/`)).text();
      t.match(page, new RegExp(`games/${game.id}"[^]*the host failed twice in the same turn`));
      t.equal((await fetch(`${served.url}/scrabble/games/${game.id}`)).status, 200);
      t.match(
        served.reports.find(({ event }) => event === 'game'),
        { game: game.id, problem: 'it is void: the host failed twice in the same turn' },
      );
      await gamesOver(served, game.id + 1);
    },
  );

  t.test('bots of one token that answer nothing, or late, hold up no bots of another token', async (t) => {
    const late = ({ method }: Asked) => (method === 'Scrabble.NextMove' ? ('nothing' as const) : undefined);
    const preparing = ({ method }: Asked) =>
      method === 'Scrabble.NewGame' ? { result: { status: 'PREPARING' } } : undefined;
    for (const act of [late, preparing, () => 'nothing' as const]) {
      const served = await servedLeague(t, { where: join(t.testdirName, `${act.name}-${Date.now()}.db`) });
      const begun = performance.now();
      const hostile = await Promise.all(Array.from({ length: 20 }, () => WebBot.start(act)));
      const honest = await Promise.all([1, 2, 3].map(() => WebBot.start(plays())));
      for (const [index, { url }] of hostile.entries())
        await served.register(`hostile ${index}`, url, { token: OTHER_TOKEN });
      for (const [index, { url }] of honest.entries()) await served.register(`honest ${index}`, url);
      const games = await gamesOver(served, 60);
      // On a slow machine a hostile bot may have lost a game by then. Without shares, nearly all games are theirs.
      const ofHonest = games.filter(({ result }) =>
        allOf(result.players, ({ name }) => name.startsWith('honest')),
      );
      t.ok(ofHonest.length >= 50, `${ofHonest.length} games of honest bots of ${games.length}`);
      const pings = hostile.filter((bot) => bot.of('Status.Ping').length > bot.of('Scrabble.NewGame').length);
      // A ping ends after 30 s, which a slow machine may need for the games.
      const most = 8 + 8 * Math.ceil((performance.now() - begun) / 30_000);
      t.ok(
        pings.length <= most,
        `${pings.length} pings without an answer: some for games, and 8 others at once`,
      );
      await served.close();
      for (const bot of [...hostile, ...honest]) bot[Symbol.dispose]();
      t.same(served.failures, []);
    }
  });

  t.test('a bot that knows the other name of its method alone plays, too', async (t) => {
    const served = await servedLeague(t);
    using seed = await WebBot.start(({ method, params }) => {
      if (method === 'Scrabble.NextMove')
        return { body: '{"error":{"code":-32601,"message":"no such method"}}' };
      return method === 'TicTacToe.NextMove'
        ? { result: anyPlay(params.gameletters, params.tiles) }
        : undefined;
    });
    using other = await WebBot.start(plays());
    await served.register('seed', seed.url);
    await served.register('other', other.url);
    const [game] = await gamesOver(served, 1);
    await served.end();
    t.equal(seed.of('Scrabble.NextMove').length, 1);
    t.ok(seed.of('TicTacToe.NextMove').length > 1);
    t.equal(game!.id, 1);
    t.same(seed.of('Scrabble.Error'), []);
  });

  t.test('a bot is asked one thing at a time, unless it registers for more', async (t) => {
    const served = await servedLeague(t, { jobs: 6 });
    let [now, most] = [0, 0];
    const counting = (act: (asked: Asked) => Reply | undefined) => (asked: Asked) => {
      most = Math.max(most, ++now);
      setImmediate(() => now--);
      return act(asked);
    };
    using single = await WebBot.start(counting(plays()));
    const others = await Promise.all([1, 2, 3].map(() => WebBot.start(plays())));
    t.teardown(() => others.forEach((bot) => void bot[Symbol.dispose]()));
    await served.register('single', single.url);
    for (const [index, { url }] of others.entries())
      await served.register(`other-${index}`, url, { concurrent: true });
    await gamesOver(served, 8);
    await served.end();
    t.equal(most, 1);
    const games = single.asked.flatMap(({ params }) => params?.gameid ?? []);
    const runs = games.filter((game, index) => game !== games[index - 1]);
    t.equal(new Set(runs).size, runs.length, 'it has one game at a time');
  });
});

t.test('boards of other servers', async (t) => {
  const SIZE = 15;
  interface Square {
    readonly LS: unknown;
    readonly WS: unknown;
    readonly start: unknown;
  }
  const told = (change: (square: Square, row: number, column: number) => unknown) =>
    Array.from({ length: SIZE }, (_, row) =>
      Array.from({ length: SIZE }, (_, column) =>
        change({ LS: 1, WS: 1, start: row === 7 && column === 7 }, row, column),
      ),
    );

  t.test('any squares that multiply are a board for a bot on pipes', async () => {
    const times = fc.constantFrom(1, 1, 1, 2, 3, 4, 10);
    const index = fc.integer({ min: 0, max: SIZE - 1 });
    const all = fc.array(fc.tuple(times, times), { minLength: SIZE * SIZE, maxLength: SIZE * SIZE });
    fc.assert(
      fc.property(all, index, index, (squares, startRow, startColumn) => {
        const rows = told((_, row, column) => {
          const [LS, WS] = squares[row * SIZE + column]!;
          return { LS, WS, start: row === startRow && column === startColumn };
        });
        const board = boardFrom(JSON.stringify(rows));
        if (typeof board === 'string') throw new Error(board);
        const again = boardRows(board, { rules: ruleSets.tournament });
        return board.warnings.length === 0 && JSON.stringify(again) === JSON.stringify(rows);
      }),
      { numRuns: 20 },
    );
  });

  t.test('what is none is refused with the reason', async (t) => {
    for (const [rows, problem] of [
      [7, /^expected a list; got 7$/],
      [told((square) => square).slice(1), 'expected 15 rows of 15 squares'],
      [told((square) => ({ ...square, start: false })), /one square with "start":true; there are 0/],
      [told((square) => ({ ...square, start: true })), /there are 225/],
      [told((square, row) => (row === 3 ? { ...square, LS: 0 } : square)), /^3\[0\]\.LS: expected /],
      [told(({ LS, WS }) => ({ LS, WS })), /^0\[0\]\.start: expected /],
    ] as const)
      t.match(boardFrom(JSON.stringify(rows)), problem);
  });
});

t.test('several servers on one database', async (t) => {
  const folder = t.testdir();

  t.test('one plays the games, and another one goes on with them when that one has ended', async (t) => {
    const where = join(folder, 'web.db');
    const first = await servedLeague(t, { where });
    const second = await servedLeague(t, { where, leaseEveryMs: 100 });
    t.match(second.reports, [
      {
        event: 'web-games',
        problem: `process ${process.pid} on ${hostname()} plays the web games of this database: this server plays none until that one has ended`,
      },
    ]);
    let isHeld = false;
    const held = () => (isHeld ? ('nothing' as const) : undefined);
    using one = await WebBot.start(
      plays(({ method }) => (method === 'Scrabble.NextMove' ? held() : undefined)),
    );
    using other = await WebBot.start(plays());
    await first.register('one', one.url);
    await first.register('other', other.url);
    await gamesOver(first, 1);
    isHeld = true;
    const asked = one.of('Scrabble.NextMove').length;
    await until(
      () => one.of('Scrabble.NextMove').length > asked,
      () => 'a turn that is held',
    );
    const { gameid } = one.of('Scrabble.NextMove').at(-1)!.params;
    t.equal(second.league.runningGames, 0);
    t.match(await first.register('one', one.url, { botversion: '2' }), { result: { message: /version 2/ } });
    await first.end();
    isHeld = false;
    await until(
      () => one.of('Scrabble.Complete').some(({ params }) => params.gameid === gameid),
      () => `game ${gameid} to go on: ${second.failures}`,
    );
    t.equal(one.of('Scrabble.NewGame').filter(({ params }) => params.gameid === gameid).length, 1);
    await second.end();
    t.same([...first.failures, ...second.failures], []);
  });

  t.test(
    'rows that cannot be read are reported and ignored: the server starts, and the others play',
    async (t) => {
      const where = join(folder, 'rows.db');
      const first = await servedLeague(t, { where });
      using one = await WebBot.start(plays());
      using other = await WebBot.start(plays());
      for (const name of ['broken', 'vague'])
        await first.register(name, 'http://127.0.0.1:1/', { token: OTHER_TOKEN });
      await first.register('one', one.url);
      await first.register('other', other.url);
      await gamesOver(first, 2);
      await first.close();
      {
        using rows = new DatabaseSync(where);
        rows.exec(`UPDATE scrabble_bot SET endpoint = 'http://%ff@127.0.0.1:9/' WHERE name = 'broken';
      UPDATE scrabble_bot SET concurrent = 'perhaps' WHERE name = 'vague';
      UPDATE scrabble_game SET result = '{"id":' WHERE id = 1;`);
        const copied = 'bot1, bot2, begun1, begun2, gameid1, gameid2, made_at';
        const game = rows.prepare(`INSERT INTO scrabble_game (id, request, state, ${copied})
      SELECT ?, ?, 'open', ${copied} FROM scrabble_game WHERE id = 2`);
        const { request } = rows.prepare('SELECT request FROM scrabble_game WHERE id = 2').get()!;
        const move = rows.prepare('INSERT INTO scrabble_move VALUES (?, 1, ?, ?, 0, 0)');
        game.run(101, '{{{');
        game.run(102, 'null');
        game.run(103, String(request).replace('"scrabble"', '"chess"'));
        for (const [id, seat, made] of [
          [104, 3, '{"type":"pass"}'],
          [105, 1, '{"type":"play","placements":[{"x":0,"y":0,"id":1,"letter":"A\\npass","points":1}]}'],
        ] as const) {
          game.run(id, request!);
          move.run(id, seat, made);
        }
      }
      const second = await servedLeague(t, { where });
      t.same(
        second.league.bots.map(({ stored }) => stored.name),
        ['one', 'other'],
      );
      const problems = second.reports.flatMap(({ problem }) =>
        problem === undefined ? [] : [String(problem)],
      );
      for (const expected of [
        /^the bot 1 in the database cannot be read and is ignored: endpoint: expected a user and a password/,
        /^the bot 2 in the database cannot be read and is ignored: isConcurrent: expected 0 or 1; got "perhaps"/,
        /^the game 1 in the database cannot be read and is ignored: result: /,
        /^the game 101 .*request: expected JSON; got "\{\{\{"/,
        /^the game 102 .*request: /,
        /^it cannot be resumed: this version of wordhost does not know the game "chess"/,
        /^the game 104 .*moves\[0\]\.seat: expected a seat from 1 to 2; got 3/,
        /^the game 105 .*moves\[0\]\.move/,
      ])
        t.equal(
          problems.filter((problem) => expected.test(problem)).length,
          1,
          `${expected}: ${problems.join('\n')}`,
        );
      await until(
        async () => (await gamesOver(second, 1)).at(-1)!.id > 105,
        () => 'the next game',
      );
      t.same(await second.store.openGames().then((open) => open.filter(({ id }) => id <= 105)), []);
      const again = await second.register('broken', 'http://127.0.0.1:1/', { token: OTHER_TOKEN });
      t.match(again, { result: { message: 'broken 1 is online again.' } });
      t.equal(second.league.bots.length, 3, 'a new registration repairs the row');
      await second.end();
      t.same([...first.failures, ...second.failures], []);
    },
  );

  t.test('a version that registers at a server that waits plays at the one that plays', async (t) => {
    const where = join(folder, 'two.db');
    const first = await servedLeague(t, { where });
    const second = await servedLeague(t, { where, leaseEveryMs: 60_000 });
    using one = await WebBot.start(plays());
    using newer = await WebBot.start(plays());
    using other = await WebBot.start(plays());
    await first.register('one', one.url);
    await first.register('other', other.url);
    await gamesOver(first, 2);
    t.match(await second.register('one', newer.url, { botversion: '2' }), {
      result: { message: /version 2/ },
    });
    await until(
      () => newer.of('Scrabble.Complete').length > 0,
      () => `a game of the new version: ${first.failures}`,
    );
    const games = await gamesOver(first, 3);
    const page = await (await fetch(`${first.url}/scrabble/`)).text();
    const shown = Number(/(\d+) over/.exec(page)?.[1]);
    t.ok(shown <= games.length + 1, `each game is counted once: ${shown} of ${games.length}`);
    await first.end();
    await second.end();
    t.same([...first.failures, ...second.failures], []);
  });

  t.test(
    'a store of an earlier version is read: its open games go on under the numbers that bots know',
    async (t) => {
      const [newer, older] = [join(folder, 'newer.db'), join(folder, 'older.db')];
      const first = await servedLeague(t, { where: newer });
      using one = await WebBot.start(plays());
      using other = await WebBot.start(plays());
      await first.register('one', one.url);
      await first.register('other', other.url);
      await gamesOver(first, 1);
      await first.close();
      await (await opened(older, scrabbleMigrations.slice(0, 2)))[Symbol.asyncDispose]();
      {
        using rows = new DatabaseSync(older);
        rows.exec(`ATTACH '${newer}' AS newer;
        INSERT INTO scrabble_token SELECT * FROM newer.scrabble_token;
        INSERT INTO scrabble_bot SELECT * FROM newer.scrabble_bot;
        INSERT INTO scrabble_game SELECT 7, request, bot1, bot2, 0, 0, 'open', null, null, made_at, null
          FROM newer.scrabble_game WHERE id = 1`);
      }
      const second = await servedLeague(t, { where: older });
      const [game] = await gamesOver(second, 1);
      await second.end();
      t.equal(game!.id, 7);
      t.same(
        [one, other].map(
          (bot) => bot.of('Scrabble.NewGame').filter(({ params }) => params.gameid === 7).length,
        ),
        [1, 1],
      );
      t.same(second.failures, []);
    },
  );

  t.test('after a restart bots that answer are online, though their game is not over', async (t) => {
    const where = join(folder, 'restart.db');
    const first = await servedLeague(t, { where });
    const held = Promise.withResolvers<undefined>();
    const holds = async (asked: Asked) =>
      (asked.method === MOVE ? await held.promise : undefined) ?? plays()(asked);
    using one = await WebBot.start(holds);
    using other = await WebBot.start(holds);
    await first.register('one', one.url);
    await first.register('other', other.url);
    const turns = () => one.of(MOVE).length + other.of(MOVE).length;
    await until(
      () => turns() === 1,
      () => 'the first turn',
    );
    await first.end();
    const second = await servedLeague(t, { where, pingEveryMs: 3_600_000 });
    await until(
      () => second.league.bots.every(({ isOnline }) => isOnline),
      () => `both to be online: ${second.league.bots.map(({ problem }) => problem)}`,
    );
    t.match(
      await (await fetch(`${second.url}/scrabble/`)).text(),
      /2 of 2 bots online, 1 game running, 0 over/,
    );
    held.resolve(undefined);
    await gamesOver(second, 1);
    await second.end();
    t.same([...one.of('Scrabble.Error'), ...other.of('Scrabble.Error')], []);
  });

  t.test('a bot that moves is online, whatever a ping has said before', async (t) => {
    const where = join(folder, 'moves.db');
    const first = await servedLeague(t, { where });
    const isRestarted = { yes: false };
    const held = Promise.withResolvers<undefined>();
    const acts = async (asked: Asked) => {
      if (asked.method === 'Status.Ping' && isRestarted.yes) return { body: '', status: 503 };
      if (asked.method === MOVE && !isRestarted.yes) await held.promise;
      return plays()(asked);
    };
    using one = await WebBot.start(acts);
    using other = await WebBot.start(acts);
    await first.register('one', one.url);
    await first.register('other', other.url);
    await until(
      () => one.of(MOVE).length + other.of(MOVE).length === 1,
      () => 'the first turn',
    );
    await first.end();
    isRestarted.yes = true;
    held.resolve(undefined);
    const second = await servedLeague(t, { where, pingEveryMs: 3_600_000 });
    await until(
      () => second.league.bots.every(({ isOnline }) => isOnline),
      () => `both to be online: ${second.league.bots.map(({ problem }) => problem)}`,
    );
    await second.end();
    t.same(second.failures, []);
  });

  t.test('the lease is over where its process has ended, or says nothing for so long', async (t) => {
    let [now, elapsed] = [1_000_000_000, 0];
    const where = join(folder, 'lease.db');
    await using database = await opened<ScrabbleTables>(where, scrabbleMigrations);
    const leaseOf = (machine: string, id: number) =>
      new Lease(
        database,
        () => now,
        { machine, process: id },
        () => elapsed,
      );
    const far = leaseOf('far.example', 1);
    const near = leaseOf(hostname(), spawnSync('true').pid);
    const holder = { machine: 'far.example', process: 1 };
    t.equal(await far.take(), undefined);
    t.strictSame(await near.take(), holder);
    elapsed += LEASE_MS - 1;
    t.equal(await far.take(), undefined, 'it is held on');
    t.strictSame(await near.take(), holder);
    for (const jump of [86_400_000, -7 * 86_400_000, 3_600_000]) {
      now += jump;
      t.strictSame(await near.take(), holder, `a clock that jumps by ${jump} ms takes it from nobody`);
      elapsed += LEASE_MS - 1;
      t.equal(await far.take(), undefined);
      t.strictSame(await near.take(), holder);
    }
    now = 0;
    elapsed += LEASE_MS;
    t.equal(await near.take(), undefined, 'it said nothing for so long, though the clock was set back');
    t.match(await far.take(), { machine: hostname() }, 'and is told that it has lost it');
    const own = leaseOf(hostname(), process.pid);
    t.equal(await own.take(), undefined, 'that process of this machine has ended');
    t.match(await leaseOf(hostname(), process.pid).take(), { process: process.pid }, 'this one has not');
    await own.release();
    t.equal(await far.take(), undefined, 'it was given back');
  });
});

t.test('nobody but its player learns a hand before the game is over', async (t) => {
  const served = await servedLeague(t);
  const told = events(`${served.url}/scrabble/`);
  const left: string[] = [];
  const hands = new Set<string>();
  const isLong = (tiles: readonly string[]) => tiles.length > 4;
  /** All pages, once the live one shows what happened last. */
  const look = async ({ method, params }: Asked) => {
    if (method !== 'Scrabble.NextMove' || left.length > 60) return undefined;
    if (isLong(params.tiles)) hands.add(params.tiles.join(''));
    const before = told.text.length;
    await until(
      () => /"within":"running"/.test(told.text.slice(before)),
      () => 'a drawing of the turn',
    );
    const [{ id } = { id: 0 }] = await served.store.openGames();
    for (const path of ['', 'report', `games/${id}`, `games/${id}/record`])
      left.push((await ask(`${served.url}/scrabble/${path}`)).text);
    return undefined;
  };
  const slow = async (asked: Asked) => {
    await look(asked);
    return plays()(asked);
  };
  using one = await WebBot.start(slow);
  using other = await WebBot.start(slow);
  await served.register('one', one.url);
  await served.register('other', other.url);
  await until(
    () => left.length > 60,
    () => `${left.length} pages`,
  );
  left.push(told.text);
  t.ok(hands.size > 5, `${hands.size} hands`);
  const words = left.map((text) => text.replaceAll(/<[^>]*>|\\[a-z"]/g, ''));
  for (const hand of hands)
    for (const written of [hand, hand.replaceAll('*', '?'), [...hand].toSorted().join('')])
      t.notOk(
        words.some((text) => text.includes(written)),
        written,
      );
  t.notOk(words.some((text) => text.includes('is dealt')));
  t.ok(
    words.some((text) => /plays [A-Z]+/.test(text)),
    'what lies is told',
  );
  for (const [bot, opponent] of [
    [one, other],
    [other, one],
  ] as const)
    for (const { params } of bot.of('Scrabble.NextMove').filter(({ params }) => isLong(params.tiles)))
      t.notOk(JSON.stringify(opponent.asked).includes(JSON.stringify(params.tiles)), 'nor the opponent');
});

t.test('the pages and files', async (t) => {
  const served = await servedLeague(t);
  const [one, other] = [await WebBot.start(plays()), await WebBot.start(plays())];
  t.teardown(() => {
    for (const bot of [one, other]) bot[Symbol.dispose]();
  });
  await served.register('one', one.url, { programminglanguage: 'Logo', description: '<b>bold</b>' });
  await served.register('other', other.url);
  await gamesOver(served, 2);

  t.test('show bots, games and standings, and nothing that a player could use', async (t) => {
    const page = await (await fetch(`${served.url}/scrabble`)).text();
    t.match(page, /2 of 2 bots online/);
    t.match(page, /Logo/);
    t.match(page, /&#60;b&#62;bold/);
    t.notMatch(page, /<p class="soft">seed/);
    t.notMatch(page, /127\.0\.0\.1:/, 'where bots are');
    t.match(await (await fetch(`${served.url}/scrabble/report`)).text(), /Crosstable|Standings/);
    const replay = await (await fetch(`${served.url}/scrabble/games/1`)).text();
    t.match(replay, /verified/);
    t.equal((await fetch(`${served.url}/scrabble/games/9999`)).status, 404);
    const record = await fetch(`${served.url}/scrabble/games/1/record`);
    t.match(await record.text(), /^\{"n":1,/);
    const events = await fetch(`${served.url}/scrabble/events`);
    const reader = events.body!.getReader();
    let text = '';
    while (!/"name":"running"|"within":"running"/.test(text))
      text += new TextDecoder().decode((await reader.read()).value);
    t.notMatch(text, /class="rack"/);
    await reader.cancel();
  });

  t.test('files are served by their hash, as the bridge does', async (t) => {
    const { dictionary } = one.of('Scrabble.NewGame')[0]!.params;
    const whole = await fetch(dictionary.url, { headers: { 'accept-encoding': 'identity' } });
    t.match(Object.fromEntries(whole.headers), {
      'cache-control': /immutable/,
      etag: `"${dictionary.sha1}"`,
      'accept-ranges': 'bytes',
    });
    const bytes = Buffer.from(await whole.arrayBuffer());
    t.equal(
      (await fetch(dictionary.url, { headers: { 'if-none-match': `"${dictionary.sha1}"` } })).status,
      304,
    );
    const part = await fetch(dictionary.url, { headers: { range: 'bytes=2-4' } });
    t.same([part.status, await part.text()], [206, bytes.subarray(2, 5).toString()]);
    const zipped = await fetch(dictionary.url, { headers: { 'accept-encoding': 'gzip' } });
    t.equal(zipped.headers.get('content-encoding'), 'gzip');
    t.equal(await zipped.text(), bytes.toString());
    t.equal(
      (
        await fetch(dictionary.url, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
      ).headers.get('content-length'),
      String(bytes.length),
    );
    t.equal((await fetch(`${served.url}/scrabble/${'0'.repeat(40)}/dictionary.txt`)).status, 404);
  });
});

const MOVE = 'Scrabble.NextMove';

interface WayToLeave {
  readonly outcome: string;
  /** Nobody is there who could be told of the end. */
  readonly isGone?: boolean;
  act(asked: Asked, at: { readonly leaver: WebBot; readonly served: ServedLeague }): Reply | undefined;
}

type WrongAnswer = readonly [reply: Reply, errorcode: number, message: RegExp];

/** A bot for each of the answers, which it gives in place of each move. */
async function loseTheirTurns(t: Test, answers: readonly WrongAnswer[], options: object): Promise<void> {
  const served = await servedLeague(t, options);
  const opponent = await WebBot.start(plays());
  t.teardown(() => opponent[Symbol.dispose]());
  const bots: WebBot[] = [];
  for (const [index, [reply]] of answers.entries()) {
    const bot = await WebBot.start(({ method }) => (method === 'Scrabble.NextMove' ? reply : undefined));
    t.teardown(() => bot[Symbol.dispose]());
    bots.push(bot);
    await served.register(`wrong-${index}`, bot.url);
  }
  await served.register('right', opponent.url, { concurrent: true });
  for (const [index, bot] of bots.entries()) {
    const [, errorcode, message] = answers[index]!;
    await until(
      () => bot.of('Scrabble.Complete').length > 0,
      () => `the end of a game of bot ${index}: ${JSON.stringify(bot.asked.map(({ method }) => method))}`,
    );
    const told = bot.of('Scrabble.Error').map(({ params }) => params);
    t.match(told[0], { gameid: Number, errorcode, message }, `${index}`);
  }
  await served.end();
  t.same(served.failures, []);
}
