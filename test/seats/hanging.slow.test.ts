import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { VoidMatch } from '../../host/core/errors.ts';
import { Launcher, launcherFor } from '../../host/seats/process/launcher/launcher.ts';
import type { Slot } from '../../host/seats/process/launcher/launcher-script.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { signal } from '../../host/seats/process/processes/player-processes.ts';
import {
  allPids,
  childrenOf,
  hasChildLists,
  hasProc,
  readProc,
} from '../../host/seats/process/processes/proc.ts';
import { letterA, letterAOptions } from '../cli/letter-a.ts';
import { carriers, type Running, resultsOf, run, start, until } from '../cli/wordhost.ts';
import { type Arena, arenaFor } from '../misbehaviour/arena.ts';
import { noCompiler } from '../misbehaviour/compiled.ts';
import { levelsHere, type TriedLevel } from '../misbehaviour/levels.ts';
import { whoTests } from '../misbehaviour/users.ts';
import { hostingFor, sit } from './sitting.ts';

t.test('a launcher that hangs', async (t) => {
  /* The process that starts players, or one that plays games, may be stopped or hang: the host ends all the same. */

  const noAnswer = 'the process that starts players (/bin/sh) did not answer within 10 s';
  const noLists = !hasChildLists && 'no lists of children here';

  const shellsOf = (host: number) =>
    childrenOf(host).filter((pid) => readProc(`${pid}/cmdline`) === '/bin/sh\0');

  /** The small process that starts players is the only shell that its host started itself. */
  const launcherOf = (host: number) => shellsOf(host)[0];

  t.test('whatever a launcher is asked, the answer has an end', { skip: noLists, jobs: 3 }, async (t) => {
    const questions: Record<string, (launcher: Launcher, slot: Slot) => Promise<unknown>> = {
      'a slot whose pipes are made': (launcher) => launcher.slot(),
      'the status of one': (launcher, slot) => launcher.statusOf(slot),
      'who adopts what players lose': (launcher) => launcher.orphans(),
    };
    for (const [name, ask] of Object.entries(questions)) {
      const before = shellsOf(process.pid);
      const launcher = await Launcher.start([]);
      const shell = shellsOf(process.pid).find((pid) => !before.includes(pid))!;
      const slot = await launcher.slot();
      await launcher.makePipes();
      process.kill(shell, 'SIGSTOP');
      t.test(name, async (t) => {
        await t.rejects(ask(launcher, slot), { message: noAnswer });
        t.notOk(launcher.lives, 'the next player gets another launcher');
      });
    }
  });

  t.test('a launcher that does not answer is no fault of a player', { skip: noLists }, async (t) => {
    // Those of the test before have ended.
    await launcherFor('off');
    process.kill(launcherOf(process.pid)!, 'SIGSTOP');
    const open = sit(hostingFor('off'), 'echo one', 'echo two');
    await t.rejects(open, new VoidMatch(`cannot start players: ${noAnswer}`));
  });

  t.test('a host ends after one SIGTERM, whatever hangs below it', { skip: noLists, jobs: 4 }, async (t) => {
    const table = t.testdir(letterA);
    const series = [...letterAOptions, '--games', '2', '--json', '--grace', '200ms', '--sandbox', 'process'];
    const waits = 'printf n; head -c 4 >/dev/null; exec sleep 1000';
    const dealt = ({ stderr }: Running) => stderr.match(/< AAA/g)?.length === 2;

    t.test('its launcher, in the middle of a game', async (t) => {
      const host = start([...series, '--trace', '--', waits, waits], { cwd: table });
      await until(() => dealt(host), host);
      process.kill(launcherOf(host.child.pid!)!, 'SIGSTOP');
      host.child.kill('SIGTERM');
      const outcome = await host.ended;
      t.equal(outcome.status, 143, outcome.stderr);
      t.match(resultsOf(outcome), [{ reason: 'interrupted' }]);
      await nothingIsLeft(host);
    });

    t.test('its launcher, before the next game: that one is void', async (t) => {
      const leaves = 'printf n; head -c 4 >/dev/null; until [ -e go ]; do sleep 0.1; done; exit 1';
      const cwd = t.testdir(letterA);
      const host = start([...series, '--trace', '--', leaves, leaves], { cwd });
      await until(() => dealt(host), host);
      process.kill(launcherOf(host.child.pid!)!, 'SIGSTOP');
      writeFileSync(join(cwd, 'go'), '');
      const outcome = await host.ended;
      t.equal(outcome.status, 3, outcome.stderr);
      t.match(outcome.stderr, /game 2 .*host failed; no player is at fault: /);
      t.match(outcome.stderr, noAnswer);
      await nothingIsLeft(host);
    });

    const killed =
      /game [12] .*host failed; no player is at fault: .*wordhost.*played.*not.*within 30 s after an interruption, and was killed/;
    for (const [what, ofWorker, expected] of [
      ['a process that plays games', (worker: number) => worker, { status: 3, stderr: killed }],
      ['the launcher of one', (worker: number) => launcherOf(worker)!, { status: 143 }],
    ] as const)
      t.test(what, async (t) => {
        const cwd = t.testdir(letterA);
        const begun =
          'printf n; head -c 4 >/dev/null; : >"begun.$WORDHOST_GAME.$WORDHOST_SEAT"; exec sleep 1000';
        const host = start([...series, '--jobs', '2', '--', begun, begun], { cwd });
        await until(() => readdirSync(cwd).filter((name) => name.startsWith('begun.')).length === 4, host);
        const worker = childrenOf(host.child.pid!).find(
          (pid) => readProc(`${pid}/cmdline`)?.split('\0')[2] === '--play-games',
        )!;
        process.kill(ofWorker(worker), 'SIGSTOP');
        host.child.kill('SIGTERM');
        const outcome = await host.ended;
        t.match(outcome, expected);
        await nothingIsLeft(host);
      });
  });

  async function nothingIsLeft({ marker }: Running): Promise<void> {
    await until(
      () => carriers(marker).length === 0,
      () => `processes to go: ${carriers(marker)}`,
    );
  }
});

