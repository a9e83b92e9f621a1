import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { HostFailure } from '../../host/core/errors.ts';
import { millis } from '../../host/core/units.ts';
import type { SandboxLevel } from '../../host/match/seat.ts';
import {
  groupMounts,
  groupName,
  isOrphaned,
  type OwnGroup,
  ownGroups,
  readCount,
} from '../../host/seats/process/limits/cgroups.ts';
import { excessOffence } from '../../host/seats/process/limits/excess-watch.ts';
import { delegatedGroup, memoryGroups } from '../../host/seats/process/limits/memory-groups.ts';
import { usedBytes } from '../../host/seats/process/limits/usage.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { signalAll } from '../../host/seats/process/processes/player-processes.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import {
  binary,
  type Outcome,
  type RunOptions,
  until as reached,
  resultsOf,
  run,
  start,
} from '../cli/wordhost.ts';
import { compiled, noCompiler } from '../misbehaviour/compiled.ts';
import { compiledSources } from '../support/caches.ts';
import { carriersOfGame, hasNamespace, hostingFor, seatOne, sit, triedLevels, until } from './sitting.ts';

t.test('limits', async (t) => {
  const CAP = 48 * 2 ** 20;
  const seesProc = hasProc ? false : 'nothing can be watched where there is no /proc';
  const groups = hasProc ? await memoryGroups('off') : undefined;
  const noGroups = groups === undefined && 'no control group for memory is delegated to this user here';
  const strict = await probeSandbox('strict');
  const levels: readonly { level: SandboxLevel; skip: string | boolean }[] = [
    ...triedLevels,
    { level: 'strict', skip: 'problem' in strict ? strict.problem : false },
  ];

  const BIG = 'head -c 200000000 /dev/zero | tail -c 200000000';
  /** The memory is a child's: its shell lives on. */
  const hogBelow = `echo on; ${BIG} | sleep 1000; sleep 1000`;
  /** The kernel's blow is the end of the command. */
  const hogItself = `echo on; ${BIG}`;

  const changes = (level: SandboxLevel) => ({ memoryCap: CAP, ...(level === 'strict' && { cwd: '/usr' }) });

  function ownFolders(): OwnGroup[] {
    return ownGroups(
      readFileSync('/proc/self/cgroup', 'utf8'),
      readFileSync('/proc/self/mountinfo', 'utf8'),
      'memory',
    );
  }

  function groupsOf(game: string): string[] {
    return ownFolders()
      .flatMap(({ folder }) => [folder, join(folder, '..')])
      .flatMap((folder) => readdirSync(folder))
      .filter((name) => name.includes(`-${game}-`));
  }

  for (const { level, skip } of levels)
    t.test(`memory on the level ${level}`, { skip: seesProc || skip }, async (t) => {
      const refused = level === 'strict' && noGroups;
      t.test('memory of a child counts for the player, and is limited', { skip: refused }, async (t) => {
        await using sitting = await sit(
          hostingFor(level, changes(level)),
          hogBelow,
          'echo on; read x; echo end',
        );
        const [greedy, modest] = sitting.players;
        t.match(await greedy!.offence(), {
          kind: 'memory',
          rule: 'resident',
          detail: groups ? /the kernel ended it/ : /its processes used/,
        });
        t.equal(greedy!.seat.processes!.memory, groups ? 'group' : 'polled');
        const { killed, maxRssKb, survivors } = await greedy!.ending();
        t.match({ killed, survivors }, { killed: true, survivors: 0 });
        t.ok(maxRssKb! >= CAP / 1024, `${maxRssKb} kB were seen`);
        await modest!.says('on\n');
        t.same([modest!.offences, modest!.departures], [[], []]);
      });

      t.test('a player that the kernel ended is an offender', { skip: noGroups }, async (t) => {
        await using sitting = await seatOne(level, hogItself, changes(level));
        t.same(await sitting.player.offence(), excessOffence({ of: 'memory', bytes: CAP, byKernel: true }));
        t.same(sitting.player.departures, []);
      });

      t.test('of the groups nothing stays', { skip: noGroups }, async (t) => {
        const sitting = await seatOne(level, 'echo on; read x', changes(level));
        await sitting.player.says('on\n');
        t.equal(groupsOf(sitting.game).length, 1);
        await sitting[Symbol.asyncDispose]();
        t.same(groupsOf(sitting.game), []);
      });

      t.test('more processes than allowed are an excess, and all end', async (t) => {
        const start = (count: number) => `for i in $(seq ${count}); do sleep 1000 & done; echo on; wait`;
        const hosting = hostingFor(level, { ...changes(level), memoryCap: undefined, processCap: 10 });
        await using sitting = await sit(hosting, start(8), start(12));
        const [modest, greedy] = sitting.players;
        await modest!.says('on\n');
        t.same(await greedy!.offence(), excessOffence({ of: 'processes', most: 10 }));
        t.match(await greedy!.ending(), { killed: true, survivors: 0 });
        t.same([modest!.offences, modest!.departures], [[], []]);
      });
    });

  t.test(
    'under strict nobody is started whose memory the kernel does not limit',
    { skip: ('problem' in strict && strict.problem) || (groups !== undefined && 'it does limit it here') },
    async (t) => {
      await t.rejects(seatOne('strict', 'echo on', changes('strict')), {
        constructor: HostFailure,
        message: /^cannot start players: --memory: under --sandbox strict the kernel limits memory/,
      });
    },
  );

  t.test('a file without a name is held once, mapped or not', { skip: seesProc || noCompiler }, async (t) => {
    const program = compiled(join(import.meta.dirname, 'maps-a-nameless-file.c'), t.testdir({}));
    for (const mapped of [0, 10, 40]) {
      const holder = spawn(program, ['40', String(mapped)]);
      t.teardown(() => holder.kill('SIGKILL'));
      await once(holder.stdout, 'data');
      const mib = (await usedBytes([holder.pid!], CAP)) / 2 ** 20;
      const known = (await usedBytes([holder.pid!], 1)) / 2 ** 20;
      t.ok(
        mib >= 40 && known >= 40 && known < 43,
        `${mapped} of 40 MiB mapped: at most ${mib}, ${known} MiB`,
      );
      t.ok(mib < 43 + mapped);
    }
  });

  t.test('changing or leaving its group is found', { skip: noGroups }, async (t) => {
    const group = groups!.groupFor(`kept-${process.pid}`, 1, CAP)!;
    const folder = dirname(group.enter.at(-1)!);
    const file = ['memory.max', 'memory.limit_in_bytes'].map((name) => join(folder, name)).find(existsSync)!;
    const start = async (argv: readonly string[]) => {
      const [program = '', ...words] = [...argv, '/bin/sh', '-c', 'echo on; exec sleep 1000'];
      const started = spawn(program, words);
      t.teardown(() => started.kill('SIGKILL'));
      await once(started.stdout, 'data');
      return started;
    };
    const outside = await start([]);
    t.equal(group.includes([outside.pid!]), true, 'it has yet to enter');
    const inside = await start(group.enter);
    group.entered();
    t.equal(group.includes([inside.pid!]), true);
    t.equal(group.includes([inside.pid!, outside.pid!]), false);
    outside.kill('SIGKILL');
    await once(outside, 'exit');
    t.equal(group.includes([inside.pid!, outside.pid!]), true, 'the dead are nowhere');
    const limit = readFileSync(file, 'latin1');
    writeFileSync(file, String(2 ** 24));
    t.not(readFileSync(file, 'latin1'), limit);
    t.equal(group.excess(), undefined);
    t.equal(readFileSync(file, 'latin1'), limit, 'it is set again');
    inside.kill('SIGKILL');
    await once(inside, 'exit');
    await group.remove();
    t.notOk(existsSync(folder));
  });

  t.test('control groups are found wherever they can be seen', async (t) => {
    const [one, other] = [t.testdir({ v1: {}, v2: {} }), '/nowhere'];
    const mount = (place: string, type: string) =>
      `31 23 0:28 / ${place} rw,nosuid shared:9 - ${type} cgroup rw\n`;
    const lines = [
      mount(`${one}/v1`, 'cgroup'),
      mount(other, 'cgroup'),
      mount(`${one}/v2`, 'cgroup2'),
      mount(one, 'tmpfs'),
    ];
    const places = (texts: readonly string[]) => groupMounts(texts.join('')).map(({ place }) => place);
    t.same(places(lines), [`${one}/v1`, `${one}/v2`], 'not what is not there');
    t.same(places([...lines, mount(`${one}/v1`, 'tmpfs')]), [`${one}/v2`], 'nor what is covered');
    t.same(groupMounts(lines[0]!)[0]!.flags, ['rw', 'nosuid']);
  });

  t.test('a child that is left to itself counts too', { skip: seesProc }, async (t) => {
    const hosting = { memoryCap: undefined, processCap: 10 };
    const { level } = triedLevels.find(({ skip }) => !skip)!;
    const many = 'echo on; for i in $(seq 12); do (setsid sleep 1000 &); done; read x';
    await using sitting = await seatOne(level, many, hosting);
    t.same(await sitting.player.offence(), excessOffence({ of: 'processes', most: 10 }));
  });

  t.test('groups of a host that was killed are removed by the next', { skip: noGroups }, async (t) => {
    const start = async (game: string) => {
      const program = ['--conditions=wordhost-source', join(import.meta.dirname, 'limited-host.ts')];
      const env = { ...process.env, ...compiledSources, TMPDIR: t.testdir({}) };
      const host = spawn(process.execPath, [...program, game, String(CAP)], { env });
      let complaints = '';
      host.stderr.on('data', (bytes) => (complaints += bytes));
      const said = await Promise.race([once(host.stdout, 'data'), once(host, 'exit')]);
      t.match(String(said), /playing/, complaints);
      return host;
    };
    const [first, second] = [`killed-${process.pid}`, `next-${process.pid}`];
    const killed = await start(first);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const [left = ''] = groupsOf(first);
    t.ok(isOrphaned(left), left);
    const { folder } = ownFolders().find(({ folder }) => existsSync(join(folder, left)))!;
    await until(() => readFileSync(join(folder, left, 'cgroup.procs'), 'utf8') === '', 'its player to end');
    const next = await start(second);
    t.same([groupsOf(first).length, groupsOf(second).length], [0, 1]);
    next.stdin.end();
    const [code] = await once(next, 'exit');
    t.equal(code, 0);
    t.same(groupsOf(second), []);
  });

  t.test('the own groups are found by what the kernel says of them', async (t) => {
    const mount = (root: string, place: string, type: string, options: string) =>
      `31 23 0:28 ${root} ${place} rw,relatime shared:9 - ${type} cgroup ${options}\n`;
    const find = (cgroup: string, mounts: string) =>
      ownGroups(cgroup, mounts, 'memory').map(({ version, folder }) => `${version} ${folder}`);
    const unified = mount('/', '/sys/fs/cgroup', 'cgroup2', 'rw,nsdelegate');
    t.same(find('0::/user.slice/one.scope\n', unified), ['v2 /sys/fs/cgroup/user.slice/one.scope']);
    t.same(find('0::/\n', unified), ['v2 /sys/fs/cgroup']);
    t.same(find('0::/../other\n', unified), [], 'outside of its namespace');
    const old = mount('/docker/a1', '/sys/my\\040groups/memory', 'cgroup', 'rw,memory');
    t.same(find('5:memory:/docker/a1/x:y\n', old), ['v1 /sys/my groups/memory/x:y']);
    t.same(find('5:memory:/docker/a1\n', old), ['v1 /sys/my groups/memory']);
    t.same(find('5:memory:/docker/a12\n', old), [], 'not shown by the mount');
    t.same(find('5:cpu,cpuacct:/docker/a1\n', old), []);
    const both = mount('/', '/cg/memory', 'cgroup', 'rw,memory') + unified;
    t.same(find('4:memory:/m\n0::/u\n', both), ['v2 /sys/fs/cgroup/u', 'v1 /cg/memory/m']);
    t.same(ownGroups('4:memory:/m\n', both, 'pids'), []);
  });

  t.test('a count is a file, or a line of one', async (t) => {
    t.equal(readCount('oom 3\noom_kill 12\noom_group_kill 0\n', 'oom_kill'), 12);
    t.equal(readCount('oom_kill_disable 0\nunder_oom 0\n', 'oom_kill'), undefined);
    t.equal(readCount('69206016\n', undefined), 69_206_016);
    t.equal(readCount('', undefined), undefined);
  });

  t.test('in version 2 the host goes into a leaf and hands memory down', async (t) => {
    const folder = t.testdir({ 'cgroup.controllers': 'cpu memory pids\n', 'cgroup.subtree_control': '\n' });
    const { folder: found } = delegatedGroup({ version: 'v2', folder })!;
    const leaf = join(folder, groupName('host'));
    t.equal(found, folder);
    t.equal(readFileSync(join(leaf, 'cgroup.procs'), 'utf8'), String(process.pid));
    t.equal(readFileSync(join(folder, 'cgroup.subtree_control'), 'utf8'), '+memory');
    writeFileSync(join(folder, 'cgroup.subtree_control'), 'memory\n');
    t.equal(delegatedGroup({ version: 'v2', folder: leaf })!.folder, folder, 'a host that this one starts');
    t.equal(delegatedGroup({ version: 'v2', folder })!.folder, folder, 'where it was done before');
  });

  t.test('in version 2 a group with others, or without memory, stays', async (t) => {
    const without = t.testdir({ 'cgroup.controllers': 'cpu pids\n', 'cgroup.subtree_control': '\n' });
    t.equal(delegatedGroup({ version: 'v2', folder: without }), undefined);
    t.same(readdirSync(without).length, 2);
    // The kernel refuses it then; so does a folder.
    const folder = join(without, 'busy');
    mkdirSync(join(folder, 'cgroup.subtree_control'), { recursive: true });
    writeFileSync(join(folder, 'cgroup.controllers'), 'memory\n');
    t.equal(delegatedGroup({ version: 'v2', folder }), undefined);
    t.equal(readFileSync(join(folder, 'cgroup.procs'), 'utf8'), String(process.pid), 'it has gone back');
  });

  t.test('the host in a group of version 2 of its own', { skip: noScope() }, async (t) => {
    const test =
      'import("./host/seats/process/limits/memory-groups.ts").then(async (m) => console.log(!!(await m.memoryGroups("off"))))';
    const node = [process.execPath, '--conditions=wordhost-source', '-e', test];
    const scope = ['--user', '--scope', '--quiet', '-p', 'Delegate=yes', ...node];
    const { stdout } = spawnSync('systemd-run', scope, {
      encoding: 'utf8',
      cwd: join(import.meta.dirname, '../..'),
    });
    t.equal(stdout, 'true\n');
  });

  function noScope(): string | false {
    if (ownFolders().every(({ version }) => version !== 'v2')) return 'no control groups of version 2 here';
    const trial = ['--user', '--scope', '--quiet', '-p', 'Delegate=yes', 'true'];
    if (findProgram('systemd-run') === undefined) return 'no systemd-run';
    const { status, stderr } = spawnSync('systemd-run', trial, { encoding: 'utf8' });
    return status === 0 ? false : `no group of version 2 can be delegated here: ${stderr}`;
  }
});

