import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { execa } from 'execa';
import t, { type Test } from 'tap';
import { jsonLines } from '../support/json-lines.ts';
import { withoutCompiler } from '../support/programs.ts';
import { gathered } from './lasting.ts';
import { lookAfterGames, MEASURED_NODE } from './memory.ts';
import { printedByNode } from './playing.ts';

/*
 * The benchmark itself, on a small scale: what it refuses, that two commits are compared in turns and nothing is left behind; and
 * of its measures of growth those whose result does not depend on the machine: what a process holds after many games.
 */

t.test('against', async (t) => {
  const here = import.meta.dirname;
  const bench = join(here, 'bench.ts');
  const source = ['--conditions=wordhost-source', '--disable-warning=ExperimentalWarning'];

  function benchWith(...words: readonly string[]) {
    return spawnSync(process.execPath, [...source, bench, ...words], { encoding: 'utf8' });
  }

  /** A program for benchmarks that knows these groups, and measures what it is told in `figure`. */
  const program = (groups: string, figure: string) => `
  import { appendFileSync } from 'node:fs';
  const group = process.argv.at(-1);
  if (!'${groups}'.split(', ').includes(group)) {
    console.error('no group ' + group + ': there are ${groups}');
    process.exit(2);
  }
  appendFileSync(process.env.LOG, '${figure} ' + group + '\\n');
  ${figure === 'slow' ? 'setInterval(() => {}, 1000);' : `console.log(JSON.stringify({ group, what: 'a thing', measured: ${figure}, unit: 'ms' }));`}
`;

  /** A repository whose commits are these, the last one as its working tree. */
  function repository(t: Test, ...commits: readonly Record<string, string>[]) {
    const folder = t.testdir({ repository: {}, tmp: {} });
    const root = join(folder, 'repository');
    const git = (...words: readonly string[]) => {
      const name = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
      const { status, stdout, stderr } = spawnSync('git', [...name, ...words], {
        cwd: root,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
      return stdout.trimEnd();
    };
    git('init', '-q');
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(root, '.git/info/exclude'), 'node_modules\n');
    const common = {
      'package.json': '{"type":"module"}',
      'package-lock.json': '{}',
      'host/package/build.ts': '',
    };
    const hashes = commits.map((files) => {
      for (const [path, text] of Object.entries({ ...common, ...files })) {
        mkdirSync(join(root, dirname(path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
      git('add', '-A');
      git('commit', '-q', '--allow-empty', '-m', 'one more');
      return git('rev-parse', 'HEAD');
    });
    const log = join(folder, 'log');
    const tmp = join(folder, 'tmp');
    /** Compares in a process of its own, as the command does. */
    const compare = (against: string, groups: readonly string[]) => {
      const said = JSON.stringify({ root, against, groups, rounds: 3 });
      const script = `
      const { compare } = await import('${join(here, 'against/against.ts')}');
      const { untilStopped } = await import('${join(here, 'against/until-stopped.ts')}');
      const note = (sentence) => console.error(sentence);
      process.exitCode = await untilStopped(async (stop) =>
        console.log(JSON.stringify(await compare({ ...${said}, stop, note }))));`;
      const env = { LOG: log, TMPDIR: tmp };
      return execa(process.execPath, [...source, '--input-type=module', '-e', script], {
        env,
        reject: false,
      });
    };
    const left = () => [...readdirSync(tmp), ...git('worktree', 'list').split('\n').slice(1)];
    return { hashes, compare, left, log };
  }

  t.test('a commit that is not there is named, and nothing is measured', async (t) => {
    const { status, stdout, stderr } = benchWith('--against', 'no-such-commit', 'judge');
    t.match({ status, stdout }, { status: 2, stdout: '' });
    t.match(stderr, /^--against: expected a commit of this repository, and there is no no-such-commit/);
  });

  t.test('what looks like an option of git is no commit either', async (t) => {
    const { status, stderr } = benchWith('--against=--all', 'judge');
    t.match({ status, stderr }, { status: 2, stderr: /there is no --all/ });
  });

  t.test('a group that is not there, and rounds that are too few, are refused', async (t) => {
    for (const [words, stderr] of [
      [['--against', 'HEAD', 'no-such-group'], /^no group no-such-group: there are start, /],
      [
        ['--against', 'HEAD', '--rounds', '2'],
        /^--rounds: expected a whole number of at least 3, and not 2\n/,
      ],
      [
        ['--against', 'HEAD', '--rounds', 'x'],
        /^--rounds: expected a whole number of at least 3, and not x\n/,
      ],
      [['--rounds', '5'], /^--rounds goes with --against COMMIT\n/],
    ] as const)
      t.match(benchWith(...words), { status: 2, stdout: '', stderr }, words.join(' '));
  });

  t.test('help names the groups; an option that is not there is refused in a sentence', async (t) => {
    const { status, stdout } = benchWith('--help');
    t.match({ status, stdout }, { status: 0, stdout: /^npm run bench .*\nGroups: start, fresh, /s });
    t.match(benchWith('--no-such-option'), {
      status: 2,
      stdout: '',
      stderr: "Unknown option '--no-such-option' (--help lists the options)\n",
    });
  });

  t.test('after a Ctrl-C the figures so far are printed', async (t) => {
    const running = execa(process.execPath, [...source, bench, 'judge', 'lasting'], { reject: false });
    for await (const line of running.iterable({ from: 'stderr' }))
      if (line === 'measuring lasting (2 of 2)') {
        // Also when it is in the middle of it.
        await wait(1_000);
        running.kill('SIGINT');
      }
    const { exitCode, stdout } = await running;
    t.equal(exitCode, 130);
    t.match(stdout, /^group .*\njudge +judging a legal table of 144 letters/);
  });

  t.test('without git nothing can be compared', async (t) => {
    const env = { ...process.env, PATH: t.testdir({}) };
    const words = [...source, bench, '--against', 'HEAD', 'judge'];
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env });
    t.match({ status, stderr }, { status: 2, stderr: '--against: there is no program git here\n' });
  });

  t.test('both are measured in turns; the medians are divided; nothing is left', async (t) => {
    const { hashes, compare, left, log } = repository(
      t,
      { 'test/bench/bench.ts': program('old, both', '4') },
      { 'test/bench/bench.ts': program('new, both', '2'), 'package-lock.json': '{"later":1}' },
    );
    const { exitCode, stdout, stderr } = await compare(hashes[0]!, ['new', 'both']);
    t.equal(exitCode, 0, stderr);
    const [there, ours] = [
      [4, 4, 4],
      [2, 2, 2],
    ];
    const figure = { group: 'both', what: 'a thing', unit: 'ms', there, here: ours, ratio: 0.5 };
    t.same(JSON.parse(stdout), [figure]);
    t.match(stderr, /has no group new: left out\n/);
    t.match(stderr, /has another package-lock\.json: it runs with the packages of this checkout\n/);
    t.equal(
      readFileSync(log, 'utf8'),
      '4 both\n2 both\n2 both\n4 both\n4 both\n2 both\n',
      'neither is always second',
    );
    t.same(left(), []);
  });

  t.test('a commit that cannot be measured is refused, and nothing is left', async (t) => {
    const { hashes, compare, left } = repository(
      t,
      {},
      { 'test/bench/bench.ts': program('old', '4'), 'host/package/build.ts': 'throw new Error("no luck");' },
      { 'test/bench/bench.ts': program('old', '4'), 'host/package/build.ts': '' },
      { 'test/bench/bench.ts': 'process.exit(1);' },
      { 'test/bench/bench.ts': program('new', '2') },
    );
    for (const [index, problem] of [
      /^--against: [\da-f]{40} has no test\/bench\/bench\.ts to measure it with$/m,
      /^--against: [\da-f]{40} could not be built:\n.*no luck/ms,
      /^--against: [\da-f]{40} has none of these groups; it has old$/m,
      /^--against: its benchmark does not name its groups:/m,
    ].entries()) {
      const { exitCode, stdout, stderr } = await compare(hashes[index]!, ['new']);
      t.match({ exitCode, stdout, stderr }, { exitCode: 2, stdout: '', stderr: problem });
      t.same(left(), []);
    }
  });

  t.test('after a Ctrl-C nothing is left', async (t) => {
    const bench = { 'test/bench/bench.ts': program('one', 'slow') };
    const { hashes, compare, left, log } = repository(t, bench);
    const comparing = compare(hashes[0]!, ['one']);
    let ended = false;
    comparing.then(() => {
      ended = true;
    });
    while (!existsSync(log) && !ended) await wait(20);
    t.equal(left().length, 2, 'a folder and a worktree');
    comparing.kill('SIGINT');
    t.match(await comparing, { exitCode: 130, stdout: '' });
    t.same(left(), []);
  });
});

t.test('what a game has needed is free again when it is over', async (t) => {
  const MiB = 2 ** 20;
  const [early, late] = lookAfterGames([500, 1500]);
  const gained = (late!.heap - early!.heap) / MiB;
  t.equal(late!.games, 1500);
  // A thousand results alone, if they were kept, would be more than that.
  t.ok(gained < 1, `the heap has grown by ${gained.toFixed(2)} MB in a thousand games`);
});

t.test('lasting', async (t) => {
  const OF_ONE_GAME = 14;

  t.test('a host gathers nothing with its games', { skip: withoutCompiler ?? false }, async (t) => {
    for (const level of ['off', 'bubblewrap'] as const) {
      const [early, late] = await gathered(level, [50, 200]);
      if (!early || !late) return void t.fail('no looks');
      t.equal(late.games, 200);
      t.ok(late.descriptors <= early.descriptors + OF_ONE_GAME, `${level}: ${late.descriptors} descriptors`);
      t.ok(late.processes <= early.processes + OF_ONE_GAME, `${level}: ${late.processes} processes`);
      t.equal(late.zombies, 0, `${level}: zombies`);
      t.equal(late.folders, early.folders, level);
      t.ok(late.heap < early.heap + 2 * 2 ** 20, `${level}: heap of ${early.heap}, then ${late.heap}`);
    }
  });
});

t.test('tournament games', async (t) => {
  const MB = 2 ** 20;

  interface Look {
    readonly games: number;
    readonly cpuSeconds: number;
    readonly heap: number;
    readonly store: number;
  }

  t.test('a late game of a tournament costs as much as an early one', async (t) => {
    const program = join(import.meta.dirname, 'tournament-games.ts');
    const stdout = printedByNode(...MEASURED_NODE, program, '1000', '2000', '4000');
    const [first, second, last, resumed] = jsonLines(stdout) as [
      Look,
      Look,
      Look,
      { games: number; next: number; resumeCpuMs: number },
    ];
    t.ok(last.heap < first.heap + 1.5 * MB, `heap of ${first.heap}, then ${last.heap}`);
    const [early, late] = [second.cpuSeconds - first.cpuSeconds, (last.cpuSeconds - second.cpuSeconds) / 2];
    // Other tests run beside it, and take the caches of the processor.
    t.ok(late < 3 * early, `1,000 games took ${early} s of processor time, and later ${late} s`);
    const [few, many] = [second.store - first.store, (last.store - second.store) / 2];
    t.ok(Math.abs(many - few) < 0.2 * few, `1,000 games took ${few} bytes, and later ${many}`);
    t.match(resumed, { games: 4000, next: 4001 });
    t.comment(`the processor time of a resume: ${(resumed.resumeCpuMs / 4).toFixed(1)} ms for 1,000 games`);
  });
});
