import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { Result } from '../../host/events/result.ts';
import { say } from './in-process.ts';
import { run } from './wordhost.ts';

/** Passes after so many seconds, and notes the limit that it was told. */
const bot = (name: string, seconds: number) =>
  `while read -r word one two more; do case "$word" in
    timeout) test -n "$ready" || echo "$one" >> ${name}.told;;
    end) ready=1; echo ready;;
    turn) sleep ${seconds}; echo "@$two pass";;
  esac; done`;

const SLOW = 0.5;
const shortTurns = 'rules: turns, turns: 2, timeout: 150ms, margin: 0';
const line = (name: string, seconds: number, more = '') =>
  `  - { name: ${name}, command: ${JSON.stringify(`exec sh ./${name}-${seconds}`)}${more} }`;
const ada = line('ada', SLOW, ', options: { timeout: 1m, memory: 1G }');
const ben = line('ben', SLOW);

interface League {
  readonly players?: readonly string[];
  readonly game?: string;
  readonly options?: string;
  readonly rounds?: number;
}

function league({ players = [ada, ben], game = 'boggle', options = shortTurns, rounds = 1 }: League = {}) {
  return [
    `game: ${game}`,
    `options: { ${options} }`,
    'players:',
    ...players,
    `format: { kind: round-robin, rounds: ${rounds}, mirrored: true }`,
    'seed: limits',
    '',
  ].join('\n');
}

function folderOf(t: Test) {
  const bots = [...['ada', 'ben'].map((name) => [name, SLOW] as const), ['cy', 0] as const];
  const cwd = t.testdir(
    Object.fromEntries(bots.map(([name, seconds]) => [`${name}-${seconds}`, bot(name, seconds)])),
  );
  const write = (text: string, file = 'league.yml') => writeFileSync(join(cwd, file), text);
  const told = (name: string) =>
    readFileSync(join(cwd, `${name}.told`), 'utf8')
      .trim()
      .split('\n');
  return { cwd, write, told };
}

const resultsIn = (stdout: string): Result[] =>
  stdout
    .split('\n')
    .filter((each) => each.startsWith('{'))
    .map((each) => JSON.parse(each));

const timeoutsOf = (results: readonly Result[], name: string) =>
  results.map(({ players }) => players.find((player) => player.name === name)?.timeouts);

t.test(
  'a slow player with a longer limit of its own goes on, and another one runs out of time',
  async (t) => {
    const { cwd, write, told } = folderOf(t);
    const play = (...words: string[]) => run(['tournament', '--json', ...words, 'league.yml'], { cwd });
    write(league());
    const first = await play('--jobs', '2');
    t.equal(first.status, 0, first.stderr);
    const results = resultsIn(first.stdout);
    t.same(
      results.map(({ players }) => players[0]!.name).sort(),
      ['ada', 'ben'],
      'mirrored: each was in each seat',
    );
    t.same(timeoutsOf(results, 'ada'), [0, 0]);
    t.same(timeoutsOf(results, 'ben'), [1, 1]);
    t.same(told('ada'), ['60000', '60000'], 'the limit is that of the player, in whatever seat');
    t.same(told('ben'), ['150', '150']);
    for (const number of [1, 2]) {
      const verified = await run(['replay', '--verify', `league.db#${number}`], { cwd });
      t.match(verified, { status: 0, stdout: /all the same/ });
    }

    write(league({ rounds: 2, players: [line('cy', 0, ', options: { timeout: none }'), ada, ben] }));
    const more = await play();
    t.equal(more.status, 0, more.stderr);
    const later = resultsIn(more.stdout);
    t.equal(later.length, 10);
    t.equal(timeoutsOf(later, 'ada').join(''), '000000', 'resumed, each has what it had');
    t.equal(timeoutsOf(later, 'ben').join(''), '111111');
    t.same([...new Set(told('cy'))], ['none'], 'also one that came first in the file and last in the store');
    t.same([...new Set(told('ada'))], ['60000']);

    write(
      league({ rounds: 2, players: [line('cy', 0, ', options: { timeout: none }'), line('ada', SLOW), ben] }),
    );
    t.match(await play(), {
      status: 2,
      stderr:
        /is another tournament .*: the player ada: options was \{"timeout":"1m","memory":"1G"\} and is \{\}/,
    });
  },
);

t.test('a dry run plays with these limits, too', async (t) => {
  const { cwd, write, told } = folderOf(t);
  write(league({ rounds: 2 }));
  const { status, stdout, stderr } = await run(['tournament', '--dry-run', '--jobs', '1', 'league.yml'], {
    cwd,
  });
  t.equal(status, 0, stderr);
  t.match(stdout, /^league: round-robin, 2 players, 4 games\nabout /);
  t.same([...new Set(told('ada'))], ['60000']);
});