t.test('deadlines', async (t) => {
  const LIMIT_MS = 1_000;
  /** For machines with much other work. What is held up here would be held up for as long as its players live, or for ever. */
  const LEEWAY_MS = 60_000;
  /** A host that waits for programs of the system does so for ten seconds. */
  const SHORTER_THAN_ITS_WAITS_MS = 9_000;
  const GRACE_MS = 200;

  const words = Array.from({ length: 60 }, (_, index) => 'A'.repeat(index + 1)).join('\n');
  const grace = ['--grace', `${GRACE_MS}ms`];
  const common = ['--dictionary', 'words.txt', '--bunch', 'bunch', '--hand', '3', '--json', ...grace];
  const ready = 'printf n; head -c 4 >/dev/null';
  const patient = `${ready}; exec sleep 1000`;
  const onePeel = `${ready}; printf p001003001AAA; exec sleep 1000`;
  /** Reads all that it is told, or its flood would soon be at its end. */
  const deaf = 'exec 3<&0; cat <&3 >/dev/null &';

  interface Talker {
    readonly command: string;
    readonly other?: string;
    readonly bunch?: string;
    /** What of it shows in the trace, once it is under way. */
    readonly shown: RegExp;
  }

  /** Each has much to say, and nothing of it brings the game on. */
  const talkers: Record<string, Talker> = {
    'late peels': {
      command: `printf n; head -c 10 >/dev/null; ${deaf}\nyes p001003001AAA | tr -d '\\n'`,
      shown: /(> p001003001AAA[\s\S]*){5}/,
    },
    'refused dumps': {
      command: `${ready}; ${deaf}\nyes dA | tr -d '\\n'`,
      other: patient,
      bunch: 'A 11\n',
      shown: /(> dA[\s\S]*){5}/,
    },
    'a grid in trickles': {
      command: `${ready}; printf p001100100; while :; do printf .; sleep 0.05; done`,
      shown: /001A/,
    },
    'a grid that never ends': {
      command: `${ready}; printf p001999999; while :; do printf ..........; sleep 0.001; done`,
      shown: /001A/,
    },
  };

  t.test('no player holds a game open by talking', { jobs: 2 }, async (t) => {
    const uncapped = ['--max-output', '1T', '--max-late', '1T'];
    const limits = {
      stalled: ['--stall', `${LIMIT_MS}ms`],
      'game-timeout': ['--stall', '0', '--game-timeout', `${LIMIT_MS}ms`],
    };
    for (const [what, { command, other = onePeel, bunch = 'A 60\n', shown }] of Object.entries(talkers))
      t.test(what, async (t) => {
        const cwd = t.testdir({ 'words.txt': words, bunch });
        const players = [command, command, other];
        for (const [reason, limit] of Object.entries(limits)) {
          const outcome = await run([...common, ...uncapped, ...limit, '--trace', ...players], { cwd });
          endsInTime(t, outcome, LIMIT_MS);
          t.match(resultsOf(outcome), [{ reason, winner: null }], outcome.stderr.slice(-500));
          t.match(outcome.stderr, shown, 'it talked');
        }
        const running = start([...common, ...uncapped, '--trace', ...players], { cwd });
        await reached(
          () => shown.test(running.stderr),
          () => `talk: ${running.stderr.slice(-500)}`,
        );
        const before = performance.now();
        running.child.kill('SIGINT');
        t.equal((await running.ended).status, 130);
        t.ok(performance.now() - before < GRACE_MS + LEEWAY_MS, 'Ctrl-C ends it as soon');
      });
  });

  function endsInTime(t: Test, { ms, stderr }: Outcome, limit: number): void {
    t.ok(ms < limit + GRACE_MS + LEEWAY_MS, `an end in time: ${Math.round(ms)} ms`, {
      stderr: stderr.slice(-500),
    });
  }

  /** A system on which some of the programs do something else. */
  function systemWith(t: Test, programs: Readonly<Record<string, string>>): RunOptions {
    const cwd = t.testdir({ 'words.txt': words, bunch: 'A 60\n', bin: {} });
    for (const [name, script] of Object.entries(programs)) {
      const path = join(cwd, 'bin', name);
      writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }
    return { cwd, env: { PATH: `${join(cwd, 'bin')}:${process.env.PATH}` } };
  }

  t.test('no program of the system holds a game up', { jobs: 4 }, async (t) => {
    const real = findProgram('bwrap');
    const bubblewrap = triedLevels.find(({ level }) => level === 'bubblewrap')!;
    const WAIT_MS = 10_000;

    t.test('a sandbox that hangs when a player is started', { skip: bubblewrap.skip }, async (t) => {
      const system = systemWith(t, {
        bwrap: `case "$*" in *hang-here*) exec sleep 1000;; esac; exec ${real} "$@"`,
      });
      // The other one is ready in time, also on a busy machine.
      const limits = ['--ready-timeout', `${3 * LIMIT_MS}ms`];
      const outcome = await run([...common, ...limits, `: hang-here; ${patient}`, patient], system);
      endsInTime(t, outcome, 3 * LIMIT_MS);
      const failed = {
        outcome: 'failed',
        offence: { kind: 'startup', rule: 'silent' },
        exit: { killed: true },
      };
      t.match(resultsOf(outcome), [{ reason: 'last-player', winner: 2, players: [failed, {}] }]);
    });

    t.test('a sandbox that hangs when it is tried', { skip: bubblewrap.skip }, async (t) => {
      const system = systemWith(t, { bwrap: 'exec sleep 1000' });
      const outcome = await run([...common, '--stall', `${LIMIT_MS}ms`, patient, patient], system);
      endsInTime(t, outcome, LIMIT_MS + WAIT_MS);
      t.match(resultsOf(outcome), [{ reason: 'stalled', sandbox: /unshare|process/ }], outcome.stderr);
    });

    t.test('Ctrl-C twice does not wait for them', async (t) => {
      const system = systemWith(t, { bwrap: 'exec sleep 1000' });
      const running = start([...common, patient, patient], system);
      const before = performance.now();
      const again = setInterval(() => running.child.kill('SIGINT'), 200);
      const { status } = await running.ended;
      clearInterval(again);
      t.ok(status === 130 || status === null, `${status}`);
      t.ok(performance.now() - before < SHORTER_THAN_ITS_WAITS_MS);
    });

    const cannotMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status !== 0;
    t.test('a disk that is full', { skip: cannotMount && 'no disk can be mounted here' }, async (t) => {
      const cwd = t.testdir({ 'words.txt': words, bunch: 'A 60\n', disk: {} });
      const mount = `mount -t tmpfs -o nr_inodes=1 tmpfs disk && exec env TMPDIR="$PWD/disk" "$@"`;
      const before = ['unshare', '-m', 'sh', '-c', mount, 'mount'];
      const outcome = await run([...common, '--stall', `${LIMIT_MS}ms`, patient, patient], { cwd, before });
      endsInTime(t, outcome, LIMIT_MS);
      // The pipes of players need no place on it.
      t.match(resultsOf(outcome), [{ reason: 'stalled' }], outcome.stderr);
    });
  });

  const holder = join(import.meta.dirname, 'holds-its-supervisors.c');
  const compiled = join(t.testdir({}), 'holds-its-supervisors');
  const compiles = spawnSync('cc', ['-o', compiled, holder]).status === 0;

  /** All of these play dead in the way of what is to end them. */
  const obstructions: Record<string, { command: string; skip?: string | false }> = {
    'a player that stops all others of its namespace': {
      command: 'kill -STOP -1; kill -STOP 1 $PPID; echo on; read x',
    },
    'a player that exits when it has stopped its supervisor': {
      command: 'kill -STOP $PPID; echo on; exit 0',
    },
    'a player that holds its supervisors as a debugger does': {
      command: `exec 2>&1; ${compiled}`,
      skip: !compiles && 'no C compiler (cc)',
    },
  };

  for (const { level, skip } of triedLevels)
    t.test(`a stop has an end on the level ${level}`, { skip, jobs: 2 }, async (t) => {
      for (const [what, { command, skip }] of Object.entries(obstructions))
        t.test(
          what,
          { skip: (!hasNamespace(level) && 'it would stop the tests') || skip || false },
          async (t) => {
            await using sitting = await seatOne(level, command, { graceNs: millis(GRACE_MS) });
            await sitting.player.says('o');
            if (command.includes('exit')) await sitting.player.gone();
            const before = performance.now();
            t.match(await sitting.player.ending(), { survivors: 0 });
            t.ok(performance.now() - before < GRACE_MS + LEEWAY_MS, `${performance.now() - before} ms`);
            t.same(carriersOfGame(sitting.game), []);
          },
        );

      t.test('a wrapper, a shell, all of it stopped from outside', async (t) => {
        for (const stopped of ['the first', 'all']) {
          const trap = 'trap "" TERM; echo on; while :; do sleep 0.01; done';
          await using sitting = await seatOne(level, trap, { graceNs: millis(GRACE_MS) });
          await sitting.player.says('on');
          const pids = carriersOfGame(sitting.game).toSorted((one, other) => one - other);
          signalAll(stopped === 'all' ? pids : pids.slice(0, 1), 'SIGSTOP');
          const before = performance.now();
          t.match(await sitting.player.ending(), { survivors: 0, killed: true });
          t.ok(
            performance.now() - before < GRACE_MS + LEEWAY_MS,
            `${stopped}: ${performance.now() - before} ms`,
          );
          t.same(carriersOfGame(sitting.game), []);
        }
      });
    });

  const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'env', 'TMPDIR=/tmp'];
  const rootsOwn = join(t.testdir({ 'becomes-root': '' }), 'becomes-root');

  /** Why no player can become another user here, or false. */
  function cannotBecomeRoot(): string | false {
    if (process.getuid!() !== 0 || !findProgram('setpriv')) return 'only root can become nobody here';
    const source = join(import.meta.dirname, 'becomes-root.c');
    if (spawnSync('cc', ['-o', rootsOwn, source]).status !== 0) return 'no C compiler (cc)';
    chmodSync(rootsOwn, 0o4755);
    const [file, ...rest] = [...asNobody, 'cat', binary];
    if (spawnSync(file!, rest).status !== 0) return 'nobody cannot read the host here';
    const { stderr } = spawnSync(file!, [...asNobody.slice(1), rootsOwn, 'tell']);
    return String(stderr) !== 'root\n' && 'programs cannot become root here';
  }

  t.test('what the host may not end is named at the end', { skip: cannotBecomeRoot() }, async (t) => {
    const cwd = t.testdir({ 'words.txt': words, bunch: 'A 60\n' });
    const limits = ['--sandbox', 'process', '--stall', '2s', '--quiet', '--name', 'hidden'];
    const player = `'${rootsOwn}' & ${patient}`;
    const outcome = await run([...common, ...limits, player, patient], { cwd, before: asNobody });
    const pids = carriersOfGame(resultsOf(outcome)[0]!.id);
    signalAll(pids, 'SIGKILL');
    t.equal(pids.length, 1);
    t.match(
      outcome.stderr,
      `player 1 (hidden): 1 process is still running and could not be ended (pid ${pids})`,
    );
    t.match(resultsOf(outcome), [
      { reason: 'stalled', players: [{ exit: { killed: true } }, { exit: { killed: false } }] },
    ]);
  });
});
