import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { resultsOf, run } from './wordhost.ts';

const cwd = t.testdir(letterA);
const last = [...letterAOptions, '--bunch', 'last-bunch'];
const named = ['--name', 'Ada', '--name', 'Ben'];
const three = [...last, '--games', '3', ...named, quick, patient];

t.test('with --games everybody moves on by one seat after each game', async (t) => {
  const outcome = await run(['--json', ...three], { cwd });
  t.equal(outcome.status, 0, outcome.stderr);
  const seats = resultsOf(outcome).map(({ winner, players }) => ({
    winner,
    entries: players.map(({ entry, name }) => `${entry} ${name}`),
  }));
  t.same(seats, [
    { winner: 1, entries: ['1 Ada', '2 Ben'] },
    { winner: 2, entries: ['2 Ben', '1 Ada'] },
    { winner: 1, entries: ['1 Ada', '2 Ben'] },
  ]);
});

t.test('--no-rotate leaves them where they are', async (t) => {
  const outcome = await run(['--json', '--no-rotate', ...three], { cwd });
  t.same(
    resultsOf(outcome).map(({ winner }) => winner),
    [1, 1, 1],
  );
});

t.test('each game has its own seed, printed, and is played again with it', async (t) => {
  const stand = ['--json', '--stall', '1ms', '--dictionary', 'words.txt'];
  const deals = async (args: readonly string[], folder: string) => {
    const outcome = await run([...stand, '--record', folder, ...args, patient, patient], { cwd });
    const results = resultsOf(outcome);
    const texts = results.map(({ id }) => readFileSync(join(cwd, folder, `${id}.jsonl`), 'utf8'));
    const hands = texts.map((text) =>
      [...text.matchAll(/"text":"([A-Z]+)\."/g)]
        .map(([, hand]) => hand)
        .sort()
        .join(),
    );
    return { seeds: results.map(({ seed }) => seed), hands, stderr: outcome.stderr };
  };
  const first = await deals(['--seed', 'spring', '--games', '2'], 'first');
  const again = await deals(['--seed', 'spring', '--games', '2'], 'again');
  t.same(again.seeds, first.seeds);
  t.same(again.hands, first.hands, 'the same seed, the same deals');
  t.match(first.stderr, /2 games, seed spring/);
  t.not(first.seeds[0], first.seeds[1]);
  t.not(first.hands[0], first.hands[1]);
  const single = await deals(['--seed', first.seeds[1]!], 'single');
  t.same(single.hands, [first.hands[1]], 'the second alone');
  t.equal(readdirSync(join(cwd, 'first')).length, 2);
  t.not((await deals([], 'drawn')).seeds[0], (await deals([], 'drawn')).seeds[0], 'else a seed is drawn');
});

t.test('standings, by the place on the command line', async (t) => {
  const { stdout } = await run(three, { cwd });
  t.match(stdout, /^game 1: player 1 \(Ada\) has won: the bunch is empty .*seed \w+\)$/m);
  t.match(stdout, /^game 2: player 1 \(Ada\) has won/m);
  t.match(stdout, /^3 games\n +player +won +drawn +lost +out +share\n/m);
  t.match(stdout, /^ +Ada +3 +0 +0 +0 +100\.0%$/m);
  t.match(stdout, /^ +Ben +0 +0 +3 +0 +0\.0%$/m);
});

