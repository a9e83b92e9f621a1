import { once } from 'node:events';
import { copyFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { sql } from 'kysely';
import t, { type Test } from 'tap';
import { isPostgresAddress, withoutPassword } from '../../host/core/postgres-address.ts';
import { games } from '../../host/games/registry.ts';
import { readAddress } from '../../host/postgres/address.ts';
import { openStore } from '../../host/runs/store/store.ts';
import type { Database } from '../../host/serve/database/database.ts';
import { openDatabase } from '../../host/serve/database/open.ts';
import type { Service } from '../../host/serve/http/answers.ts';
import { jsonRefusal, textAnswer } from '../../host/serve/http/answers.ts';
import { addressOf, RateLimit } from '../../host/serve/http/clients.ts';
import { EventFeed } from '../../host/serve/http/event-feed.ts';
import { probePaths, probes, RequestMetrics } from '../../host/serve/http/metrics.ts';
import { openServer } from '../../host/serve/http/server.ts';
import { isLoopback } from '../../host/serve/loopback.ts';
import { mailboxAddress, mailboxKey, readSmtpAddress } from '../../host/serve/mail/mail.ts';
import { composeMail, sendMail } from '../../host/serve/mail/send-mail.ts';
import { LivePage, LiveParts } from '../../host/serve/watch/live-page.ts';
import { liveService } from '../../host/serve/watch/live-service.ts';
import { markup } from '../../host/views/html/markup.ts';
import { allOf } from '../support/all-of.ts';
import { until } from '../support/until.ts';
import { insert, opened, type Tables, testDatabase } from './database/database-contract.ts';
import { noted } from './http/answered-requests.ts';

t.test('answered', async (t) => {
  /** The server says when it has it. */
  const HALF = 'Expect: 100-continue\r\nContent-Length: 9\r\n\r\nhalf';

  t.test(
    'a request is told with the status that it was answered with, and the address of its client',
    async (t) => {
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
    },
  );
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

  t.test(
    'a server that cannot do its work says so like other answers, and why it does not tell everybody',
    async (t) => {
      const fault = new Error('postgres://someone@db.example/: no PostgreSQL listens there');
      const { get, failures } = await probed(t, () => Promise.reject(fault));
      t.same(await get('healthz'), { status: 503, text: '{"message":"not now"}\n', again: '5' });
      t.same(failures, [fault], 'its terminal says why');
    },
  );

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
    limits: { mostOpen?: number; isBehindProxy?: boolean; unlimited?: ReadonlySet<string> } = {},
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
    const get = async (path: string, options: { method?: string; host?: string } = {}) => {
      const asked = request({ port, host: '127.0.0.1', path, method: options.method ?? 'GET', agent: false });
      if (options.host !== undefined) asked.setHeader('host', options.host);
      asked.end();
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      return { status: response.statusCode, headers: response.headers, text: await text(response) };
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

  t.test(
    'a route answers with its text, which a browser may not run, keep or frame unless it is said',
    async (t) => {
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
    },
  );

  t.test('what no route has is not found', async (t) => {
    const { get } = await served(t, [hello, named]);
    for (const path of ['/games', '/games/', '/games/1/2', '/games/0', '//', '/../etc/passwd'])
      t.match(await get(path), { status: 404, text: 'page not found\n' }, path);
  });

  t.test(
    'only the names of this machine are answered, so that no page from elsewhere can ask under its own',
    async (t) => {
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
    },
  );

  t.test('only GET and HEAD are answered', async (t) => {
    const { get } = await served(t, [hello]);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])
      t.match(await get('/', { method }), { status: 405, headers: { allow: 'GET, HEAD' } }, method);
  });

  t.test(
    'what is no request, and one with long headers, is refused without an answer of a route',
    async (t) => {
      const { port, failures } = await served(t, [hello]);
      const answers = async (sent: string) => {
        const socket = connect(port, '127.0.0.1');
        const heard = heardBy(socket);
        socket.on('error', () => {});
        socket.write(sent);
        await until(
          () => heard.ended,
          () => 'the end',
        );
        return heard.text.split('\r\n')[0];
      };
      t.match(await answers('\x16\x03\x01 nothing\r\n\r\n'), '400');
      t.match(await answers(`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`), '431');
      t.match(await answers('GET / HTTP/1.1\r\n\r\n'), '400', 'no host');
      t.same(failures, []);
    },
  );

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

  t.test(
    '50 readers get everything when they come and then each change, and are forgotten when they leave',
    async (t) => {
      let state = 0;
      const feed = new EventFeed(() => [{ name: 'all', data: { state } }]);
      const seen: boolean[] = [];
      feed.onReaders = (areThere) => seen.push(areThere);
      const { port, get } = await served(t, [feedAt(feed)]);
      t.match(await get('/events', { method: 'HEAD' }), { status: 200, text: '' });
      const sockets = await Promise.all(Array.from({ length: 50 }, async () => await reader(t, port)));
      const heard = sockets.map(heardBy);
      await until(
        () => feed.readers === 50,
        () => '50 readers',
      );
      state = 1;
      feed.send({ name: 'change', data: 'line\nbreak' });
      const late = heardBy(await reader(t, port));
      await until(
        () => heard.every(({ text }) => text.includes('event: change\ndata: "line\\nbreak"\n\n')),
        () => 'the change at all readers',
      );
      t.ok(allOf(heard, ({ text }) => text.includes('retry: 1000\n\nevent: all\ndata: {"state":0}\n\n')));
      await until(
        () => late.text.includes('data: {"state":1}'),
        () => 'everything',
      );
      t.notMatch(late.text, 'change');
      t.same(seen, [true]);
      for (const socket of sockets) socket.destroy();
      await until(
        () => feed.readers === 1,
        () => 'one reader',
      );
      t.same(seen, [true]);
    },
  );

  t.test('a reader is kept awake', async (t) => {
    const feed = new EventFeed(() => [], { keepAliveMs: 10 });
    const { port } = await served(t, [feedAt(feed)]);
    const heard = heardBy(await reader(t, port));
    await until(
      () => heard.text.split(':\n\n').length > 3,
      () => 'three comments',
    );
  });

  t.test(
    'who reads slowly misses changes, costs no more memory, and gets everything when it has read',
    async (t) => {
      let state = 0;
      const feed = new EventFeed(() => [{ name: 'all', data: state }], { mostUnread: 1_000_000 });
      const { port } = await served(t, [feedAt(feed)]);
      const slow = await reader(t, port);
      const quick = heardBy(await reader(t, port));
      await until(
        () => feed.readers === 2,
        () => 'two readers',
      );
      const long = 'x'.repeat(100_000);
      for (state = 1; state <= 300; state++) {
        feed.send({ name: 'change', data: `${state} ${long}` });
        await until(
          () => quick.text.includes(`"${state} `),
          () => 'the change',
        );
        quick.text = '';
      }
      state = 301;
      const heard = heardBy(slow);
      await until(
        () => heard.text.slice(-100).includes('event: all\ndata: 301\n\n'),
        () => 'everything as it is now',
      );
      t.ok(heard.text.length < 25_000_000, `it missed some: ${heard.text.length} bytes`);
      feed.send({ name: 'change', data: 'short' });
      await until(
        () => heard.text.slice(-100).includes('event: change\ndata: "short"\n\n'),
        () => 'the next change',
      );
    },
  );

  t.test('who reads nothing at all is given up', async (t) => {
    const feed = new EventFeed(() => [], { mostUnread: 10_000, longestWaitMs: 20 });
    const { port } = await served(t, [feedAt(feed)]);
    const silent = await reader(t, port);
    silent.on('error', () => {});
    silent.pause();
    await until(
      () => feed.readers === 1,
      () => 'one reader',
    );
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
    await until(
      () => feed.readers === 1,
      () => 'one reader',
    );
    feed.end({ name: 'end', data: 'over' });
    await until(
      () => heard.text.includes('event: end\ndata: "over"\n\n'),
      () => 'the end',
    );
    const late = heardBy(await reader(t, port));
    await until(
      () => late.text.includes('data: 1\n\n'),
      () => 'everything',
    );
    await close();
    await until(
      () => heard.ended && late.ended,
      () => 'both ends',
    );
    await t.rejects(once(connect(port, '127.0.0.1'), 'connect'), { code: 'ECONNREFUSED' });
  });

  t.test('a server that closes waits for nobody who does not read', async (t) => {
    const feed = new EventFeed(() => [{ name: 'all', data: 'x'.repeat(30_000_000) }]);
    const { port, close } = await served(t, [feedAt(feed)], 50);
    const silent = await reader(t, port);
    silent.on('error', () => {});
    silent.pause();
    await until(
      () => feed.readers === 1,
      () => 'one reader',
    );
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
    await until(
      () => isAsked,
      () => 'the request',
    );
    const closed = close();
    await sleep(50);
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
    await until(
      () => held.every((socket) => socket.readyState === 'open'),
      () => 'three connections',
    );
    const fourth = connect(port, '127.0.0.1');
    const heard = heardBy(fourth);
    await until(
      () => heard.ended,
      () => 'its end',
    );
    t.match(
      heard.text,
      /^HTTP\/1\.1 429 .*\r\nretry-after: 5\r\n[\s\S]*too many open connections from 127\.0\.0\.1/i,
    );
    const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    const answer = heardBy(other);
    other.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await until(
      () => answer.ended,
      () => 'the answer to another address',
    );
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
      await until(
        () => heard.text.includes('\r\n\r\n'),
        () => 'an answer',
      );
      return { socket, status: Number(heard.text.slice(9, 12)) };
    };
    const first = await asked('192.0.2.1');
    t.equal((await asked('192.0.2.1')).status, 200);
    t.equal((await asked('1.2.3.4, 192.0.2.1')).status, 429);
    t.equal((await asked('192.0.2.1', '/healthz')).status, 200);
    t.equal((await asked('192.0.2.2')).status, 200);
    first.socket.destroy();
    await until(
      () => feed.readers === 2,
      () => 'the end of the first',
    );
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
    await until(
      () => heard.ended,
      () => 'its end',
    );
    t.ok(asked <= 4, `${asked} were begun`);
    done.resolve();
  });
});

