import { join } from 'node:path';
import t from 'tap';
import { oldRecords } from '../old-records/old-records.ts';
import { keepMadeUp } from '../views/tournament/made-up-store.ts';
import { addressOf, ask, events } from './pages.ts';
import { start, until, usageError } from './wordhost.ts';

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
    'Who is broken, and why',
    '<a href="games/2">game 2</a>',
    'A store has only finished games',
  ])
    t.match(page.text, said);
  t.match(page.headers, {
    'content-security-policy': /connect-src 'self'.*frame-ancestors 'none'/,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  t.match(await ask(`${url}games/2`), { status: 200, text: /<h1>Game 2: / });
  t.match(await ask(`${url}games/3`), { status: 404, text: /unknown game/ });

  t.equal((await ask(url, { host: `localhost:${port}` })).status, 200);
  for (const host of ['evil.example', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`])
    t.match(await ask(url, { host }), { status: 403 }, host);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    t.equal((await ask(url, { method })).status, 405);
  t.match(await ask(`${url}etc/passwd`), { status: 404 });
  t.match(await ask(url, { method: 'HEAD' }), { status: 200, text: '' });

  const told = events(url);
  await until(() => told.text.includes('event: everything'), told);
  await keepMadeUp(store, { ...made, games: 3 });
  await until(() => told.text.includes('3 of 6 games played') && told.text.includes('games/3'), told);
  t.match((await ask(url)).text, '3 of 6 games played');

  running.child.kill('SIGINT');
  t.match(await running.ended, { status: 130 });
  t.match(told.text, 'event: end');
});

t.test('the report of a watched store is current and leads to its games', async (t) => {
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
});

t.test('a store in which all games are played says so once; no store says that it is live', async (t) => {
  await keepMadeUp(join(cwd, 'finished.db'), made);
  await keepMadeUp(join(cwd, 'half.db'), { ...made, games: 3 });
  for (const [store, head] of [
    ['finished.db', 'data-over="finished">6 games played</p>'],
    ['half.db', 'data-over="shows the store">3 of 6 games played</p>'],
  ] as const) {
    const running = start(['watch', store], { cwd });
    const { text } = await ask(await addressOf(t, running));
    t.match(text, `<p class="lead" ${head}`);
    t.notMatch(text, '6 of 6');
    running.child.kill('SIGTERM');
    t.match(await running.ended, { status: 143 });
  }
});

t.test('a port that is in use, and a store that is not there, are said in a sentence', async (t) => {
  const first = start(['watch', 'league.db'], { cwd });
  const { port } = new URL(await addressOf(t, first));
  const second = await start(['watch', '--port', port, 'league.db'], { cwd }).ended;
  t.match(second, usageError(`--port ${port}: cannot listen: address in use: --port 0 for any free port`));
  t.match(await start(['watch', 'nothing.db'], { cwd }).ended, usageError(/no such store/));
  first.child.kill('SIGTERM');
  t.match(await first.ended, { status: 143 });
});
