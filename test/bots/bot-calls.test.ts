import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import t from 'tap';
import { BotCalls, BotConnection } from '../../host/seats/remote/bot-calls.ts';
import { answersTo, error, readAnswer } from '../../host/seats/remote/json-rpc.ts';
import { type Reply, WebBot } from '../players/merknera/web-bot.ts';

t.test('answers', async (t) => {
  t.test('an answer is a result, what the bot says went wrong, or nothing that can be read', async (t) => {
    t.same(readAnswer('{"jsonrpc":"2.0","result":{"type":"PASS"},"error":null,"id":1}'), {
      ok: true,
      result: { type: 'PASS' },
    });
    t.same(readAnswer('{"result":null}'), { ok: true, result: null }, 'without an error');
    const said = (text: string) => {
      const answer = readAnswer(text);
      return answer.ok ? answer : [answer.errorcode, answer.message];
    };
    t.same(said('{"error":"out of words"}'), [4, 'the bot answered with the error "out of words"']);
    t.same(said('{"error":{"code":1,"message":"broken"}}'), [4, 'the bot answered with the error "broken"']);
    t.same(said('{"error":{"why":1}}'), [4, 'the bot answered with the error {"why":1}']);
    t.same(said('<html>'), [3, 'expected JSON; got "<html>"']);
    t.same(said('[]'), [3, 'expected a response object; got []']);
    t.same(said('null'), [3, 'expected a response object; got null']);
    t.same(said('x'.repeat(500)), [3, `expected JSON; got "${'x'.repeat(40)}…"`], 'a long one is cut off');
  });

  const methods = {
    Add: (params: unknown) =>
      Array.isArray(params) ? { result: params.length } : error(-32602, 'expected an array'),
  };
  const asked = (request: unknown) => answersTo(JSON.stringify(request), methods);
  const code = (answer: unknown) => (answer as { error?: { code: number } }).error?.code;

  t.test('requests are answered by their id, alone and in batches, and notifications are not', async (t) => {
    t.same(await asked({ jsonrpc: '2.0', method: 'Add', params: [1, 2], id: 'a' }), {
      jsonrpc: '2.0',
      id: 'a',
      result: 2,
    });
    t.equal(await asked({ jsonrpc: '2.0', method: 'Add', params: [1, 2] }), undefined, 'a notification');
    t.equal(await asked([{ jsonrpc: '2.0', method: 'Add' }]), undefined, 'a batch of notifications');
    const batch = (await asked([
      { jsonrpc: '2.0', method: 'Add', params: [], id: 1 },
      { jsonrpc: '2.0', method: 'Add', params: [] },
      7,
      { jsonrpc: '2.0', method: 'Sub', id: null },
    ])) as readonly { id: unknown }[];
    t.same(
      batch.map((answer) => [answer.id, code(answer)]),
      [
        [1, undefined],
        [null, -32600],
        [null, -32601],
      ],
    );
  });

  t.test('requests that are none have the codes of the standard', async (t) => {
    t.equal(code(await answersTo('{"jsonrpc', methods)), -32700);
    t.equal(code(await answersTo('', methods)), -32700);
    t.equal(code(await asked([])), -32600);
    t.equal(code(await asked('Add')), -32600);
    t.equal(code(await asked(null)), -32600);
    t.equal(code(await asked({ method: 'Add', id: 1 })), -32600, 'without its version');
    t.equal(code(await asked({ jsonrpc: '2.0', method: 1, id: 1 })), -32600);
    t.equal(code(await asked({ jsonrpc: '2.0', method: 'Add', params: 'x', id: 1 })), -32600);
    t.equal(code(await asked({ jsonrpc: '2.0', method: 'Add', id: {} })), -32600);
    t.equal(code(await asked({ jsonrpc: '2.0', method: 'constructor', id: 1 })), -32601);
    t.equal(code(await asked({ jsonrpc: '2.0', method: 'Add', params: {}, id: 1 })), -32602);
  });
});

t.test('calls', async (t) => {
  const LONG_MS = 30_000;

  function calling(url: URL) {
    const connection = new BotConnection(url);
    return Object.assign(new BotCalls(connection), {
      ping: (withinMs: number) => connection.ping(withinMs),
      [Symbol.dispose]: () => connection[Symbol.dispose](),
    });
  }

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
    using calls = calling(new URL(bot.url));
    const call = async () => {
      const answer = await calls.call('Scrabble.NextMove', { gameid: 1 }, LONG_MS);
      return answer.ok ? answer.result : [answer.errorcode, answer.message];
    };
    t.equal(await call(), 1);
    t.equal(await call(), 2);
    t.same(await call(), [3, 'expected JSON; got "nothing"']);
    t.same(await call(), [2, 'expected HTTP status 200; got 500']);
    t.same(await call(), [4, 'the bot answered with the error "ill"']);
    t.same(await call(), [3, 'the response has more than 1048576 bytes']);
    t.equal(await call(), 4, 'and it goes on');
    t.same(
      bot.asked.map(({ id }) => id),
      [1, 2, 3, 4, 5, 6, 7],
    );
  });

  t.test('a bot that does not answer in time, or hangs in its answer, is given up', async (t) => {
    using bot = await WebBot.start(({ id }) => (id === 1 ? 'nothing' : undefined));
    using calls = calling(new URL(bot.url));
    t.match(await calls.call('Scrabble.NextMove', {}, 100), {
      ok: false,
      errorcode: 1,
      message: 'no answer within 0.1 s',
    });
    t.match(await calls.call('Scrabble.NextMove', {}, LONG_MS), { ok: true }, 'on its own connection');

    const endless = createServer(
      (socket) => void socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
    );
    endless.listen(0, '127.0.0.1');
    await once(endless, 'listening');
    t.teardown(() => endless.close());
    using half = calling(new URL(`http://127.0.0.1:${(endless.address() as AddressInfo).port}`));
    t.match(await half.call('Scrabble.NextMove', {}, 100), { ok: false, errorcode: 1 });
  });

  t.test('where nobody listens, or what listens is no web server, it is said', async (t) => {
    const dead = await WebBot.start();
    const { url } = dead;
    dead[Symbol.dispose]();
    using nobody = calling(new URL(url));
    t.match(await nobody.ping(LONG_MS), { errorcode: 2, message: /ECONNREFUSED/ });

    const other = createServer((socket) => void socket.on('error', () => {}).end('SSH-2.0\r\n'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    t.teardown(() => other.close());
    using strange = calling(new URL(`http://127.0.0.1:${(other.address() as AddressInfo).port}`));
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
    using calls = calling(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    for (const _ of [1, 2, 3])
      t.match(await calls.call('Scrabble.NextMove', {}, LONG_MS), { ok: true, result: 1 });
    t.equal(connections, 3);
  });

  t.test('what is told does not hold up the next call', async (t) => {
    using bot = await WebBot.start(({ method }) => (method === 'Scrabble.Error' ? 'nothing' : undefined));
    using calls = calling(new URL(bot.url));
    const told = calls.tell('Scrabble.Error', { message: 'wrong' }, LONG_MS);
    while (bot.of('Scrabble.Error').length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    t.match(await calls.call('Scrabble.NextMove', {}, LONG_MS), { ok: true });
    await told;
  });
});
