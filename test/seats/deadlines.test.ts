import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { millis } from '../../host/core/units.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { signalAll } from '../../host/seats/process/processes/player-processes.ts';
import {
  binary,
  type Outcome,
  type RunOptions,
  until as reached,
  resultsOf,
  run,
  start,
} from '../cli/wordhost.ts';
import { carriers, hasNamespace, seatOne, triedLevels } from './sitting.ts';

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
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
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
  'a player that exits when it has stopped its supervisor': { command: 'kill -STOP $PPID; echo on; exit 0' },
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
          t.same(carriers(sitting.game), []);
        },
      );

    t.test('a wrapper, a shell, all of it stopped from outside', async (t) => {
      for (const stopped of ['the first', 'all']) {
        const trap = 'trap "" TERM; echo on; while :; do sleep 0.01; done';
        await using sitting = await seatOne(level, trap, { graceNs: millis(GRACE_MS) });
        await sitting.player.says('on');
        const pids = carriers(sitting.game).toSorted((one, other) => one - other);
        signalAll(stopped === 'all' ? pids : pids.slice(0, 1), 'SIGSTOP');
        const before = performance.now();
        t.match(await sitting.player.ending(), { survivors: 0, killed: true });
        t.ok(
          performance.now() - before < GRACE_MS + LEEWAY_MS,
          `${stopped}: ${performance.now() - before} ms`,
        );
        t.same(carriers(sitting.game), []);
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
  const pids = carriers(resultsOf(outcome)[0]!.id);
  signalAll(pids, 'SIGKILL');
  t.equal(pids.length, 1);
  t.match(
    outcome.stderr,
    `player 1 (hidden): 1 process of it is still there and could not be ended (pid ${pids})`,
  );
  t.match(resultsOf(outcome), [
    { reason: 'stalled', players: [{ exit: { killed: true } }, { exit: { killed: false } }] },
  ]);
});
