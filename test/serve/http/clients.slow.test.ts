import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { start } from '../../cli/wordhost.ts';
import { until } from '../../support/until.ts';
import { startedServe } from '../boggle/started-serve.ts';
import { noted } from './answered-requests.ts';

t.test('held open', async (t) => {
  const MEGABYTE = 1e6;

  async function memoryOf(url: string): Promise<number> {
    const metrics = await (await fetch(new URL('/metrics', url))).text();
    return Number(/^process_resident_memory_bytes (\d+)$/m.exec(metrics)![1]) / MEGABYTE;
  }

  /** One who says something and reads nothing, from an address of this machine. */
  async function silent(t: Test, port: number, localAddress: string, said = ''): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
    t.teardown(() => socket.destroy());
    await once(socket, 'connect').catch(() => {});
    socket.write(said);
    return socket;
  }

  const portOf = (url: string) => Number(new URL(url).port);

  async function asked(url: string, method: string, path: string, fields?: Record<string, string>) {
    const body = fields && new URLSearchParams(fields);
    const answer = await fetch(new URL(`/boggle${path}`, url), { method, ...(body && { body }) });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  }

  t.test('2,000 connections of one address: it holds 50 of them, and others are served', async (t) => {
    const store = join(t.testdir({}), 'boggle.db');
    const running = start(['serve', '--listen', '0.0.0.0:0', '--connections', '50', '--store', store]);
    t.teardown(() => void running.child.kill('SIGKILL'));
    await until(
      () => running.stderr.includes('listening on'),
      () => running.stderr,
    );
    const port = Number(/listening on \S+:(\d+)/.exec(running.stderr)![1]);
    const url = `http://127.0.0.1:${port}/`;
    const before = await memoryOf(url);
    const held: Socket[] = [];
    // A system queues some 500 for a server, and forgets those beyond: their clients are told nothing.
    while (held.length < 2000)
      held.push(
        ...(await Promise.all(
          // A request that never ends holds its connection longer than nothing.
          Array.from({ length: 250 }, (_, index) =>
            silent(t, port, '127.0.0.2', index % 2 === 0 ? 'GET / HTTP/1.1\r\nX: ' : ''),
          ),
        )),
      );
    for (const socket of held) socket.resume();
    const open = () => held.filter((socket) => !socket.readableEnded && !socket.destroyed).length;
    await until(
      () => open() <= 50,
      () => `the end of what is too many: ${open()} are open`,
    );
    t.match(await asked(url, 'GET', '/user_rankings'), { users: [] });
    t.ok((await memoryOf(url)) - before < 100, `memory grew from ${before} to ${await memoryOf(url)} MB`);
    running.child.kill('SIGTERM');
    t.match(await running.ended, { status: 0, stderr: /^listening on \S+\n$/ });
  });

  t.test('readers that never read cost no memory, and games go on', async (t) => {
    const { url, running } = await startedServe(t, join(t.testdir({}), 'boggle.db'));
    for (const user_name of ['ann', 'bob']) await asked(url, 'POST', '/create_user', { user_name });
    const names = { user1_name: 'ann', user2_name: 'bob', turns: '1000' };
    const games: string[] = [];
    for (let count = 0; count < 300; count++)
      games.push((await asked(url, 'POST', '/new_game', names)).urlsafe_key!);
    const { users } = (await asked(url, 'GET', '/user_rankings')) as unknown as {
      users: { urlsafe_key: string }[];
    };
    const before = await memoryOf(url);
    const host = 'HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const port = portOf(url);
    const followers = Array.from({ length: 150 }, () =>
      silent(t, port, '127.0.0.1', `GET /boggle/games/${games[0]}/events ${host}`),
    );
    const readers = Array.from({ length: 100 }, () =>
      silent(t, port, '127.0.0.1', `GET /boggle/user/${users[0]!.urlsafe_key} ${host}`.repeat(50)),
    );
    for (const socket of await Promise.all([...followers, ...readers])) socket.pause();
    const word = 'x'.repeat(100);
    for (let turn = 0; turn < 200; turn++)
      await asked(url, 'PUT', `/make_move/${games[0]}`, {
        user_name: turn % 2 === 0 ? 'ann' : 'bob',
        guess: word,
      });
    const after = await memoryOf(url);
    t.comment(`${Math.round(before)} MB before, ${Math.round(after)} MB after`);
    t.ok(after < 300, `memory grew from ${before} to ${after} MB`);
    running.child.kill('SIGTERM');
    t.match(await running.ended, { status: 0, stderr: /^listening on \S+\n$/ });
  });
});

t.test('silent client', async (t) => {
  t.test('a request whose client falls silent is noted with the status 408', async (t) => {
    const { told, client } = await noted(t);
    const silent = await client('Content-Length: 9\r\n\r\nhalf');
    await until(() => silent.heard() !== '' && told.length > 0, 'the answer');
    t.match(silent.heard(), /^HTTP\/1.1 408 /);
    t.match(told, [{ path: '/said', status: 408, address: '127.0.0.1' }]);
  });
});
