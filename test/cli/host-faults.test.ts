import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { say } from './in-process.ts';
import { carriers, run, start, until } from './wordhost.ts';

const winner = 'echo ready; while read line; do test "$line" = start && echo done; done';
const boggle = ['boggle', '--quiet', '--seed', '1', '--sandbox', 'off'];
const played = [...boggle, '--json', winner];
const redirected = (redirection: string) => ['/bin/sh', '-c', `exec "$@" ${redirection}`, 'sh'];

t.test('A working directory that was deleted is said, with what to do', async (t) => {
  const gone = ['/bin/sh', '-c', 'mkdir gone && cd gone && rmdir ../gone && exec "$@"', 'sh'];
  for (const args of [played, ['judge', '--help'], ['lexicon', 'info', 'english']])
    t.match(await run(args, { cwd: t.testdir({}), before: gone }), {
      status: 2,
      stdout: '',
      stderr: /^wordhost: the working directory is not there any more: .* Go to one that is there \(cd\)/,
    });
});

t.test('A working directory whose name is not UTF-8 is said, and no player is to blame', async (t) => {
  const odd = ['/bin/sh', '-c', 'cd "$(printf "caf\\351")" && exec "$@"', 'sh'];
  const cwd = t.testdir({});
  spawnSync('/bin/sh', ['-c', 'mkdir "$(printf "caf\\351")"'], { cwd });
  for (const sandbox of ['off', 'auto', 'strict'])
    t.match(await run(['boggle', '--json', '--sandbox', sandbox, winner], { cwd, before: odd }), {
      status: 2,
      stdout: '',
      stderr:
        /^wordhost: the working directory cannot be used: its name is not UTF-8 \(.*\).* Rename it, or call wordhost from another/,
    });
  t.match(await run(['judge', 'boggle', '--board', 'CATS', 'CAT'], { cwd, before: odd }), { status: 0 });
  // What removes this folder afterwards knows no such names.
  rmSync(cwd, { recursive: true });
  mkdirSync(cwd);
});

t.test('Results that nobody reads are not lost in silence', async (t) => {
  const cwd = t.testdir({});
  const unread = ['/bin/bash', '-c', 'set -o pipefail; "$@" | true', 'bash'];
  for (let round = 0; round < 5; round++)
    t.match(await run([...boggle, '--json', `sleep 0.3; ${winner}`], { cwd, before: unread }), {
      status: 141,
    });
  t.match(await run([...boggle, `sleep 0.3; ${winner}`], { cwd, before: unread }), { status: 141 });
});

t.test('Results that cannot be written are a failure of the host', async (t) => {
  const full = redirected('>/dev/full');
  for (const args of [played, [...boggle, winner], ['judge', '--help'], ['--version']])
    t.match(await run(args, { cwd: t.testdir({}), before: full }), {
      status: 3,
      stderr: /wordhost: standard output could not be written.*its disk is full/s,
    });
  const cwd = t.testdir({});
  const reports = ['--junit', 'games.xml', '--markdown', 'games.md', '--standings', 'games.json'];
  const { status, stderr } = await run([...played, ...reports], { cwd, before: full });
  t.equal(status, 3);
  t.equal(stderr.split('could not be written').length, 2, 'once');
  t.match(readFileSync(join(cwd, 'games.xml'), 'utf8'), /<\/testsuites>\n$/);
  t.match(readFileSync(join(cwd, 'games.md'), 'utf8'), /boggle/);
});

t.test(
  '--json with a closed standard output is refused before anything starts',
  { skip: !hasProc && 'no /proc' },
  async (t) => {
    const cwd = t.testdir({});
    const outcome = await run([...boggle, '--json', `touch started; ${winner}`], {
      cwd,
      before: redirected('>&-'),
    });
    t.match(outcome, {
      status: 2,
      stderr: /^wordhost: --json: standard output is closed, and results are printed there\. Let it go to/,
    });
    t.same(readdirSync(cwd), []);
    t.match(
      await run(played, { cwd, before: redirected('>/dev/null') }),
      { status: 0, stderr: '' },
      'which is meant',
    );
    t.match(await run([...boggle, winner], { cwd, before: redirected('>&-') }), { status: 0 });
  },
);

