import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import type { RaceReport } from '../../host/tools/race/race-report.ts';
import { compiled, noCompiler } from '../misbehaviour/compiled.ts';
import { pathWithout } from '../misbehaviour/path-without.ts';
import { resultsOf, run } from './wordhost.ts';

const cwd = t.testdir({});
chmodSync(cwd, 0o755);
const noBatch = (!findProgram('chrt') || !hasProc) && 'players are no batch work here';
const player = 'wordhost player bananagrams';
const program = (name: string) =>
  compiled(join(import.meta.dirname, '..', 'misbehaviour', 'attempts', name), cwd);
const outside = noCompiler ? '' : `'${program('leaves-the-batch-class.c')}' ${player}`;
const hasty = noCompiler ? '' : `'${program('takes-a-short-slice.c')}' ${player}`;
/** Only newer kernels have slices of a thread's own, and tell of them. */
const slices = /^se\.slice/m.test(readIf('/proc/self/sched'));
const noSlices =
  !slices ||
  spawnSync(noCompiler ? 'false' : program('takes-a-short-slice.c'), [
    'grep',
    '-q',
    'slice.*: *100000$',
    '/proc/self/sched',
  ]).status !== 0;

function readIf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

async function play(commands: readonly string[], ...options: readonly string[]) {
  const record = join(
    t.testdirName,
    `${options.join('') || 'none'}${commands.join('').length}.jsonl`.replaceAll('/', ''),
  );
  const args = ['--json', '--seed', '5', '--hand', '11', '--events', record, ...options];
  const played = await run([...args, '--', ...commands], { cwd });
  return { ...played, result: resultsOf(played)[0], record };
}

const skip = noBatch || noCompiler;
const sandboxes = [
  ['--sandbox', 'process'],
  ['--sandbox', 'auto'],
] as const;

for (const sandbox of sandboxes)
  t.test(`a player that leaves the batch class, ${sandbox.join(' ')}`, { skip }, async (t) => {
    const { status, result, record, stderr } = await play([outside, player], ...sandbox);
    t.equal(status, 0, stderr);
    t.match(result?.players, [{ scheduling: 'other' }, { scheduling: 'batch' }]);
    t.match(await run(['replay', '--verify', record], { cwd }), { status: 0 }, 'the record verifies');
  });

t.test('a player that takes a short slice', { skip: skip || (noSlices && 'no slices here') }, async (t) => {
  const { result } = await play([player, hasty], '--sandbox', 'process');
  t.match(result?.players, [{ scheduling: 'batch' }, { scheduling: 'batch, slice 0.1 ms' }]);
});

t.test(
  'who has a better niceness',
  { skip: skip || (process.getuid!() !== 0 && 'only root can') },
  async (t) => {
    const { result } = await play([player, `nice -n -5 ${player}`], '--sandbox', 'process');
    t.match(result?.players, [{ scheduling: 'batch' }, { scheduling: 'batch, nice -5' }]);
  },
);

t.test('a worse niceness is nothing to tell', { skip }, async (t) => {
  const { result } = await play([player, `nice -n 5 ${player}`], '--sandbox', 'process');
  t.match(result?.players, [{ scheduling: 'batch' }, { scheduling: 'batch' }]);
});

t.test('the summary names players that left the batch class', { skip }, async (t) => {
  const played = await run(
    ['--seed', '5', '--hand', '11', '--name', 'outside', '--name', 'inside', '--', outside, player],
    { cwd },
  );
  t.match(played.stdout, /outside.* left the class for batch work: it was other\n/);
  t.notMatch(played.stdout, /inside.* left the class/);
});

/** Who is looked at when it peels must not have lost by then. */
const waiting = 'printf n; exec sleep 1000';

t.test('--require-batch makes an offence of it', { skip }, async (t) => {
  const { status, result, record } = await play([outside, waiting], '--require-batch');
  t.equal(status, 1);
  const offence = { kind: 'time', rule: 'batch', detail: /but other: .*--require-batch/ };
  t.match(result, { winner: 2, players: [{ outcome: 'offender', offence }, { outcome: 'won' }] });
  t.match(await run(['replay', '--verify', record], { cwd }), { status: 0 }, 'the record verifies');
});

t.test('with --require-batch, players that stay play as ever', { skip }, async (t) => {
  const { status, result, stderr } = await play([player, player], '--require-batch');
  t.equal(status, 0, stderr);
  t.match(result?.players, [{ scheduling: 'batch' }, { scheduling: 'batch' }]);
});

t.test('--require-batch is refused where players cannot be batch work', { skip: noBatch }, async (t) => {
  const PATH = pathWithout(join(cwd, 'without-chrt'), ['chrt']);
  const played = await run(['--require-batch', '--', 'true', 'true'], { cwd, env: { PATH } });
  t.match(played, { status: 2, stdout: '', stderr: /--require-batch: needs chrt/ });
});

const strict = await probeSandbox('strict');
const noStrict = 'problem' in strict && strict.problem;
t.test('under strict no player leaves the batch class', { skip: skip || noStrict }, async (t) => {
  const { status, result, stderr } = await play([outside, hasty], '--sandbox', 'strict', '--readable', cwd);
  t.equal(status, 0, stderr);
  t.match(result?.players, [{ scheduling: 'batch' }, { scheduling: 'batch' }]);
});

t.test('a race in which one left the batch class is not fair', { skip }, async (t) => {
  const args = ['race', '--gates', '30', '--seed', '5', '--name', 'outside', '--name', 'inside'];
  const page = join(cwd, 'race.html');
  const played = await run([...args, '--json', '--html', page, '--', outside, player], { cwd });
  const report = JSON.parse(played.stdout) as RaceReport;
  t.equal(played.status, 1);
  t.match(report.leftBatchClass, [{ entry: 1, name: 'outside', seen: 'other' }]);
  t.equal(report.leftBatchClass.length, 1);
  const sentence =
    /^Player 1 \(outside\) left the class for batch work: it was other, in \d+ of \d+ games?\.$/;
  t.match(report.verdict, { fair: false, judged: true, sentence });
  t.match(readFileSync(page, 'utf8'), /no batch work/);
  t.match(played.stderr, /NOT FAIR/);
});

t.test('a race of equals says nothing of the batch class', { skip }, async (t) => {
  const played = await run(['race', '--gates', '30', '--json', '--', player, player], { cwd });
  t.same((JSON.parse(played.stdout) as RaceReport).leftBatchClass, []);
});
