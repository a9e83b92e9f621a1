import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { Result } from '../../host/events/result.ts';
import { hereAlone, shortage } from '../../host/seats/process/limits/headroom.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { allCommands } from '../docs/option-tables.ts';
import { arenaFor } from '../misbehaviour/arena.ts';
import { memoryWays } from '../misbehaviour/memory-ways.ts';
import { honest } from '../misbehaviour/play-misbehaving.ts';
import { users } from '../misbehaviour/users.ts';
import type { SeenEvent } from '../seen-event.ts';
import { jsonLines } from '../support/json-lines.ts';
import { say } from './in-process.ts';
import { resultsOf, run, succeed, until, usageError } from './wordhost.ts';

t.test('boggle floods', async (t) => {
  const board = ['--board', 'CATS/OEDO/ARIG/STNS'];
  /** It hears that the game has begun, does this, and reads on to the end. */
  const afterStart = (does: string) =>
    `echo ready; while read -r line; do [ "$line" != start ] || break; done; ${does}; while read -r line; do :; done`;

  /** Plays it under a time of so many seconds; gives the status and what was recorded. */
  async function played(
    t: Test,
    seconds: number,
    players: readonly string[],
  ): Promise<{ status: number | null; stderr: string; events: SeenEvent[] }> {
    const cwd = t.testdir({});
    const options = ['--time', `${seconds}s`, '--max-output', '64M', '--record', cwd, '--quiet'];
    const { status, stderr } = await run(['boggle', ...board, ...options, ...players], { cwd });
    const file = readdirSync(cwd).find((name) => name.endsWith('.jsonl'))!;
    const events = jsonLines<SeenEvent>(readFileSync(join(cwd, file), 'utf8'));
    return { status, stderr, events };
  }

  const guessesOf = (events: readonly SeenEvent[], seat: number) =>
    events.filter((event) => event.type === 'guess' && event.seat === seat);

  t.test('Beside 10,000 guesses of one player, 50 of another are all counted', async (t) => {
    const words = Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0 ? 'guess DOG' : `guess X${index}`,
    );
    const half = (from: number) => `printf '${words.slice(from, from + 25).join('\\n')}\\n'`;
    const { status, stderr, events } = await played(t, 300, [
      afterStart(`awk 'BEGIN { for (i = 0; i < 10000; i++) print "guess W" i }'; echo done`),
      afterStart(`${half(0)}; sleep 0.5; ${half(25)}; echo done`),
    ]);
    t.equal(status, 0, stderr);
    t.equal(guessesOf(events, 2).length, 50);
    t.match(guessesOf(events, 2)[0], { word: 'DOG', points: 1 });
    t.equal(guessesOf(events, 1).length, 10_000);
    t.match(
      events.find(({ type, seat }) => type === 'found' && seat === 2),
      { words: ['DOG'], points: [1] },
    );
  });

  t.test('Beside one that never stops, a guess before the end counts', async (t) => {
    const { status, stderr, events } = await played(t, 3, [
      afterStart(`exec awk 'BEGIN { for (;;) print "guess ZZZ" }'`),
      afterStart('sleep 0.5; echo guess DOG'),
    ]);
    t.equal(status, 0, stderr);
    t.match(guessesOf(events, 2), [{ word: 'DOG', points: 1 }]);
    t.match(
      events.find(({ type }) => type === 'end'),
      { result: { winner: 2, reason: 'time-up' } },
    );
  });
});

