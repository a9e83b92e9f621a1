import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { HostFailure, VoidMatch } from '../../host/core/errors.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { type Arena, arenaFor } from '../misbehaviour/arena.ts';
import { noCompiler } from '../misbehaviour/compiled.ts';
import { levelsHere } from '../misbehaviour/levels.ts';
import { plainUser, whoTests } from '../misbehaviour/users.ts';
import { hostingFor, seatOne, sit } from '../seats/sitting.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { say } from './in-process.ts';
import { carriers, type Outcome, resultsOf, run, start, until, usageError } from './wordhost.ts';

const beside = (path: string) => join(import.meta.dirname, path);

t.test('host faults', async (t) => {
  const winner = 'echo ready; while read line; do test "$line" = start && echo done; done';
  const boggle = ['boggle', '--quiet', '--seed', '1', '--sandbox', 'off'];
  const played = [...boggle, '--json', winner];
  const redirected = (redirection: string) => ['/bin/sh', '-c', `exec "$@" ${redirection}`, 'sh'];

  t.test('A working directory that was deleted is said, with what to do', async (t) => {
    const gone = ['/bin/sh', '-c', 'mkdir gone && cd gone && rmdir ../gone && exec "$@"', 'sh'];
    for (const args of [played, ['judge', '--help'], ['lexicon', 'info', 'english']])
      t.match(await run(args, { cwd: t.testdir({}), before: gone }), {
        status: 2,
        stderr: /^wordhost: .*working directory no.*\. Change to another one \(cd\)/,
      });
  });

  t.test('A working directory whose name is not UTF-8 is said, and no player is to blame', async (t) => {
    const odd = ['/bin/sh', '-c', 'cd "$(printf "caf\\351")" && exec "$@"', 'sh'];
    const cwd = t.testdir({});
    spawnSync('/bin/sh', ['-c', 'mkdir "$(printf "caf\\351")"'], { cwd });
    for (const sandbox of ['off', 'auto', 'strict'])
      t.match(await run(['boggle', '--json', '--sandbox', sandbox, winner], { cwd, before: odd }), {
        status: 2,
        stderr: /^wordhost: .*working directory.*not UTF-8 \(.*\).* Rename .*run wordhost/,
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
        stderr: /wordhost: cannot write to standard output.*its disk is full/s,
      });
    const cwd = t.testdir({});
    const reports = ['--junit', 'games.xml', '--markdown', 'games.md', '--standings', 'games.json'];
    const { status, stderr } = await run([...played, ...reports], { cwd, before: full });
    t.equal(status, 3);
    t.equal(stderr.split('cannot write').length, 2, 'once');
    t.match(readFileSync(join(cwd, 'games.xml'), 'utf8'), /<\/testsuites>\n$/);
    t.match(readFileSync(join(cwd, 'games.md'), 'utf8'), /boggle/);
  });

  t.test('--json with a closed standard output is refused', { skip: !hasProc && 'no /proc' }, async (t) => {
    const cwd = t.testdir({});
    const outcome = await run([...boggle, '--json', `touch started; ${winner}`], {
      cwd,
      before: redirected('>&-'),
    });
    t.match(outcome, usageError(/^wordhost: --json: .*closed.*results cannot.*printed\. Redirect it to/));
    t.same(readdirSync(cwd), []);
    t.match(
      await run(played, { cwd, before: redirected('>/dev/null') }),
      { status: 0, stderr: '' },
      'which is meant',
    );
    t.match(await run([...boggle, winner], { cwd, before: redirected('>&-') }), { status: 0 });
  });

  t.test('A file without an end is read no further than such files go', async (t) => {
    const cwd = t.testdir({});
    for (const [args, what] of [
      [
        ['boggle', '--config', '/dev/zero', winner],
        '--config: cannot read /dev/zero: expected at most 262144 bytes',
      ],
      [['boggle', '--board', '/dev/zero', winner], '--board: cannot read /dev/zero: expected at most'],
      [['scrabble', '--tiles', '/dev/random', winner], '--tiles: cannot read /dev/random: expected at most'],
      [['scrabble', '--board', '/dev/zero', winner], '/dev/zero'],
      [
        ['judge', 'boggle', '--board', '/dev/zero', 'CAT'],
        '--board: cannot read /dev/zero: expected at most',
      ],
    ] as const) {
      const outcome = await say(args, { cwd });
      t.equal(outcome.status, 2, outcome.stderr);
      t.match(outcome.stderr, what);
    }
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    const readers = [
      [
        ['lexicon', 'info', 'pipe'],
        'pipe: cannot read the file: it returned no data for 3 s and did not end',
      ],
      [['boggle', '--config', 'pipe', winner], '--config: cannot read pipe: it returned no data for 3 s'],
      [['replay', 'pipe'], 'pipe: it returned no data for 3 s and did not end. Use a regular file'],
    ] as const;
    await sideBySide(readers.length, readers, async ([args, what]) => {
      t.match(await run(args, { cwd }), { status: 2, stdout: '', stderr: what });
    });
    const yes = ['/bin/bash', '-c', 'exec "$@" --dictionary <(yes CAT)', 'bash'];
    const outcome = await run([...played], { cwd, before: yes });
    t.match(outcome, { status: 2, stderr: /word list.* 268435456\. Use a smaller list/ });
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
      t.match(outcome, { status: 0, stderr: /players cannot call wordhost/ });
      t.match(JSON.parse(outcome.stdout), { sandbox: 'strict' });
      t.match(await run(['boggle', '--json', 'wordhost player boggle'], options), {
        status: 3,
        stdout: '',
        stderr: /players cannot call wordhost: .* Set XDG_CACHE_HOME or TMPDIR to a writable folder/,
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
      const { stderr } = await run(
        ['boggle', '--sandbox', 'strict', '--stderr', 'inherit', '--quiet', look],
        {
          cwd,
          before,
          env,
        },
      );
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
        await until(() => running.stderr.split('playing\n').length > 2, running);
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
          'the end of all that was started',
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

  t.test('A host without space for a word list fails with its own status', async (t) => {
    const cwd = t.testdir({ 'words.txt': 'CAT\nDOG\n', file: '' });
    const env = { XDG_CACHE_HOME: join(cwd, 'file'), TMPDIR: join(cwd, 'file') };
    t.match(await run([...played, '--dictionary', 'words.txt'], { cwd, env }), {
      status: 3,
      stdout: '',
      stderr: /^wordhost: dictionary words\.txt: no.*save.*compiled.*:\n(.*ENOTDIR.*\n){2}Set XDG_CACHE_HOME/,
    });
  });
});

t.test('host cannot', async (t) => {
  const skip = spawnSync('prlimit', ['--version']).error !== undefined && 'no prlimit here';

  const limitFiles = (files: string) =>
    execFileSync('prlimit', ['--pid', String(process.pid), `--nofile=${files}:`]);

  /** What comes of this with so many descriptors left. */
  async function withDescriptors(left: number, act: () => Promise<unknown>): Promise<unknown> {
    const before = execFileSync('ulimit -Sn', { shell: '/bin/sh', encoding: 'utf8' }).trim();
    // Others may be free below them: all are taken.
    const held = Array.from({ length: 40 }, () => openSync('/dev/null', 'r'));
    limitFiles(String(Math.max(...held) + 1));
    for (const descriptor of held.splice(0, left)) closeSync(descriptor);
    const outcome = await act().catch((error: unknown) => error);
    for (const descriptor of held) closeSync(descriptor);
    limitFiles(before);
    return outcome;
  }

  t.test('what the host cannot do is a failure of its own, and charges no player', { skip }, async (t) => {
    // What is loaded once is loaded, and the launcher is there.
    await using first = await seatOne('off', 'echo on; cat');
    await first.player.says('on');
    const open = () => sit(hostingFor('off'), 'echo one', 'echo two');
    const pipes = await withDescriptors(3, open);
    t.type(pipes, VoidMatch);
    t.match((pipes as Error).message, /^cannot start player \d: .*files open \(EMFILE\)$/);
    const launcher = await withDescriptors(0, open);
    t.type(launcher, HostFailure);
    t.match((launcher as Error).message, /^cannot start players: .*files open \(EMFILE\)$/);
    await using again = await seatOne('off', 'echo on');
    await again.player.says('on');
  });
});

t.test('machine refuses', async (t) => {
  /*
   * What the machine refuses the host in the moment in which players are started, such as a process or memory while something
   * else takes all of it, is no fault of the players: the game is void, and the next is played.
   */

  const player = 'while read x; do case $x in end) echo ready ;; turn*) echo pass ;; esac; done';
  const series = '--dictionary none --games 3 --max-turns 2 --ready-timeout 5s --json'.split(' ');

  async function played(arena: Arena, options: readonly string[], env: Readonly<Record<string, string>>) {
    const how = {
      cwd: arena.bots,
      host: arena.host,
      env: { ...arena.env, ...env },
      before: arena.user.before,
    };
    return await run(['scrabble', ...series, ...options, '--', player, player], how);
  }

  function isVoidOnce(t: Test, { stdout, stderr }: Outcome, why: RegExp): void {
    t.match(stderr, /^wordhost: game 1 .*host failed; no player is at fault: /m);
    t.match(stderr, why);
    const turns = resultsOf({ stdout }).map((result) => result.turns);
    t.same(turns, [2, 2], 'the others were played');
  }

  t.test('a set-up that cannot be written', { skip: noCompiler }, async (t) => {
    using arena = arenaFor(whoTests);
    const refuses = join(arena.folder, 'refuses.so');
    const source = join(beside('../seats'), 'refuses-a-write.c');
    spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', refuses, source], { stdio: 'inherit' });
    const outcome = await played(arena, ['--sandbox', 'off'], { LD_PRELOAD: refuses, REFUSED: '2' });
    isVoidOnce(t, outcome, /fault: cannot write to player 1: .*ENOMEM/);
  });

  /** A folder with a setsid that does this with its first supervisor, and with all else what it is for. */
  function toolsWith({ bots, user }: Arena, name: string, first: string): string {
    const tools = join(bots, name);
    const once = join(tools, 'once');
    mkdirSync(once, { recursive: true });
    chownSync(tools, user.uid, user.uid);
    // With `:` it is tried.
    const isFirst = `[ "$1" = --fork ] && [ "$4" != : ] && rmdir '${once}' 2>/dev/null`;
    const script = `#!/bin/sh\nreal='${findProgram('setsid')}'\nif ${isFirst}; then\n${first}\nfi\nexec "$real" "$@"\n`;
    writeFileSync(join(tools, 'setsid'), script, { mode: 0o755 });
    return tools;
  }

  const refusals = [
    {
      what: 'the process that keeps a player',
      user: whoTests,
      first: 'echo "setsid: fork: there is none" >&2; exit 1',
      why: /fault: cannot start player \d: the sandbox exited with status 1 before it started the command: setsid: fork: there is none$/m,
    },
    {
      what: 'the process of its command',
      // Root is refused none.
      user: plainUser,
      first: 'shift; exec "$real" --fork prlimit --nproc=1:1 "$@"',
      why: /fault: cannot start player \d: .*system.*not start.*process/m,
    },
  ];

  for (const { what, user, first, why } of refusals)
    t.test(`${what} that cannot be started`, { skip: user.skip }, async (t) => {
      using arena = arenaFor(user);
      for (const { level, options, env, skip } of await levelsHere(arena))
        if (level === 'bubblewrap' || level === 'unshare')
          await t.test(`on the level ${level}`, { skip }, async (t) => {
            const tools = toolsWith(arena, level, first);
            const PATH = `${tools}:${'PATH' in env ? env.PATH : process.env.PATH}`;
            isVoidOnce(t, await played(arena, options, { ...env, PATH }), why);
          });
    });

  t.test('a check of a bot says it', { skip: whoTests.skip }, async (t) => {
    using arena = arenaFor(whoTests);
    const held = (await levelsHere(arena)).find(({ level }) => level === 'bubblewrap')!;
    await t.test('on the level bubblewrap', { skip: held.skip }, async (t) => {
      const PATH = `${toolsWith(arena, 'check', refusals[0]!.first)}:${process.env.PATH}`;
      const how = {
        cwd: arena.bots,
        host: arena.host,
        env: { ...arena.env, PATH },
        before: arena.user.before,
      };
      const { stdout } = await run(['check', 'scrabble', '--', player], how);
      t.match(
        stdout,
        /came: +it could not be started: the sandbox exited with status 1 before it started the command/,
      );
    });
  });
});
