import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { say } from './in-process.ts';
import { dealt, letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { carriers, run, start, until } from './wordhost.ts';

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
    /^NEW is better: it has 100\.0 % of \d+ games\.\nIf there were no difference, at most about 5 % of such comparisons would say so\.\n\n/,
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

t.test('is it worse? The same question with other hypotheses', async (t) => {
  const { status, stdout } = await compare('--not-worse', '--max-games', '2', quick, patient);
  t.equal(status, 4, 'two games say nothing');
  t.match(stdout, /^hypotheses +-10 against 0 Elo \(normalized\)$/m);
  t.match(stdout, /^Undecided: NEW has 100\.0 % of 2 games; more games are needed\.$/m);
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
  const results = readFileSync(join(cwd, 'r.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
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
  const stats = await run(['stats', '--json', 'r.jsonl'], { cwd });
  t.match(JSON.parse(stats.stdout), { games: 4, pairs: 2, pentanomial: [0, 0, 0, 0, 2] });
});

const offender = `printf r; ${dealt}; printf p003001BBB; exec sleep 60`;

t.test('results that cannot be written are a failure of the host', async (t) => {
  const { status, stdout, stderr } = await compare('--games', '2', '--results', '/dev/full', quick, patient);
  t.equal(status, 3);
  t.match(stdout, /^NEW has 100\.0 % of 2 games\.$/m, 'the figures are told all the same');
  t.match(stderr, /^wordhost: --results \/dev\/full is incomplete: its disk is full/m);
});

t.test('an offence of NEW ends it, and is shown; or it is a game lost', async (t) => {
  const ended = await compare('--max-games', '10', offender, patient);
  t.match(ended, {
    status: 1,
    stdout:
      /^NEW has committed an offence: the comparison ends after 1 game\.\n\ngames +1: won 0[\s\S]*^offences +NEW 1, OLD 0$/m,
  });
  t.match(ended.stderr, /player 1 .*illegal/);
  t.match(
    ended.stderr,
    /^ {2}to record and replay it: wordhost bananagrams .*--mirrored --seed [0-9a-f]+ --record games /m,
  );
  const counted = await compare('--offences', 'count', '--games', '4', '--json', offender, patient);
  t.match(JSON.parse(counted.stdout), { games: 4, lost: 4, offences: [4, 0], verdict: 'counted' });
  t.equal(counted.stderr.match(/^player 1 .*illegal/gm)?.length, 1, 'the first is shown, the others counted');
  t.equal(counted.stderr.match(/to record and replay it/g)?.length, 1);
  const old = await compare('--games', '2', '--json', patient, offender);
  t.match(
    JSON.parse(old.stdout),
    { won: 2, offences: [0, 2], verdict: 'counted' },
    'an offence of OLD is a game won',
  );
});

t.test(
  'interrupted, it says what it knows, and leaves nobody',
  { skip: !existsSync('/proc/self/environ') && 'there is no /proc' },
  async (t) => {
    for (const [signal, status] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const results = `${signal}.jsonl`;
      const host = start(
        [...game, '--results', results, '--max-games', '100000', '--elo1', '0.1', quick, patient],
        { cwd },
      );
      const lines = () =>
        existsSync(join(cwd, results)) && readFileSync(join(cwd, results), 'utf8').split('\n').length > 4;
      await until(lines, () => `four games: ${host.stderr}`);
      host.child.kill(signal);
      const outcome = await host.ended;
      t.equal(outcome.status, status, outcome.stderr);
      t.match(outcome.stdout, /^games +\d+: won \d+/m);
      t.same(carriers(host.marker), []);
    }
  },
);

const mistakes: [words: string[], says: RegExp][] = [
  [['compare'], /compare: expected a game, .* and then two players.*; got nothing/],
  [['compare', 'chess', 'a', 'b'], /compare: expected a game, .*; got "chess"/],
  [['compare', 'boggle', './new'], /compare: expected two players, NEW and OLD; got 1/],
  [['compare', 'boggle', '--games', '3', 'a', 'b'], /--games: expected an even number.*; got 3/],
  [
    ['compare', 'boggle', '--games', '4', '--elo1', '5', 'a', 'b'],
    /--games and --elo1: expected one of them/,
  ],
  [['compare', 'boggle', '--elo0', '5', '--elo1', '5', 'a', 'b'], /expected elo0 below elo1/],
  [
    ['compare', 'bananagrams', '--model', 'margin', 'a', 'b'],
    /--model margin: expected a game with points, which bananagrams has not/,
  ],
  [
    ['compare', 'boggle', '--results', 'notes.txt', 'a', 'b'],
    /--results notes\.txt cannot be used: .*no file of results/,
  ],
  [['compare', 'boggle', '--mirrored', 'a', 'b'], /--mirrored/],
];
for (const [words, says] of mistakes)
  t.test(words.join(' '), async (t) => t.match(await say(words, { cwd }), { status: 2, stderr: says }));
