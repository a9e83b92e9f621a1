import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { environmentOf, witness } from './witness.ts';
import { resultsOf, run, withoutTerminal } from './wordhost.ts';

t.test('options', async (t) => {
  const stalling = ['--stall', '50ms', '--json'];

  t.test('PYTHONUNBUFFERED is left as it is where it is set', async (t) => {
    const cwd = t.testdir(letterA);
    await run([...letterAOptions, ...stalling, witness], { cwd, env: { PYTHONUNBUFFERED: 'no' } });
    t.equal(environmentOf(cwd, 1).PYTHONUNBUFFERED, 'no');
  });

  t.test('--cwd and --shell', async (t) => {
    const cwd = t.testdir({ ...letterA, there: {} });
    await run([...letterAOptions, ...stalling, '--cwd', 'there', witness], { cwd });
    t.ok(existsSync(join(cwd, 'there', 'env.1')), 'players start in that folder');
    const { status, stderr } = await run([...letterAOptions, ...stalling, '--shell', '/no/shell', patient], {
      cwd,
    });
    t.not(status, 0);
    t.match(stderr, /\/no\/shell/);
  });

  t.test('what is shown', async (t) => {
    const cwd = t.testdir(letterA);
    const last = [...letterAOptions, '--bunch', 'last-bunch'];

    t.test('a summary with the grid of the winner, and no colour in a pipe', async (t) => {
      const { stdout, stderr } = await run([...last, quick, patient], { cwd });
      t.match(stdout, /^player 1 .* has won: the bunch is empty$/m);
      t.match(stdout, /^ +A ?A ?A/m);
      t.notMatch(stdout + stderr, '\x1b');
    });

    t.test('--trace shows the conversation on standard error, as it happens', async (t) => {
      const { stdout, stderr } = await run([...last, '--trace', '--json', quick, patient], { cwd });
      t.match(stderr, /> r\b[\s\S]*< AAA\.[\s\S]*> p003001AAA/);
      t.match(stdout, /^\{.*\}\n$/);
    });

    t.test('a flag can be said to be true or false', async (t) => {
      const shown = async (word: string) => (await run([...last, word, quick, patient], { cwd })).stdout[0];
      t.equal(await shown('--json=true'), '{');
      t.equal(await shown('--json=1'), '{');
      t.equal(await shown('--json=false'), 'p');
      t.equal(await shown('--no-json'), 'p');
    });

    t.test('a name that is no plain text is shown on one line, and is in the result as it is', async (t) => {
      const name = 'A\x1b[31md\na';
      const { stdout } = await run([...last, '--name', name, quick, patient], { cwd });
      t.match(stdout, /^player 1 \(A\\x1b\[31md\\na\) has won/);
      const json = await run([...last, '--json', '--name', name, quick, patient], { cwd });
      t.equal(resultsOf(json)[0]!.players[0]!.name, name);
    });

    t.test('--quiet keeps the results and the errors', async (t) => {
      const { stderr, status } = await run([...last, '--quiet', quick, patient], { cwd });
      t.match({ status, stderr }, { status: 0, stderr: '' });
      const wrong = await run([...letterAOptions, '--quiet', quick.replace('AAA', 'AAB'), patient], { cwd });
      t.match(wrong.stderr, /illegal/);
    });

    t.test('on a terminal it has colors; NO_COLOR stops it', { skip: withoutTerminal }, async (t) => {
      const shown = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
        const { stdout } = await run([...last, ...args, quick, patient], {
          cwd,
          env: { TERM: 'xterm', ...env },
          terminal: true,
        });
        t.match(stdout, /has won:\s+the bunch is empty/);
        return { coloured: stdout.includes('\x1b[') };
      };
      t.same(await shown([]), { coloured: true });
      t.same(await shown(['--no-color']), { coloured: false });
      t.same(await shown([], { NO_COLOR: '1' }), { coloured: false });
    });
  });

  t.test('a reader that goes, as in `wordhost … | head -1`, ends the run in order', async (t) => {
    const cwd = t.testdir(letterA);
    const games = [...letterAOptions, '--json', '--games', '5000', '--bunch', 'last-bunch', quick, patient];
    const { stdout, stderr, ms } = await run(games, { cwd, before: ['sh', '-c', '"$@" | head -1', 'sh'] });
    t.equal(stdout.split('\n').length, 2, 'one line was read');
    t.ok(ms < 60_000, `5,000 games were not played: ${Math.round(ms)} ms`);
    t.notMatch(stderr, /bug in wordhost|EPIPE/);
  });

  t.test(
    'results that cannot be written are no success',
    { skip: existsSync('/dev/full') ? false : 'no /dev/full' },
    async (t) => {
      const cwd = t.testdir(letterA);
      const game = [...letterAOptions, '--json', '--bunch', 'last-bunch', quick, patient];
      const { status, stderr } = await run(game, { cwd, before: ['sh', '-c', '"$@" >/dev/full', 'sh'] });
      t.equal(status, 3);
      t.match(stderr, /cannot write to standard output; results are lost: .*its disk is full/);
      const kept = ['compare', 'bananagrams', ...letterAOptions, '--bunch', 'last-bunch', '--games', '2'];
      const compared = [...kept, '--store', 'all.db', quick, patient];
      for (const words of [compared, ['report', 'all.db'], ['store', 'export', '--results', '-', 'all.db']]) {
        const full = await run(words, { cwd, before: ['sh', '-c', '"$@" >/dev/full', 'sh'] });
        t.equal(full.status, 3, words.join(' '));
        t.notMatch(full.stderr, /results are lost/);
        t.match(
          full.stderr,
          /cannot write to standard output: its disk is full.*\. No result is lost: .*games.*saved.*\.db$/m,
        );
      }
    },
  );

  t.test('notes that nobody can read do not end a game', async (t) => {
    const cwd = t.testdir(letterA);
    const game = [...letterAOptions, '--json', '--trace', '--bunch', 'last-bunch', quick, patient];
    const { status, stdout } = await run(game, {
      cwd,
      before: ['sh', '-c', 'exec 3>&1; { "$@" 2>&1 >&3; echo $? >status; } | true', 'sh'],
    });
    t.equal(status, 0);
    t.match(resultsOf({ stdout })[0], { outcome: 'won' });
    t.equal(readFileSync(join(cwd, 'status'), 'utf8'), '0\n');
  });

  t.test('a player of a host that has no PATH finds what a shell without one finds', async (t) => {
    const player = 'cat /dev/null && sleep 0 && echo found >&2';
    const { stderr } = await run(['--stderr', 'inherit', '--ready-timeout', '5s', player, player], {
      before: ['env', '-u', 'PATH'],
    });
    t.match(stderr, /^(?:.*\| )?found$/m);
  });
});
