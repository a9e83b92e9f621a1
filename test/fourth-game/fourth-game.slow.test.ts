import { join } from 'node:path';
import t from 'tap';
import { run as runHost } from '../cli/wordhost.ts';
import { compiledSources } from '../support/caches.ts';

t.test('guessing', async (t) => {
  const flags = ['--conditions=wordhost-source', '--disable-warning=ExperimentalWarning'];
  const host = [process.execPath, ...flags, join(import.meta.dirname, 'main.ts')];
  const cwd = t.testdir({});
  // A number that is drawn could be guessed before the other has its turn.
  const env = { ...compiledSources, WORDHOST_OPT_SEED: '1' };
  const run = (args: readonly string[]) => runHost(args, { cwd, host, env });

  const bot = (manner = 'right') =>
    `exec '${process.execPath}' '${join(import.meta.dirname, 'bots', 'javascript', 'bot.mjs')}' ${manner}`;
  const two = ['--name', 'Ada', '--name', 'Ben', bot(), bot()];

  t.test('It is played in series, with a line for each game and standings', async (t) => {
    const { status, stdout, stderr } = await run(['guessing', '--games', '2', '--seed', '1', ...two]);
    t.equal(status, 0, stderr);
    t.match(stdout, /game 1: player \d \(\w+\) has won: the number was guessed.*\ngame 2: .+\n/);
    t.match(stdout, /\n2 games\n +player +won +drawn +lost +out +share\n/);
  });

  const faults = [
    ['outside', /illegal \(range\): expected a number from 1 to 100; got 101/],
    ['words', /protocol \(line\): expected a number; got "fifty"/],
    ['silent', /time \(turn\): its turn has run out/],
  ] as const;

  for (const [manner, said] of faults)
    t.test(`A player that is ${manner} is out, and the report says why`, async (t) => {
      const { status, stdout, stderr } = await run([
        'guessing',
        '--timeout',
        manner === 'silent' ? '3s' : '60s',
        bot(),
        bot(manner),
      ]);
      t.equal(status, 1);
      t.match(stdout, /has won: the only player left/);
      t.match(stderr, said);
    });

  t.test('While it is played, it can be seen and heard', async (t) => {
    const { stderr } = await run(['guessing', '--seed', '1', '--view', '--trace', '--json', ...two]);
    t.match(stderr, /s {2}1 Ada guesses 50: lower\n/);
    t.match(stderr, /1 < range 1 100\\n/);
  });
});