t.test('A file without an end is read no further than such files go', async (t) => {
  const cwd = t.testdir({});
  for (const [args, what] of [
    [
      ['boggle', '--config', '/dev/zero', winner],
      '--config: cannot read /dev/zero: expected at most 4194304 bytes',
    ],
    [['boggle', '--board', '/dev/zero', winner], '--board: cannot read /dev/zero: expected at most'],
    [['scrabble', '--tiles', '/dev/random', winner], '--tiles: cannot read /dev/random: expected at most'],
    [['scrabble', '--board', '/dev/zero', winner], '/dev/zero'],
    [['judge', 'boggle', '--board', '/dev/zero', 'CAT'], '--board: cannot read /dev/zero: expected at most'],
  ] as const) {
    const outcome = await say(args, { cwd });
    t.equal(outcome.status, 2, outcome.stderr);
    t.match(outcome.stderr, what);
  }
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
  const readers = [
    [
      ['lexicon', 'info', 'pipe'],
      'pipe: the file could not be read: it gave nothing for 3 s and did not end',
    ],
    [['boggle', '--config', 'pipe', winner], '--config: cannot read pipe: it gave nothing for 3 s'],
    [['replay', 'pipe'], 'pipe: it gave nothing for 3 s and did not end. Expected: a regular file'],
  ] as const;
  await sideBySide(readers.length, readers, async ([args, what]) => {
    t.match(await run(args, { cwd }), { status: 2, stdout: '', stderr: what });
  });
  const yes = ['/bin/bash', '-c', 'exec "$@" --dictionary <(yes CAT)', 'bash'];
  const outcome = await run([...played], { cwd, before: yes });
  t.match(outcome, { status: 2, stderr: /a word list has at most 268435456\. Give a smaller list/ });
});

t.test('A record cannot lie in what is no folder', async (t) => {
  const cwd = t.testdir({ file: '' });
  for (const place of ['file', '/dev/full', '/proc/nowhere', '/proc/self/nowhere', '/sys/nowhere'])
    for (const option of ['--record', '--stderr']) {
      const outcome = await say([...boggle, option, place, winner], { cwd });
      t.match(outcome, { status: 2, stdout: '' }, `${option} ${place}`);
      t.match(outcome.stderr, `wordhost: ${option} ${place} cannot be used: `);
    }
});

const strict = await probeSandbox('strict');
t.test(
  'Without any place for a cache or temporary files, strict is kept all the same',
  { skip: 'problem' in strict && strict.problem },
  async (t) => {
    const env = { XDG_CACHE_HOME: '/proc/nowhere', TMPDIR: '/proc/nowhere', HOME: '/proc/nowhere' };
    const options = { cwd: t.testdir({}), env };
    const outcome = await run(['boggle', '--json', '--sandbox', 'strict', winner], options);
    t.match(outcome, { status: 0, stderr: /its own command is not on the PATH of players/ });
    t.match(JSON.parse(outcome.stdout), { sandbox: 'strict' });
    t.match(await run(['boggle', '--json', 'wordhost player boggle'], options), {
      status: 3,
      stdout: '',
      stderr: /its own command is not on the PATH of players: .* Set XDG_CACHE_HOME or TMPDIR to one/,
    });
  },
);

