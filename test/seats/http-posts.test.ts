import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { rootCertificates, setDefaultCACertificates } from 'node:tls';
import t, { type Test } from 'tap';
import { Deadline } from '../../host/seats/deadline.ts';
import { BotConnection } from '../../host/seats/remote/bot-calls.ts';
import { blockListOf, rangeOf } from '../../host/seats/remote/endpoints.ts';
import { HttpPosts, type Reply } from '../../host/seats/remote/http-posts.ts';
import { until } from '../support/until.ts';
import { isThere } from '../support/without.ts';

async function listening(t: Test, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`;
}

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
    await until(() => server.bodies.length === 1, 'the first request');
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
      message: /closed.*middle.*response/,
    });
    t.equal(requests, 2);
  });

  t.test('pending requests fail when all ends; unsolicited data ends a connection', async (t) => {
    const server = await answering(t, (socket, body) => {
      if (body !== 'held') socket.write(`${ANSWER}`, () => void socket.write('and more'));
    });
    const posts = new HttpPosts(server.url, {});
    t.match(await posted(posts, '1'), { ok: true });
    t.match(await posted(posts, '2'), { ok: true });
    const held = posted(posts, 'held');
    const waiting = posted(posts, 'waiting');
    await until(() => server.bodies.includes('held'), 'the last request');
    posts[Symbol.dispose]();
    t.match(await held, { ok: false, errorcode: 2 });
    t.match(await waiting, { ok: false, errorcode: 2 });
  });

  t.test('whatever a server sends is an answer within the limits, or a fault', async (t) => {
    const HTTP = 'HTTP/1.1 200 OK\r\n';
    const OK = 'content-length: 2\r\n\r\n{}';
    const chunked = `${HTTP}transfer-encoding: chunked\r\n\r\n`;
    const fine = { ok: true, status: 200, body: '{}' };
    const fault = (message: string | RegExp) => ({
      ok: false,
      errorcode: message === TOO_MANY ? 3 : 2,
      message,
    });
    const TOO_MANY = 'the response has more than 4096 chunks';
    const TOO_LONG = { ok: false, errorcode: 3, message: 'the response has more than 1048576 bytes' };
    const long = 'x'.repeat(1024 * 1024 + 1);
    const notHttp = fault(/^expected an HTTP\/1\.1 response: /);
    const answers: readonly (readonly [sent: string, expected: object])[] = [
      [`${HTTP}${OK}`, fine],
      ['HTTP/1.0 200 OK\r\n\r\n{}', fine],
      [`HTTP/1.1 500 Oh dear\r\n${OK}`, { ...fine, status: 500 }],
      ['HTTP/1.1 204 No Content\r\n\r\n', { ok: true, status: 204, body: '' }],
      [`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${HTTP}${OK}`, fine],
      [`${chunked}1;a=b\r\n{\r\n1\r\n}\r\n0\r\nchecksum: 7\r\n\r\n`, fine],
      [`${HTTP}${OK} and more`, fine],
      [`${HTTP}content-length: 1048577\r\n\r\n${long}`, TOO_LONG],
      [`${HTTP}\r\n${long}`, TOO_LONG],
      [`${chunked}100001\r\n${long}\r\n`, TOO_LONG],
      [`${chunked}${'1\r\nx\r\n'.repeat(1_040_000)}0\r\n\r\n`, fault(TOO_MANY)],
      [
        'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100_000),
        fault('more than 8 responses came with a status of 1xx'),
      ],
      ['HTTP/1.1 199 Wait\r\n\r\n'.repeat(100_000), fault('more than 8 responses came with a status of 1xx')],
      [`${HTTP}a: ${'x'.repeat(64 * 1024)}`, notHttp],
      [`${HTTP}${'a: b\r\n'.repeat(64 * 1024)}`, notHttp],
      [`${chunked}1;${'x'.repeat(64 * 1024)}`, notHttp],
      [`${chunked}0\r\n${'a: b\r\n'.repeat(64 * 1024)}`, notHttp],
      [`${chunked}two\r\n{}\r\n0\r\n\r\n`, notHttp],
      [`${HTTP}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, notHttp],
      [`${HTTP}content-length: -2\r\n\r\n{}`, notHttp],
      [`${HTTP}no colon\r\n${OK}`, notHttp],
      ['HTTP/2 200 OK\r\n\r\n{}', notHttp],
      ['SSH-2.0-OpenSSH\r\n', notHttp],
      ['{}', notHttp],
      [
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
        fault('the connection was closed without a response'),
      ],
      [
        `${HTTP}content-length: 5\r\n\r\n{}`,
        fault('the connection was closed in the middle of the response'),
      ],
      [`${chunked}2\r\n{}\r\n`, fault('the connection was closed in the middle of the response')],
      ['', fault('socket hang up')],
    ];
    for (const [sent, expected] of answers) {
      const server = await answering(t, (socket) => void socket.end(sent));
      using posts = new HttpPosts(server.url, {});
      t.match(await posted(posts, '1'), expected, JSON.stringify(sent.slice(0, 80)));
      t.equal(server.bodies.length, 1, 'it is asked once');
    }
  });

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
    t.match(head, /\r\ncontent-length: 8\r\n/, 'in bytes');
    t.equal(body, '{"é":1}');
  });

  t.test(
    'by https, to whom the certificate says alone, and to no address that is denied',
    { skip: isThere('openssl') ? false : 'no openssl' },
    async (t) => {
      const folder = t.testdir();
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
      const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
      const args = [...'req -x509 -newkey rsa:2048 -nodes -days 2 -keyout'.split(' '), key, '-out', cert];
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
      const expired = join(folder, 'expired.pem');
      const again = ['x509', '-in', cert, '-signkey', key, '-days', '-1', '-out', expired];
      t.equal(spawnSync('openssl', again).status, 0);
      server.setSecureContext({ key: readFileSync(key), cert: readFileSync(expired) });
      setDefaultCACertificates([...rootCertificates, readFileSync(expired, 'utf8')]);
      {
        using late = at('localhost');
        t.match(await posted(late, '6'), { ok: false, errorcode: 2, message: /expired/ });
      }
      t.same(bodies, ['4', '5']);
    },
  );
});

