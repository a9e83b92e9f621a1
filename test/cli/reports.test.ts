import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { openStore } from '../../host/runs/store/store.ts';
import { root } from '../docs/pages.ts';
import { oldRecords } from '../old-records/old-records.ts';
import { expectOk } from '../support/expect-ok.ts';
import { without } from '../support/without.ts';
import { readJunit, readTap } from '../views/reports/consumers.ts';
import { gameOf } from '../views/tournament/made-up.ts';
import { keepMadeUp } from '../views/tournament/made-up-store.ts';
import { say } from './in-process.ts';
import { dealt, letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { run, usageError } from './wordhost.ts';

t.test('report', async (t) => {
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
    t.match(stdout, /\n {2}\w+, in 1 game: protocol \(form\)[^\n]*\n {4}wordhost replay 'league.db#5'\n/);
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
      t.match(refused.stderr, `--output notes.txt cannot be used: it exists and is not a report as ${form}`);
    }
    t.equal(readFileSync(join(cwd, 'notes.txt'), 'utf8'), 'mine\n');
  });

  t.test('test reports have a case for each game, played or not', async (t) => {
    const tap = readTap((await report('league.db', '--as', 'tap')).stdout);
    t.equal(tap.length, 12);
    t.same(
      tap.filter(({ ok }) => !ok).map(({ id }) => id),
      [5, 10],
    );
    t.match(tap.at(-1), { skip: /not over/ });
    const junit = readJunit((await report('league.db', '--as', 'junit')).stdout);
    t.match(junit, { faults: [], tests: '12', failures: '2' });
  });

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
    await refused(2, 'nothing.db: no such store', 'nothing.db');
    await refused(2, 'notes.txt: expected a store of wordhost', 'notes.txt');
    await refused(2, '--as: expected', 'league.db', '--as', 'pdf');
    await refused(2, '--games requires --as html; got --as terminal', 'league.db', '--games', '3');
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
    await refused(
      2,
      /--output no\/such\/x\.html cannot be used: /,
      'league.db',
      '--output',
      'no/such/x.html',
    );
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
    const opening = expectOk(await openStore(join(cwd, 'compared.db'), { mode: 'write' }));
    const players = ['new', 'old'].map((name) => ({ name, command: `./${name}` }));
    const canonical = JSON.stringify({
      ...{ kind: 'compare', game: 'scrabble', seed: '7', test: null, notWorse: false, players },
    });
    await opening.store.saveFile({ text: 'wordhost compare scrabble ./new ./old\n', canonical });
    for (const number of [1, 2, 3]) {
      const { result } = gameOf(['new', 'old'], number, (number + 1) % 2, number % 2, false);
      await opening.store.save({ number, id: result.id, result: JSON.stringify(result) });
    }
    await opening.store.close();
    const { stdout } = await report('compared.db');
    t.match(
      stdout,
      /^Report of new against old: scrabble, round-robin\n3 of 4 games between 2 players, seed 7\n/,
    );
    t.match(JSON.parse((await report('compared.db', '--as', 'json')).stdout), { games: 3 });
    const { result } = gameOf(['a', 'b', 'c'], 4, 0, 2, false);
    const again = expectOk(await openStore(join(cwd, 'compared.db'), { mode: 'write' }));
    await again.store.save({ number: 4, id: result.id, result: JSON.stringify(result) });
    await again.store.close();
    t.match(await report('compared.db'), {
      status: 3,
      stderr: /game 4 .*store.*not belong.*comparison/,
    });
  });
});