t.test('programs that hang', async (t) => {
  /* What the launcher runs before the first player must not hold the host up, nor outlive it. */

  const patient = 'printf n; exec sleep 1000';
  const args = [...'--json --grace 200ms --stall 1s --sandbox process --'.split(' '), patient, patient];

  /** A folder that begins the PATH, with a program of this name in it that never ends, and the numbers of its processes. */
  function hangs(t: Test, name: string) {
    const cwd = t.testdir({ bin: {} });
    const [bin, pids] = [join(cwd, 'bin'), join(cwd, 'pids')];
    writeFileSync(join(bin, name), `#!/bin/sh\necho $$ >>'${pids}'; exec /bin/sleep 1000\n`, { mode: 0o755 });
    const begun = () => existsSync(pids) && readFileSync(pids, 'utf8').endsWith('\n');
    return { cwd, bin, pids, begun, env: { PATH: `${bin}:${process.env.PATH}` } };
  }

  async function allGone(pids: string): Promise<void> {
    const all = readFileSync(pids, 'utf8').trim().split('\n').map(Number);
    await until(
      () => !all.some(isThere),
      () => `the processes ${all.join()} to go`,
    );
  }

  function isThere(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }

  t.test('a program that makes a start better has ten seconds for its trial', { jobs: 3 }, async (t) => {
    for (const name of ['chrt', 'env'])
      t.test(`with ${name} that hangs, the game is played without it`, async (t) => {
        const { cwd, env, pids } = hangs(t, name);
        const played = await run(args, { cwd, env });
        t.match(resultsOf(played), [{ reason: 'stalled', sandbox: 'process' }], played.stderr);
        await allGone(pids);
      });

    t.test('it ends with the host', { skip: !hasProc && 'no /proc' }, async (t) => {
      const { cwd, env, pids, begun } = hangs(t, 'chrt');
      const running = start(args, { cwd, env });
      await until(begun, () => 'the trial of chrt');
      running.child.kill('SIGKILL');
      await running.ended;
      await allGone(pids);
    });
  });

  t.test('a program that makes pipes has an end after the first player, too', async (t) => {
    const cwd = t.testdir({ bin: {} });
    const [bin, late] = [join(cwd, 'bin'), join(cwd, 'late')];
    const real = findProgram('mktemp');
    const script = `#!/bin/sh\n[ ! -e '${late}' ] || exec /bin/sleep 30\nexec ${real} "$@"\n`;
    writeFileSync(join(bin, 'mktemp'), script, { mode: 0o755 });
    const path = process.env.PATH;
    process.env.PATH = `${bin}:${path}`;
    t.teardown(() => (process.env.PATH = path));
    const launcher = await Launcher.start([], ['private folder']);
    const { pid } = await launcher.slot();
    writeFileSync(late, '');
    await t.rejects(launcher.slot(), {
      message:
        /the process that starts players \(\/bin\/sh\) did not answer within 10 .*created.*mktemp.*mkfifo/,
    });
    t.notOk(launcher.lives, 'the next player gets another launcher');
    t.ok(isThere(pid), 'players that run go on');
  });

  t.test('with a wrapper that hangs the next level is taken, and it ends with the host', async (t) => {
    const { cwd, env, pids } = hangs(t, 'bwrap');
    const played = await run(args.with(args.indexOf('process'), 'auto'), { cwd, env });
    t.match(resultsOf(played), [{ reason: 'stalled' }], played.stderr);
    t.notMatch(resultsOf(played), [{ sandbox: 'bubblewrap' }]);
    await allGone(pids);
  });

  t.test('a launcher that does not answer has an end, and the host says so', async (t) => {
    const { bin, pids } = hangs(t, 'mktemp');
    const path = process.env.PATH;
    // Neither chrt nor env is there.
    process.env.PATH = bin;
    t.teardown(() => (process.env.PATH = path));
    await t.rejects(Launcher.start([], ['private folder']), {
      message: 'the process that starts players (/bin/sh) did not answer within 10 s',
    });
    await allGone(pids);
  });
});

