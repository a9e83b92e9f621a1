import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { oldRecords } from '../old-records/old-records.ts';
import { keepMadeUp } from '../views/tournament/made-up-store.ts';
import { addressOf, ask, events } from './pages.ts';
import { start, until } from './wordhost.ts';

const cwd = t.testdir({});
const record = Buffer.from(oldRecords.find(({ text }) => text.includes('"game":"scrabble"'))!.text);
const made = { names: ['ada', 'ben', 'cyd'], rounds: 2, badEvery: 2, recordOf: () => record };
const store = join(cwd, 'league.db');
await keepMadeUp(store, { ...made, games: 2 });

t.test('a store is shown on the page that commands have, and who looks is told of each change', async (t) => {
  const running = start(['watch', 'league.db'], { cwd });
  const url = await addressOf(t, running);
  t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{12}\/$/);
  const { port, origin } = new URL(url);
  t.match(await ask(`${origin}/`), { status: 404 }, 'who does not know the address sees nothing');

  const page = await ask(url);
  t.equal(page.status, 200);
  for (const said of [
    '2 of 6 games played',
    'Standings',
    'Crosstable',
    'Bad games',
    '<a href="games/2">game 2</a>',
    'A store has games that are over',
  ])
    t.match(page.text, said);
  t.match(page.headers, {
    'content-security-policy': /connect-src 'self'.*frame-ancestors 'none'/,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  t.match(await ask(`${url}games/2`), { status: 200, text: /<h1>Game 2: / });
  t.match(await ask(`${url}games/3`), { status: 404, text: /there is no such game here/ });

  t.equal((await ask(url, { host: `localhost:${port}` })).status, 200);
  for (const host of ['evil.example', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`])
    t.match(await ask(url, { host }), { status: 403 }, host);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    t.equal((await ask(url, { method })).status, 405);
  t.match(await ask(`${url}etc/passwd`), { status: 404 });
  t.match(await ask(url, { method: 'HEAD' }), { status: 200, text: '' });

  const told = events(url);
  await until(
    () => told.text.includes('event: everything'),
    () => told.text,
  );
  await keepMadeUp(store, { ...made, games: 3 });
  await until(
    () => told.text.includes('3 of 6 games played') && told.text.includes('games/3'),
    () => told.text,
  );
  t.match((await ask(url)).text, '3 of 6 games played');

  running.child.kill('SIGINT');
  t.match(await running.ended, { status: 130 });
  t.match(told.text, 'event: end');
});

t.test(
  'the report of a watched store is as it is when it is asked for, and leads to its games',
  async (t) => {
    const running = start(['watch', 'league.db'], { cwd });
    const url = await addressOf(t, running);
    t.match((await ask(url)).text, '<a href="report">report</a>');
    const report = await ask(`${url}report`);
    t.equal(report.status, 200);
    t.match(report.text, '3 of 6 games between 3 players');
    t.match(report.text, '<a href="games/3">game 3</a>');
    t.match(report.text, 'id="games-1-2"');
    t.match(report.headers['content-security-policy'], /^default-src 'none'; style-src 'sha256-/);
    await keepMadeUp(store, { ...made, games: 4 });
    t.match((await ask(`${url}report`)).text, '4 of 6 games between 3 players');
    running.child.kill('SIGTERM');
    t.match(await running.ended, { status: 143 });
  },
);

t.test('a store in which all games are played says so once, and not that it is live', async (t) => {
  await keepMadeUp(join(cwd, 'finished.db'), made);
  const running = start(['watch', 'finished.db'], { cwd });
  const { text } = await ask(await addressOf(t, running));
  t.match(text, '<p class="lead" data-over="finished">6 games played</p>');
  t.notMatch(text, '6 of 6');
  running.child.kill('SIGTERM');
  t.match(await running.ended, { status: 143 });
});

t.test('a port that is in use, and a store that is not there, are said in a sentence', async (t) => {
  const first = start(['watch', 'league.db'], { cwd });
  const { port } = new URL(await addressOf(t, first));
  const second = await start(['watch', '--port', port, 'league.db'], { cwd }).ended;
  t.match(second, {
    status: 2,
    stderr: `--port ${port}: expected a port that is free, and another program uses this one: --port 0 takes any that is free`,
  });
  t.match(await start(['watch', 'nothing.db'], { cwd }).ended, {
    status: 2,
    stderr: /there is no such store/,
  });
  first.child.kill('SIGTERM');
  t.match(await first.ended, { status: 143 });
});

t.test('a store that is replaced or removed is not shown as if it went on', async (t) => {
  for (const replace of [
    (name: string) => renameSync(join(cwd, 'other.db'), name),
    (name: string) => rmSync(name),
  ]) {
    const name = join(cwd, 'gone.db');
    await keepMadeUp(name, { ...made, games: 2 });
    await keepMadeUp(join(cwd, 'other.db'), { ...made, games: 1 });
    const running = start(['watch', 'gone.db'], { cwd });
    const url = await addressOf(t, running);
    const told = events(url);
    await until(
      () => told.text.includes('event: everything'),
      () => told.text,
    );
    replace(name);
    t.match(await running.ended, {
      status: 3,
      stderr:
        /^wordhost: gone\.db has been removed, renamed or replaced, and the page has ended\. .* again$/m,
    });
    t.match(told.text, 'The store has been removed, renamed or replaced. This page stays as it is.');
    for (const left of ['gone.db', 'other.db']) rmSync(join(cwd, left), { force: true });
  }
});