t.test(
  'strict is kept with lower hard limits than its own',
  { skip: 'problem' in strict ? strict.problem : false },
  async (t) => {
    const cwd = t.testdir({});
    const isRoot = process.getuid?.() === 0;
    const lower = 'ulimit -n 255; ulimit -i 200; ulimit -f 1000; exec "$@"';
    const somebody = isRoot ? ['setpriv', '--reuid=64997', '--regid=64997', '--clear-groups'] : [];
    const look = 'echo ready; echo "$(ulimit -Hn) $(ulimit -Hf)" >&2; exit 3';
    const before = ['bash', '-c', lower, 'bash', ...somebody];
    const caches = join(cwd, '..', 'nobodys');
    const env = { XDG_CACHE_HOME: caches, TMPDIR: '/tmp' };
    const { stderr } = await run(['boggle', '--sandbox', 'strict', '--stderr', 'inherit', '--quiet', look], {
      cwd,
      before,
      env,
    });
    t.match(stderr, / 255 (1000|2000)$/m);
  },
);

for (const [signals, status] of [
  [['SIGQUIT'], 131],
  [['SIGINT', 'SIGINT'], 130],
  [['SIGTERM', 'SIGINT'], 130],
] as const)
  for (const sandbox of ['auto', 'strict', 'process', 'off'] as const) {
    const tried = await probeSandbox(sandbox);
    const skip = 'problem' in tried && tried.problem;
    t.test(`${signals.join(' and ')} leave nothing behind: ${sandbox}`, { skip }, async (t) => {
      const cwd = t.testdir({ tmp: {}, bots: {} });
      const tmp = join(cwd, 'tmp');
      // No cache: what is kept for this run alone lies in TMPDIR.
      const env = { XDG_CACHE_HOME: '/proc/nowhere', TMPDIR: tmp };
      const player = `trap '' TERM; ${winner.replace('echo done', 'echo playing >&2')}; while :; do sleep 0.1; done`;
      const args = ['boggle', '--sandbox', sandbox, '--grace', '5s', '--stderr', 'inherit', player, player];
      const running = start(args, { cwd: join(cwd, 'bots'), env });
      await until(
        () => running.stderr.split('playing\n').length > 2,
        () => `the start: ${running.stderr}`,
      );
      // Node would open its debugger, which stops the game for whoever asks it to.
      running.child.kill('SIGUSR1');
      for (const signal of signals) {
        running.child.kill(signal);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      const outcome = await running.ended;
      t.equal(outcome.status, status, outcome.stderr);
      t.notMatch(outcome.stderr, /Debugger/);
      await until(
        () => sandbox === 'off' || carriers(running.marker).length === 0,
        () => 'the end of all that was started',
      );
      for (const pid of carriers(running.marker)) process.kill(pid, 'SIGKILL');
      t.same(readdirSync(tmp), []);
    });
  }

const withoutProc = ['unshare', '-m', 'sh', '-c', 'umount -l /proc && exec "$@"', 'sh'];
const cannotUnmount = spawnSync(withoutProc[0]!, [...withoutProc.slice(1), 'true']).status !== 0;
t.test(
  'Without /proc players are started, and their pipes leave no folder behind',
  { skip: cannotUnmount && 'a file system cannot be taken away here' },
  async (t) => {
    const cwd = t.testdir({ tmp: {} });
    const options = { cwd, before: withoutProc, env: { TMPDIR: join(cwd, 'tmp') } };
    t.match(await run(played, options), { status: 0, stderr: '' });
    t.same(readdirSync(join(cwd, 'tmp')), []);
  },
);

t.test('A host that has no place for a word list says so, with the status of its own failures', async (t) => {
  const cwd = t.testdir({ 'words.txt': 'CAT\nDOG\n', file: '' });
  const env = { XDG_CACHE_HOME: join(cwd, 'file'), TMPDIR: join(cwd, 'file') };
  t.match(await run([...played, '--dictionary', 'words.txt'], { cwd, env }), {
    status: 3,
    stdout: '',
    stderr:
      /^wordhost: dictionary words\.txt: there is no place to keep the compiled list:\n(.*ENOTDIR.*\n){2}Set XDG_CACHE_HOME/,
  });
});