t.test('a sandbox that is slow', async (t) => {
  /*
   * Between the moment in which bubblewrap has made its namespace and the moment in which it lets its child begin, it must not be
   * killed alone: the child would wait for ever, and no lifeline reaches it. That lasts some microseconds; here it is half a
   * second, and the host is killed in it: while it tries the sandbox, and while it starts its players.
   */

  const STEPS_MS = [200, 400, 600, 800, 1_000, 1_200, 1_500, 2_000];
  const LONGEST_MS = 60_000;
  const bubblewrap = findProgram('bwrap');
  const skip = noCompiler || (bubblewrap === undefined && 'there is no program bwrap');

  t.test('a host that is killed while bubblewrap makes a namespace leaves nothing', { skip }, async (t) => {
    const arena = arenaFor(whoTests);
    t.teardown(() => arena[Symbol.dispose]());
    const late = join(arena.folder, 'late.so');
    const source = join(import.meta.dirname, 'late-to-its-child.c');
    spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', late, source], { stdio: 'inherit' });
    for (const held of await levelsHere(arena))
      if (held.level === 'bubblewrap' || held.level === 'strict')
        t.test(`on the level ${held.level}`, { skip: held.skip }, async (t) => {
          await Promise.all(STEPS_MS.map((after) => killedAfter(t, after, held, arena, late)));
        });
  });

  async function killedAfter(
    t: Test,
    after: number,
    held: TriedLevel,
    arena: Arena,
    late: string,
  ): Promise<void> {
    const mark = `slow-${process.pid}-${held.level}-${after}`;
    const tools = join(arena.folder, mark);
    mkdirSync(tools);
    // The name of the folder is in the environment of all that it starts.
    symlinkSync(late, join(tools, 'late.so'));
    const script = `#!/bin/sh\nLD_PRELOAD='${join(tools, 'late.so')}' exec '${bubblewrap}' "$@"\n`;
    writeFileSync(join(tools, 'bwrap'), script, { mode: 0o755 });
    const player = `: ${mark}; printf n; exec sleep 1000`;
    const [node = '', ...host] = arena.host;
    // The sandbox inside the other one is started from there.
    const options = [...held.options, ...(held.level === 'strict' ? ['--readable', tools] : [])];
    const child = spawn(node, [...host, '--dictionary', 'words.txt', ...options, '--', player, player], {
      cwd: arena.bots,
      env: { ...arena.env, PATH: `${tools}:${process.env.PATH}` },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await sleep(after);
    child.kill('SIGKILL');
    await ended;
    t.equal(child.signalCode, 'SIGKILL', 'it was at work');
    for (const end = Date.now() + LONGEST_MS; marked(mark).length > 0 && Date.now() < end; ) await sleep(50);
    const left = marked(mark);
    for (const pid of left) signal(pid, 'SIGKILL');
    t.equal(left.length, 0, `killed after ${after} ms`);
  }

  function marked(mark: string): number[] {
    return allPids().filter((pid) =>
      ['cmdline', 'environ'].some((file) => readProc(`${pid}/${file}`)?.includes(mark)),
    );
  }
});
