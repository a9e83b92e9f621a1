import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { without } from '../support/without.ts';
import { readJunit, readTap } from '../views/reports/consumers.ts';
import { say } from './in-process.ts';
import { dealt, letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { run, start, until } from './wordhost.ts';

const cwd = t.testdir({ ...letterA, 'notes.xml': '<notes/>\n', 'notes.md': '## wordhost is good\n' });
const game = [...letterAOptions, '--bunch', 'last-bunch', '--seed', '1'];
const text = (file: string) => readFileSync(join(cwd, file), 'utf8');
const offender = `printf r; ${dealt}; printf p003001BBB; exec sleep 60`;
/** Offends in the first of its games, in which there is no such folder yet. */
const onceBad = `if mkdir been; then ${offender}; else ${patient}; fi`;
/** Lets it do so. */
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
    t.match(stderr, `  to show the game again: ${replay}\n`);

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
      message: 'player 2 (<b>): illegal (tiles): BBB used but not held, AAA held but not used',
      text: /^player 2 .*\n {2}> r\n {2}< AAA\.\n {2}> p003001BBB\n {4}\^ byte 1\n/,
    });
    t.ok(bad!.problem!.text.endsWith(`\n\n${replay}\n`));
    t.match(more, [
      { name: /^game 2: /, problem: null },
      { name: /^game 3: /, problem: null },
      { name: '--require games.quick>=1', problem: null },
      { name: '--require offences=0', problem: { message: /does not hold: it was 1 of 3 games/ } },
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
    t.match(await run(['replay', '--verify', `bad/${record}`], { cwd }), { status: 0 });
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
  t.match(stderr, /^wordhost: --junit \/dev\/full could not be written: its disk is full/m);
});

t.test(
  'interrupted: the games that are over are in the reports, and the records of good ones are gone',
  python,
  async (t) => {
    const first = `if mkdir first; then ${quick}; else touch second; ${patient}; fi`;
    const files = ['--junit', 'part.xml', '--record-bad', 'part', '--require', 'winner=1'];
    const series = [...game, '--no-rotate', '--games', '5', '--no-overlap', ...files];
    const host = start([...series, first, patient], { cwd });
    await until(
      () => existsSync(join(cwd, 'second')),
      () => `the second game: ${host.stderr}`,
    );
    host.child.kill('SIGTERM');
    t.equal((await host.ended).status, 143);
    const { faults, suites } = readJunit(text('part.xml'));
    t.same(faults, []);
    t.match(suites[0]!.cases, [
      { name: /^game 1: /, problem: null },
      { name: /^game 2: /, problem: { is: 'skipped', message: 'it was interrupted' } },
      { name: 'games that were not played: 3 of 5', problem: { is: 'skipped' } },
      { name: '--require winner=1', problem: { is: 'skipped', message: 'the run was interrupted' } },
    ]);
    t.same(readdirSync(join(cwd, 'part')), []);
  },
);

t.test('compare: a case for each game, and the verdict', python, async (t) => {
  const compare = [
    'compare',
    'bananagrams',
    ...game,
    '--junit',
    'new.xml',
    '--markdown',
    '-',
    '--record-bad',
    'new',
  ];
  const { status, stdout, stderr } = await run([...compare, '--max-games', '2', quick, patient], { cwd });
  t.equal(status, 4, stderr);
  t.match(stdout, /^<!-- wordhost -->\n## compare bananagrams: .*\n\n\*\*Undecided: /);
  t.match(stdout, /^\| games \| 2: won 2, drawn 0, lost 0 \|$/m);
  t.match(stderr, /^Undecided: /m);
  const { faults, suites } = readJunit(text('new.xml'));
  t.same(faults, []);
  t.match(suites[0]!.cases, [
    { name: /^game 1: /, classname: 'wordhost.compare bananagrams', problem: null },
    { name: /^game 2: /, problem: null },
    { name: 'NEW is better', problem: { is: 'skipped', message: /^Undecided: / } },
  ]);
  t.same(readdirSync(join(cwd, 'new')), []);
});

const mistakes: [words: string[], says: RegExp][] = [
  [['--junit', 'notes.xml'], /--junit notes\.xml cannot be used: it is there and is no report of wordhost/],
  [['--markdown', 'notes.md'], /--markdown notes\.md cannot be used: it is there and is no report/],
  [['--tap', 'no/such/file'], /--tap no\/such\/file cannot be used: there is no such file or folder/],
  [
    ['--tap', 'same', '--junit', './same'],
    /--junit and --tap: expected a file for each; got \.\/same and same, which are one file/,
  ],
  [['--standings', 's.json', '--tap', 's.json'], /--standings and --tap: expected a file for each/],
  [['--tap', '-', '--json'], /--json and --tap - both write to standard output: leave one out/],
  [['--events', '-', '--markdown', '-'], /--events - and --markdown - both write to standard output/],
  [['--record', 'a', '--record-bad', 'b'], /--record and --record-bad: expected one of them/],
  [['--record-bad', 'words.txt'], /--record-bad words\.txt cannot be used/],
];
t.test('compare with players in a file: its command plays the pair again', async (t) => {
  const file = { players: [{ command: offender }, { command: patient }], 'max-games': 10, elo1: 200 };
  writeFileSync(join(cwd, 'match.json'), JSON.stringify({ ...file, results: 'all.jsonl', tap: 'all2.tap' }));
  const first = await run(['compare', 'bananagrams', ...game, '--config', 'match.json'], { cwd });
  t.equal(first.status, 1, first.stderr);
  const [, words = ''] = first.stderr.match(/^ {2}to record and replay it: wordhost (compare .*)$/m) ?? [];
  t.match(words, /--config match\.json .*--max-games 2 .*--seed \w+ --seat 1 --seat 2 --record games$/);
  const again = await run(words.split(' '), { cwd });
  t.equal(again.status, 1, again.stderr);
  t.match(again.stderr, /^player 1 .*: illegal \(tiles\)/m);
  for (const file of ['report.tap', 'results.jsonl']) t.ok(existsSync(join(cwd, 'games', file)), file);
});

t.test('compare refuses one file for its results and a report', async (t) => {
  const words = ['compare', 'bananagrams', ...game, '--results', 'one', '--tap', 'one', quick, patient];
  t.match(await say(words, { cwd }), { status: 2, stderr: /--results and --tap: expected a file for each/ });
});

for (const [words, says] of mistakes)
  t.test(words.join(' '), async (t) => {
    const { status, stdout, stderr } = await say([...game, ...words, quick, patient], { cwd });
    t.match({ status, stdout, stderr }, { status: 2, stdout: '', stderr: says });
  });