t.test('who asks', async (t) => {
  t.test('an address may ask four seconds at once, and then as often as it is allowed', async (t) => {
    const limit = new RateLimit(2);
    const waits = (address: string, at: number) => limit.secondsToWait(address, at);
    for (let number = 0; number < 8; number++) t.equal(waits('192.0.2.1', 0), undefined);
    t.equal(waits('192.0.2.1', 0), 1);
    t.equal(waits('192.0.2.2', 0), undefined, 'another one');
    t.equal(waits('192.0.2.1', 500), undefined);
    t.equal(waits('192.0.2.1', 500), 1);
  });

  t.test('all addresses of an IPv6 network are one, and of IPv4 none are', async (t) => {
    const limit = new RateLimit(0.25);
    t.equal(limit.secondsToWait('2001:db8::1', 0), undefined);
    t.equal(limit.secondsToWait('2001:db8:0:0:7::2', 0), 4);
    t.equal(limit.secondsToWait('2001:db8:0:1::1', 0), undefined);
    t.equal(limit.secondsToWait('::ffff:192.0.2.1', 0), undefined);
    t.equal(limit.secondsToWait('192.0.2.1', 0), 4);
  });

  t.test(
    'behind a proxy the address is the last one that it says; elsewhere nobody is believed',
    async (t) => {
      const headers = { 'x-forwarded-for': '198.51.100.9, 203.0.113.7' };
      t.equal(addressOf('127.0.0.1', headers, true), '203.0.113.7');
      t.equal(addressOf('192.0.2.1', headers, false), '192.0.2.1');
      t.equal(addressOf('192.0.2.1', {}, true), '192.0.2.1');
    },
  );

  t.test('an address has one form, however a proxy writes it', async (t) => {
    const forms = {
      '198.51.100.9': ['198.51.100.9:5001', '::FFFF:198.51.100.9', '[::ffff:c633:6409]:5001'],
      '2001:db8::1': ['[2001:DB8::1]:1234', '[2001:db8::1]', '2001:0db8:0:0::1', '2001:db8::1%eth0'],
      unknown: ['unknown', '_hidden', '1.2.3', '1.2.3.4:x', '[1.2.3.4', 'example.org:80', ':80'],
    };
    for (const [form, written] of Object.entries(forms))
      for (const text of written)
        t.equal(addressOf('127.0.0.1', { 'x-forwarded-for': text }, true), form, text);
    t.equal(addressOf('::ffff:192.0.2.1', {}, false), '192.0.2.1');
    t.equal(addressOf(undefined, {}, false), 'unknown', 'a connection that has ended');
    const limit = new RateLimit(0.25);
    t.equal(limit.secondsToWait('::FFFF:192.0.2.1', 0), undefined);
    t.equal(limit.secondsToWait('192.0.2.1', 0), 4);
  });

  t.test('addresses of this machine alone', async (t) => {
    for (const host of ['127.0.0.1', '127.8.9.1', '::1', 'localhost']) t.ok(isLoopback(host), host);
    for (const host of ['0.0.0.0', '::', '192.0.2.1', '127.example.org']) t.notOk(isLoopback(host), host);
  });
});

