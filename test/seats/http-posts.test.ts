import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { rootCertificates, setDefaultCACertificates } from 'node:tls';
import t, { type Test } from 'tap';
import { Deadline } from '../../host/seats/deadline.ts';
import { blockListOf, rangeOf } from '../../host/seats/remote/endpoints.ts';
import { HttpPosts, type Reply } from '../../host/seats/remote/http-posts.ts';
import { ResponseReader } from '../../host/seats/remote/http-response.ts';
import fc, { runs } from '../support/laws.ts';
import { until } from '../support/until.ts';
import { isThere } from '../support/without.ts';

const MOST = 1000;

/** What is made of the pieces of an answer, after which the server ends the connection. */
function readOf(pieces: readonly Buffer[]) {
  const reader = new ResponseReader(MOST);
  for (const piece of pieces) {
    const reply = reader.read(piece);
    if (reply) return reply;
  }
  return reader.end();
}

const textOf = (reply: ReturnType<typeof readOf>) =>
  reply?.ok ? `${reply.status} ${reply.body}` : undefined;

/** The same bytes, as `node:http` reads them. */
async function readByNode(t: Test, bytes: Buffer): Promise<string | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(bytes));
  });
  const url = await listening(t, server);
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const sent = request(url, { method: 'POST', agent: false }, async (response) => {
    const parts = await response.toArray().catch(() => undefined);
    resolve(parts && `${response.statusCode} ${Buffer.concat(parts)}`);
  });
  sent.on('error', () => resolve(undefined));
  sent.end('{}');
  return await promise;
}

async function listening(t: Test, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`;
}

/** Bytes cut at these places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % bytes.length)), bytes.length].sort((a, b) => a - b);
  return ends
    .map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
    .filter(({ length }) => length > 0);
}

t.test('answers by HTTP', async (t) => {
  const HTTP = 'HTTP/1.1 200 OK\r\n';
  const OK = 'content-length: 2\r\n\r\n{}';
  const chunked = `${HTTP}transfer-encoding: chunked\r\n\r\n`;

  t.test('an answer is the same, in whatever pieces it comes and whatever ends it', async () => {
    const body = fc.string({ maxLength: 60, unit: 'grapheme' });
    const framing = fc.constantFrom('length', 'chunks', 'end of connection');
    const places = fc.array(fc.nat(400), { maxLength: 30 });
    const isEarly = fc.boolean();
    fc.assert(
      fc.property(
        body,
        framing,
        places,
        fc.integer({ min: 1, max: 20 }),
        isEarly,
        (text, ends, cuts, size, early) => {
          const bytes = Buffer.from(text);
          const parts: (string | Buffer)[] = early ? ['HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'] : [];
          parts.push(HTTP, 'X-Other: "\u00e9"\r\n');
          if (ends === 'length') parts.push(`Content-Length:${bytes.length} \r\n\r\n`, bytes);
          else if (ends === 'end of connection') parts.push('\r\n', bytes);
          else {
            parts.push('Transfer-Encoding: Chunked\r\n\r\n');
            for (let at = 0; at < bytes.length; at += size) {
              const part = bytes.subarray(at, at + size);
              parts.push(`${part.length.toString(16)};note=1\r\n`, part, '\r\n');
            }
            parts.push('0\r\nchecksum: 7\r\n\r\n');
          }
          const whole = Buffer.concat(parts.map((part) => Buffer.from(part)));
          return textOf(readOf(cut(whole, cuts))) === `200 ${text}`;
        },
      ),
      runs(1000),
    );
  });

  t.test('what is an answer to node:http is one here, and what is none is none', async (t) => {
    const answers: readonly string[] = [
      `${HTTP}${OK}`,
      `HTTP/1.0 200 OK\r\n\r\n{}`,
      `HTTP/1.1 200\r\n${OK}`,
      `HTTP/1.1 500 Oh dear\r\n${OK}`,
      'HTTP/1.1 204 No Content\r\n\r\n',
      `HTTP/1.1 100 Continue\r\n\r\n${HTTP}${OK}`,
      `${HTTP}\r\n{"it":"ends with the connection"}`,
      `${HTTP}content-length: 5\r\n\r\n{}`,
      `${HTTP}content-length: two\r\n\r\n{}`,
      `${HTTP}content-length: -2\r\n\r\n{}`,
      `${HTTP}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
      `${HTTP}no colon\r\n${OK}`,
      `${HTTP}: no name\r\n${OK}`,
      `${chunked}2\r\n{}\r\n0\r\n\r\n`,
      `${chunked}2\r\n{}\r\n`,
      `${chunked}two\r\n{}\r\n0\r\n\r\n`,
      `${chunked}2\r\n{}too many\r\n0\r\n\r\n`,
      'HTTP/2 200 OK\r\n\r\n{}',
      'SSH-2.0-OpenSSH\r\n',
      '{}',
      '',
    ];
    for (const answer of answers) {
      const bytes = Buffer.from(answer);
      t.equal(textOf(readOf([bytes])), await readByNode(t, bytes), JSON.stringify(answer));
    }
  });

  t.test(
    'a connection is used again as long as the server says, and only after an answer with an end',
    async (t) => {
      for (const [head, ms] of [
        [`${HTTP}${OK}`, 60_000],
        [`${HTTP}keep-alive: timeout=5\r\n${OK}`, 4_000],
        [`${HTTP}keep-alive: timeout=0, max=7\r\n${OK}`, 0],
        [`${HTTP}Connection: Close\r\n${OK}`, 0],
        [`HTTP/1.0 200 OK\r\n${OK}`, 0],
        [`HTTP/1.0 200 OK\r\nconnection: keep-alive\r\n${OK}`, 60_000],
        [`${HTTP}${OK} and more`, 0],
        [`${chunked}2\r\n{}\r\n0\r\n\r\n`, 60_000],
        [`${chunked}2\r\n{}\r\n0\r\n\r\n{`, 0],
      ] as const)
        t.match(readOf([Buffer.from(head)]), { ok: true, body: '{}', reusableMs: ms }, JSON.stringify(head));
    },
  );

  t.test('nothing grows without end', async (t) => {
    const long = 'x'.repeat(MOST + 1);
    for (const [answer, message] of [
      [`${HTTP}content-length: 1001\r\n\r\n`, 'the response has more than 1000 bytes'],
      [`${HTTP}\r\n${long}`, 'the response has more than 1000 bytes'],
      [`${chunked}3e9\r\n${long}`, 'the response has more than 1000 bytes'],
      [`${HTTP}a: ${'x'.repeat(16 * 1024)}`, 'the headers of the response have more than 16384 bytes'],
      [`${chunked}1;${'x'.repeat(5000)}`, 'a chunk of the response has no length'],
      [`${chunked}0\r\n${'a: b\r\n'.repeat(1000)}`, 'a chunk of the response has no length'],
    ] as const)
      t.match(readOf(cut(Buffer.from(answer), [...Array(400).keys()])), { ok: false, message });
  });
});

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';

