import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { allowedProcessors } from '../../host/seats/process/processes/pinning.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import type { RaceReport } from '../../host/tools/race/race-report.ts';
import { compiled, noCompiler } from '../misbehaviour/compiled.ts';
import { levelsFor } from '../misbehaviour/levels-for.ts';
import { pathWithout } from '../misbehaviour/path-without.ts';
import { say } from './in-process.ts';
import { letterA, letterAOptions } from './letter-a.ts';
import { processors, skip } from './processors-here.ts';
import { resultsOf, run, run as runHost } from './wordhost.ts';

t.test('pin', async (t) => {
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
    t.test(`--pin: one processor for a player, ${level}`, { skip: skip || missing }, async (t) => {
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
    t.match(await run(['replay', '--verify', 'pinned.jsonl']), { status: 0, stdout: /verified/ });
  });

  t.test('too few processors: said before anything is started', { skip }, async (t) => {
    const many = Array.from({ length: processors.length }, () => witness);
    const { status, stderr, stdout } = await run([...solo, ...many]);
    t.equal(status, 2);
    const needed = `--pin: ${many.length} players and the host need ${many.length + 1} processors, one for each, but this host may use only`;
    t.match(stderr, needed);
    t.notMatch(stderr, 'Cpus_allowed_list', 'nobody was started');
    t.equal(stdout, '');
    const one = ['taskset', '-c', String(processors[0])];
    t.match(await run([...solo, witness], {}, one), {
      status: 2,
      stderr: /--pin: 1 player and the host need 2 processors.*host.* 1 /,
    });
  });

  t.test('without taskset it is refused', async (t) => {
    t.match(await run([...solo, witness], { PATH: '/nowhere' }), {
      status: 2,
      stderr: '--pin: cannot find taskset on the PATH',
    });
  });

  t.test('two that are busy on one processor use no more than one', { skip }, async (t) => {
    const busy = 'while :; do :; done';
    const { stdout, ms } = await run([...solo, '--stall', '1s', `printf r; sh -c '${busy} & ${busy}'`]);
    const { cpuMs } = resultsOf({ stdout })[0]!.players[0]!;
    t.ok(cpuMs! > 0 && cpuMs! < ms, `${cpuMs} of ${ms} ms`);
  });
});

