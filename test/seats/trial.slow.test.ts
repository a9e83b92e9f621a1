import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { HostFailure } from '../../host/core/errors.ts';
import { Launcher, launcherFor } from '../../host/seats/process/launcher/launcher.ts';
import {
  lacksOption,
  learnOptions,
  supportsOption,
  tryProgram,
} from '../../host/seats/process/launcher/trial.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';

const shell = (script: string) => ['/bin/sh', '-c', script];

t.test('a small program is run to its end, and what went wrong is told', async (t) => {
  const launcher = await Launcher.start([]);
  t.teardown(() => launcher.end());
  const problemOf = (argv: readonly string[], file?: string) => tryProgram(launcher, argv, { file });
  t.equal(await problemOf(shell('exit 0')), undefined);
  t.equal(await problemOf(shell('echo out; echo of order >&2; exit 3')), 'of order');
  t.equal(await problemOf(shell('exit 3')), 'sh exited with status 3');
  t.equal(await problemOf(shell('kill -KILL $$')), 'sh exited with status SIGKILL');
  t.match(await problemOf(['/no/such/program']), /\/no\/such\/program: not found|No such file/);
  t.match(await problemOf(shell('read x')), 'sh exited with status 1', 'its input is empty');
  const file = join(t.testdir({ text: 'seen' }), 'text');
  t.equal(await problemOf(shell('cat <&9 >&2; exit 1'), file), 'seen');
  t.ok(await problemOf(shell('exit 0'), `${file}-not-there`));
});

t.test('a launcher can begin with a trial, which is not made again where it went well', async (t) => {
  const folder = t.testdir({ text: 'seen\n' });
  const [file, notes] = [join(folder, 'text'), join(folder, 'notes')];
  const noting = (status: number) => shell(`{ cat <&9; echo no >&2; } >>'${notes}'; exit ${status}`);
  const began = async (argv: readonly string[]) => {
    writeFileSync(notes, '');
    const launcher = await Launcher.start([], undefined, () => ({ argv, file }));
    t.teardown(() => launcher.end());
    return launcher;
  };
  const well = await began(noting(0));
  t.equal(await tryProgram(well, noting(0), { file }), undefined);
  t.equal(await tryProgram(well, noting(0), { file }), undefined);
  t.equal(readFileSync(notes, 'utf8'), 'seen\n');
  t.equal(await tryProgram(well, noting(3), { file }), 'no');

  const badly = await began(noting(3));
  t.equal(await tryProgram(badly, noting(3), { file }), 'no', 'what went wrong is told');
  t.equal(readFileSync(notes, 'utf8'), 'seen\nseen\n');
});

t.test('a launcher that is ended by its first trial is started again without it', async (t) => {
  const bin = t.testdir({ chrt: '#!/bin/sh\nsleep 0.5\n' });
  chmodSync(join(bin, 'chrt'), 0o755);
  const path = process.env.PATH;
  process.env.PATH = `${bin}:${path}`;
  t.teardown(() => (process.env.PATH = path));
  // Its parent is the launcher's child.
  const argv = shell('read -r pid name state launcher x </proc/$PPID/stat; kill -KILL $launcher');
  const launcher = await Launcher.start([], undefined, () => ({ argv, file: undefined }));
  t.teardown(() => launcher.end());
  t.ok(launcher.lives);
  t.equal(launcher.names, hasProc ? 'none' : 'private folder');
  t.equal(await launcher.triedFirst({ argv, file: undefined }), undefined);
});

t.test('trials leave no descriptor open', { skip: !hasProc && 'no /proc' }, async (t) => {
  const launcher = await Launcher.start([]);
  t.teardown(() => launcher.end());
  // It gets the pipes that the launcher itself was tried with.
  await tryProgram(launcher, shell('exit 1'));
  const descriptors = () => readdirSync('/proc/self/fd').length;
  const before = descriptors();
  for (let round = 0; round < 10; round++) await tryProgram(launcher, shell('exit 1'));
  t.equal(descriptors(), before);
});

t.test('the options of a program are in its help', async (t) => {
  const launcher = await Launcher.start([]);
  t.teardown(() => launcher.end());
  t.equal(supportsOption('env', '--ignore-environment'), false, 'before it was asked');
  await learnOptions(launcher, 'env');
  t.equal(supportsOption('env', '--ignore-environment'), findProgram('env') !== undefined);
  t.equal(supportsOption('env', '--no-such-option'), false);
  await learnOptions(launcher, 'no-such-program');
  t.equal(supportsOption('no-such-program', '--help'), false);
  t.equal(lacksOption('env', '--no-such-option'), findProgram('env') !== undefined);
  t.equal(lacksOption('no-such-program', '--help'), false, 'it was not there to be asked');
});

t.test('the help of a program is read once, however many want it', async (t) => {
  const calls = join(
    t.testdir({ counted: `#!/bin/sh\necho called >>"\${0%/*}/calls"\necho --option\n` }),
    'calls',
  );
  const program = join(dirname(calls), 'counted');
  chmodSync(program, 0o755);
  const launcher = await Launcher.start([]);
  launcher.end();
  await t.rejects(learnOptions(launcher, program), /\(\/bin\/sh\) exited/);
  const other = await Launcher.start([]);
  t.teardown(() => other.end());
  await Promise.all([learnOptions(other, program), learnOptions(other, program)]);
  await learnOptions(other, program);
  t.equal(supportsOption(program, '--option'), true, 'with a launcher that lives');
  t.equal(readFileSync(calls, 'utf8'), 'called\n');
});

t.test('where the launcher has ended nothing is tried', async (t) => {
  const launcher = await Launcher.start([]);
  launcher.end();
  await t.rejects(tryProgram(launcher, shell('exit 0')), /\(\/bin\/sh\) exited/);
});

const bubblewrap = findProgram('bwrap');
const skip = bubblewrap === undefined && 'there is no program bwrap';

t.test("a launcher that ends in a trial is the host's fault", { skip }, async (t) => {
  const folder = t.testdir({});
  const once = join(folder, 'once');
  // Its parent is the slot, and above that is the launcher.
  const script = `#!/bin/sh
read -r pid name state launcher x </proc/$PPID/stat
[ -e '${once}' ] || { >'${once}'; kill -KILL "$launcher"; exit 1; }
exec '${bubblewrap}' "$@"
`;
  writeFileSync(join(folder, 'bwrap'), script, { mode: 0o755 });
  const path = process.env.PATH;
  process.env.PATH = `${folder}:${path}`;
  t.teardown(() => (process.env.PATH = path));
  // One that has begun without a trial.
  await launcherFor('strict');
  t.ok((await probeSandbox('strict').catch((error: unknown) => error)) instanceof HostFailure);
  t.ok(existsSync(once));
  t.notMatch(await probeSandbox('strict'), { problem: /ended/ }, 'it is tried again');
});