t.test('composed mail', async (t) => {
  const mail = {
    ...{ from: 'host@wordhost.example', to: 'ann@example.org', subject: 'Your turn', text: 'Hello\nAnn\n' },
    ...{ id: 'turn1', date: new Date(0) },
  };

  t.test('a mail has its headers, once each, and lines that end as SMTP wants it', async (t) => {
    const [head = '', body] = String(await composeMail(mail)).split('\r\n\r\n');
    t.same(head.split('\r\n').sort(), [
      ...['Auto-Submitted: auto-generated', 'Content-Transfer-Encoding: 7bit'],
      ...['Content-Type: text/plain; charset=utf-8', 'Date: Thu, 01 Jan 1970 00:00:00 +0000'],
      ...['From: host@wordhost.example', 'MIME-Version: 1.0', 'Message-ID: <turn1@wordhost.example>'],
      ...['Subject: Your turn', 'To: ann@example.org'],
    ]);
    t.equal(body, 'Hello\r\nAnn\r\n');
  });

  t.test(
    'whatever is in a name, it stays in its header, and a mail is ASCII in lines that are not too long',
    async (t) => {
      for (const text of [
        ...['Bob\r\nBcc: all@example.org', 'Bob\nX: y', 'Bjørn', '漢'.repeat(80), '👩‍👩‍👧'.repeat(20)],
        ...['a'.repeat(300), '=?utf-8?B?Qm9i?=', '\u2028\u0085\0\u0001', '', ' ', '.', '..\n.\n'],
      ]) {
        const written = String(
          await composeMail({ ...mail, subject: `against ${text}`, text: `against ${text}` }),
        );
        t.notMatch(written, /[^\x20-\x7e\r\n]|\r(?!\n)|(?<!\r)\n|^[^\r\n]{999}/m, encodeURIComponent(text));
        const names = written
          .split('\r\n\r\n')[0]!
          .split(/\r\n(?! )/)
          .map((line) => line.split(':')[0]);
        t.same(names.sort(), [
          ...['Auto-Submitted', 'Content-Transfer-Encoding', 'Content-Type', 'Date', 'From', 'MIME-Version'],
          ...['Message-ID', 'Subject', 'To'],
        ]);
      }
    },
  );

  t.test('an address that could end its command or its header is none', async (t) => {
    t.equal(mailboxAddress('ann+x@example.org'), 'ann+x@example.org');
    t.equal(mailboxAddress('ann@bücher.example'), 'ann@xn--bcher-kva.example');
    t.equal(mailboxAddress('änn@example.org'), 'änn@example.org');
    for (const bad of [
      ...[
        '',
        'ann',
        '@b',
        'a@',
        'a@b@c',
        'a b@c',
        'a@b\r\nRCPT TO:<c@d>',
        'a@b>',
        '<a@b>',
        'a@b,c@d',
        'a\0@b',
        '"a"@b',
        'a\u0085@b',
      ],
      ...['a\u2028@b', `${'a'.repeat(65)}@b`, 'a@xn--\u0000', 'a\uD800@b'],
    ])
      t.equal(mailboxAddress(bad), undefined, escape(bad));
  });

  t.test('an address of a server is read, and a wrong one is not repeated with its password', async (t) => {
    t.same(readSmtpAddress('smtp://mail.example'), {
      ok: true,
      address: { host: 'mail.example', port: 25, isSecure: false, login: undefined, ca: undefined },
    });
    t.same(readSmtpAddress('smtps://ann%40x:p%3Aw@[::1]:2465/?ca=/c.pem'), {
      ok: true,
      address: {
        host: '::1',
        port: 2465,
        isSecure: true,
        login: { user: 'ann@x', password: 'p:w' },
        ca: '/c.pem',
      },
    });
    for (const bad of [
      'mail.example',
      'http://x',
      'smtp://',
      'smtp://a@x',
      'smtp://x/y',
      'smtp://x?tls=no',
      'smtp://x:99999',
      'smtp://a:%zz@x',
    ])
      t.match(readSmtpAddress(bad), { ok: false, problem: /^expected smtp:\/\/HOST:PORT or smtps/ }, bad);
    t.notMatch(JSON.stringify(readSmtpAddress('smtp://ann:secret@x/y')), 'secret');
  });

  t.test('what looks like a word in another encoding is shown as it is', async (t) => {
    for (const subject of ['=?utf-8?B?Qm9i?=', `x =?utf-8?q?=0D=0ABcc?= ${'漢👩'.repeat(30)}`]) {
      const [head = ''] = String(await composeMail({ ...mail, subject })).split('\r\n\r\n');
      const written = /^Subject: (.*(?:\r\n .*)*)/m.exec(head)![1]!;
      const words = written.split(/\s+/);
      t.ok(allOf(words, (word) => word.length <= 75));
      const decoded = words.map((word) =>
        Buffer.from(/^=\?UTF-8\?B\?(.*)\?=$/.exec(word)![1]!, 'base64').toString(),
      );
      t.equal(decoded.join(''), subject);
    }
  });

  t.test('one mailbox has one key, however it is written', async (t) => {
    for (const way of ['a.nn@example.org', 'ANN@Example.org', 'ann+x+y@example.org'])
      t.equal(mailboxKey(way), 'ann@example.org', way);
  });
});

