import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { begun, move } from '../serve/boggle/api-contract.ts';
import { asking } from '../serve/boggle/served-boggle.ts';
import { compiledSources } from '../support/caches.ts';
import { run, start, until } from './wordhost.ts';

const beside = (path: string) => join(import.meta.dirname, path);

t.test('serve command', async (t) => {
  const serving = (where: string) => [
    ...'serve --listen 127.0.0.1:0 --store'.split(' '),
    where,
    '--json',
    '--log',
  ];

  async function started(t: Test, where: string) {
    const running = start(serving(where));
    t.teardown(() => running.child.kill('SIGKILL'));
    await until(() => running.stdout.includes('\n'), running);
    const { listening } = JSON.parse(running.stdout) as { listening: string };
    t.match(running.stderr, `listening on ${listening}\n`);
    const agent = new Agent({ keepAlive: true });
    t.teardown(() => agent.destroy());
    const port = Number(new URL(listening).port);
    return { ...running, running, port, ask: asking(port, agent) };
  }

  t.test('a server that ends answers first, and another continues its games', async (t) => {
    const where = join(t.testdir(), 'wordhost.db');
    const first = await started(t, where);
    const keys = [];
    for (let game = 0; game < 10; game++) keys.push(await begun(first.ask, { turns: 5 }));
    const moves = keys.map((key) => move(first.ask, key, 'john', 'xyz'));
    await Promise.race(moves);
    first.child.kill('SIGTERM');
    // What came too late to be read was not asked: it has no answer, and is not done.
    const answers = (await Promise.allSettled(moves)).map((each) =>
      each.status === 'fulfilled' ? each.value.status : undefined,
    );
    t.ok(answers.includes(200));
    for (const status of answers) t.ok(status === 200 || status === undefined, `${status}`);
    t.match(await first.running.ended, { status: 0, signal: null });
    const lines = first.running.stderr.split('\n').filter((line) => line.startsWith('{'));
    t.match(JSON.parse(lines.at(-1)!), { method: 'PUT', route: '/boggle/make_move/:key', status: 200 });

    const second = await started(t, where);
    for (const [index, key] of keys.entries())
      t.match((await second.ask('GET', `/get_game/${key}`)).json, {
        turns_remaining: answers[index] === 200 ? '4' : '5',
      });
    for (const mount of ['', '/_ah/api/boggle/v1']) {
      const answer = await fetch(`http://127.0.0.1:${second.port}${mount}/get_game/${keys[0]}`);
      t.match(await answer.json(), { urlsafe_key: keys[0] }, `also at ${mount}/`);
    }
    second.child.kill('SIGKILL');
  });

  t.test('what cannot be served is a usage error, in words', async (t) => {
    const where = join(t.testdir({ 'text.db': 'a text' }), 'wordhost.db');
    const { port } = await started(t, where);
    for (const [words, said] of [
      [['--listen', `127.0.0.1:${port}`], /cannot listen: address in use/],
      [['--listen', '192.0.2.1:0'], /cannot listen: not.*address.*machine/],
      [['--listen', 'localhost'], /expected HOST:PORT with a port up to 65535/],
      [['--listen', '[::1:80'], /expected HOST:PORT/],
      [['--remind-after', '1s'], /--remind-after requires --smtp URL/],
      [
        ['--smtp', 'smtp://127.0.0.1:1?ca=/none', '--public-url', 'https://a.example'],
        /--smtp: ca: \/none: no such file/,
      ],
      [
        ['--store', ''],
        /--store: expected a file, or a PostgreSQL database such as postgres:.*; it is empty/,
      ],
      [['--store', 'mysql://a:secret@b/c'], /--store: expected a file, or .*; got "mysql:\/\/a:…@b\/c"/],
      [['--store', 'http://x'], /--store: expected a file, or .*; got "http:\/\/x"/],
      [['--store', join(t.testdirName, 'text.db'), '--listen', '127.0.0.1:0'], /text\.db/],
    ] as const) {
      const { status, stderr } = await run(['serve', '--store', where, ...words]);
      t.match({ status, stderr }, { status: 2, stderr: said }, words.join(' '));
    }
  });
});

t.test('opened at once', async (t) => {
  /** Each is opened by both processes, which are started well before the first. */
  const [DATABASES, PROCESSES, PAUSE_MS, UNTIL_STARTED_MS] = [100, 2, 20, 3000];

  t.test('hosts that open a new database at the same moment: each has it', async (t) => {
    const folder = t.testdir();
    const program = join(beside('../serve/database'), 'opens-at-once.ts');
    const given = [folder, Date.now() + UNTIL_STARTED_MS, DATABASES, PAUSE_MS].map(String);
    const running = Array.from({ length: PROCESSES }, () =>
      promisify(execFile)(process.execPath, ['--conditions=wordhost-source', program, ...given], {
        env: { ...process.env, ...compiledSources, NODE_NO_WARNINGS: '1' },
      }),
    );
    for (const { stdout } of await Promise.all(running)) t.equal(stdout, '', 'nothing was refused');
    const made = readdirSync(folder).filter((name) => name.endsWith('.db'));
    t.equal(made.length, DATABASES);
  });
});
