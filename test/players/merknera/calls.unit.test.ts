import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import t from 'tap';
import { BotCalls } from '../../../players/merknera/bot-calls.ts';
import { type Reply, WebBot } from './web-bot.ts';

const LONG_MS = 30_000;

t.test('calls have ids that go up, on one connection, and say what came', async (t) => {
  const replies: Reply[] = [
    { result: 1 },
    { body: '{"result":2}' },
    { body: 'nothing', status: 200 },
    { body: '{"result":3}', status: 500 },
    { body: '{"error":"ill"}' },
    { body: `"${'x'.repeat(1024 * 1024)}"` },
    { result: 4 },
  ];
  using bot = await WebBot.start(() => replies.shift());
  using calls = new BotCalls(new URL(bot.url));
  const call = async () => {
    const answer = await calls.call('Scrabble.NextMove', { gameid: 1 }, LONG_MS);
    return answer.ok ? answer.result : [answer.errorcode, answer.message];
  };
  t.equal(await call(), 1);
  t.equal(await call(), 2);
  t.same(await call(), [3, 'expected JSON; got "nothing"']);
  t.same(await call(), [2, 'expected the HTTP status 200; got 500']);
  t.same(await call(), [4, 'the bot answered with the error "ill"']);
  t.same(await call(), [3, 'the answer has more than 1048576 bytes']);
  t.equal(await call(), 4, 'and it goes on');
  t.same(
    bot.asked.map(({ id }) => id),
    [1, 2, 3, 4, 5, 6, 7],
  );
});

t.test('a bot that does not answer in time, or hangs in its answer, is given up', async (t) => {
  using bot = await WebBot.start(({ id }) => (id === 1 ? 'nothing' : undefined));
  using calls = new BotCalls(new URL(bot.url));
  t.match(await calls.call('Scrabble.NextMove', {}, 100), {
    ok: false,
    errorcode: 1,
    message: 'no answer within 0.1 s',
  });
  t.match(
    await calls.call('Scrabble.NextMove', {}, LONG_MS),
    { ok: true },
    'the next is on a connection of its own',
  );

  const endless = createServer(
    (socket) => void socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
  );
  endless.listen(0, '127.0.0.1');
  await once(endless, 'listening');
  t.teardown(() => endless.close());
  using half = new BotCalls(new URL(`http://127.0.0.1:${(endless.address() as AddressInfo).port}`));
  t.match(await half.call('Scrabble.NextMove', {}, 100), { ok: false, errorcode: 1 });
});

t.test('where nobody listens, or what listens is no web server, it is said', async (t) => {
  const dead = await WebBot.start();
  const { url } = dead;
  dead[Symbol.dispose]();
  using nobody = new BotCalls(new URL(url));
  t.match(await nobody.ping(LONG_MS), { errorcode: 2, message: /ECONNREFUSED/ });

  const other = createServer((socket) => void socket.on('error', () => {}).end('SSH-2.0\r\n'));
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.teardown(() => other.close());
  using strange = new BotCalls(new URL(`http://127.0.0.1:${(other.address() as AddressInfo).port}`));
  t.match(await strange.ping(LONG_MS), { errorcode: 2 });
});

t.test('a connection that the bot has closed since the last call is made again', async (t) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on('error', () => {});
    // It answers, and hangs up when the next request comes.
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 12\r\n\r\n{"result":1}');
      socket.once('data', () => socket.resetAndDestroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  using calls = new BotCalls(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  for (const _ of [1, 2, 3])
    t.match(await calls.call('Scrabble.NextMove', {}, LONG_MS), { ok: true, result: 1 });
  t.equal(connections, 3);
});

t.test('what is told does not hold up the next call', async (t) => {
  using bot = await WebBot.start(({ method }) => (method === 'Scrabble.Error' ? 'nothing' : undefined));
  using calls = new BotCalls(new URL(bot.url));
  const told = calls.tell('Scrabble.Error', { message: 'wrong' }, LONG_MS);
  while (bot.of('Scrabble.Error').length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  t.match(await calls.call('Scrabble.NextMove', {}, LONG_MS), { ok: true });
  await told;
});
