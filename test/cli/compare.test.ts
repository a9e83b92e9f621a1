import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import t from 'tap';
import { version } from '../../host/core/version.ts';
import { jsonLines } from '../support/json-lines.ts';
import { say } from './in-process.ts';
import { letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { run, usageError } from './wordhost.ts';

const loops = 'echo ready; exec sleep 60';

const passes = 'echo ready; while read -r line; do case $line in turn*) echo pass;; esac; done';

const cwd = t.testdir({ ...letterA, 'notes.txt': 'nothing to lose\n' });
const game = ['compare', 'bananagrams', ...letterAOptions, '--bunch', 'last-bunch'];
/** The games that decide; the test is told to be content with few. */
const large = ['--elo0', '0', '--elo1', '400'];
const named = ['--name', 'Ada', '--name', 'Ben'];
const compare = (...words: string[]) => run([...game, '--seed', '1', ...words], { cwd });

t.test('a player that always wins is better, and one that always loses is not', async (t) => {
  const better = await compare(...large, ...named, quick, patient);
  t.equal(better.status, 0, better.stderr);
  t.match(better.stderr, /^NEW Ada against OLD Ben, in mirrored pairs, seed 1$/m);
  t.match(
    better.stdout,
    /^NEW is better: it has 100\.0 % of \d+ games\.\nIf .*no difference.* 5 % .*comparisons.*result\.\n\n/,
  );
  t.match(
    better.stdout,
    /^games +\d+: won \d+, drawn 0, lost 0\npairs +(\d+): 0 with 0 points, .*, \1 with 2$/m,
  );
  const worse = await compare(...large, patient, quick);
  t.match(worse, {
    status: 1,
    stdout:
      /^NEW is not better: it has 0\.0 % of \d+ games\.\nIf NEW were better by 400 Elo \(normalized\), at/,
  });
});

t.test('two commands for one program are said to be so, and two programs are not', async (t) => {
  for (const [name, text] of Object.entries({ one: passes, other: passes, third: `${passes} # 2` }))
    writeFileSync(join(cwd, `${name}.sh`), text);
  const same = 'NEW and OLD are the same program: the content of one.sh and other.sh is equal (files that';
  const cases: readonly (readonly [players: readonly string[], note: string | undefined])[] = [
    [['sh one.sh', 'sh other.sh'], same],
    [['sh one.sh 1', 'sh other.sh 2'], undefined],
    [['sh one.sh', 'sh third.sh'], undefined],
    [['wordhost player random', 'wordhost player random'], 'NEW and OLD are the same command'],
    [['wordhost player random', 'wordhost player longest'], undefined],
  ];
  const turns = ['--dictionary', 'words.txt', '--seed', '1', '--max-turns', '2', '--games', '2'];
  for (const [players, note] of cases) {
    const { stderr } = await run(['compare', 'scrabble', ...turns, ...players], { cwd });
    if (note === undefined) t.notMatch(stderr, /the same/, players.join(', '));
    else t.ok(stderr.includes(`\nnote: ${note}`), stderr);
  }
});

t.test('a built-in player is of the version of wordhost, whatever its folder has', async (t) => {
  const turns = ['--dictionary', 'words.txt', '--seed', '1', '--max-turns', '2', '--games', '2'];
  const players = ['wordhost player random', 'wordhost player longest'];
  const words = ['compare', 'scrabble', ...turns, '--store', 'built-in.db', '--junit', 'all.xml', ...players];
  for (const content of ['one', 'rebuilt']) {
    writeFileSync(join(cwd, 'player'), content);
    const { status, stderr } = await run(words, { cwd });
    t.not(status, 2, stderr);
  }
  const report = readFileSync(join(cwd, 'all.xml'), 'utf8');
  t.ok(report.includes(`"version of wordhost (wordhost player random)" value="${version}"`), report);
  t.notMatch(report, /sha256 of player/);
  const store = new DatabaseSync(join(cwd, 'built-in.db'));
  store.exec(`UPDATE game SET result = replace(result, '"version":"${version}"', '"version":"0.0.1"')`);
  store.close();
  t.match(await run(words, { cwd }), usageError(/another version of .*: wordhost has changed\./));
});

t.test('a stored comparison says how to see its moves', async (t) => {
  const turns = ['--dictionary', 'words.txt', '--seed', '1', '--max-turns', '2', '--games', '2'];
  const players = ['wordhost player random', 'wordhost player longest'];
  for (const [words, isSaid] of [
    [['--store', 'moves.db'], true],
    [['--store', 'results.db', '--no-records'], false],
    [[], false],
  ] as const) {
    const { stderr } = await run(['compare', 'scrabble', ...turns, ...words, ...players], { cwd });
    t.equal(/moves cost.*: wordhost analyze moves\.db$/m.test(stderr), isSaid, stderr);
  }
});

t.test('a store has games with --illegal retry, or games without', async (t) => {
  const turns = ['--dictionary', 'words.txt', '--seed', '1', '--max-turns', '2', '--games', '2'];
  const players = ['wordhost player random', 'wordhost player longest'];
  const stores = { 'once.db': [], 'again.db': ['--illegal', 'retry=1'] };
  for (const [store, begun] of Object.entries(stores)) {
    const words = ['compare', 'scrabble', ...turns, '--store', store, ...players];
    const first = await run([...words, ...begun], { cwd });
    t.equal(first.status, 0, first.stderr);
    for (const other of Object.values(stores)) {
      const again = await run([...words, ...other], { cwd });
      if (other === begun) t.equal(again.stdout, first.stdout, again.stderr);
      else t.match(again, usageError(/belongs to another comparison: options\.illegal was "[\w=]+" there, /));
    }
  }
  t.match(await say(['store', 'merge', ...Object.keys(stores)], { cwd }), {
    status: 2,
    stderr: /again\..*cannot.*merged.*\.db: it is a different comparison\. options\.illegal: /,
  });
});

t.test('a player that never answers is out, as it is where a game of it is repeated', async (t) => {
  const turns = ['--dictionary', 'words.txt', '--timeout', '200ms', '--margin', '10ms', '--seed', '1'];
  const { status, stdout, stderr } = await run(['compare', 'scrabble', ...turns, loops, passes], { cwd });
  t.equal(status, 1, stderr);
  // The machine of the tests may be overloaded, which excuses it.
  const isExcused = /twice.*stays/.test(stderr);
  t.match(
    stdout,
    isExcused
      ? /^NEW (?:is not better|committed)/m
      : /^NEW committed an offense: the comparison ended after 1 game\.$/m,
  );
  t.match(stderr, / --max-timeouts 3 --margin 10ms .*--mirrored --seed \w+ --record games /);
  const alone = await run(['scrabble', ...turns, '--json', loops, passes], { cwd });
  t.match(JSON.parse(alone.stdout), { reason: 'scoreless', players: [{ timeouts: 3 }, {}] });
});

t.test('without options eight pairs decide, also resumed, and on several jobs', async (t) => {
  const shown = (outcome: { readonly stdout: string }) => {
    const { seconds, ...line } = JSON.parse(outcome.stdout);
    return line;
  };
  const better = await compare('--json', ...named, quick, patient);
  t.equal(better.status, 0, better.stderr);
  t.match(shown(better), { verdict: 'better', games: 16, pairs: 8, sprt: null });
  t.match(shown(better).test, { kind: 'anytime', better: 3.3447, bound: 2.9957, accepted: 'better' });
  const again = ['--json', '--store', 'any.db', ...named];
  const part = await compare(...again, '--max-games', '6', quick, patient);
  t.equal(part.status, 4, part.stderr);
  t.match(shown(part), { verdict: 'undecided', games: 6 });
  const resumed = await compare(...again, '--jobs', '3', quick, patient);
  t.equal(resumed.status, 0, resumed.stderr);
  t.strictSame(shown(resumed), shown(better));
  const worse = await compare('--json', patient, quick);
  t.equal(worse.status, 1);
  t.match(shown(worse), { verdict: 'worse', pairs: 8 });
  const other = await compare(...again, '--elo1', '400', quick, patient);
  t.match(other, { status: 2, stderr: 'belongs to another comparison: test' });
});

t.test('a store that was begun with a sequential test keeps it', async (t) => {
  const store = ['--json', '--store', 'sprt.db'];
  const begun = await compare(...store, '--test', 'sprt', '--max-games', '4', quick, patient);
  t.equal(begun.status, 4, begun.stderr);
  const { canonical } = new DatabaseSync(join(cwd, 'sprt.db')).prepare('SELECT canonical FROM file').get()!;
  t.strictSame(JSON.parse(String(canonical)).test, {
    ...{ model: 'normalized', elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 },
  });
  const resumed = await compare(...store, '--max-games', '20', quick, patient);
  t.equal(resumed.status, 4, resumed.stderr);
  const line = JSON.parse(resumed.stdout);
  t.match(line, { games: 20, sprt: { model: 'normalized', accepted: null } });
  t.notOk('test' in line);
  const other = await compare(...store, '--test', 'anytime', quick, patient);
  t.match(other, { status: 2, stderr: 'belongs to another comparison: test' });
});

t.test('a number of games, their figures as JSON, and their results in a file', async (t) => {
  const { status, stdout, stderr } = await compare(
    '--games',
    '4',
    '--json',
    '--results',
    'r.jsonl',
    quick,
    patient,
  );
  t.equal(status, 0, stderr);
  t.match(JSON.parse(stdout), {
    ...{ wordhost: 1, kind: 'compare', game: 'bananagrams', seed: '1', games: 4, pairs: 2 },
    ...{ pentanomial: [0, 0, 0, 0, 2], won: 4, drawn: 0, lost: 0, score: 1, margin: null, sprt: null },
    ...{ offences: [0, 0], timeouts: [0, 0], verdict: 'counted', seconds: Number },
  });
  const results = jsonLines(readFileSync(join(cwd, 'r.jsonl'), 'utf8'));
  t.same(
    results.map(({ number, players }) => [number, players[0].entry]),
    [
      [1, 1],
      [2, 2],
      [3, 1],
      [4, 2],
    ],
  );
  t.equal(results[0].seed, results[1].seed, 'a pair has one seed');
  t.not(results[1].seed, results[2].seed);
  const stats = await say(['stats', '--json', 'r.jsonl'], { cwd });
  t.match(JSON.parse(stats.stdout), { games: 4, pairs: 2, pentanomial: [0, 0, 0, 0, 2] });
});

t.test('results that cannot be written are a failure of the host', async (t) => {
  const { status, stdout, stderr } = await compare('--games', '2', '--results', '/dev/full', quick, patient);
  t.equal(status, 3);
  t.match(stdout, /^NEW has 100\.0 % of 2 games\.$/m, 'the figures are told all the same');
  t.match(stderr, /^wordhost: --results \/dev\/full is incomplete: its disk is full/m);
});

const mistakes: [words: string[], says: RegExp][] = [
  [['compare'], /compare: expected a game, .* and then two players.*; got nothing/],
  [['compare', 'chess', 'a', 'b'], /compare: expected a game, .*; got "chess"/],
  [['compare', 'boggle', './new'], /compare: expected two players, NEW and OLD; got 1/],
  [['compare', 'boggle'], /compare: expected two players, NEW and OLD; got 0/],
  [['compare', 'boggle', '--games', '3', 'a', 'b'], /--games: expected an even number.*; got 3/],
  [
    ['compare', 'boggle', '--games', '4', '--elo1', '5', 'a', 'b'],
    /--games and --elo1: use one or the other/,
  ],
  [['compare', 'boggle', '--elo0', '5', '--elo1', '5', 'a', 'b'], /expected elo0 below elo1/],
  [
    ['compare', 'bananagrams', '--model', 'margin', 'a', 'b'],
    /--model margin: expected a game with points; bananagrams has none/,
  ],
  [
    ['compare', 'boggle', '--results', 'notes.txt', 'a', 'b'],
    /--results notes\.txt cannot be used: .*not a file of results/,
  ],
  [['compare', 'boggle', '--mirrored', 'a', 'b'], /--mirrored/],
];
for (const [words, says] of mistakes)
  t.test(words.join(' '), async (t) => t.match(await say(words, { cwd }), { status: 2, stderr: says }));

t.test('a mistake leaves no store', async (t) => {
  const file = {
    game: 'bananagrams',
    players: [{ command: 'a' }, { command: 'b' }],
    format: { kind: 'round-robin' },
  };
  const league = (options: object) => JSON.stringify({ ...file, options });
  const cwd = t.testdir({
    'l.yml': league({}),
    'open.yml': league({ sandbox: 'strict', readable: 'missing' }),
  });
  const tune = ['tune', 'bananagrams', '--store', 'new', '--parameter', 'x=0..1'];
  const compare = ['compare', 'bananagrams', '--store', 'new'];
  const tournament = ['tournament', '--store', 'new'];
  const refused: readonly (readonly [words: readonly string[], says: RegExp])[] = [
    [['compare', 'boggle', '--store', './new', './old'], /expected two players, NEW and OLD; got 1/],
    [[...compare, '--dictionary', 'missing', 'a', 'b'], /dictionary .*missing: no such file/],
    [[...compare, '--jobs', '2', '--trace', 'a', 'b'], /--trace requires --jobs 1/],
    [
      [...compare, '--sandbox', 'strict', '--readable', 'missing', 'a', 'b'],
      /--readable missing: no such file/,
    ],
    [[...tune, '--dictionary', 'missing', 'a {x}'], /dictionary .*missing: no such file/],
    [[...tournament, '--require', 'a>b', 'l.yml'], /--require a>b: expected a condition/],
    [[...tournament, '--one-processor', 'l.yml'], /--one-processor: .*requires.*turns/],
    [[...tournament, 'open.yml'], /--readable missing: no such file/],
  ];
  for (const [words, says] of refused) {
    t.match(await say(words, { cwd }), { status: 2, stderr: says }, words.join(' '));
    t.strictSame(readdirSync(cwd).toSorted(), ['l.yml', 'open.yml']);
  }
});
