import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { testdirOfPlayers } from '../support/caches.ts';
import { letterA } from './letter-a.ts';
import { type Outcome, resultsOf, run } from './wordhost.ts';

/* Players that bring their files, on one machine. */

const wins = '#!/bin/sh\nprintf r; head -c 4 >/dev/null; printf p003001AAA; cat >/dev/null; :\n';
const waits = 'printf r; cat >/dev/null; :';
const prepare = 'cp run.txt run; chmod +x run; echo x >>$COUNT';

interface Said {
  readonly status: number | null;
  readonly text: string;
}

function leagueOf(t: Test, players: readonly string[]) {
  const cwd = testdirOfPlayers(t, {
    ...{ ...letterA, cache: {}, 'count.txt': '', bots: { ann: { 'run.txt': wins } } },
    'league.yml': `game: bananagrams
options: { dictionary: words.txt, bunch: last-bunch, hand: 3, sandbox: process }
players:
${players.map((player) => `  - ${player}\n`).join('')}format: { kind: round-robin, rounds: 3, mirrored: true }
seed: spring
`,
  });
  const outcome = async (...words: string[]): Promise<Outcome> =>
    await run(words, { cwd, env: { XDG_CACHE_HOME: join(cwd, 'cache'), COUNT: join(cwd, 'count.txt') } });
  const say = async (...words: string[]): Promise<Said> => {
    const { status, stdout, stderr } = await outcome(...words);
    return { status, text: `${stdout}${stderr}` };
  };
  return { cwd, outcome, say, prepared: () => readFileSync(join(cwd, 'count.txt'), 'utf8').length / 2 };
}

const ann = `{ name: ann, files: bots/ann, prepare: "${prepare}", command: ./run }`;
const ben = `{ name: ben, command: "${waits}" }`;

t.test('files of a player are prepared once, whatever the number of processes', async (t) => {
  const { say, prepared, cwd } = leagueOf(t, [ann, ben]);
  const dry = await say('tournament', '--dry-run', '--jobs', '1', 'league.yml');
  t.match(dry, { status: 0, text: /6 games/ });
  t.equal(prepared(), 1);
  t.match(await say('tournament', '--jobs', '2', 'league.yml'), { status: 0, text: / ann +6 +6 / });
  t.equal(prepared(), 1);
  writeFileSync(join(cwd, 'bots', 'ann', 'run.txt'), `${wins}# 2\n`);
  t.match(await say('tournament', '--store', 'other.db', '--jobs', '1', 'league.yml'), { status: 0 });
  t.equal(prepared(), 2, 'other files');
});

t.test('a player that cannot be prepared fails in its games; the others play', async (t) => {
  const { say } = leagueOf(t, [
    ann,
    '{ name: bad, files: bots/ann, prepare: "echo no compiler; exit 3", command: ./run }',
    '{ name: slow, files: bots/ann, prepare: sleep 60, command: ./run, options: { prepare-timeout: 200ms } }',
    '{ name: none, files: bots/ann, command: ./missing }',
  ]);
  const expected = [
    /\(bad\): could not be started \(not-executable\): `echo no compiler; exit 3` \(prepare\) exited with status 3\n.*\n {2}\| no compiler/,
    /\(slow\): could not be started .*: `sleep 60` \(prepare\) took longer than 0\.2 s \(prepare-timeout\)/,
    /\(none\): could not be started \(not-found\)/,
    /^3 broken: bad, slow, none$/m,
  ];
  const dry = await say('tournament', '--dry-run', '--jobs', '1', 'league.yml');
  for (const text of expected) t.match(dry, { status: 0, text });
  const played = await say('tournament', '--jobs', '2', 'league.yml');
  t.match(played, { status: 0, text: / ann +18 +18 / });
  for (const text of expected.slice(0, 3)) t.match(played.text, text);
});

t.test('players of a settings file bring files, and a comparison has one version', async (t) => {
  const { outcome, say, cwd } = leagueOf(t, [ann, ben]);
  const config = `{ dictionary: words.txt, bunch: last-bunch, hand: 3, sandbox: process, players: [${ann}, ${ben}] }`;
  writeFileSync(join(cwd, 'two.yml'), config);
  const [result] = resultsOf(await outcome('bananagrams', '--config', 'two.yml', '--json'));
  t.match(result, { winner: 1, players: [{ files: [{ file: 'bots/ann', sha256: /^[\da-f]{64}$/ }] }, {}] });
  const compare = ['compare', 'bananagrams', '--config', 'two.yml', '--games', '2', '--store', 'two.db'];
  for (const text of [/NEW has 100/, /two\.db has 2 games from an earlier run/])
    t.match(await say(...compare), { status: 0, text });
  writeFileSync(join(cwd, 'bots', 'ann', 'run.txt'), `${wins}# 2\n`);
  t.match(await say(...compare), {
    status: 2,
    text: /two\.db belongs to another comparison: .*bundle\.sha256/,
  });
});

t.test('what cannot be meant is refused, with its place', async (t) => {
  const refused: readonly (readonly [player: string, text: RegExp])[] = [
    ['{ command: ./run, prepare: make }', /league\.yml:4:\d+: players\[0\]\.prepare: requires `files`/],
    [
      '{ command: ./run, options: { prepare-timeout: 1s } }',
      /league\.yml:4:\d+: players\[0\]\.options\.prepare-timeout: requires `files`/,
    ],
    [
      '{ command: ./run, files: bots/ann, cwd: bots }',
      /league\.yml:4:\d+: players\[0\]\.cwd: expected no working directory with `files`/,
    ],
    [
      '{ command: ./run, files: bots/none }',
      /league\.yml:4:\d+: players\[0\]\.files: bots\/none: no such file or folder/,
    ],
    ['{ command: ./run, files: [words.txt, ../x] }', /players\[0\]\.files: \.\.\/x: expected.*list/],
    ['{ command: ./run, files: [] }', /league\.yml:4:\d+: players\[0\]\.files: expected/],
    [
      '{ command: ./run, files: bots/ann, prepare: " " }',
      /league\.yml:4:\d+: players\[0\]\.prepare: expected.*shell/,
    ],
  ];
  for (const [player, text] of refused) {
    const { say } = leagueOf(t, [player, ben]);
    t.match(await say('tournament', 'league.yml'), { status: 2, text }, player);
  }
  const { cwd, say } = leagueOf(t, [ann, ben]);
  writeFileSync(join(cwd, 'two.yml'), '{ players: [{ command: ./run, prepare: make }, ./run] }');
  t.match(await say('bananagrams', '--config', 'two.yml'), {
    ...{ status: 2, text: /two\.yml:1:\d+: players\[0\]\.prepare: requires `files`/ },
  });
});