/** A server that answers what it is told to, and the connections and bodies that have come. */
async function answering(t: Test, act: (socket: Socket, body: string) => void) {
  const bodies: string[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const body = String(data).split('\r\n\r\n')[1]!;
      bodies.push(body);
      act(socket, body);
    });
  });
  const url = await listening(t, server);
  return { url: new URL(url), bodies, connections: () => connections };
}

const posted = (posts: HttpPosts, body: string) =>
  new Promise<Reply>((resolve) => void posts.post(body, resolve));

t.test('posts', async (t) => {
  t.test('go out in their order, so many at once, on connections that are used again', async (t) => {
    const held: Socket[] = [];
    const server = await answering(t, (socket) => void held.push(socket));
    using posts = new HttpPosts(server.url, { sockets: 2 });
    const replies = [1, 2, 3, 4, 5].map((body) => posted(posts, String(body)));
    for (let answered = 0; answered < 5; answered++) {
      await until(
        () => held.length > answered,
        () => `request ${answered}`,
      );
      t.ok(server.bodies.length <= answered + 2);
      held[answered]!.write(ANSWER);
    }
    t.match(await Promise.all(replies), new Array(5).fill({ ok: true, status: 200, body: '{}' }));
    t.same([...server.bodies].sort(), ['1', '2', '3', '4', '5']);
    t.equal(server.connections(), 2);
  });

  t.test('of one that is given up nothing is told, and the next has its turn', async (t) => {
    const server = await answering(t, (socket, body) => void (body !== '1' && socket.write(ANSWER)));
    using posts = new HttpPosts(server.url, {});
    const told: string[] = [];
    const [first, second] = ['1', '2'].map((body) => posts.post(body, () => void told.push(body)));
    await until(
      () => server.bodies.length === 1,
      () => 'the first request',
    );
    second!();
    const third = posted(posts, '3');
    first!();
    t.match(await third, { ok: true });
    t.same(told, []);
    t.same(server.bodies, ['1', '3']);
  });

  t.test('an answer that breaks off is none, and is not asked for twice', async (t) => {
    let requests = 0;
    const server = await answering(t, (socket) => {
      if (++requests === 1) socket.write(ANSWER);
      else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{');
    });
    using posts = new HttpPosts(server.url, {});
    t.match(await posted(posts, '1'), { ok: true });
    t.match(await posted(posts, '2'), {
      ok: false,
      errorcode: 2,
      message: 'the connection was closed in the middle of the response',
    });
    t.equal(requests, 2);
  });

  t.test(
    'what is on its way is told when all ends, and what comes unsolicited ends a connection',
    async (t) => {
      const server = await answering(t, (socket, body) => {
        if (body !== 'held') socket.write(`${ANSWER}`, () => void socket.write('and more'));
      });
      const posts = new HttpPosts(server.url, {});
      t.match(await posted(posts, '1'), { ok: true });
      t.match(await posted(posts, '2'), { ok: true });
      const held = posted(posts, 'held');
      await until(
        () => server.bodies.includes('held'),
        () => 'the last request',
      );
      posts[Symbol.dispose]();
      t.match(await held, { ok: false, errorcode: 2 });
    },
  );

  t.test('a name and password of the URL are sent, and its query', async (t) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const server = createServer((socket) => {
      socket
        .on('error', () => {})
        .on('data', (data) => {
          resolve(String(data));
          socket.write(ANSWER);
        });
    });
    const url = new URL(await listening(t, server));
    using posts = new HttpPosts(new URL(`http://a%40b:c%3Ad@${url.host}/x%20y?q=1#part`), {});
    t.match(await posted(posts, '{"é":1}'), { ok: true });
    const [head, body] = (await promise).split('\r\n\r\n');
    t.match(head, /^POST \/x%20y\?q=1 HTTP\/1\.1\r\n/);
    t.match(head, `host: ${url.host}\r\n`);
    t.match(head, `authorization: Basic ${Buffer.from('a@b:c:d').toString('base64')}\r\n`);
    t.match(head, /content-length: 8$/, 'in bytes');
    t.equal(body, '{"é":1}');
  });

  t.test(
    'by https, to whom the certificate says alone, and to no address that is denied',
    { skip: isThere('openssl') ? false : 'no openssl' },
    async (t) => {
      const folder = t.testdir();
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
      const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
      const args = [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-keyout',
        key,
        '-out',
        cert,
      ];
      t.equal(spawnSync('openssl', [...args, ...subject]).status, 0);
      const bodies: string[] = [];
      const server = createSecureServer(
        { key: readFileSync(key), cert: readFileSync(cert) },
        async (request, answer) => {
          bodies.push(Buffer.concat(await request.toArray()).toString());
          answer.end('{}');
        },
      );
      const { port } = new URL(await listening(t, server));
      const at = (host: string, options = {}) => new HttpPosts(new URL(`https://${host}:${port}/`), options);
      {
        using untrusted = at('localhost');
        t.match(await posted(untrusted, '1'), { ok: false, errorcode: 2, message: /self-signed/ });
      }
      setDefaultCACertificates([...rootCertificates, readFileSync(cert, 'utf8')]);
      t.teardown(() => setDefaultCACertificates([...rootCertificates]));
      {
        using other = at('127.0.0.1');
        t.match(await posted(other, '2'), { ok: false, errorcode: 2, message: /altnames/ });
      }
      {
        using denied = at('localhost', { blockList: blockListOf([rangeOf('10.0.0.0/8')!]) });
        t.match(await posted(denied, '3'), { ok: false, errorcode: 2, message: /--allow-endpoint/ });
      }
      using posts = at('localhost');
      t.match(await posted(posts, '4'), { ok: true, body: '{}' });
      t.match(await posted(posts, '5'), { ok: true, body: '{}' });
      t.same(bodies, ['4', '5']);
    },
  );
});