t.test('reports', async (t) => {
  const cwd = t.testdir({ ...letterA, 'notes.xml': '<notes/>\n', 'notes.md': '## wordhost is good\n' });
  const game = [...letterAOptions, '--bunch', 'last-bunch', '--seed', '1'];
  const text = (file: string) => readFileSync(join(cwd, file), 'utf8');
  const offender = `printf r; ${dealt}; printf p003001BBB; exec sleep 60`;
  /** Offends in the first of its games, in which there is no such folder yet. */
  const onceBad = `if mkdir been; then ${offender}; else ${patient}; fi`;
  const laterQuick = `if mkdir there; then ${patient}; else ${quick}; fi`;
  const python = { skip: without('python3') };

  t.test(
    'a series: a case for each game and each condition; of bad games alone there are records',
    python,
    async (t) => {
      const files = ['--junit', 'all.xml', '--tap', 'all.tap', '--markdown', 'all.md', '--record-bad', 'bad'];
      const conditions = ['--require', 'games.quick>=1', '--require', 'offences=0'];
      const names = ['--name', 'quick', '--name', '<b>'];
      const series = [...game, '--no-rotate', '--games', '3', ...files, ...conditions, ...names];
      const { status, stdout, stderr } = await run([...series, laterQuick, onceBad], { cwd });
      t.equal(status, 1, stderr);
      t.match(stdout, /^3 games$/m, 'results for people are where they were');
      const [record = 'none', ...others] = readdirSync(join(cwd, 'bad'));
      t.same(others, [], 'one game was bad');
      const replay = `wordhost replay bad/${record}`;
      t.match(stderr, `  to replay the game: ${replay}\n`);

      const { faults, suites } = readJunit(text('all.xml'));
      t.same(faults, []);
      t.match(suites, [{ name: 'bananagrams', tests: '5', failures: '2', errors: '0', skipped: '0' }]);
      const [bad, ...more] = suites[0]!.cases;
      t.match(bad, {
        name: /^game 1: quick, <b> \(seed \w+\)$/,
        classname: 'wordhost.bananagrams',
        time: /^\d+\.\d{3}$/,
      });
      t.match(bad!.problem, {
        is: 'failure',
        type: 'illegal/tiles',
        message: /player 2 \(<b>\): illegal \(tiles\): BBB .*not.*hand, AAA .*hand.*not/,
        text: /^player 2 .*\n {2}> r\n {2}< AAA\.\n {2}> p003001BBB\n {4}\^ byte 1\n/,
      });
      t.ok(bad!.problem!.text.endsWith(`\n\n${replay}\n`));
      t.match(more, [
        { name: /^game 2: /, problem: null },
        { name: /^game 3: /, problem: null },
        { name: '--require games.quick>=1', problem: null },
        { name: '--require offences=0', problem: { message: /failed: it was 1 in 3 games/ } },
      ]);

      const cases = readTap(text('all.tap'));
      t.same(
        cases.map(({ ok }) => ok),
        [false, true, true, true, false],
      );
      t.match(cases[0], { diag: { message: /illegal \(tiles\)/, report: /p003001BBB/, command: replay } });

      const markdown = text('all.md');
      t.match(
        markdown,
        /^<!-- wordhost -->\n## bananagrams: quick, &#60;b&#62;\n\n\*\*1 of 3 games went wrong\.\*\*/,
      );
      t.match(markdown, /^\| quick \| 3 \| 0 \| 0 \| 0 \| 100\.0% \|$/m);
      t.match(markdown, `\n\`\`\`sh\n${replay}\n\`\`\`\n`);
      t.match(await say(['replay', '--verify', `bad/${record}`], { cwd }), { status: 0 });
    },
  );

  t.test('one game: its report has the command that repeats it, or goes to standard output', async (t) => {
    const { status, stdout, stderr } = await run([...game, '--tap', '-', offender, patient], { cwd });
    t.equal(status, 1);
    t.match(readTap(stdout), [
      { ok: false, diag: { command: /^wordhost bananagrams .*--seed 1 --record games / } },
    ]);
    t.match(stderr, /^player 2 .* has won: /m, 'what people read is beside it');
  });

  t.test('the command that repeats a game keeps its record, whatever variables say of records', async (t) => {
    const env = { WORDHOST_OPT_RECORD_BAD: 'elsewhere' };
    const words = [...game, '--record-bad', '', '--record', 'kept', quick, patient];
    t.match(await run(words, { cwd, env }), { status: 0, stderr: /^record: kept\// });
    t.notOk(existsSync(join(cwd, 'elsewhere')));
  });

  t.test('a report that cannot be written is a failure of the host, after all games', async (t) => {
    const { status, stdout, stderr } = await run([...game, '--junit', '/dev/full', quick, patient], { cwd });
    t.equal(status, 3);
    t.match(stdout, /has won/);
    t.match(stderr, /^wordhost: --junit: cannot write \/dev\/full: its disk is full/m);
  });

  t.test('compare: a case for each game, and the verdict', python, async (t) => {
    const compare = [
      'compare',
      'bananagrams',
      ...game,
      ...'--junit new.xml --markdown - --record-bad new'.split(' '),
    ];
    const { status, stdout, stderr } = await run([...compare, '--max-games', '2', quick, patient], { cwd });
    t.equal(status, 4, stderr);
    t.match(
      stdout,
      /^<!-- wordhost -->\n## compare bananagrams: .*\n\n\*\*NEW is better so far \(2 of 2 points\); the test/,
    );
    t.match(stdout, /^\| games \| 2: won 2, drawn 0, lost 0 \|$/m);
    t.match(stderr, /; the test has not decided: /);
    const { faults, suites } = readJunit(text('new.xml'));
    t.same(faults, []);
    t.match(suites[0]!.cases, [
      { name: /^game 1: /, classname: 'wordhost.compare bananagrams', problem: null },
      { name: /^game 2: /, problem: null },
      { name: 'NEW is better', problem: { is: 'skipped', message: /; the test has not decided: / } },
    ]);
    t.same(readdirSync(join(cwd, 'new')), []);
  });

  const mistakes: [words: string[], says: RegExp][] = [
    [['--junit', 'notes.xml'], /--junit notes\.xml cannot be used: .*exists.*not.*report.*wordhost/],
    [['--markdown', 'notes.md'], /--markdown notes\.md cannot be used: .*exists.*not.*report/],
    [['--tap', 'no/such/file'], /--tap no\/such\/file cannot be used: no such file or folder/],
    [['--tap', 'same', '--junit', './same'], /--junit and --tap: expected a file for each; got \.\/.*file/],
    [['--standings', 's.json', '--tap', 's.json'], /--standings and --tap: expected a file for each/],
    [['--tap', '-', '--json'], /--json and --tap - both write to standard output: leave one out/],
    [['--events', '-', '--markdown', '-'], /--events - and --markdown - both write to standard output/],
    [['--record', 'a', '--record-bad', 'b'], /--record and --record-bad: use one or the other/],
    [['--record-bad', 'words.txt'], /--record-bad words\.txt cannot be used/],
  ];
  t.test('compare with players in a file: its command plays the pair again', async (t) => {
    const file = { players: [{ command: offender }, { command: patient }], 'max-games': 10, elo1: 200 };
    writeFileSync(
      join(cwd, 'match.json'),
      JSON.stringify({ ...file, results: 'all.jsonl', tap: 'all2.tap' }),
    );
    const first = await run(['compare', 'bananagrams', ...game, '--config', 'match.json'], { cwd });
    t.equal(first.status, 1, first.stderr);
    const [, words = ''] = first.stderr.match(/^ {2}.*record.*replay.*: wordhost (compare .*)$/m) ?? [];
    t.match(words, /--config match\.json .*--max-games 2 .*--seed \w+ --seat 1 --seat 2 --record games$/);
    const again = await run(words.split(' '), { cwd });
    t.equal(again.status, 1, again.stderr);
    t.match(again.stderr, /^player 1 .*: illegal \(tiles\)/m);
    for (const file of ['report.tap', 'results.jsonl']) t.ok(existsSync(join(cwd, 'games', file)), file);
  });

  t.test('compare refuses one file for its results and a report', async (t) => {
    const words = ['compare', 'bananagrams', ...game, '--results', 'one', '--tap', 'one', quick, patient];
    t.match(await say(words, { cwd }), usageError(/--results and --tap: expected a file for each/));
  });

  for (const [words, says] of mistakes)
    t.test(words.join(' '), async (t) => {
      const { status, stdout, stderr } = await say([...game, ...words, quick, patient], { cwd });
      t.match({ status, stdout, stderr }, { status: 2, stdout: '', stderr: says });
    });
});
