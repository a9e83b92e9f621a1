import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { without } from '../support/without.ts';
import { readJunit } from '../views/reports/consumers.ts';
import { letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { resultsOf, run, start, succeed, until } from './wordhost.ts';

t.test('series', async (t) => {
  const cwd = t.testdir(letterA);
  const last = [...letterAOptions, '--bunch', 'last-bunch'];
  const named = ['--name', 'Ada', '--name', 'Ben'];
  const three = [...last, '--games', '3', ...named, quick, patient];

  t.test('--no-rotate leaves them where they are', async (t) => {
    const outcome = await run(['--json', '--no-rotate', ...three], { cwd });
    t.same(
      resultsOf(outcome).map(({ winner }) => winner),
      [1, 1, 1],
    );
  });

  t.test('the players of the next game are started while those of the last one end', async (t) => {
    const slow = (log: string, seconds: number) =>
      `trap 'sleep ${seconds}; echo end >>${log}; exit' TERM; echo start >>${log}; printf r; while :; do sleep 0.1; done`;
    const told = async (log: string, seconds: number, ...options: string[]) => {
      const outcome = await succeed(
        t,
        [
          ...'--json --grace 2m --no-rotate'.split(' '),
          ...options,
          ...last,
          ...'--games 3 --seed x'.split(' '),
          quick,
          slow(log, seconds),
        ],
        { cwd },
      );
      const results = resultsOf(outcome);
      t.same(
        results.map(({ winner }) => winner),
        [1, 1, 1],
      );
      return {
        log: readFileSync(join(cwd, log), 'utf8').split('\n'),
        seeds: results.map(({ seed }) => seed),
      };
    };
    const overlapping = await told('overlapping', 3);
    const oneByOne = await told('one-by-one', 0.1, '--no-overlap');
    t.same(overlapping.log.slice(0, 3), ['start', 'start', 'start']);
    t.same(oneByOne.log, ['start', 'end', 'start', 'end', 'start', 'end', '']);
    t.same(overlapping.seeds, oneByOne.seeds, 'each game has its seed, in order');
    t.equal(overlapping.log.filter((line) => line === 'end').length, 3, 'all end');
  });
});

t.test('jobs', async (t) => {
  const cwd = t.testdir(letterA);
  const passes = 'echo ready; while read -r line; do case $line in turn*) echo pass;; esac; done';
  const turns = ['scrabble', '--seed', '7', '--dictionary', 'words.txt'];

  const forfeits = passes.replace('pass', 'forfeit');

  t.test('games beyond the decision are ended, and not counted', async (t) => {
    const decided = async (jobs: string, ...test: string[]) => {
      const words = [...test, '--json', '--jobs', jobs, passes, forfeits];
      const { stdout } = await succeed(t, ['compare', ...turns, ...words], { cwd });
      const { seconds, ...line } = JSON.parse(stdout);
      return line;
    };
    for (const test of [[], ['--elo1', '400']]) {
      const alone = await decided('1', ...test);
      t.match(alone, { verdict: 'better', lost: 0 });
      t.same(await decided('4', ...test), alone);
    }
  });
});

t.test('reports', async (t) => {
  const cwd = t.testdir({ ...letterA, 'notes.xml': '<notes/>\n', 'notes.md': '## wordhost is good\n' });
  const game = [...letterAOptions, '--bunch', 'last-bunch', '--seed', '1'];
  const text = (file: string) => readFileSync(join(cwd, file), 'utf8');
  const python = { skip: without('python3') };

  t.test(
    'interrupted: the games that are over are in the reports, and the records of good ones are gone',
    python,
    async (t) => {
      const first = `if mkdir first; then ${quick}; else touch second; ${patient}; fi`;
      const files = ['--junit', 'part.xml', '--record-bad', 'part', '--require', 'winner=1'];
      const series = [...game, '--no-rotate', '--games', '5', '--no-overlap', ...files];
      const host = start([...series, first, patient], { cwd });
      await until(() => existsSync(join(cwd, 'second')), host);
      host.child.kill('SIGTERM');
      t.equal((await host.ended).status, 143);
      const { faults, suites } = readJunit(text('part.xml'));
      t.same(faults, []);
      t.match(suites[0]!.cases, [
        { name: /^game 1: /, problem: null },
        { name: /^game 2: /, problem: { is: 'skipped', message: 'it was interrupted' } },
        { name: 'games not played: 3 of 5', problem: { is: 'skipped' } },
        { name: '--require winner=1', problem: { is: 'skipped', message: 'the run was interrupted' } },
      ]);
      t.same(readdirSync(join(cwd, 'part')), []);
    },
  );
});

t.test('series', async (t) => {
  const cwd = t.testdir(letterA);

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
});

t.test('jobs', async (t) => {
  const cwd = t.testdir(letterA);
  const passes = 'echo ready; while read -r line; do case $line in turn*) echo pass;; esac; done';
  const turns = ['scrabble', '--seed', '7', '--dictionary', 'words.txt'];

  t.test('a comparison counts games in the order of their numbers', async (t) => {
    const compared = async (jobs: string) => {
      const words = ['--games', '8', '--json', '--jobs', jobs, '--results', `${jobs}.jsonl`, passes, passes];
      const { stdout } = await succeed(t, ['compare', ...turns, ...words], { cwd });
      const lines = readFileSync(join(cwd, `${jobs}.jsonl`), 'utf8')
        .trim()
        .split('\n');
      t.same(
        lines.map((line) => JSON.parse(line).number),
        [1, 2, 3, 4, 5, 6, 7, 8],
      );
      const { seconds, ...line } = JSON.parse(stdout);
      return line;
    };
    t.same(await compared('3'), await compared('1'));
  });

  const offends =
    'echo ready; while read -r line; do case $line in turn*) echo; echo "?!" >&2; echo "?!";; esac; done';

  t.test('what an offender said is shown, wherever its game was played', async (t) => {
    const { status, stderr } = await run([...turns, '--games', '2', '--jobs', '2', offends, passes], { cwd });
    t.equal(status, 1);
    t.match(stderr, /player 1 .*[\s\S]*\?![\s\S]*record.*replay.*: wordhost scrabble/);
  });
});
