import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { openStore } from '../../host/runs/store/store.ts';
import { root } from '../docs/pages.ts';
import { oldRecords } from '../old-records/old-records.ts';
import { readJunit, readTap } from '../views/reports/consumers.ts';
import { gameOf } from '../views/tournament/made-up.ts';
import { keepMadeUp } from '../views/tournament/made-up-store.ts';
import { say } from './in-process.ts';

const cwd = t.testdir({ 'notes.txt': 'mine\n', folder: {} });
const record = Buffer.from(oldRecords.find(({ text }) => text.includes('"game":"scrabble"'))!.text);
const names = ['ada', 'ben', 'cyd'];
await keepMadeUp(join(cwd, 'league.db'), {
  ...{ names, rounds: 4, games: 11, badEvery: 5 },
  recordOf: (number) => (number > 8 ? record : undefined),
});
await keepMadeUp(join(cwd, 'new.db'), { names, rounds: 4, games: 0 });
const report = async (...words: string[]) => await say(['report', ...words], { cwd });

t.test('a terminal has the standings, the crosstable and the bad games of a store', async (t) => {
  const { status, stdout, stderr } = await report('league.db');
  t.match({ status, stderr }, { status: 0, stderr: '' });
  t.match(
    stdout,
    /^Report of Spring league: scrabble, round-robin\n11 of 12 games between 3 players, seed spring\n/,
  );
  t.match(stdout, /\n {2}1 {2}(ada|ben|cyd) /);
  t.match(stdout, /\nCrosstable\n/);
  t.match(stdout, /game 5: \w+: protocol \(form\)[^\n]*\n {4}wordhost replay 'league.db#5'\n/);
});

t.test('the JSON is one line that fits its schema', async (t) => {
  const { status, stdout } = await report('league.db', '--as', 'json');
  t.equal(status, 0);
  t.match(stdout, /^[^\n]*\n$/);
  const validate = new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync(join(root, 'docs/reference/report.schema.json'), 'utf8')),
  );
  const value = JSON.parse(stdout) as { games: number; planned: number };
  t.ok(validate(value), { errors: validate.errors });
  t.match(value, { kind: 'report', name: 'Spring league', games: 11, planned: 12 });
});

t.test('each form is written to a file, and over one of its own, but over nothing else', async (t) => {
  for (const form of ['terminal', 'json', 'html', 'csv', 'junit', 'tap', 'markdown']) {
    const words = ['league.db', '--as', form, '--output', `report.${form}`];
    t.match(await report(...words), { status: 0, stdout: '', stderr: '' }, form);
    const first = readFileSync(join(cwd, `report.${form}`), 'utf8');
    t.match(await report(...words), { status: 0 }, `${form} again`);
    t.equal(readFileSync(join(cwd, `report.${form}`), 'utf8'), first);
    const refused = await report('league.db', '--as', form, '--output', 'notes.txt');
    t.equal(refused.status, 2);
    t.match(refused.stderr, `--output notes.txt cannot be used: it is there and is no report as ${form}`);
  }
  t.equal(readFileSync(join(cwd, 'notes.txt'), 'utf8'), 'mine\n');
});

t.test(
  'programs that know tests have a case for each game, and one for those that were not played',
  async (t) => {
    const tap = readTap((await report('league.db', '--as', 'tap')).stdout);
    t.equal(tap.length, 12);
    t.same(
      tap.filter(({ ok }) => !ok).map(({ id }) => id),
      [5, 10],
    );
    t.match(tap.at(-1), { skip: /not over/ });
    const junit = readJunit((await report('league.db', '--as', 'junit')).stdout);
    t.match(junit, { faults: [], tests: '12', failures: '2' });
  },
);

t.test('a page has the games that are asked for', async (t) => {
  const shown = async (...words: string[]) => {
    const { stdout } = await report('league.db', '--as', 'html', ...words);
    return [...stdout.matchAll(/<section class="on-demand" id="game-(\d+)"/g)].map(([, number]) =>
      Number(number),
    );
  };
  t.same(await shown(), [9, 10, 11], 'of those that have a record');
  t.same(await shown('--games', 'all'), [9, 10, 11]);
  t.same(await shown('--games', 'bad'), [10]);
  t.same(await shown('--games', '1'), [10, 11]);
  t.same(await shown('--games', '0'), [10]);
});