t.test('one processor', async (t) => {
  const cwd = t.testdir({});
  const levels = await levelsFor(t);

  /** Says on which processors it may run, and those that started it; then passes. */
  const witness = `grep Cpus_allowed_list /proc/$$/status >&2; while read -r line; do case $line in end) echo ready;; turn*) echo pass;; esac; done`;
  const up = `p=$PPID; until grep -q wordhost.js /proc/$p/cmdline; do p=$(awk '/^PPid/ { print $2 }' /proc/$p/status); done`;
  const ofHost = `${up}; grep Cpus_allowed_list /proc/$p/status >&2; ${witness}`;
  const scrabble = ['scrabble', '--max-turns', '2', '--seed', '1', '--stderr', 'inherit', '--quiet'];
  const last = String(processors.at(-1));

  const listsIn = (stderr: string) =>
    [...stderr.matchAll(/Cpus_allowed_list:\s*(\S+)/g)].map(([, list]) => list);

  for (const { level, options, env, skip: missing } of levels)
    t.test(`one processor for both players, ${level}`, { skip: skip || missing }, async (t) => {
      const words = [...scrabble, '--one-processor', ...options, witness, witness];
      const { status, stderr } = await run(words, { cwd, env });
      t.not(status, 3, stderr);
      t.same(listsIn(stderr), [last, last]);
    });

  t.test('the host has the same; of several games each has its own', { skip }, async (t) => {
    const off = ['--sandbox', 'off', '--one-processor'];
    const one = await run([...scrabble, ...off, ofHost, witness], { cwd });
    t.same(listsIn(one.stderr), [last, last, last], one.stderr);
    const games = ['--games', '8', '--jobs', '2', '--json'];
    const several = await run([...scrabble, ...off, ...games, ofHost, ofHost], { cwd });
    t.not(several.status, 3, several.stderr);
    const lists = listsIn(several.stderr);
    t.equal(lists.length, 32);
    t.same(new Set(lists), new Set(processors.slice(-2).map(String)));
  });

  t.test('the results are those without it, and a record verifies', { skip }, async (t) => {
    const games = ['scrabble', '--games', '4', '--max-turns', '6', '--seed', '1', '--json', '--quiet'];
    const players = ['wordhost player longest', 'wordhost player random'];
    const scores = async (...more: string[]) =>
      resultsOf(await run([...games, ...more, ...players], { cwd }))
        .toSorted((one, other) => Number(one.number) - Number(other.number))
        .map(({ players }) => players.map(({ score }) => score));
    const without = await scores();
    t.equal(without.length, 4);
    t.same(await scores('--one-processor'), without);
    t.same(await scores('--one-processor', '--jobs', '2'), without);
    const kept = 'scrabble --max-turns 6 --seed 1 --quiet --one-processor --events kept.jsonl'.split(' ');
    t.equal((await run([...kept, ...players], { cwd })).stderr, '');
    t.match(readFileSync(join(cwd, 'kept.jsonl'), 'utf8'), '"type":"end"');
    t.match(await say(['replay', '--verify', 'kept.jsonl'], { cwd }), { status: 0, stdout: /verified/ });
  });

  t.test('a killed process leaves its processor to the next', { skip }, async (t) => {
    // The first player that finds no mark kills the process that hosts it.
    const kills = `[ -e mark ] || { : > mark; ${up}; kill -9 $p; }; ${witness}`;
    const words = [
      ...scrabble,
      ...'--one-processor --sandbox off --games 6 --jobs 2'.split(' '),
      kills,
      witness,
    ];
    const { status, stderr } = await run(words, { cwd });
    t.equal(status, 3, 'the game that was played is void');
    const lists = listsIn(stderr);
    t.ok(lists.length >= 10, stderr);
    t.same(new Set(lists), new Set(processors.slice(-2).map(String)));
  });

  t.test('a tournament has it too, on its command line', { skip }, async (t) => {
    const player = (name: string) => ({ name, command: witness });
    const file = {
      ...{
        game: 'scrabble',
        options: { 'max-turns': 2, sandbox: 'off' },
        players: [player('a'), player('b')],
      },
      format: { kind: 'round-robin', rounds: 4, seats: 2 },
    };
    writeFileSync(join(cwd, 'league.yml'), JSON.stringify(file));
    const words = ['tournament', 'league.yml', '--one-processor', '--stderr', 'inherit'];
    const { status, stderr } = await run([...words, '--jobs', '2'], { cwd });
    t.equal(status, 0, stderr);
    t.notMatch(stderr, /note: 2 games at once/);
    t.equal(listsIn(stderr).length, 8);
    t.same(new Set(listsIn(stderr)), new Set(processors.slice(-2).map(String)));
  });

  t.test('a comparison has it too', { skip }, async (t) => {
    const compare = 'compare scrabble --games 2 --max-turns 2 --seed 1 --sandbox off'.split(' ');
    const { status, stderr } = await run(
      [...compare, '--one-processor', '--stderr', 'inherit', witness, witness],
      { cwd },
    );
    t.equal(status, 0, stderr);
    t.same(listsIn(stderr), [last, last, last, last]);
  });

  t.test('what it cannot be used for is refused before anything is started', async (t) => {
    const env = { PATH: join(cwd, 'nothing') };
    for (const [words, said] of [
      [['bananagrams', '--one-processor', './a'], /--one-processor: .*requires a game with turns/],
      [['boggle', '--one-processor', './a', './b'], /--one-processor: .*requires a game with turns/],
      [['scrabble', '--one-processor', '--pin', './a', './b'], /--one-processor: --pin gives each player/],
      [['scrabble', '--one-processor', '--games', '2000', '--jobs', '1000', './a', './b'], /Use --jobs \d+/],
    ] as const)
      t.match(await say([...words], { cwd }), { status: 2, stdout: '', stderr: said });
    const without = await run(['scrabble', '--one-processor', '--shell', '/bin/sh', './a', './b'], {
      cwd,
      env,
    });
    t.match(without, { status: 2, stdout: '', stderr: /--one-processor: cannot find taskset on the PATH/ });
  });
});

t.test('scheduling', async (t) => {
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
    t.match(played.stdout, /outside.* left the batch scheduling class: it was other\n/);
    t.notMatch(played.stdout, /inside.* left the class/);
  });

  /** Who is looked at when it peels must not have lost by then. */
  const waiting = 'printf n; exec sleep 1000';

  t.test('--require-batch makes an offence of it', { skip }, async (t) => {
    const { status, result, record } = await play([outside, waiting], '--require-batch');
    t.equal(status, 1);
    const offence = {
      kind: 'time',
      rule: 'batch',
      detail: /changed.*scheduling.*, .*--require-batch/,
    };
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
    t.match(played, { status: 2, stdout: '', stderr: /--require-batch: requires chrt/ });
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
    const played = await run([...args, '--json', '--as', 'html', '--output', page, '--', outside, player], {
      cwd,
    });
    const report = JSON.parse(played.stdout) as RaceReport;
    t.equal(played.status, 1);
    t.match(report.leftBatchClass, [{ entry: 1, name: 'outside', seen: 'other' }]);
    t.equal(report.leftBatchClass.length, 1);
    const sentence = /^Player 1 \(outside\) .*batch scheduling.* \d+ of \d+ games?: it was other\.$/;
    t.match(report.verdict, { fair: false, judged: true, sentence });
    t.match(readFileSync(page, 'utf8'), /not batch work/);
    t.match(played.stderr, /NOT FAIR/);
  });

  t.test('a race of equals says nothing of the batch class', { skip }, async (t) => {
    const played = await run(['race', '--gates', '30', '--json', '--', player, player], { cwd });
    t.same((JSON.parse(played.stdout) as RaceReport).leftBatchClass, []);
  });
});