t.test('hostile server', async (t) => {
  const mail = {
    ...{ from: 'host@wordhost.example', to: 'ann@example.org', subject: 'Your turn' },
    ...{ text: 'Hello\n', id: 'turn1', date: new Date(0) },
  };
  /** Long enough to read many megabytes, where something would. */
  const PATIENCE_MS = 1500;

  /** Serves each connection in its own way, until the test is over. */
  async function hostile(t: Test, serve: (socket: Socket) => void): Promise<string> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      serve(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.teardown(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return `smtp://127.0.0.1:${(server.address() as { port: number }).port}`;
  }

  async function send(url: string, patience = PATIENCE_MS) {
    const read = readSmtpAddress(url);
    if (!read.ok) throw new Error(read.problem);
    await sendMail(read.address, mail, { patience });
  }

  /** Says this for ever, as fast as it is read. */
  function endlessly(socket: Socket, piece: string): void {
    const say = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', say);
    say();
  }

  const large = 'x'.repeat(60_000);
  const floods = {
    'a banner without an end': { before: '', piece: large },
    'a banner of lines without an end': { before: '', piece: `220-${large}\r\n` },
    'answers to EHLO without an end': { before: '220 mail.example\r\n', piece: `250-${large}\r\n` },
    'a line of abilities without an end': { before: '220 mail.example\r\n', piece: `250-AUTH ${large}` },
  };

  for (const [name, { before, piece }] of Object.entries(floods))
    t.test(`${name}: the mail is tried later, and costs little memory`, async (t) => {
      const url = await hostile(t, (socket) => {
        socket.resume();
        socket.write(before);
        endlessly(socket, piece);
      });
      const start = process.memoryUsage().rss;
      await t.rejects(send(url), { again: 'later', message: /\w/ });
      t.ok(process.memoryUsage().rss - start < 150e6, 'the server of mail is in this process, too');
    });

  t.test('a server that closes at any step has taken nothing before it had all of the mail', async (t) => {
    for (const [steps, again] of ['later', 'later', 'later', 'later', 'unknown'].entries()) {
      const url = await hostile(t, (socket) => {
        let left = steps;
        socket.write('220 mail.example\r\n');
        socket.on('data', () => (left-- > 0 ? socket.write('250 ok\r\n') : socket.destroy()));
      });
      await t.rejects(send(url), { again, message: /\w/ }, `closed after ${steps} answers`);
    }
  });

  t.test('a server that says yes to everything, asked or not, holds nobody up', async (t) => {
    const url = await hostile(t, (socket) => {
      socket.resume();
      endlessly(socket, '250 ok\r\n'.repeat(5000));
    });
    const start = process.memoryUsage().rss;
    await send(url).catch((error: unknown) => t.match(error, { again: /later|unknown/ }));
    t.ok(process.memoryUsage().rss - start < 150e6, 'it costs little memory');
  });

  t.test(
    'a server that answers a byte now and then is given up when the time of the mail is over',
    async (t) => {
      const url = await hostile(t, (socket) => {
        socket.resume();
        const timer = setInterval(() => socket.write('2'), 20);
        socket.once('close', () => clearInterval(timer));
      });
      await t.rejects(send(url, 300), { again: 'later', message: /took too long/ });
    },
  );

  t.test('a password goes to no other machine without TLS, whatever the server offers', async (t) => {
    const heard: string[] = [];
    const url = await hostile(t, (socket) => {
      socket.write('220 mail.example\r\n');
      socket.on('data', (piece) => {
        heard.push(String(piece));
        socket.write('250-mail.example\r\n250 AUTH PLAIN LOGIN\r\n');
      });
    });
    const read = readSmtpAddress(url.replace('//127.0.0.1', '//ann:secret@0.0.0.0'));
    if (!read.ok) throw new Error(read.problem);
    // 0.0.0.0 leads here, and is not known to be this machine.
    await t.rejects(sendMail(read.address, mail, { patience: PATIENCE_MS }), {
      again: 'later',
      message: /does not offer TLS, so the password was not sent/,
    });
    t.notMatch(heard.join(''), /AUTH/);
  });

  t.test('what is said in plain text before TLS begins is not taken for what is said in it', async (t) => {
    const url = await hostile(t, (socket) => {
      socket.write('220 mail.example\r\n');
      socket.on('data', (piece) => {
        const command = String(piece);
        if (command.startsWith('EHLO')) socket.write('250-mail.example\r\n250 STARTTLS\r\n');
        // All answers that the mail would need, and no TLS at all.
        else if (command.startsWith('STARTTLS'))
          socket.write(`220 go on\r\n${'250 ok\r\n'.repeat(3)}354 go on\r\n250 ok\r\n`);
      });
    });
    await t.rejects(send(url), { again: 'later', message: /\w/ });
  });
});

t.test('address', async (t) => {
  const addressOf = (where: string) => {
    const read = readAddress(where);
    if (!read.ok) throw new Error(read.problem);
    return read.address;
  };

  t.test('an address has its parts, and what it lacks has the defaults of libpq', async (t) => {
    t.same(addressOf('postgres://ann:s%40crt@db.example:6000/league?sslmode=require'), {
      ...{ host: 'db.example', port: 6000, user: 'ann', password: 's@crt', database: 'league' },
      ...{ sslMode: 'require', ssl: { rejectUnauthorized: false }, connectSeconds: 10, options: undefined },
    });
    t.match(addressOf('postgresql://ann@db'), {
      port: 5432,
      database: 'ann',
      sslMode: 'prefer',
      password: undefined,
    });
    t.match(addressOf('postgres://ann@[::1]:5/x'), { host: '::1', port: 5, database: 'x' });
    t.match(addressOf('postgres:///x?host=/run/pg&user=bob&password=a%26b%2B+'), {
      host: '/run/pg',
      user: 'bob',
      password: 'a&b++',
      database: 'x',
    });
    t.match(addressOf('postgres://ann@%2Frun%2Fpg/x'), { host: '/run/pg' });
    t.match(addressOf('postgres://ann@/x'), { host: '/var/run/postgresql' });
    t.match(addressOf('postgres://ann@/x?sslmode=require'), { ssl: false }, 'a socket has no TLS');
    t.match(addressOf('postgres://a@h/x?dbname=y&sslmode=verify-full'), { database: 'y', ssl: {} });
    t.match(addressOf('postgres://a@h/x?sslmode=disable'), { ssl: false });
    t.match(addressOf('postgres://a@h/x?options=-c%20search_path%3Dleague&connect_timeout=3'), {
      options: '-c search_path=league',
      connectSeconds: 3,
    });
  });

  t.test('what is no address is refused with what was expected, and without its password', async (t) => {
    const refused = {
      'postgres:/ann@db': /^postgres:\/ann@db: expected postgres:\/\/USER:PASSWORD@HOST/,
      'postgres://ann:a/b@db/x': /^postgres:\/\/ann:…@db\/x: expected .*and \/ as %2F/,
      'postgres://db:0/x': /expected port from 1 to 65535; got "0"/,
      'postgres://db:99999/x': /expected .*with a PORT from 1 to 65535/,
      'postgres://db:x/x': /expected .*with a PORT from 1 to 65535/,
      'postgres://db/x?connect_timeout=1.5': /expected connect_timeout from 1 to 3600; got "1.5"/,
      'postgres://ann bob@db/x': /expected postgres:/,
      'postgres://db/x?sslmode=on':
        /expected sslmode disable, prefer, require, verify-ca or verify-full; got "on"/,
      'postgres://db/x?ssl=1': /expected host, .* after the "\?"; got "ssl"/,
      'postgres://%zz@db/x': /write % itself as %25/,
    };
    for (const [where, problem] of Object.entries(refused))
      t.match(readAddress(where), { ok: false, problem }, where);
  });

  t.test('an address is known by its beginning, and shown without its password', async (t) => {
    t.same(['postgres://x', 'postgresql://x', 'postgres.db', './postgres:x'].map(isPostgresAddress), [
      true,
      true,
      false,
      false,
    ]);
    t.equal(
      withoutPassword('postgres://ann:secret@db/x?password=secret&a=b'),
      'postgres://ann:…@db/x?password=…&a=b',
    );
    t.equal(withoutPassword('postgres://ann@db:5432/x'), 'postgres://ann@db:5432/x');
  });
});

t.test('sqlite faults', async (t) => {
  const migrations = ['CREATE TABLE note (text TEXT)'];

  async function isRefused(t: Test, path: string, words: string) {
    const opening = await openDatabase(path, migrations);
    t.match(opening, { ok: false, problem: `${path}: ${words}` });
    if (opening.ok) await opening.database[Symbol.asyncDispose]();
  }

  /** A database with some notes, closed. */
  async function databaseAt(path: string): Promise<string> {
    const opening = await openDatabase(path, migrations);
    if (!opening.ok) throw new Error(opening.problem);
    await using database = opening.database;
    await database.transaction(async (queries) => {
      for (let number = 0; number < 1000; number++)
        await sql`INSERT INTO note (text) VALUES (${`note ${number}`})`.execute(queries);
    });
    return path;
  }

  t.test('what is no database of the web is refused, and nothing is made beside it', async (t) => {
    const folder = t.testdir({ 'notes.txt': 'dear diary', folder: {} });
    const of = (name: string) => join(folder, name);
    const other = new DatabaseSync(of('other.db'));
    other.exec('CREATE TABLE mail (text)');
    other.close();
    const games = await openStore(of('games.db'), { mode: 'write' });
    if (games.ok) await games.store.close();
    const before = readdirSync(folder);
    await isRefused(t, of('notes.txt'), 'expected a store of wordhost; got another file');
    await isRefused(t, of('other.db'), 'expected a store of wordhost; got a database of another program');
    await isRefused(t, of('games.db'), 'expected the store of `wordhost serve`; got a store of games');
    await isRefused(t, of('folder'), 'expected a store, which is a file; got a folder');
    await isRefused(
      t,
      of('no/such.db'),
      `its folder ${of('no')} does not exist. To create it: mkdir -p ${of('no')}`,
    );
    await isRefused(t, '/dev/null', 'expected a store of wordhost; got a device or a pipe');
    t.same(readdirSync(folder), before);
  });

  t.test(
    'one in which nothing was made yet, when its maker was killed, becomes a database of the web',
    async (t) => {
      const path = join(t.testdir(), 'web.db');
      const begun = new DatabaseSync(path);
      begun.exec('PRAGMA journal_mode = WAL');
      begun.close();
      t.not(statSync(path).size, 0);
      t.equal(await databaseAt(path), path);
    },
  );

  t.test('where the file is removed or replaced nothing is answered as if it was kept', async (t) => {
    for (const change of [rmSync, replaced]) {
      const path = join(t.testdir(), 'web.db');
      const opening = await openDatabase(path, migrations);
      if (!opening.ok) throw new Error(opening.problem);
      await using database = opening.database;
      const note = () =>
        database.transaction((queries) => sql`INSERT INTO note (text) VALUES ('here')`.execute(queries));
      await note();
      change(path);
      await t.rejects(note(), { message: /its file was removed, renamed or replaced/ });
    }
  });

  function replaced(path: string): void {
    copyFileSync(path, `${path}-new`);
    renameSync(`${path}-new`, path);
  }

  t.test('the database of the web is no store of games', async (t) => {
    const path = await databaseAt(join(t.testdir(), 'web.db'));
    const problem = `${path}: expected a store of games; got the store of \`wordhost serve\``;
    t.match(await openStore(path, { mode: 'write' }), { ok: false, problem });
  });

  t.test('a truncated one and one of another version are refused', async (t) => {
    const path = await databaseAt(join(t.testdir(), 'web.db'));
    const newer = `${path}-newer`;
    copyFileSync(path, newer);
    const database = new DatabaseSync(newer);
    database.exec('PRAGMA user_version = 9');
    database.close();
    await isRefused(
      t,
      newer,
      'the store is of version 9, made by a newer wordhost; this one reads versions up to 1',
    );
    const { size } = statSync(path);
    truncateSync(path, size - 4096);
    await isRefused(t, path, `the store is truncated: of ${size} bytes only ${size - 4096} are there`);
  });

  t.test('by another name it is the same database', async (t) => {
    const folder = t.testdir();
    const path = await databaseAt(join(folder, 'web.db'));
    symlinkSync(path, join(folder, 'link.db'));
    const opening = await openDatabase(join(folder, 'link.db'), migrations);
    if (!opening.ok) throw new Error(opening.problem);
    await using database = opening.database;
    t.match(await database.transaction((queries) => sql`SELECT count(*) AS n FROM note`.execute(queries)), {
      rows: [{ n: 1000 }],
    });
  });
});

t.test('sqlite', async (t) => {
  testDatabase(t, { name: 'SQLite', empty: async (t) => join(t.testdir(), 'wordhost.db') });

  const add = (database: Database<Tables>, name: string, note: string | null = null) =>
    database.transaction((queries) => insert(queries, { name, note }));

  function namesIn(path: string): string[] {
    using database = new DatabaseSync(path);
    return database
      .prepare('SELECT name FROM account ORDER BY name')
      .all()
      .map(({ name }) => String(name));
  }

  t.test('what is closed in the same turn is committed first; what comes after it is refused', async (t) => {
    const path = join(t.testdir(), 'wordhost.db');
    const database = await opened(path);
    const added = add(database, 'ann');
    const closed = database[Symbol.asyncDispose]();
    const late = add(database, 'bob');
    await t.rejects(late, { name: 'DatabaseFailure', message: /it is closed$/ });
    await Promise.all([added, closed]);
    t.same(namesIn(path), ['ann']);
  });

  t.test('where the commit fails, the next transaction is unharmed', async (t) => {
    const path = join(t.testdir(), 'wordhost.db');
    await using database = await opened(path, [
      `CREATE TABLE account (name TEXT PRIMARY KEY, points BIGINT NOT NULL, note TEXT REFERENCES account (name) DEFERRABLE INITIALLY DEFERRED)`,
    ]);
    const done = await Promise.allSettled([add(database, 'ann'), add(database, 'bob', 'nobody')]);
    t.match(done, [{ status: 'fulfilled' }, { status: 'rejected', reason: { message: /FOREIGN KEY/ } }]);
    await add(database, 'eve', 'eve');
    t.same(namesIn(path), ['ann', 'eve']);
  });

  t.test('transactions of one turn share a commit, and each comes to its own end', async (t) => {
    const path = join(t.testdir(), 'wordhost.db');
    await using database = await opened(path, [
      `CREATE TABLE account (name TEXT PRIMARY KEY, points BIGINT NOT NULL, note TEXT);
       CREATE TRIGGER strict BEFORE INSERT ON account WHEN NEW.note = 'all' BEGIN SELECT RAISE(ROLLBACK, 'all are lost'); END`,
    ]);
    const outcomes: string[] = [];
    const adding = async (name: string, note: string | null = null) => {
      const [{ status }] = await Promise.allSettled([add(database, name, note)]);
      outcomes.push(`${name} ${status}`);
    };
    const both = [adding('ann'), adding('bob')];
    // Until the last of its steps, and before the event loop turns.
    for (let step = 0; step < 200; step++) await undefined;
    t.same([outcomes, namesIn(path)], [[], []], 'nobody is told before the commit');
    await Promise.all(both);
    t.same(
      [outcomes, namesIn(path)],
      [
        ['ann fulfilled', 'bob fulfilled'],
        ['ann', 'bob'],
      ],
    );
    await Promise.all([adding('joe'), adding('ann'), adding('max')]);
    t.same(outcomes.slice(2).sort(), ['ann rejected', 'joe fulfilled', 'max fulfilled'], 'one fails alone');
    await Promise.all([adding('eve'), adding('moe', 'all'), adding('zoe')]);
    t.same(outcomes.slice(5).sort(), ['eve fulfilled', 'moe rejected', 'zoe fulfilled'], 'done again');
    const slow = database.transaction(async (queries) => {
      await sleep(20);
      await insert(queries, { name: 'sue' });
    });
    await Promise.all([adding('pip'), slow]);
    t.same(namesIn(path), ['ann', 'bob', 'eve', 'joe', 'max', 'pip', 'sue', 'zoe'], 'after one in progress');
  });

  t.test('where there is no room left, what was committed stays, and the host says so', async (t) => {
    const path = join(t.testdir(), 'wordhost.db');
    await using database = await opened(path);
    await add(database, 'ann');
    await database.transaction((queries) => sql`PRAGMA max_page_count = 8`.execute(queries));
    const done = await Promise.allSettled([add(database, 'bob', 'x'.repeat(100_000)), add(database, 'eve')]);
    t.match(done[0], { status: 'rejected', reason: { name: 'DatabaseFailure' } });
    t.same(namesIn(path), done[1]!.status === 'fulfilled' ? ['ann', 'eve'] : ['ann']);
    await add(database, 'zoe');
    t.ok(namesIn(path).includes('zoe'));
  });

  t.test(
    'while another program has locked it, each waits in its own time, and what is given up is not done',
    async (t) => {
      const path = join(t.testdir(), 'wordhost.db');
      await using database = await opened(path);
      const other = new DatabaseSync(path);
      t.teardown(() => other.close());
      other.exec('BEGIN IMMEDIATE');
      const adding = (name: string, patienceMs?: number) =>
        database.transaction(
          (queries) => insert(queries, { name }),
          patienceMs === undefined ? {} : { patienceMs },
        );
      const kept = adding('ann');
      const refusal = { name: 'DatabaseFailure', message: /another program has locked it/ };
      for (const name of ['bob', 'eve'])
        await t.rejects(adding(name, 20), refusal, 'behind one that still waits');
      other.exec('ROLLBACK');
      await kept;
      other.exec('BEGIN IMMEDIATE');
      await t.rejects(adding('joe', 20), refusal);
      const longer = adding('max');
      database.hurry(20);
      await t.rejects(adding('moe'), refusal, 'the program ends');
      other.exec('ROLLBACK');
      await longer;
      t.same(namesIn(path), ['ann', 'max']);
    },
  );
});

t.test('live page', async (t) => {
  /** One who reads all at once. */
  function readerOf(parts: LiveParts): { text: string; ended: boolean } {
    const reader = { text: '', ended: false };
    const read = async () => {
      for await (const piece of parts.feed.stream(() => {})) reader.text += Buffer.from(piece);
      reader.ended = true;
    };
    void read();
    return reader;
  }

  t.test('nothing is drawn until somebody looks, and then what has changed, once', async (t) => {
    const parts = new LiveParts();
    const drawn: string[] = [];
    const put = (id: string, text: string) =>
      parts.put(id, 'main', () => {
        drawn.push(text);
        return markup`<p>${text}</p>`;
      });
    put('a', 'one');
    put('a', 'two');
    put('b', 'bee');
    t.same(drawn, []);
    const reader = readerOf(parts);
    t.same(drawn, ['two', 'bee']);
    await until(
      () => reader.text.includes('event: everything'),
      () => reader.text,
    );
    put('a', 'three');
    put('a', '<four>');
    await until(
      () => reader.text.includes('&#60;four&#62;'),
      () => reader.text,
    );
    t.same(drawn, ['two', 'bee', '<four>'], 'what nobody could have seen is not drawn');
    parts.remove('b');
    parts.remove('b');
    await until(
      () => reader.text.includes('event: gone'),
      () => reader.text,
    );
    t.match(reader.text, /event: gone\ndata: "b"\n\n$/);
    parts.put('c', 'main', () => markup`last`);
    parts.end('over');
    await until(
      () => reader.ended,
      () => 'the end',
    );
    t.match(reader.text, /"last"}\n\nevent: end\ndata: "over"\n\n$/, 'the last changes come before the end');
    const late = readerOf(parts);
    await until(
      () => late.ended,
      () => 'who comes later is told everything and let go',
    );
    t.match(late.text, '&#60;four&#62;');
  });

  const run = {
    title: '<i>league',
    game: games.boggle!,
    progress: () => '1 & 2',
    figures: () => markup`<h2>Standings</h2>`,
    record: async () => undefined,
  };

  t.test(
    'a page without a reader is whole, has a policy of its own, and nobody finds it without its address',
    async (t) => {
      const page = new LivePage(run);
      const other = new LivePage(run);
      t.not(page.path, other.path);
      page.begins('id', { number: 3, names: ['<u>', 'ben'] });
      page.seen('id', { panels: [], last: { seat: 1, words: 'finds <b>' } });
      page.seen('another', { panels: [], last: undefined });
      const service = liveService(page);
      const looked = async () => {
        const answer = await service.request(`/${page.path}`);
        return { policy: answer.headers.get('content-security-policy')!, text: await answer.text() };
      };
      const answer = await looked();
      for (const text of [
        '&#60;i&#62;league',
        '1 &#38; 2',
        'Game 3: &#60;u&#62; against ben',
        '1 &#60;u&#62; finds &#60;b&#62;',
      ])
        t.match(answer.text, text);
      t.match(
        answer.policy,
        /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'/,
      );
      t.notMatch(answer.policy, 'unsafe');
      page.ends('id', undefined);
      t.notMatch(await looked(), { text: /Game 3/ });
    },
  );
});
