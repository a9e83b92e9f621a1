import t from 'tap';
import { run, start, until, withoutTerminal } from './wordhost.ts';

const cwd = t.testdir({});
const reads = 'cat > /dev/null';

t.test(
  'Players that hold a game up are reported as offenders are, with what they may have overlooked',
  async (t) => {
    const stalled = await run(['--stall', '100ms', '--seed', '1', `printf n; echo hm >&2; ${reads}`], {
      cwd,
    });
    t.equal(stalled.status, 1);
    t.match(
      stalled.stderr,
      /player 1 \(.*\): was ready, and wrote nothing in the \d+ ms of the game after that\n.* > n\n.* < [A-Z]+\.\n/,
    );
    t.match(stalled.stderr, / {2}it used \d\.\d s of processor.*\n {2}it may read lines: .*full stop/);
    t.match(stalled.stderr, / {2}\| hm\n/);
  },
);

t.test('Timeouts are told: once at length, and in the line of each game of a series', async (t) => {
  const turns = ['--timeout', '20ms', '--margin', '0', '--max-turns', '2', '--seed', '1'];
  const series = ['scrabble', ...turns, '--games', '2', `echo ready; ${reads}`];
  const outcome = await run(series, { cwd });
  const told = 'ran out of time in 2 of 2 turns (20 ms each)';
  t.equal(outcome.stdout.split(`; player 1 (${series.at(-1)}): ${told}`).length, 3, outcome.stdout);
  t.equal(outcome.stderr.split(`): ${told}\n`).length, 2, outcome.stderr);
  const quiet = await run([...series, '--quiet'], { cwd });
  t.notMatch(quiet.stderr, 'ran out of time');
});

t.test('A terminal says for whom a game waits, while it lasts', { skip: withoutTerminal }, async (t) => {
  const host = start(['--name', 'Ada', '--stall', '20s', `printf n; ${reads}`], { cwd, terminal: true });
  await until(
    () => /no player has written anything for \d+\.\d s/.test(host.stdout),
    () => `the line of silence in ${host.stdout}`,
  );
  host.child.stdin!.write('\x03');
  const { stdout } = await host.ended;
  const after = stdout.slice(stdout.lastIndexOf('no player has written'));
  const removed = after.indexOf('\r\x1b[K');
  t.ok(removed > 0 && removed < after.indexOf('no winner: interrupted'), 'the line is removed at the end');
});
