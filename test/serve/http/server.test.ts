import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import t, { type Test } from 'tap';
import {
  jsonRefusal,
  PageFile,
  plainRefusal,
  refuseBy,
  type Service,
  textAnswer,
} from '../../../host/serve/http/answers.ts';
import { EventFeed } from '../../../host/serve/http/event-feed.ts';
import { probePaths, probes, RequestMetrics } from '../../../host/serve/http/metrics.ts';
import { openServer } from '../../../host/serve/http/server.ts';
import type { SiteOptions } from '../../../host/serve/http/site.ts';
import { allOf } from '../../support/all-of.ts';
import { until } from '../../support/until.ts';
import { noted } from './answered-requests.ts';

t.test('answered', async (t) => {
  /** The server says when it has it. */
  const HALF = 'Expect: 100-continue\r\nContent-Length: 9\r\n\r\nhalf';

  t.test('a request is noted with its status and the address of its client', async (t) => {
    const { told, client } = await noted(t);
    const tells = async (status: number, what: string) => {
      await until(
        () => told.length > 0,
        () => what,
      );
      t.match(told.splice(0), [{ method: 'POST', path: '/said', status, address: '127.0.0.1' }], what);
    };
    await client('Content-Length: 4\r\n\r\nword');
    await tells(200, 'a whole one');
    const malformed = await client('Transfer-Encoding: chunked\r\n\r\nzz\r\n');
    await tells(400, 'pieces without a length');
    await until(
      () => malformed.heard().startsWith('HTTP/1.1 400 '),
      () => malformed.heard(),
    );
    for (const [end, what] of [
      [(socket: Socket) => socket.destroy(), 'its client went away'],
      [(socket: Socket) => socket.resetAndDestroy(), 'its client broke the connection'],
    ] as const) {
      const { socket, heard } = await client(HALF);
      await until(
        () => heard().startsWith('HTTP/1.1 100 '),
        () => heard(),
      );
      end(socket);
      await tells(499, what);
    }
  });
});

t.test('probes', async (t) => {
  async function probed(t: Test, check: () => Promise<void>) {
    const failures: unknown[] = [];
    const opening = await openServer({
      services: [['/', probes({ check, requests: new RequestMetrics(), metrics: async () => ['own 1'] })]],
      port: 0,
      refuse: jsonRefusal,
      failed: (error) => failures.push(error),
      failureRefusal: () => ({ status: 503, problem: 'not now', headers: { 'retry-after': '5' } }),
      ...{ isBehindProxy: true, mostPerSecond: 1, unlimited: probePaths },
    });
    if (!opening.ok) throw new Error(opening.code);
    t.teardown(() => opening.server[Symbol.asyncDispose]());
    const get = async (path: string) => {
      const answer = await fetch(`${opening.server.address}${path}`);
      return { status: answer.status, text: await answer.text(), again: answer.headers.get('retry-after') };
    };
    return { get, failures };
  }

  t.test('a server that cannot do its work says so, and tells only its terminal why', async (t) => {
    const fault = new Error('postgres://someone@db.example/: no PostgreSQL listens there');
    const { get, failures } = await probed(t, () => Promise.reject(fault));
    t.same(await get('healthz'), { status: 503, text: '{"message":"not now"}\n', again: '5' });
    t.same(failures, [fault], 'its terminal says why');
  });

  t.test('how often the others ask is no matter for those who look after the server', async (t) => {
    const { get } = await probed(t, async () => {});
    for (let number = 0; number < 8; number++) {
      t.match(await get('healthz'), { status: 200, text: '{"message":"ok"}\n' });
      t.match(await get('metrics'), { status: 200, text: /^own 1$/m });
    }
    const others = await Promise.all(Array.from({ length: 8 }, () => get('other')));
    t.same([...new Set(others.map(({ status }) => status))].sort(), [404, 429]);
    t.equal((await get('healthz')).status, 200);
  });
});