t.test('headroom', async (t) => {
  const cwd = t.testdir({});
  const started = `touch '${join(cwd, 'started')}'; cat`;
  const skip = !hasProc && 'what is open and running is read from /proc';
  const limited = (shell: string, limit: string) => [shell, '-c', `${limit}; exec "$@"`, 'limited'];

  t.test('Too few file descriptors for so many players: nothing is started', { skip }, async (t) => {
    const outcome = await run(Array<string>(8).fill(started), {
      cwd,
      before: limited('/bin/sh', 'ulimit -n 60'),
    });
    t.match(
      outcome,
      usageError(
        /8 players at once need 68 more file descriptors, but the limit is 60, of which \d+ are in use\. .*ulimit -n 1024/,
      ),
    );
    t.notOk(await exists(), 'no player ran');
  });

  t.test('Enough for one is enough', { skip }, async (t) => {
    const outcome = await run(['--json', 'exit 3'], { cwd, before: limited('/bin/sh', 'ulimit -n 60') });
    t.match(outcome, { status: 1, stdout: /"startup"/ });
  });

  const isRoot = process.getuid?.() === 0;
  // Of whom nothing else runs, whatever other tests do, also those of another checkout.
  const somebody = 40_000 + (process.pid % 20_000);
  const asSomebody = ['setpriv', `--reuid=${somebody}`, `--regid=${somebody}`, '--clear-groups'];
  const missing = ['bash', ...(isRoot ? ['setpriv'] : [])].find((tool) => !findProgram(tool));

  t.test(
    'Too few processes for this user',
    { skip: skip || (missing !== undefined && `no ${missing} here`) },
    async (t) => {
      const folder = t.testdir({});
      chmodSync(folder, 0o777);
      const before = [...(isRoot ? asSomebody : []), ...limited('bash', 'ulimit -u 12')];
      const env = { TMPDIR: folder, XDG_CACHE_HOME: folder, HOME: folder };
      const outcome = await run([started, started], { before, env });
      t.match(outcome, usageError(/2 players at once need 20 more processes and threads.*ulimit -u/));
    },
  );

  /** A control group of version 1 for processes, where one can be made. */
  function pidsGroup(most: number): string | undefined {
    const group = `/sys/fs/cgroup/pids/wordhost-test-${process.pid}`;
    try {
      mkdirSync(group);
      writeFileSync(join(group, 'pids.max'), String(most));
      return group;
    } catch {
      return undefined;
    }
  }

  function wasRemoved(group: string): boolean {
    try {
      rmdirSync(group);
      return true;
    } catch {
      return false;
    }
  }

  t.test('Too few processes in the control group', { skip }, async (t) => {
    const group = pidsGroup(20);
    if (group === undefined)
      return void t.pass('a group of its own', { skip: 'no control group for processes can be made here' });
    // What the host has started to try a sandbox may be on its way out.
    t.teardown(() =>
      until(
        () => wasRemoved(group),
        () => `the end of ${readFileSync(join(group, 'cgroup.procs'))}`,
      ),
    );
    const before = limited('/bin/sh', `echo $$ > ${group}/cgroup.procs`);
    const outcome = await run([started, started], { cwd, before });
    t.match(outcome, usageError(/2 players at once need 20 more processes and threads.*pids\.max.*TasksMax/));
  });

  t.test('What is needed is counted by players, against each limit', async (t) => {
    const headroom = (most: number, used: number) =>
      ({ of: 'descriptors', most, used, raise: 'raise it' }) as const;
    t.equal(shortage(hereAlone(1), []), undefined);
    t.equal(shortage(hereAlone(1), [headroom(19, 0)]), undefined);
    t.match(
      shortage(hereAlone(1), [headroom(18, 0)]),
      /1 player at once needs 19 more file descriptors, but the limit is 18, of which 0 are in use\. raise it/,
    );
    t.match(
      shortage(hereAlone(100), [headroom(1024, 400), { ...headroom(900, 200), of: 'processes' }]),
      /712 more file descriptors/,
    );
    t.match(
      shortage(hereAlone(100), [headroom(4096, 400), { ...headroom(900, 200), of: 'processes' }]),
      /804 more processes and threads/,
    );
  });

  async function exists(): Promise<boolean> {
    return spawnSync('test', ['-e', join(cwd, 'started')]).status === 0;
  }
});

t.test('memory', async (t) => {
  const game = ['--dictionary', 'words.txt', '--hand', '3', '--json', '--memory', '256M'];
  const noProc = !hasProc && '--memory is refused where there is no /proc';

  for (const user of users)
    t.test(`--memory without a control group, as ${user.name}`, { skip: noProc || user.skip }, async (t) => {
      const { before, skip } = (await memoryWays(user)).polled;
      using arena = arenaFor(user);
      // The test runner has every Node write to folders that are another user's.
      const how = {
        cwd: arena.bots,
        host: arena.host,
        env: arena.env,
        before,
      };

      await t.test('strict is refused, with what to do', { skip }, async (t) => {
        const played = await run([...game, '--sandbox', 'strict', 'touch begun', 'touch begun'], how);
        t.match(played, { status: 2, stdout: '' }, played.stderr);
        t.match(played.stderr, /--memory: under --sandbox .*kernel limits.*control/);
        t.match(played.stderr, /systemd-run --user --scope -p Delegate=yes/);
      });

      await t.test('elsewhere the host looks at the memory of players, and says so', { skip }, async (t) => {
        const player = honest(arena);
        const played = await run([...game, '--sandbox', 'process', player, player], how);
        t.match(resultsOf(played), [{ memory: 'polled', sandbox: 'process' }], played.stderr);
      });
    });
});

