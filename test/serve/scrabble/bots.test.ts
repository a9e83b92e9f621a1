import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import t from 'tap';
import { BotConnection } from '../../../host/seats/remote/bot-calls.ts';
import { blockListOf, literalRefusal, loopback, rangeOf } from '../../../host/seats/remote/endpoints.ts';
import { MOST_BOTS, MOST_VERSIONS, ScrabbleStore } from '../../../host/serve/scrabble/store.ts';
import { type ScrabbleTables, scrabbleMigrations } from '../../../host/serve/scrabble/store-tables.ts';
import { tokenHash } from '../../../host/serve/tokens.ts';
import { WebBot } from '../../players/merknera/web-bot.ts';
import fc from '../../support/laws.ts';
import { opened } from '../database/database-contract.ts';
import { OTHER_TOKEN, servedLeague } from './served-league.ts';

t.test('names', async (t) => {
  const served = await servedLeague(t, { jobs: 0 });
  const { register } = served;

  t.test('a name has no invisible sign, and is unlike the name of another token', async (t) => {
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
  });

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
