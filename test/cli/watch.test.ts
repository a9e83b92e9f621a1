import { request } from 'node:http';
import { join } from 'node:path';
import t from 'tap';
import { keepMadeUp } from '../views/tournament/made-up-store.ts';
import { start, until } from './wordhost.ts';

const cwd = t.testdir({});
const made = { names: ['ada', 'ben', 'cyd'], rounds: 2 };
const store = join(cwd, 'league.db');
await keepMadeUp(store, { ...made, games: 2 });

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

async function ask(
  url: string,
  how: { readonly method?: string; readonly host?: string } = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { method = 'GET', host } = how;
  const asked = request(url, { method, ...(host !== undefined && { headers: { host } }) }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
  });
  asked.on('error', reject).end();
  return await promise;
}

t.test('a tournament is shown on loopback, and who looks is told of each change', async (t) => {
  const running = start(['watch', 'league.db'], { cwd });
  t.teardown(() => void running.child.kill('SIGKILL'));
  await until(
    () => /shows/.test(running.stdout),
    () => running.stderr,
  );
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\//.exec(running.stdout) ?? [];
  const { port } = new URL(url);

  const page = await ask(url);
  t.equal(page.status, 200);
  t.match(page.text, '2 of 6 games between 3 players');
  t.match(page.text, 'connect-src &#39;self&#39;');
  t.match(page.headers, {
    'content-security-policy': /frame-ancestors 'none'/,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });

  t.equal((await ask(url, { host: `localhost:${port}` })).status, 200);
  for (const host of ['evil.example', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`])
    t.match(await ask(url, { host }), { status: 403 }, host);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    t.equal((await ask(url, { method })).status, 405);
  t.match(await ask(`${url}etc/passwd`), { status: 404 });
  t.match(await ask(url, { method: 'HEAD' }), { status: 200, text: '' });

  let told = '';
  request(`${url}events`, (response) => response.on('data', (piece) => (told += String(piece))))
    .on('error', () => {})
    .end();
  await until(
    () => told.startsWith('retry'),
    () => told,
  );
  await keepMadeUp(store, { ...made, games: 3 });
  await until(
    () => told.includes('event: games\ndata: 3\n'),
    () => told,
  );
  t.match((await ask(url)).text, '3 of 6 games between 3 players');

  running.child.kill('SIGINT');
  t.match(await running.ended, { status: 130 });
  t.match(told, 'event: end');
});

t.test('a port that is in use, and a store that is not there, are said in a sentence', async (t) => {
  const first = start(['watch', 'league.db'], { cwd });
  t.teardown(() => void first.child.kill('SIGKILL'));
  await until(
    () => /shows/.test(first.stdout),
    () => first.stderr,
  );
  const { port } = new URL(/http:\S+/.exec(first.stdout)![0]);
  const second = await start(['watch', '--port', port, 'league.db'], { cwd }).ended;
  t.match(second, { status: 2, stderr: `--port ${port} cannot be used: another program uses it` });
  t.match(await start(['watch', 'nothing.db'], { cwd }).ended, {
    status: 2,
    stderr: /there is no such store/,
  });
  first.child.kill('SIGTERM');
  t.match(await first.ended, { status: 143 });
});