t.test('a server at an https address that does not shake hands gets no request', async (t) => {
  const record = (type: number, length: number) => Buffer.from([type, 3, 3, length >> 8, length & 255]);
  const ways: Readonly<Record<string, (socket: Socket, hello: Buffer) => void>> = {
    'answers by HTTP': (socket) => void socket.end(ANSWER),
    'sends bytes of no protocol': (socket) => void socket.end(Buffer.alloc(100_000, 'x')),
    'sends its greeting back': (socket, hello) => void socket.write(hello),
    'sends an alert': (socket) => void socket.write(Buffer.concat([record(21, 2), Buffer.from([2, 40])])),
    'sends a record that never ends': (socket) => void socket.write(record(22, 16_384)),
    'sends records without end': (socket) => {
      const records = Buffer.concat(new Array(1_000).fill(Buffer.concat([record(22, 1), Buffer.from([1])])));
      const more = () => {
        while (!socket.destroyed && socket.write(records));
      };
      socket.on('drain', more);
      more();
    },
    'closes the connection': (socket) => void socket.destroy(),
    'is silent': () => {},
  };
  for (const [way, act] of Object.entries(ways)) {
    const received: Buffer[] = [];
    const closed = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      socket.on('error', () => {}).on('close', closed.resolve);
      socket.once('data', (hello) => act(socket, hello)).on('data', (piece) => received.push(piece));
    });
    const { port } = new URL(await listening(t, server));
    using connection = new BotConnection(new URL(`https://localhost:${port}/secret`));
    t.match(await connection.ping(1_000), { ok: false, errorcode: /^[12]$/ }, way);
    await closed.promise;
    t.notMatch(Buffer.concat(received).toString('latin1'), /POST|secret|Status\.Ping/, way);
  }
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

  t.test('an answer in time counts, also after a time without a processor', async (t) => {
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
  });
});