t.test('players of a match file have limits of their own in the same way', async (t) => {
  const { cwd, write, told } = folderOf(t);
  const players = [
    `  - { name: ada, command: exec sh ./ada-${SLOW} }`,
    `  - { name: ben, command: exec sh ./ben-${SLOW}, timeout: 150ms }`,
  ];
  write(
    ['rules: turns', 'turns: 2', 'margin: 0', 'seed: 1', 'players:', ...players, ''].join('\n'),
    'match.yml',
  );
  const words = ['boggle', '--config', 'match.yml', '--timeout', '1m', '--games', '2', '--record', 'kept'];
  const { status, stdout, stderr } = await run(words, { cwd });
  t.equal(status, 0, stderr);
  t.match(stdout, /^game 1: .*; player 2 \(ben\): ran out of time in 1 of 1 turn \(150 ms each\)/m);
  t.match(stdout, /^game 2: .*; player 2 \(ben\): ran out of time in 1 of 1 turn \(150 ms each\)/m);
  t.notMatch(stdout, /player 1 \(ada\): ran/);
  t.same(told('ada'), ['60000', '60000']);
  t.same(told('ben'), ['150', '150'], 'what a player says goes before the command line');
  t.match(await run(['replay', '--verify', 'kept'], { cwd }), { status: 0 });
  const heads = readdirSync(join(cwd, 'kept')).map((name) =>
    JSON.parse(readFileSync(join(cwd, 'kept', name), 'utf8').split('\n')[0]!),
  );
  for (const { players, options } of heads) {
    t.equal(options.timeout, '1m');
    const own = players.map((player: object) => ('options' in player ? player.options : null));
    t.same(new Set(own), new Set([{ timeout: '150ms' }, null]));
  }
  const refused = await say(['boggle', '--config', 'match.yml', '--rules', 'classic'], { cwd });
  t.match(refused, {
    status: 2,
    stderr:
      /match\.yml: players\[1\]\.timeout: it is a limit of turns, and with these options .* take no turns/,
  });
});

t.test('a comparison with other limits is another one', async (t) => {
  const { cwd, write } = folderOf(t);
  const compare = async (limit: string) => {
    const players = ['new', 'old'].map(
      (name) => `  - { name: ${name}, command: exec sh ./cy-0, timeout: ${limit} }`,
    );
    write(['rules: turns', 'turns: 2', 'seed: 1', 'players:', ...players, ''].join('\n'), 'pair.yml');
    const words = ['compare', 'boggle', '--config', 'pair.yml', '--games', '2', '--store', 'pair.db'];
    return await run(words, { cwd });
  };
  const first = await compare('1m');
  t.equal(first.status, 0, first.stderr);
  t.equal((await compare('60s')).status, 0, 'the same limit in other words');
  t.match(await compare('2m'), {
    status: 2,
    stderr: 'players[0].options.timeout was "1m" there, and is "2m" now',
  });
});

t.test('what a player cannot have of its own is refused with its line and column', async (t) => {
  const { cwd, write } = folderOf(t);
  const refused = async (options: string, said: RegExp, more: League = {}) => {
    write(league({ players: [line('ada', 0), line('ben', 0, `, options: { ${options} }`)], ...more }));
    const { status, stderr } = await say(['tournament', 'league.yml'], { cwd });
    t.equal(status, 2, stderr);
    t.match(stderr, said);
    t.same(
      readdirSync(cwd).filter((name) => name.endsWith('.db')),
      [],
    );
  };
  const place = String.raw`^wordhost: league\.yml:5:57: players\[1\]\.options\.`;
  await refused(
    'timeout: 5',
    new RegExp(`${place}timeout: expected a time with its unit .*, or none; got "5"`),
  );
  await refused('timeout: [1s, 2s]', new RegExp(`${place}timeout: expected one value; got \\["1s","2s"\\]`));
  await refused(
    'turns: 4',
    new RegExp(`${place}turns: it is the same for all players of a game.*turn-cpu of its own`),
  );
  await refused('margin: 1s', new RegExp(`${place}margin: it is the same for all players`));
  await refused(
    'timout: 5s',
    new RegExp(`${place}timout: boggle has no such option; did you mean timeout\\?`),
  );
  await refused(
    'speed: 5',
    new RegExp(`${place}speed: boggle has no such option; a player can have memory, `),
  );
  const noTurns = new RegExp(
    `${place}timeout: it is a limit of turns, and with these options players of boggle take no`,
  );
  await refused('timeout: 5s', noTurns, { options: 'rules: classic' });
  await refused(
    'timeout: 5s',
    new RegExp(`${place}timeout: bananagrams has no such option; a player can have memory`),
    {
      game: 'bananagrams',
      options: 'hand: 3',
    },
  );
  await refused('stall: 5s', new RegExp(`${place}stall: it is the same for all players`), {
    game: 'bananagrams',
    options: 'hand: 3',
  });
});
