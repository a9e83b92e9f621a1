import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { levelsFor } from '../misbehaviour/levels-for.ts';
import { say } from './in-process.ts';
import { processors, skip } from './processors-here.ts';
import { resultsOf, run } from './wordhost.ts';

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
  t.test(
    `both players of a game have one processor, on the level ${level}`,
    { skip: skip || missing },
    async (t) => {
      const words = [...scrabble, '--one-processor', ...options, witness, witness];
      const { status, stderr } = await run(words, { cwd, env });
      t.not(status, 3, stderr);
      t.same(listsIn(stderr), [last, last]);
    },
  );

t.test(
  'the host of a game has the same one; where several are played, each has its own',
  { skip },
  async (t) => {
    const off = ['--sandbox', 'off', '--one-processor'];
    const one = await run([...scrabble, ...off, ofHost, witness], { cwd });
    t.same(listsIn(one.stderr), [last, last, last], one.stderr);
    const games = ['--games', '8', '--jobs', '2', '--json'];
    const several = await run([...scrabble, ...off, ...games, ofHost, ofHost], { cwd });
    t.not(several.status, 3, several.stderr);
    const lists = listsIn(several.stderr);
    t.equal(lists.length, 32);
    t.same(new Set(lists), new Set(processors.slice(-2).map(String)));
  },
);

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
  const kept = [
    'scrabble',
    '--max-turns',
    '6',
    '--seed',
    '1',
    '--quiet',
    '--one-processor',
    '--events',
    'kept.jsonl',
  ];
  t.equal((await run([...kept, ...players], { cwd })).stderr, '');
  t.match(readFileSync(join(cwd, 'kept.jsonl'), 'utf8'), '"type":"end"');
  t.match(await say(['replay', '--verify', 'kept.jsonl'], { cwd }), { status: 0, stdout: /right/ });
});

t.test(
  'a process that plays and is killed leaves its processor to the one in its place',
  { skip },
  async (t) => {
    // The first player that finds no mark kills the process that hosts it.
    const kills = `[ -e mark ] || { : > mark; ${up}; kill -9 $p; }; ${witness}`;
    const words = [
      ...scrabble,
      '--one-processor',
      '--sandbox',
      'off',
      '--games',
      '6',
      '--jobs',
      '2',
      kills,
      witness,
    ];
    const { status, stderr } = await run(words, { cwd });
    t.equal(status, 3, 'the game that was played is void');
    const lists = listsIn(stderr);
    t.ok(lists.length >= 10, stderr);
    t.same(new Set(lists), new Set(processors.slice(-2).map(String)));
  },
);

t.test('a tournament has it too, on its command line', { skip }, async (t) => {
  const player = (name: string) => ({ name, command: witness });
  const file = {
    ...{ game: 'scrabble', options: { 'max-turns': 2, sandbox: 'off' }, players: [player('a'), player('b')] },
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
  const compare = [
    'compare',
    'scrabble',
    '--games',
    '2',
    '--max-turns',
    '2',
    '--seed',
    '1',
    '--sandbox',
    'off',
  ];
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
    [['bananagrams', '--one-processor', './a'], /--one-processor: .* expected a game in turns/],
    [['boggle', '--one-processor', './a', './b'], /--one-processor: .* expected a game in turns/],
    [['scrabble', '--one-processor', '--pin', './a', './b'], /--one-processor: with --pin/],
    [
      ['scrabble', '--one-processor', '--games', '2000', '--jobs', '1000', './a', './b'],
      /expected --jobs \d+ at most/,
    ],
  ] as const)
    t.match(await say([...words], { cwd }), { status: 2, stdout: '', stderr: said });
  const without = await run(['scrabble', '--one-processor', '--shell', '/bin/sh', './a', './b'], {
    cwd,
    env,
  });
  t.match(without, { status: 2, stdout: '', stderr: /--one-processor: there is no taskset on the PATH/ });
});