t.test('own limits', async (t) => {
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

  t.test('a slow player with a longer limit goes on; another runs out of time', async (t) => {
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
      t.match(verified, { status: 0, stdout: /decisions reproduced/ });
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
      league({
        rounds: 2,
        players: [line('cy', 0, ', options: { timeout: none }'), line('ada', SLOW), ben],
      }),
    );
    t.match(await play(), {
      status: 2,
      stderr:
        /is not the tournament .*: the player ada: options was \{"timeout":"1m","memory":"1G"\} and is \{\}/,
    });
  });

  t.test('a dry run plays with these limits, too', async (t) => {
    const { cwd, write, told } = folderOf(t);
    write(league({ rounds: 2 }));
    const { stdout } = await succeed(t, ['tournament', '--dry-run', '--jobs', '1', 'league.yml'], {
      cwd,
    });
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
    const { stdout } = await succeed(t, words, { cwd });
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
    t.match(
      refused,
      usageError(/match\.yml:\d+:\d+: players\[1\]\.timeout: it limits turns, but .* .*no turns.*options/),
    );
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
    t.match(await compare('2m'), usageError('players[0].options.timeout was "1m" there, and is "2m" now'));
  });

  t.test('what a player cannot have of its own is refused with its line and column', async (t) => {
    const { cwd, write } = folderOf(t);
    const refused = async (options: string, said: RegExp, more: League = {}) => {
      write(league({ players: [line('ada', 0), line('ben', 0, `, options: { ${options} }`)], ...more }));
      t.match(await say(['tournament', 'league.yml'], { cwd }), usageError(said));
      t.same(
        readdirSync(cwd).filter((name) => name.endsWith('.db')),
        [],
      );
    };
    const place = String.raw`^wordhost: league\.yml:5:57: players\[1\]\.options\.`;
    await refused(
      'timeout: 5',
      new RegExp(`${place}timeout: expected a time with a unit .*, or none; got "5"`),
    );
    await refused(
      'timeout: [1s, 2s]',
      new RegExp(`${place}timeout: expected one value; got \\["1s","2s"\\]`),
    );
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
      new RegExp(`${place}speed: boggle has no such option; a player can have prepare-timeout, memory, `),
    );
    const noTurns = new RegExp(`${place}timeout: it limits turns, but boggle has no`);
    await refused('timeout: 5s', noTurns, { options: 'rules: classic' });
    await refused(
      'timeout: 5s',
      new RegExp(
        `${place}timeout: bananagrams has no such option; a player can have prepare-timeout, memory`,
      ),
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
});

t.test('skip non words', async (t) => {
  const cwd = t.testdir({ 'words.txt': "cat\nat\ndon't\nta\nred car\n", cache: {}, other: {} });
  const env = { XDG_CACHE_HOME: join(cwd, 'cache') };
  const note =
    'dictionary words.txt: 2 lines were skipped, the first of them: line 3: "don\'t" is not a word: only letters, one word per line\n';
  const skipping = ['--dictionary', 'words.txt', '--skip-non-words'];

  t.test('whatever takes a word list can leave out lines of it', async (t) => {
    const commands = (await allCommands()).filter(([, { options }]) => Object.hasOwn(options, 'dictionary'));
    t.ok(commands.length >= 10, String(commands.length));
    for (const [name, { options }] of commands) t.ok(Object.hasOwn(options, 'skip-non-words'), name);
  });

  for (const words of [
    ['judge', 'bananagrams', '003001CAT'],
    ['judge', 'scrabble', '8H CAT'],
    ['judge', 'boggle', '--board', 'CA/TS', 'CAT'],
    ['lexicon', 'check', 'cat'],
    ['lexicon', 'info'],
  ])
    t.test(`${words.join(' ')}: what was skipped is told beside the result`, async (t) => {
      t.match(await say([...words, '--dictionary', 'words.txt'], { cwd, env }), {
        status: 2,
        stderr: /[uU]se --skip-non-words/,
      });
      t.match(await say([...words, ...skipping], { cwd, env }), { status: 0, stderr: note });
    });

  t.test('a list that was compiled without its other lines is a list like any other', async (t) => {
    const built = await say(['lexicon', 'build', '--output', 'a.lex', '--skip-non-words', 'words.txt'], {
      cwd,
      env,
    });
    t.match(built, { status: 0, stderr: note });
    t.match(await say(['lexicon', 'check', '--dictionary', 'a.lex', 'cat'], { cwd, env }), {
      status: 0,
      stdout: 'cat: a word\n',
      stderr: '',
    });
  });

  t.test('a record is verified with the same list and option, or says what is missing', async (t) => {
    const game = ['boggle', '--seed', '1', '--time', '100ms', '--record', 'games', 'wordhost player boggle'];
    const played = await succeed(t, [...game, ...skipping], { cwd, env });
    t.ok(played.stderr.startsWith(note), played.stderr);
    const quiet = await run([...game, ...skipping, '--quiet'], { cwd, env });
    t.equal(quiet.stderr, '', 'a note is no result');
    t.equal(readdirSync(join(cwd, 'games')).length, 2);
    const verify = async (...more: readonly string[]) =>
      await say(['replay', '--verify', 'games', ...more], {
        cwd,
        env: { XDG_CACHE_HOME: join(cwd, 'other') },
      });
    t.match(await verify(), { status: 2, stdout: /no compiled.*machine.*hash/ });
    t.match(await verify('--dictionary', 'words.txt'), { status: 2, stdout: /[uU]se --skip-non-words/ });
    t.match(await verify(...skipping), { status: 0, stdout: '2 records: all verified' });
  });
});