t.test('deadlines', async (t) => {
  t.test('each acts once, in the order of their times, but those that are disposed of', async (t) => {
    const acted: number[] = [];
    const times = [90, 30, 60_000, 60, 45];
    const deadlines = times.map((ms) => new Deadline(ms, () => void acted.push(ms)));
    deadlines[2]![Symbol.dispose]();
    deadlines[4]![Symbol.dispose]();
    await until(
      () => acted.length === 3,
      () => `${acted}`,
    );
    const madeInTime = [0, 1, 3].sort((one, other) => deadlines[one]!.at - deadlines[other]!.at);
    t.same(
      acted,
      madeInTime.map((index) => times[index]),
    );
    const { promise, resolve } = Promise.withResolvers<string>();
    new Deadline(0, () => resolve('at once'));
    t.equal(await promise, 'at once');
  });

  t.test(
    'what came in time is read before a deadline acts, also after a time without a processor',
    async (t) => {
      const server = createServer().listen(0, '127.0.0.1');
      t.teardown(() => server.close());
      await once(server, 'listening');
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
      const [[served]] = (await Promise.all([once(server, 'connection'), once(client, 'connect')])) as [
        [Socket],
        [],
      ];
      const seen: string[] = [];
      client.on('data', () => seen.push('read'));
      served.write('in time');
      new Deadline(1, () => seen.push('deadline'));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
      await until(
        () => seen.length === 2,
        () => `${seen}`,
      );
      t.same(seen, ['read', 'deadline']);
      for (const socket of [client, served]) socket.destroy();
    },
  );
});
