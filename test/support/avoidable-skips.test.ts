import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

const program = (name: string) => join(import.meta.dirname, '../../.ci', name);

function told(name: string, results: readonly string[]) {
  const file = join(t.testdir({}), 'results');
  writeFileSync(file, `${results.join('\n')}\n`);
  return spawnSync(program(name), [file], { encoding: 'utf8' });
}

const avoidable = (...results: readonly string[]) => told('avoidable-skips', results);

const passed = 'ok 1 - no python3 here is only a name';
const elsewhere = '    ok 2 - memory-hog.sh # SKIP no control group for memory is delegated to this user';

t.test('what a machine cannot have may be skipped', async (t) => {
  const refused = 'ok 3 - a Ctrl-C # SKIP no script(1) here that gives a terminal';
  const compilers = ['rustc', 'cargo'].map((name) => `ok 4 - a bot # SKIP ${name} is not installed`);
  t.match(avoidable(passed, elsewhere, refused, ...compilers), { status: 0, stdout: '' });
});

t.test('what is skipped for want of a package that CI installs is a failure', async (t) => {
  for (const reason of [
    'no C compiler (cc)',
    'the sandbox bubblewrap does not work on this machine: there is no program bwrap',
    'no script(1) here',
    'no ruby among the programs of the system',
    'poly is not installed',
    'go is not installed',
    'lua5.4 is not installed',
    'there is no taskset here',
    'no flock here',
    'players are no batch work here',
    'there is no bash here, which runs the honest player',
  ]) {
    const line = `        ok 3 - a test # SKIP ${reason}`;
    t.match(avoidable(passed, line, elsewhere), { status: 1, stdout: `${line}\n` }, reason);
  }
});

t.test('results that cannot be read prove nothing', async (t) => {
  t.match(spawnSync(program('avoidable-skips'), ['/no/such/file'], { encoding: 'utf8' }), { status: 1 });
});
