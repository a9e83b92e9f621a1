import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { hereAlone, shortage } from '../../host/seats/process/limits/headroom.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { run, until } from './wordhost.ts';

const cwd = t.testdir({});
const started = `touch '${join(cwd, 'started')}'; cat`;
const skip = !hasProc && 'what is open and running is read from /proc';
const limited = (shell: string, limit: string) => [shell, '-c', `${limit}; exec "$@"`, 'limited'];

t.test('Too few file descriptors for so many players: nothing is started', { skip }, async (t) => {
  const outcome = await run(Array<string>(8).fill(started), {
    cwd,
    before: limited('/bin/sh', 'ulimit -n 60'),
  });
  t.match(outcome, {
    status: 2,
    stdout: '',
    stderr:
      /8 players at once need 68 file descriptors more, and 60 may be open or running, \d+ of which are taken: .*ulimit -n 1024/,
  });
  t.notOk(await exists(), 'no player ran');
});

t.test('Enough for one is enough', { skip }, async (t) => {
  const outcome = await run(['--json', 'exit 3'], { cwd, before: limited('/bin/sh', 'ulimit -n 60') });
  t.match(outcome, { status: 1, stdout: /"startup"/ });
});

const isRoot = process.getuid?.() === 0;
// Of whom nothing else runs, whatever other tests do, also those of another checkout.
const somebody = 40_000 + (process.pid % 20_000);
const asSomebody = ['setpriv', `--reuid=${somebody}`, `--regid=${somebody}`, '--clear-groups'];
const missing = ['bash', ...(isRoot ? ['setpriv'] : [])].find((tool) => !findProgram(tool));

t.test(
  'Too few processes for this user',
  { skip: skip || (missing !== undefined && `no ${missing} here`) },
  async (t) => {
    const folder = t.testdir({});
    chmodSync(folder, 0o777);
    const before = [...(isRoot ? asSomebody : []), ...limited('bash', 'ulimit -u 12')];
    const env = { TMPDIR: folder, XDG_CACHE_HOME: folder, HOME: folder };
    const outcome = await run([started, started], { before, env });
    t.match(outcome, {
      status: 2,
      stdout: '',
      stderr: /2 players at once need 20 processes and threads more.*ulimit -u/,
    });
  },
);

/** A control group of version 1 for processes, where one can be made. */
function pidsGroup(most: number): string | undefined {
  const group = `/sys/fs/cgroup/pids/wordhost-test-${process.pid}`;
  try {
    mkdirSync(group);
    writeFileSync(join(group, 'pids.max'), String(most));
    return group;
  } catch {
    return undefined;
  }
}

function wasRemoved(group: string): boolean {
  try {
    rmdirSync(group);
    return true;
  } catch {
    return false;
  }
}

t.test('Too few processes in the control group', { skip }, async (t) => {
  const group = pidsGroup(20);
  if (group === undefined)
    return void t.pass('a group of its own', { skip: 'no control group for processes can be made here' });
  // What the host has started to try a sandbox may be on its way out.
  t.teardown(() =>
    until(
      () => wasRemoved(group),
      () => `the end of ${readFileSync(join(group, 'cgroup.procs'))}`,
    ),
  );
  const before = limited('/bin/sh', `echo $$ > ${group}/cgroup.procs`);
  const outcome = await run([started, started], { cwd, before });
  t.match(outcome, {
    status: 2,
    stdout: '',
    stderr: /2 players at once need 20 processes and threads more.*pids\.max.*TasksMax/,
  });
});

t.test('What is needed is counted by players, against each limit', async (t) => {
  const headroom = (most: number, used: number) =>
    ({ of: 'descriptors', most, used, raise: 'raise it' }) as const;
  t.equal(shortage(hereAlone(1), []), undefined);
  t.equal(shortage(hereAlone(1), [headroom(19, 0)]), undefined);
  t.match(
    shortage(hereAlone(1), [headroom(18, 0)]),
    /1 player at once needs 19 file descriptors more, and 18 .*, 0 of which are taken: raise it/,
  );
  t.match(
    shortage(hereAlone(100), [headroom(1024, 400), { ...headroom(900, 200), of: 'processes' }]),
    /712 file descriptors/,
  );
  t.match(
    shortage(hereAlone(100), [headroom(4096, 400), { ...headroom(900, 200), of: 'processes' }]),
    /804 processes and threads/,
  );
});

async function exists(): Promise<boolean> {
  return spawnSync('test', ['-e', join(cwd, 'started')]).status === 0;
}
