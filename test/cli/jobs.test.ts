import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { say } from './in-process.ts';
import { letterA } from './letter-a.ts';
import { type Outcome, resultsOf, run } from './wordhost.ts';

const cwd = t.testdir(letterA);
const passes = 'echo ready; while read -r line; do case $line in turn*) echo pass;; esac; done';
const turns = ['scrabble', '--seed', '7', '--dictionary', 'words.txt'];

interface Numbered {
  readonly number: number;
}

/** What a game came to, without its id and what is measured. */
function cameTo(outcome: Outcome): object[] {
  const results = resultsOf(outcome) as (ReturnType<typeof resultsOf>[number] & Numbered)[];
  return results
    .map(({ id, startedAt, ms, loopDelayMs, overloaded, players, ...same }) => ({
      ...same,
      players: players.map(({ thinkMs, cpuMs, waitMs, maxRssKb, exit, ...player }) => player),
    }))
    .sort((one, other) => one.number - other.number);
}

t.test('a turn game has the same result whatever --jobs is', async (t) => {
  const series = [...turns, '--games', '8', '--json', '--record'];
  const play = (jobs: string) => run([...series, `games-${jobs}`, '--jobs', jobs, passes, passes], { cwd });
  const one = await play('1');
  t.equal(one.status, 0, one.stderr);
  t.same(
    cameTo(one).map((game) => (game as unknown as Numbered).number),
    [1, 2, 3, 4, 5, 6, 7, 8],
  );
  for (const jobs of ['2', '4']) {
    const several = await play(jobs);
    t.equal(several.status, 0, several.stderr);
    t.same(cameTo(several), cameTo(one), `--jobs ${jobs}`);
    t.equal(readdirSync(join(cwd, `games-${jobs}`)).length, 8);
  }
  const [record = ''] = readdirSync(join(cwd, 'games-4'));
  const verified = await run(['replay', '--verify', join('games-4', record)], { cwd });
  t.match(verified, { status: 0, stdout: /: right\. / });
});

t.test('a comparison counts games in the order of their numbers', async (t) => {
  const compared = async (jobs: string) => {
    const words = ['--games', '8', '--json', '--jobs', jobs, '--results', `${jobs}.jsonl`, passes, passes];
    const { stdout, status, stderr } = await run(['compare', ...turns, ...words], { cwd });
    t.equal(status, 0, stderr);
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

const forfeits = passes.replace('pass', 'forfeit');

t.test('games beyond the decision are ended, and not counted', async (t) => {
  const decided = async (jobs: string) => {
    const words = ['--elo1', '400', '--json', '--jobs', jobs, passes, forfeits];
    const { stdout, status, stderr } = await run(['compare', ...turns, ...words], { cwd });
    t.equal(status, 0, stderr);
    const { seconds, ...line } = JSON.parse(stdout);
    return line;
  };
  const alone = await decided('1');
  t.match(alone, { verdict: 'better', lost: 0 });
  t.same(await decided('4'), alone);
});

const offends =
  'echo ready; while read -r line; do case $line in turn*) echo; echo "?!" >&2; echo "?!";; esac; done';

t.test('what an offender said is shown, wherever its game was played', async (t) => {
  const { status, stderr } = await run([...turns, '--games', '2', '--jobs', '2', offends, passes], { cwd });
  t.equal(status, 1);
  t.match(stderr, /player 1 .*[\s\S]*\?![\s\S]*to record and replay it: wordhost scrabble/);
});

t.test('--jobs', async (t) => {
  const mistakes: [words: string[], says: RegExp][] = [
    [['--jobs', '0'], /--jobs: expected a whole number from 1 to 1000, or auto; got "0"/],
    [['--jobs', 'many'], /--jobs: expected .*, or auto; got "many"/],
    [['--jobs', '2', '--trace'], /--jobs 2: --trace shows .*: expected --jobs 1 with it/],
  ];
  for (const [words, says] of mistakes)
    t.match(await say(['scrabble', '--games', '9', ...words, 'a', 'b'], { cwd }), {
      status: 2,
      stderr: says,
    });
});