t.test('server', async (t) => {
  const service = (): Service => new Hono();

  const hello = service().get('/', (c) =>
    textAnswer(c, 'text/html', '<p>héllo', { policy: "default-src 'self'" }),
  );
  const named = service().get('/games/:number', async (c) => {
    const number = c.req.param('number');
    return number === '0' ? c.notFound() : textAnswer(c, 'text/plain', `game ${number}`);
  });

  async function served(
    t: Test,
    services: readonly Service[],
    longestEndMs?: number,
    limits: Partial<SiteOptions> = {},
  ) {
    const failures: unknown[] = [];
    const opening = await openServer({
      ...{ services: services.map((each) => ['/', each] as const), port: 0 },
      ...(longestEndMs !== undefined && { longestEndMs }),
      ...limits,
      failed: (error) => failures.push(error),
      failureRefusal: (error) =>
        (error as Error).message === 'away' ? { status: 503, problem: 'come again' } : undefined,
    });
    if (!opening.ok) throw new Error(opening.code);
    const { server } = opening;
    let isClosed = false;
    const close = async () => {
      if (!isClosed) await server[Symbol.asyncDispose]();
      isClosed = true;
    };
    t.teardown(close);
    const port = Number(new URL(server.address).port);
    const get = async (path: string, { method = 'GET', ...headers }: Record<string, string> = {}) => {
      const asked = request({ port, host: '127.0.0.1', path, method, agent: false });
      for (const [name, value] of Object.entries(headers)) asked.setHeader(name, value);
      asked.end();
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      const bytes = await buffer(response);
      return { status: response.statusCode, headers: response.headers, bytes, text: String(bytes) };
    };
    return { get, close, failures, port };
  }

  /** One who has asked for the events, and reads only when told to. */
  async function reader(t: Test, port: number, path = '/events'): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    t.teardown(() => socket.destroy());
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
    return socket;
  }

  function heardBy(socket: Socket): { text: string; ended: boolean } {
    const heard = { text: '', ended: false };
    socket.on('data', (piece) => {
      heard.text += String(piece);
    });
    socket.on('close', () => {
      heard.ended = true;
    });
    return heard;
  }

  t.test('a browser may not run, keep or frame the text of a route unless it is said', async (t) => {
    const { get } = await served(t, [hello, named]);
    const page = await get('/?x=1');
    t.match(page, { status: 200, text: '<p>héllo' });
    t.match(page.headers, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': '9',
      'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    t.match(await get('/', { method: 'HEAD' }), {
      status: 200,
      text: '',
      headers: { 'content-length': '9' },
    });
    t.match(await get('/games/12'), {
      text: 'game 12',
      headers: { 'content-security-policy': "default-src 'none'; base-uri 'none'" },
    });
    t.match(await get('/games/a%2Fb'), { text: 'game a/b' });
    t.match(await get('/games/%'), { text: 'game %' }, 'not encoded, and taken as it is');
  });

  t.test('a long text is compressed for those who read that, a short one never', async (t) => {
    const long = 'words '.repeat(1000);
    const { get } = await served(t, [
      hello,
      service().get('/long', (c) => textAnswer(c, 'text/plain', long)),
    ]);
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'gzip'],
      ['GZIP', 'gzip'],
      ['gzip;q=0', undefined],
      ['br', undefined],
      ['', undefined],
    ] as const) {
      const { headers, bytes } = await get('/long', { 'accept-encoding': accepted });
      t.equal(headers['content-encoding'], encoding, accepted);
      t.equal(headers.vary, 'accept-encoding');
      t.equal(headers['content-length'], String(bytes.length));
      t.equal(String(encoding ? gunzipSync(bytes) : bytes), long);
      const head = await get('/long', { method: 'HEAD', 'accept-encoding': accepted });
      t.equal(head.headers['content-length'], headers['content-length'], 'of HEAD');
    }
    t.equal((await get('/', { 'accept-encoding': 'gzip' })).headers['content-encoding'], undefined);
  });

  t.test('a file of a page has a name of its content, which browsers keep', async (t) => {
    const [one, other] = [new PageFile('a.css', 'a{}'), new PageFile('a.css', `b{}${' '.repeat(2000)}`)];
    t.match(one.name, /^a\.[\w-]{12}\.css$/);
    t.not(one.name, other.name);
    t.equal(new PageFile('a.css', 'a{}').name, one.name);
    const { get } = await served(t, [service().get('/other', other.answer)]);
    for (const times of [1, 2]) {
      const { headers, bytes } = await get('/other', { 'accept-encoding': 'gzip' });
      t.match(headers, {
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'gzip',
      });
      t.equal(gunzipSync(bytes).length, 2003, `${times}`);
    }
  });

  t.test('a refusal is a page for a browser, and JSON for a program', async (t) => {
    const refuse = refuseBy(plainRefusal, jsonRefusal);
    const { get } = await served(t, [hello], undefined, { refuse });
    for (const [accept, type] of [
      ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/plain'],
      ['application/json', 'application/json'],
      ['application/json, text/html;q=0.5', 'application/json'],
      ['*/*', 'application/json'],
      ['', 'application/json'],
    ] as const)
      t.match(
        await get('/nothing', { accept }),
        { status: 404, headers: { 'content-type': `${type}; charset=utf-8` } },
        accept,
      );
  });

  t.test('what no route has is not found', async (t) => {
    const { get } = await served(t, [hello, named]);
    for (const path of ['/games', '/games/', '/games/1/2', '/games/0', '//', '/../etc/passwd'])
      t.match(await get(path), { status: 404, text: 'page not found\n' }, path);
  });

  t.test('a path leads to the same service each time, with its own parameters', async (t) => {
    const { get } = await served(t, [hello, named]);
    const long = '1'.repeat(200);
    for (const number of ['1', '2', long, '1', '2', long])
      t.match(await get(`/games/${number}`), { status: 200, text: `game ${number}` }, number);
    for (let count = 0; count < 2; count++) {
      t.match(await get('/games/1', { method: 'POST' }), { status: 405 });
      t.match(await get('/games/0'), { status: 404 });
    }
    for (let number = 10; number < 2_100; number++) await get(`/games/${number}`);
    t.match(await get('/games/1'), { text: 'game 1' }, 'after more paths than are kept');
  });

  t.test('only the names of this machine are answered, not those of pages elsewhere', async (t) => {
    const { get, port } = await served(t, [hello]);
    for (const host of [`127.0.0.1:${port}`, 'localhost', 'LocalHost:80', `[::1]:${port}`])
      t.equal((await get('/', { host })).status, 200, host);
    for (const host of [
      'example.org',
      `example.org:${port}`,
      '127.0.0.1.example.org',
      '',
      '[::1',
      '127.0.0.2',
      'localhost:x',
      'localhost:1:2',
    ])
      t.match(await get('/', { host }), { status: 403, text: /localhost or 127\.0\.0\.1/ }, host);
    t.match(await get('/', { host: 'evil.example' }), { text: /; got "evil\.example"$/m });
  });

  t.test('only GET and HEAD are answered', async (t) => {
    const { get } = await served(t, [hello]);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])
      t.match(await get('/', { method }), { status: 405, headers: { allow: 'GET, HEAD' } }, method);
  });

  t.test('what is no request, or has long headers, is refused before any route', async (t) => {
    const { port, failures } = await served(t, [hello]);
    const answers = async (sent: string) => {
      const socket = connect(port, '127.0.0.1');
      const heard = heardBy(socket);
      socket.on('error', () => {});
      socket.write(sent);
      await until(() => heard.ended, 'the end');
      return heard.text.split('\r\n')[0];
    };
    t.match(await answers('\x16\x03\x01 nothing\r\n\r\n'), '400');
    t.match(await answers(`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`), '431');
    t.match(await answers('GET / HTTP/1.1\r\n\r\n'), '400', 'no host');
    t.same(failures, []);
  });

  t.test('a body in very many chunks is read no further, and its connection closed', async (t) => {
    const echo = service().post('/', async (c) => textAnswer(c, 'text/plain', String(c.get('body')?.length)));
    const { port } = await served(t, [echo]);
    const answerTo = async (chunks: number, end: string) => {
      const socket = connect(port, '127.0.0.1');
      const heard = heardBy(socket);
      socket.on('error', () => {});
      socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
      socket.write(`${'1\r\n \r\n'.repeat(chunks)}${end}`);
      await until(
        () => heard.ended || heard.text.endsWith(`${chunks}`),
        () => `an answer to ${chunks} chunks: ${heard.text}`,
      );
      socket.destroy();
      return heard;
    };
    t.match(await answerTo(4_000, '0\r\n\r\n'), { text: /^HTTP\/1.1 200 .*4000$/s, ended: false });
    t.match(
      await answerTo(5_000, ''),
      { text: /^HTTP\/1.1 200 .*connection: close.*9$/is, ended: true },
      'too large',
    );
  });

  t.test('an answer that fails is told, and the server goes on', async (t) => {
    const broken = service().get('/broken', () => {
      throw new Error('a fault');
    });
    const gone = new Error('away');
    const away = service().get('/away', () => Promise.reject(gone));
    const { get, failures } = await served(t, [broken, away, hello]);
    t.match(await get('/broken'), { status: 500, text: /terminal/ });
    t.match(await get('/away'), { status: 503, text: 'come again' }, 'what the server was told to answer');
    t.match(failures, [{ message: 'a fault' }, { message: 'away' }]);
    t.equal((await get('/')).status, 200);
  });

  t.test('a port in use is a result', async (t) => {
    const { port } = await served(t, [hello]);
    t.same(await openServer({ services: [], port, failed() {} }), { ok: false, code: 'EADDRINUSE' });
  });

  const feedAt = (feed: EventFeed) => service().get('/events', (c) => feed.answer(c));

  t.test('50 readers get everything, then each change, and are forgotten when they leave', async (t) => {
    let state = 0;
    const feed = new EventFeed(() => [{ name: 'all', data: { state } }]);
    const seen: boolean[] = [];
    feed.onReaders = (areThere) => seen.push(areThere);
    const { port, get } = await served(t, [feedAt(feed)]);
    t.match(await get('/events', { method: 'HEAD' }), { status: 200, text: '' });
    const sockets = await Promise.all(Array.from({ length: 50 }, async () => await reader(t, port)));
    const heard = sockets.map(heardBy);
    await until(() => feed.readers === 50, '50 readers');
    state = 1;
    feed.send({ name: 'change', data: 'line\nbreak' });
    const late = heardBy(await reader(t, port));
    await until(
      () => heard.every(({ text }) => text.includes('event: change\ndata: "line\\nbreak"\n\n')),
      'the change at all readers',
    );
    t.ok(allOf(heard, ({ text }) => text.includes('retry: 1000\n\nevent: all\ndata: {"state":0}\n\n')));
    await until(() => late.text.includes('data: {"state":1}'), 'everything');
    t.notMatch(late.text, 'change');
    t.same(seen, [true]);
    for (const socket of sockets) socket.destroy();
    await until(() => feed.readers === 1, 'one reader');
    t.same(seen, [true]);
  });

  t.test('a reader is kept awake', async (t) => {
    const feed = new EventFeed(() => [], { keepAliveMs: 10 });
    const { port } = await served(t, [feedAt(feed)]);
    const heard = heardBy(await reader(t, port));
    await until(() => heard.text.split(':\n\n').length > 3, 'three comments');
  });

  t.test('who reads slowly misses changes, costs no memory, and gets everything at last', async (t) => {
    let state = 0;
    const feed = new EventFeed(() => [{ name: 'all', data: state }], { mostUnread: 1_000_000 });
    const { port } = await served(t, [feedAt(feed)]);
    const slow = await reader(t, port);
    const quick = heardBy(await reader(t, port));
    await until(() => feed.readers === 2, 'two readers');
    const long = 'x'.repeat(100_000);
    for (state = 1; state <= 300; state++) {
      feed.send({ name: 'change', data: `${state} ${long}` });
      await until(() => quick.text.includes(`"${state} `), 'the change');
      quick.text = '';
    }
    state = 301;
    const heard = heardBy(slow);
    await until(
      () => heard.text.slice(-100).includes('event: all\ndata: 301\n\n'),
      'everything as it is now',
    );
    t.ok(heard.text.length < 25_000_000, `it missed some: ${heard.text.length} bytes`);
    feed.send({ name: 'change', data: 'short' });
    await until(() => heard.text.slice(-100).includes('event: change\ndata: "short"\n\n'), 'the next change');
  });

  t.test('who reads nothing at all is given up', async (t) => {
    const feed = new EventFeed(() => [], { mostUnread: 10_000, longestWaitMs: 20 });
    const { port } = await served(t, [feedAt(feed)]);
    const silent = await reader(t, port);
    silent.on('error', () => {});
    silent.pause();
    await until(() => feed.readers === 1, 'one reader');
    const long = 'x'.repeat(1_000_000);
    await until(
      () => {
        feed.send({ name: 'change', data: long });
        return feed.readers === 0;
      },
      () => 'the end of the reader',
    );
  });

  t.test('at its end a feed says so to all, and who comes later is told everything and let go', async (t) => {
    const feed = new EventFeed(() => [{ name: 'all', data: 1 }]);
    const { port, close } = await served(t, [feedAt(feed)]);
    const heard = heardBy(await reader(t, port));
    await until(() => feed.readers === 1, 'one reader');
    feed.end({ name: 'end', data: 'over' });
    await until(() => heard.text.includes('event: end\ndata: "over"\n\n'), 'the end');
    const late = heardBy(await reader(t, port));
    await until(() => late.text.includes('data: 1\n\n'), 'everything');
    await close();
    await until(() => heard.ended && late.ended, 'both ends');
    await t.rejects(once(connect(port, '127.0.0.1'), 'connect'), { code: 'ECONNREFUSED' });
  });

  t.test('a server that closes waits for nobody who does not read', async (t) => {
    const feed = new EventFeed(() => [{ name: 'all', data: 'x'.repeat(30_000_000) }]);
    const { port, close } = await served(t, [feedAt(feed)], 50);
    const silent = await reader(t, port);
    silent.on('error', () => {});
    silent.pause();
    await until(() => feed.readers === 1, 'one reader');
    feed.end({ name: 'end', data: null });
    await close();
    t.pass('closed');
  });

  t.test('a server that closes waits for the answers to what was asked before', async (t) => {
    const done = Promise.withResolvers<void>();
    let isAsked = false;
    const slow = service().get('/', async (c) => {
      isAsked = true;
      await done.promise;
      return textAnswer(c, 'text/plain', 'at last');
    });
    const { get, close } = await served(t, [slow], 0);
    const answer = get('/');
    await until(() => isAsked, 'the request');
    const closed = close();
    await setTimeout(50);
    done.resolve();
    t.match(await answer, { status: 200, text: 'at last' });
    await closed;
  });

  t.test('one address has so many connections at once; one more is told so and closed', async (t) => {
    const { port, get } = await served(t, [hello], undefined, { mostOpen: 3 });
    const held = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const socket = connect(port, '127.0.0.1');
        t.teardown(() => socket.destroy());
        await once(socket, 'connect');
        return socket;
      }),
    );
    await until(() => held.every((socket) => socket.readyState === 'open'), 'three connections');
    const fourth = connect(port, '127.0.0.1');
    const heard = heardBy(fourth);
    await until(() => heard.ended, 'its end');
    t.match(
      heard.text,
      /^HTTP\/1\.1 429 .*\r\nretry-after: 5\r\n[\s\S]*too many open connections from 127\.0\.0\.1/i,
    );
    const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    const answer = heardBy(other);
    other.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await until(() => answer.ended, 'the answer to another address');
    t.match(answer.text, /^HTTP\/1\.1 200 /);
    held[0]!.destroy();
    let status: number | undefined;
    while (status !== 200) status = (await get('/').catch(() => undefined))?.status;
    t.equal(status, 200, 'once one of them is closed');
  });

  t.test('behind a proxy an address has so many answers at once that have no end', async (t) => {
    const feed = new EventFeed(() => [{ name: 'all', data: 1 }]);
    const health = service().get('/healthz', (c) => c.text('ok'));
    const limits = { mostOpen: 2, isBehindProxy: true, unlimited: new Set(['/healthz']) };
    const { port } = await served(t, [feedAt(feed), health], undefined, limits);
    const asked = async (address: string, path = '/events') => {
      const socket = connect(port, '127.0.0.1');
      t.teardown(() => socket.destroy());
      const heard = heardBy(socket);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`);
      await until(() => heard.text.includes('\r\n\r\n'), 'an answer');
      return { socket, status: Number(heard.text.slice(9, 12)) };
    };
    const first = await asked('192.0.2.1');
    t.equal((await asked('192.0.2.1')).status, 200);
    t.equal((await asked('1.2.3.4, 192.0.2.1')).status, 429);
    t.equal((await asked('192.0.2.1', '/healthz')).status, 200);
    t.equal((await asked('192.0.2.2')).status, 200);
    first.socket.destroy();
    await until(() => feed.readers === 2, 'the end of the first');
    t.equal((await asked('192.0.2.1')).status, 200);
  });

  t.test('a client that asks on and on before it has its answers is let go', async (t) => {
    const done = Promise.withResolvers<void>();
    let asked = 0;
    const slow = service().get('/', async (c) => {
      asked++;
      await done.promise;
      return textAnswer(c, 'text/plain', 'x');
    });
    const { port } = await served(t, [slow]);
    const many = connect(port, '127.0.0.1').on('error', () => {});
    const heard = heardBy(many);
    many.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100));
    await until(() => heard.ended, 'its end');
    t.ok(asked <= 4, `${asked} were begun`);
    done.resolve();
  });
});
