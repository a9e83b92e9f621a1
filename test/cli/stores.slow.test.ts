import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openedToRead } from '../runs/store/opened.ts';
import { say } from './in-process.ts';
import { letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { run, usageError } from './wordhost.ts';

/* One comparison of two pairs, kept in a store, and what can be done with it. */

const cwd = t.testdir({ ...letterA, 'notes.txt': 'dear diary' });
const game = ['compare', 'bananagrams', ...letterAOptions, '--bunch', 'last-bunch'];
const players = ['--name', 'Ada', '--name', 'Ben', quick, patient];
const compare = (...words: string[]) => run([...game, ...words, ...players], { cwd });
const at = (name: string) => join(cwd, name);
const offender = 'printf r; head -c 4 >/dev/null; printf p003001BBB; exec sleep 60';

const first = await compare('--games', '4', '--store', 'all.db');
t.equal(first.status, 0, first.stderr);
t.match(first.stdout, /^NEW has 100\.0 % of 4 games\.$/m);

t.test('of one pair more games can be asked for, and of several only one', async (t) => {
  const seeds = async (name: string) => {
    const { stdout } = await say(['store', 'export', '--results', '-', name], { cwd });
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).seed as string);
  };
  for (const games of ['2', '6', '2', '4'])
    t.match(await compare('--games', games, '--seed', 'x', '--store', 'grown.db'), {
      status: 0,
      stdout: `NEW has 100.0 % of ${games} games.`,
    });
  const [first, second, ...more] = await seeds('grown.db');
  t.same([first, second], ['x', 'x']);
  t.equal(new Set([first, ...more]).size, 3, 'each pair has another');
});

t.test('another version of a player is refused', async (t) => {
  writeFileSync(at('bot.sh'), quick);
  const words = [...game, '--games', '2', '--store', 'bot.db', 'sh bot.sh', patient];
  t.equal((await run(words, { cwd })).status, 0);
  writeFileSync(at('bot.sh'), `# better\n${quick}`);
  t.match(await run(words, { cwd }), {
    status: 2,
    stderr: /version.*bot\.sh: bot\.sh has changed\. Use another store for this version/,
  });
});

t.test('records need not be kept', async (t) => {
  const { status } = await compare('--games', '2', '--store', 'small.db', '--no-records');
  t.equal(status, 0);
  const { stdout } = await say(['store', 'check', 'small.db'], { cwd });
  t.match(stdout, /^small\.db: ok\. 2 games, 0 records of 0 KiB, in \d+ KiB$/m);
  const replayed = await say(['replay', 'small.db#2'], { cwd });
  t.match(replayed, usageError(/small\.db#2: .*result.*game 2, but no record/));
});

t.test('how offences are counted may change from run to run, and the store keeps it', async (t) => {
  const words = [...game, '--games', '4', '--store', 'counted.db'];
  t.equal((await run([...words, offender, patient], { cwd })).status, 1);
  const again = await run([...words, '--offences', 'count', offender, patient], { cwd });
  t.match(again, { status: 0, stdout: /^NEW has 0\.0 % of 4 games\.$/m });
  await using store = await openedToRead(at('counted.db'));
  t.same(
    (await store.files()).map(({ canonical }) => JSON.parse(canonical).offences),
    [undefined, 'count'],
  );
});

t.test('reports of a continued comparison have the games of all runs', async (t) => {
  const compared = async (games: string, ...words: string[]) =>
    await run(
      [...game, '--games', games, '--offences', 'count', '--store', 'two.db', ...words, patient, offender],
      { cwd },
    );
  t.equal((await compared('4', '--tap', 'first.tap')).status, 0);
  const reports = ['--tap', 'all.tap', '--junit', 'all.xml', '--markdown', 'all.md'];
  const again = await compared('6', ...reports);
  t.equal(again.status, 0, again.stderr);
  const [before, now] = ['first.tap', 'all.tap'].map((name) => readFileSync(at(name), 'utf8'));
  /** Of the first four games; how long a game took is the same, too. */
  const cases = (text = '') => /^not ok 1 [\s\S]*?(?=^(not )?ok 5 )/m.exec(text)?.[0];
  t.match(cases(before), /BBB[\s\S]*command: "wordhost replay 'two\.db#1'"/);
  t.equal(cases(now), cases(before));
  t.match(now, /^1\.\.7$/m, 'six games, and the figures');
  t.match(now, '# 6 of 6 games went wrong.');
  const xml = readFileSync(at('all.xml'), 'utf8');
  t.equal(xml.match(/<testcase name="game /g)?.length, 6);
  const [, whole = 0, ...each] = [...xml.matchAll(/ time="([\d.]+)"/g)].map(([, time]) => Number(time));
  t.ok(whole >= each.reduce((sum, time) => sum + time, 0) - 0.01, 'the run took as long as its games');
  t.match(readFileSync(at('all.md'), 'utf8'), '6 of 6 games went wrong.');
});

t.test('a game without a record is told with the command that plays it again', async (t) => {
  const words = [...game, '--games', '2', '--offences', 'count', '--store', 'bare.db', '--no-records'];
  await run([...words, patient, offender], { cwd });
  t.equal((await run([...words, '--tap', 'bare.tap', patient, offender], { cwd })).status, 0);
  const text = readFileSync(at('bare.tap'), 'utf8');
  t.match(text, /^not ok 2 - game 2: /m);
  t.match(text, /command: "wordhost bananagrams .* --seed \w+ .*--record games/);
});

t.test('records of games without a result are removed, after a kill too', async (t) => {
  mkdirSync(at('clean.db-running'));
  writeFileSync(at('clean.db-running/left.jsonl'), '{"n":1,');
  writeFileSync(at('file.db-running'), '');
  t.match(await compare('--games', '2', '--store', 'file.db'), {
    status: 3,
    stderr: 'file.db-running: ',
  });
  const { status } = await compare('--elo1', '400', '--jobs', '2', '--store', 'clean.db');
  t.equal(status, 0);
  t.same(
    readdirSync(cwd).filter((name) => name.startsWith('clean.db')),
    ['clean.db'],
  );
});
