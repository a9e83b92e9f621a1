import { readFileSync } from 'node:fs';
import t from 'tap';
import { allowedProcessors } from '../../host/seats/process/processes/pinning.ts';
import { levelsFor } from '../misbehaviour/levels-for.ts';
import { letterA, letterAOptions } from './letter-a.ts';
import { processors, skip } from './processors-here.ts';
import { resultsOf, run as runHost } from './wordhost.ts';

const cwd = t.testdir(letterA);
const levels = await levelsFor(t);

const run = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  before: readonly string[] = [],
) => runHost(args, { cwd, env, before });

/** Says on which processors it and what it starts may run. */
const witness =
  'printf r; for each in 1 2; do grep Cpus_allowed_list /proc/self/status >&2; done; exec sleep 60';
const solo = [...letterAOptions, '--stall', '200ms', '--stderr', 'inherit', '--json', '--pin'];

for (const { level, options, env, skip: missing } of levels)
  t.test(`--pin: a player has one processor, on the level ${level}`, { skip: skip || missing }, async (t) => {
    const { stderr, stdout } = await run([...solo, ...options, witness], env);
    const [result] = resultsOf({ stdout });
    const { processor, command } = result!.players[0]!;
    t.ok(processors.includes(processor!), `${processor} ${stderr}`);
    // The end of the standard error of one that stalls is shown again.
    const came = stderr.replace(/^ +\| .*$/gm, '');
    const seen = [...came.matchAll(/Cpus_allowed_list:\s*(\S+)/g)].map(([, list]) => list);
    t.same(seen, [String(processor), String(processor)], 'and so has what it starts');
    t.equal(command, witness, 'the command is in the result as it was given');
  });

t.test('the host keeps to the others, and records say who had which', { skip }, async (t) => {
  const up = "p=$(awk '/^PPid/ { print $2 }' /proc/$p/status)";
  const host = `p=$PPID; until grep -q wordhost.js /proc/$p/cmdline; do ${up}; done`;
  const player = `printf r; ${host}; grep Cpus_allowed_list /proc/$p/status >&2; exec sleep 60`;
  const { stdout, stderr } = await run([...solo, '--sandbox', 'off', '--events', 'pinned.jsonl', player]);
  const { processor } = resultsOf({ stdout })[0]!.players[0]!;
  const list = /Cpus_allowed_list:\s*(\S+)/.exec(stderr)?.[1];
  t.same(
    allowedProcessors(list),
    processors.filter((other) => other !== processor),
  );
  const header = JSON.parse(readFileSync(`${cwd}/pinned.jsonl`, 'utf8').split('\n')[0]!);
  t.equal(header.players[0].processor, processor);
  t.match(await run(['replay', '--verify', 'pinned.jsonl']), { status: 0, stdout: /right/ });
});

t.test('too few processors: said before anything is started', { skip }, async (t) => {
  const many = Array.from({ length: processors.length }, () => witness);
  const { status, stderr, stdout } = await run([...solo, ...many]);
  t.equal(status, 2);
  const needed = `--pin: ${many.length} players and the host need ${many.length + 1} processors, one each, and there are`;
  t.match(stderr, needed);
  t.notMatch(stderr, 'Cpus_allowed_list', 'nobody was started');
  t.equal(stdout, '');
  const one = ['taskset', '-c', String(processors[0])];
  t.match(await run([...solo, witness], {}, one), {
    status: 2,
    stderr: /--pin: 1 player and the host need 2 processors, one each, and there is 1 that this host may use/,
  });
});

t.test('without taskset it is refused', async (t) => {
  const { status, stderr } = await run([...solo, witness], { PATH: '/nowhere' });
  t.equal(status, 2);
  t.match(stderr, '--pin: there is no taskset on the PATH');
});

t.test('two that are busy on one processor use no more than one', { skip }, async (t) => {
  const busy = 'while :; do :; done';
  const { stdout, ms } = await run([...solo, '--stall', '1s', `printf r; sh -c '${busy} & ${busy}'`]);
  const { cpuMs } = resultsOf({ stdout })[0]!.players[0]!;
  t.ok(cpuMs! > 0 && cpuMs! < ms, `${cpuMs} of ${ms} ms`);
});
