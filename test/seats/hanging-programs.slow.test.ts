import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Launcher } from '../../host/seats/process/launcher/launcher.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { resultsOf, run, start, until } from '../cli/wordhost.ts';

/* What the launcher runs before the first player must not hold the host up, nor outlive it. */

const patient = 'printf n; exec sleep 1000';
const args = ['--json', '--grace', '200ms', '--stall', '1s', '--sandbox', 'process', '--', patient, patient];

/** A folder that begins the PATH, with a program of this name in it that never ends, and the numbers of its processes. */
function hangs(t: Test, name: string) {
  const cwd = t.testdir({ bin: {} });
  const [bin, pids] = [join(cwd, 'bin'), join(cwd, 'pids')];
  writeFileSync(join(bin, name), `#!/bin/sh\necho $$ >>'${pids}'; exec /bin/sleep 1000\n`);
  chmodSync(join(bin, name), 0o755);
  const begun = () => existsSync(pids) && readFileSync(pids, 'utf8').endsWith('\n');
  return { cwd, bin, pids, begun, env: { PATH: `${bin}:${process.env.PATH}` } };
}

/** Those that wrote their numbers there. */
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
      'the process that starts players (/bin/sh) did not answer within 10 s: it was making pipes, with mktemp and mkfifo',
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