t.test('a tournament that has not begun has a report, too', async (t) => {
  for (const form of ['terminal', 'json', 'html', 'csv', 'junit', 'tap', 'markdown'])
    t.match(await report('new.db', '--as', form), { status: 0, stderr: '' }, form);
});

t.test('what is no store, or cannot be read, is said in a sentence', async (t) => {
  const refused = async (status: number, said: string | RegExp, ...words: string[]) => {
    const { status: was, stdout, stderr } = await report(...words);
    t.match({ was, stdout, stderr }, { was: status, stdout: '', stderr: said });
  };
  await refused(2, 'expected one store', ...[]);
  await refused(2, 'nothing.db: there is no such store', 'nothing.db');
  await refused(2, 'notes.txt: expected a store of wordhost', 'notes.txt');
  await refused(2, '--as: expected', 'league.db', '--as', 'pdf');
  await refused(2, '--games 3: expected --as html with it; got --as terminal', 'league.db', '--games', '3');
  for (const wrong of ['none', '-1', '1.5', '99999'])
    await refused(
      2,
      '--games: expected all, bad, or how many',
      'league.db',
      '--as',
      'html',
      `--games=${wrong}`,
    );
  await refused(2, /--output folder cannot be used: /, 'league.db', '--output', 'folder');
  await refused(2, /--output no\/such\/x\.html cannot be used: /, 'league.db', '--output', 'no/such/x.html');
  t.notOk(existsSync(join(cwd, 'nothing.db')), 'nothing was made');
});

t.test('a result that somebody has damaged is named', async (t) => {
  await keepMadeUp(join(cwd, 'damaged.db'), { names, rounds: 1 });
  for (const damaged of ['{', '[]', 'null', '7', '{"players":7}']) {
    const database = new DatabaseSync(join(cwd, 'damaged.db'));
    database.prepare('UPDATE game SET result = ? WHERE number = 2').run(damaged);
    database.close();
    const { status, stderr } = await report('damaged.db');
    t.match(
      { status, stderr },
      { status: 3, stderr: 'damaged.db: the store is damaged: table game, row 2: result: ' },
      damaged,
    );
  }
});

t.test('the store of a comparison is a tournament of two', async (t) => {
  const opening = await openStore(join(cwd, 'compared.db'), { mode: 'write' });
  if (!opening.ok) throw new Error(opening.problem);
  const players = ['new', 'old'].map((name) => ({ name, command: `./${name}` }));
  const canonical = JSON.stringify({
    ...{ kind: 'compare', game: 'scrabble', seed: '7', test: null, notWorse: false, players },
  });
  await opening.store.keepFile({ text: 'wordhost compare scrabble ./new ./old\n', canonical });
  for (const number of [1, 2, 3]) {
    const { result } = gameOf(['new', 'old'], number, (number + 1) % 2, number % 2, false);
    await opening.store.keep({ number, id: result.id, result: JSON.stringify(result) });
  }
  await opening.store.close();
  const { stdout } = await report('compared.db');
  t.match(
    stdout,
    /^Report of new against old: scrabble, round-robin\n3 of 4 games between 2 players, seed 7\n/,
  );
  t.match(JSON.parse((await report('compared.db', '--as', 'json')).stdout), { games: 3 });
  const { result } = gameOf(['a', 'b', 'c'], 4, 0, 2, false);
  const again = await openStore(join(cwd, 'compared.db'), { mode: 'write' });
  if (!again.ok) throw new Error(again.problem);
  await again.store.keep({ number: 4, id: result.id, result: JSON.stringify(result) });
  await again.store.close();
  t.match(await report('compared.db'), {
    status: 3,
    stderr: /game 4 in the store is not one of the comparison/,
  });
});