t.test('--require', async (t) => {
  const meet = async (...conditions: string[]) =>
    await run([...conditions.flatMap((condition) => ['--require', condition]), '--quiet', ...three], { cwd });

  t.test('what holds leaves the status as it is', async (t) => {
    const { status, stderr } = await meet(
      'games.1>=55%',
      'games.2=0',
      'offences=0',
      'winner=1',
      'peels.1>=1',
    );
    t.match({ status, stderr }, { status: 0, stderr: '' });
  });

  t.test('what does not hold is said, each, and the status is 1', async (t) => {
    const { status, stderr } = await meet(
      'games.2>=55%',
      'winner=2',
      'offences.1>0',
      'peels.2>0',
      'winner=1',
    );
    t.equal(status, 1);
    t.match(stderr, /--require games\.2>=55% does not hold: it was 0% of 3 games/);
    t.match(stderr, /--require winner=2 does not hold: it was 1 in game 1/);
    t.match(stderr, /--require offences\.1>0 does not hold: it was 0 of 3 games/);
    t.match(stderr, /--require peels\.2>0 does not hold: it was 0 in game 1/);
    t.notMatch(stderr, /winner=1 does not/);
  });
});

t.test('the exit status is the worst of all games', async (t) => {
  const once = `if mkdir once 2>/dev/null; then printf x; else ${quick}; fi`;
  const outcome = await run([...last, '--games', '2', '--json', once, patient], { cwd });
  t.equal(outcome.status, 1);
  t.match(resultsOf(outcome), [{ players: [{ outcome: 'offender' }, {}] }, { outcome: 'won', winner: 2 }]);
});

t.test('the players of the next game are started while those of the last one end', async (t) => {
  const slow = (log: string, seconds: number) =>
    `trap 'sleep ${seconds}; echo end >>${log}; exit' TERM; echo start >>${log}; printf r; while :; do sleep 0.1; done`;
  const told = async (log: string, seconds: number, ...options: string[]) => {
    const outcome = await run(
      [
        '--json',
        '--grace',
        '2m',
        '--no-rotate',
        ...options,
        ...last,
        '--games',
        '3',
        '--seed',
        'x',
        quick,
        slow(log, seconds),
      ],
      { cwd },
    );
    t.equal(outcome.status, 0, outcome.stderr);
    const results = resultsOf(outcome);
    t.same(
      results.map(({ winner }) => winner),
      [1, 1, 1],
    );
    return { log: readFileSync(join(cwd, log), 'utf8').split('\n'), seeds: results.map(({ seed }) => seed) };
  };
  const overlapping = await told('overlapping', 3);
  const oneByOne = await told('one-by-one', 0.1, '--no-overlap');
  t.same(overlapping.log.slice(0, 3), ['start', 'start', 'start']);
  t.same(oneByOne.log, ['start', 'end', 'start', 'end', 'start', 'end', '']);
  t.same(overlapping.seeds, oneByOne.seeds, 'each game has its seed, in order');
  t.equal(overlapping.log.filter((line) => line === 'end').length, 3, 'all end');
});

t.test('--quiet keeps the table of a series, and --standings writes it for programs', async (t) => {
  const outcome = await run(['--quiet', '--standings', 'standings.json', ...three], { cwd });
  t.match(outcome, { status: 0, stderr: '' });
  t.match(
    outcome.stdout,
    /^3 games\n {2}player +won .*\n {2}Ada .*\n {2}Ben .*\n\n {2}player +peels +thinking an answer\n/m,
  );
  const standings = JSON.parse(readFileSync(join(cwd, 'standings.json'), 'utf8'));
  t.match(standings, { wordhost: 1, game: 'bananagrams', figure: 'peels', games: 3 });
  t.match(standings.players, [
    { entry: 1, name: 'Ada', won: 3, share: 1 },
    { entry: 2, name: 'Ben', won: 0, share: 0 },
  ]);
});

t.test('--standings writes over no file of something else', async (t) => {
  const outcome = await run(['--standings', 'words.txt', ...three], { cwd });
  t.match(outcome, {
    status: 2,
    stderr: /^wordhost: --standings words\.txt cannot be used: it is there and is no file of standings/,
  });
  const nowhere = await run(['--standings', 'no/such/folder', ...three], { cwd });
  t.match(nowhere, {
    status: 2,
    stderr: /--standings no\/such\/folder cannot be used: there is no such file or folder/,
  });
});
