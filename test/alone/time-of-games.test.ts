import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { say } from '../cli/in-process.ts';
import { letterA, letterAOptions, patient, quick } from '../cli/letter-a.ts';
import { resultsOf, run } from '../cli/wordhost.ts';

const cwd = t.testdir(letterA);
const taskset = spawnSync('taskset', ['-c', '0', 'true']).status === 0;
const overloadable = existsSync('/proc/self/schedstat')
  ? !taskset && 'there is no taskset here'
  : 'this system does not count how long threads wait';
const counted = existsSync('/proc/self/schedstat');

t.test('a result says how late the host was, and how long each player waited for a processor', async (t) => {
  const options = ['--bunch', 'last-bunch', '--events', 'won.jsonl', '--json'];
  const outcome = await run([...letterAOptions, ...options, patient, quick], { cwd });
  t.equal(outcome.status, 0, outcome.stderr);
  const [result] = resultsOf(outcome);
  t.ok(result!.loopDelayMs! >= 0 && result!.loopDelayMs! < outcome.ms, `${result!.loopDelayMs} ms`);
  for (const { waitMs } of result!.players) t.equal(waitMs !== null, counted);
  t.notOk('overloaded' in result!, 'nobody ran out of time');
});

t.test('how late the host was is a fact, and the result follows from it', async (t) => {
  t.match(await say(['replay', '--verify', 'won.jsonl'], { cwd }), { status: 0 });
  const record = readFileSync(join(cwd, 'won.jsonl'), 'utf8');
  t.match(record, /"type":"load","loopDelayMs":[\d.]+\}$/m);
  writeFileSync(join(cwd, 'other.jsonl'), record.replace(/("type":"load","loopDelayMs":)/, '$19'));
  t.match(await say(['replay', '--verify', 'other.jsonl'], { cwd }), {
    status: 1,
    stdout: /the result is different/,
  });
});

t.test('the terminal says that a machine was overloaded where the result does', async (t) => {
  const options = ['--ready-timeout', '300ms', '--stall', '200ms', '--json'];
  for (const players of [
    ['exec sleep 60', patient],
    [patient, patient],
  ]) {
    const outcome = await run([...letterAOptions, ...options, ...players], { cwd });
    const [result] = resultsOf(outcome);
    t.equal(/the machine was overloaded: /.test(outcome.stderr), result!.overloaded === true);
  }
});

t.test('three that crowd one core are silent: overloaded', { skip: overloadable }, async (t) => {
  const busy = 'while :; do :; done';
  const crowd = `taskset -c 0 sh -c '${busy} & ${busy} & ${busy}'`;
  const options = ['--ready-timeout', '1s', '--events', 'crowd.jsonl'];
  const { status, stderr } = await run([...letterAOptions, ...options, crowd, patient], { cwd });
  t.equal(status, 1);
  const note =
    /the machine was overloaded: player 1 .* waited [\d.]+ m?s for a processor and used one for .*--ready-timeout/;
  t.match(stderr, note);
  const again = await say(['replay', 'crowd.jsonl'], { cwd });
  t.match(again.stdout, note);
  t.match(await say(['replay', '--verify', 'crowd.jsonl'], { cwd }), { status: 0 });
});
