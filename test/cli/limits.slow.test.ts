import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { Result } from '../../host/events/result.ts';
import { hereAlone, shortage } from '../../host/seats/process/limits/headroom.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { allowedProcessors } from '../../host/seats/process/processes/pinning.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import type { RaceReport } from '../../host/tools/race/race-report.ts';
import { allCommands } from '../docs/option-tables.ts';
import { arenaFor } from '../misbehaviour/arena.ts';
import { compiled, noCompiler } from '../misbehaviour/compiled.ts';
import { levelsFor } from '../misbehaviour/levels-for.ts';
import { memoryWays } from '../misbehaviour/memory-ways.ts';
import { pathWithout } from '../misbehaviour/path-without.ts';
import { honest } from '../misbehaviour/play-misbehaving.ts';
import { users } from '../misbehaviour/users.ts';
import type { SeenEvent } from '../seen-event.ts';
import { again, crowd, crowdOnce, options, skip as skip3 } from './crowded.ts';
import { say } from './in-process.ts';
import { letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { late, limitedCpu, skip, turns } from './limited-cpu.ts';
import { processors, skip as skip2 } from './processors-here.ts';
import { resultsOf, run, run as runHost, until } from './wordhost.ts';

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
    const events = readFileSync(join(cwd, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): SeenEvent => JSON.parse(line));
    return { status, stderr, events };
  }

  const guessesOf = (events: readonly SeenEvent[], seat: number) =>
    events.filter((event) => event.type === 'guess' && event.seat === seat);

  t.test(
    'Beside one that writes 10,000 guesses, 50 of another are all read and counted, and so are those',
    async (t) => {
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
    },
  );

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
    t.match(outcome, {
      status: 2,
      stdout: '',
      stderr:
        /8 players at once need 68 more file descriptors, but the limit is 60, of which \d+ are in use\. .*ulimit -n 1024/,
    });
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
      t.match(outcome, {
        status: 2,
        stdout: '',
        stderr: /2 players at once need 20 more processes and threads.*ulimit -u/,
      });
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
    t.match(outcome, {
      status: 2,
      stdout: '',
      stderr: /2 players at once need 20 more processes and threads.*pids\.max.*TasksMax/,
    });
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

      await t.test(
        'strict is refused before anything is started, and says what to do',
        { skip },
        async (t) => {
          const played = await run([...game, '--sandbox', 'strict', 'touch begun', 'touch begun'], how);
          t.match(played, { status: 2, stdout: '' }, played.stderr);
          t.match(
            played.stderr,
            /--memory: under --sandbox strict the kernel limits memory by a control group/,
          );
          t.match(played.stderr, /systemd-run --user --scope -p Delegate=yes/);
        },
      );

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
        t.match(verified, { status: 0, stdout: /decisions reproduced/ });
      }

      write(league({ rounds: 2, players: [line('cy', 0, ', options: { timeout: none }'), ada, ben] }));
      const more = await play();
      t.equal(more.status, 0, more.stderr);
      const later = resultsIn(more.stdout);
      t.equal(later.length, 10);
      t.equal(timeoutsOf(later, 'ada').join(''), '000000', 'resumed, each has what it had');
      t.equal(timeoutsOf(later, 'ben').join(''), '111111');
      t.same(
        [...new Set(told('cy'))],
        ['none'],
        'also one that came first in the file and last in the store',
      );
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
      stderr: /match\.yml: players\[1\]\.timeout: it limits turns, but .* has no turns with these options/,
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

t.test('turn cpu', async (t) => {
  const { computes, cwd, first, passes, run, tryLimitsOn } = await limitedCpu(t);

  /** The loosest sandbox level; `npm run test:slow` has the others. */
  tryLimitsOn((level) => level === 'process');

  t.test(
    'a player that computes without end is ended by whichever limit comes first',
    { skip },
    async (t) => {
      const endless = computes('endless', 0);
      const byCpu = await first(endless, ['--timeout', 'none', '--turn-cpu', '200ms']);
      t.match(byCpu.became, late, 'processor time, with no other limit');
      const byWall = await first(endless, ['--timeout', '200ms', '--turn-cpu', '60s']);
      t.match(byWall.became, { timeouts: 1, cpuTimeouts: undefined }, 'the time of the turn');
    },
  );

  t.test(
    'a turn that used too much is recorded with what it used, and the rules decide by that',
    {
      skip,
    },
    async (t) => {
      await first(computes('spins', 300), ['--turn-cpu', '100ms', '--events', 'spent.jsonl']);
      const record = readFileSync(join(cwd, 'spent.jsonl'), 'utf8');
      const events = record
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
      const spent = events.find(({ type }) => type === 'spent');
      t.ok(spent.cpu > 150e6 && spent.cpu < 400e6, `${spent.cpu} ns`);
      t.match(
        events.find(({ type }) => type === 'timeout'),
        { seat: 1, k: 1, of: 'turn-cpu' },
      );
      t.match(await run(['replay', '--verify', 'spent.jsonl']), { status: 0, stdout: /verified/ });
      t.match((await run(['replay', 'spent.jsonl'])).stdout, /used too much processor time/);
      writeFileSync(join(cwd, 'less.jsonl'), record.replace(/"cpu":\d+/, '"cpu":100000000'));
      t.match(await run(['replay', '--verify', 'less.jsonl']), { status: 1, stdout: /not verified/ });
    },
  );

  t.test(
    'alone, what a turn led to that used too much is dropped, and the next turn goes on',
    {
      skip,
    },
    async (t) => {
      const outcome = await run([
        ...turns,
        '--turn-cpu',
        '100ms',
        '--last-player',
        'continue',
        computes('spins', 300),
      ]);
      t.match(resultsOf(outcome)[0], {
        reason: 'max-turns',
        players: [{ timeouts: 2, cpuTimeouts: 2, offence: undefined }],
      });
    },
  );

  t.test('Boggle in turns has the same limit; without turns there is none', { skip }, async (t) => {
    const boggle = ['boggle', '--turns', '2', '--seed', '1', '--turn-cpu', '100ms', '--json'];
    const outcome = await run([...boggle, '--rules', 'turns', computes('spins', 300), passes]);
    const timeouts = resultsOf(outcome)[0]!.players.map(({ cpuTimeouts }) => cpuTimeouts);
    t.same(timeouts, [1, undefined]);
    t.match(await run([...boggle, passes]), {
      status: 2,
      stderr: /--turn-cpu is for --rules turns.*--player-cpu/,
    });
    t.match(await run(['bananagrams', '--turn-cpu', '1s', patient]), { status: 2, stderr: /--turn-cpu/ });
  });

  t.test(
    'limits of processor time from the environment and a file; what they must be is said',
    {
      skip,
    },
    async (t) => {
      writeFileSync(join(cwd, 'limits.yaml'), 'turn-cpu: 100ms\n');
      t.match((await first(computes('spins', 300), ['--config', 'limits.yaml'])).became, late);
      t.match((await first(computes('spins', 300), [], { WORDHOST_OPT_TURN_CPU: '100ms' })).became, late);
      for (const option of ['--turn-cpu', '--player-cpu'])
        t.match(await run([...turns, option, '1ms', passes]), {
          status: 2,
          stderr: new RegExp(`${option}: expected a time .* from 10ms to .*, or none; got "1ms"`),
        });
    },
  );

  t.test(
    'a player of a file can have this limit of its own, and its record verifies',
    { skip },
    async (t) => {
      const players = ['60s', '100ms'].map((limit) => ({
        command: computes('spins', 300),
        'turn-cpu': limit,
      }));
      writeFileSync(join(cwd, 'own.json'), JSON.stringify({ players }));
      const outcome = await run([
        ...turns,
        '--turn-cpu',
        '150ms',
        '--config',
        'own.json',
        '--events',
        'own.jsonl',
      ]);
      const timeouts = resultsOf(outcome)[0]!.players.map(({ cpuTimeouts }) => cpuTimeouts);
      t.same(timeouts, [undefined, 1], outcome.stderr);
      t.match(await run(['replay', '--verify', 'own.jsonl']), { status: 0, stdout: /verified/ });
    },
  );

  t.test('--player-cpu is for every game, and a record of it verifies', { skip }, async (t) => {
    const spins = 'printf r; while :; do :; done';
    const limits = ['--player-cpu', '300ms', '--events', 'caught.jsonl', '--json'];
    const outcome = await run([...letterAOptions, ...limits, spins, patient]);
    t.match(resultsOf(outcome)[0]!.players[0], { offence: { kind: 'time', rule: 'player-cpu' } });
    t.equal(outcome.status, 1);
    t.match(await run(['replay', '--verify', 'caught.jsonl']), { status: 0, stdout: /verified/ });
  });
});

t.test('time bank', async (t) => {
  /** Says `ready`, and then `pass` in each turn, so many seconds after it was given. */
  const passes = (seconds: string) =>
    `echo ready; while read -r word rest; do case $word in turn) sleep ${seconds}; echo pass;; gameover) exit;; esac; done`;

  /** On a machine with much other work, what takes no time may take half a second. */
  const cwd = t.testdir({ 'slow.sh': passes('1.5'), 'quick.sh': passes('0'), 'words.txt': 'AA\n' });
  const [slow, quick] = ['sh slow.sh', 'sh quick.sh'];
  const run = (args: readonly string[]) => runHost(args, { cwd });
  const events = (file: string) =>
    readFileSync(join(cwd, file), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));

  t.test('a player whose time bank is used up has lost, and the record says the same again', async (t) => {
    const bank = ['--time-bank', '2s', '--overtime', 'lose', '--timeout', 'none', '--margin', '0'];
    const outcome = await run([
      'scrabble',
      '--seed',
      '1',
      ...bank,
      '--events',
      'lost.jsonl',
      '--json',
      slow,
      quick,
    ]);
    t.equal(outcome.status, 1);
    const [result] = resultsOf(outcome);
    const offence = { kind: 'time', rule: 'time-bank', detail: /used up in its turn 2 \(--time-bank\)/ };
    t.match(result, { outcome: 'won', winner: 2, reason: 'last-player' });
    t.match(result!.players[0], { outcome: 'offender', offence, bankMs: 0, pointsOff: 0, timeouts: 1 });
    t.ok(Number(result!.players[1]!.bankMs) > 0);
    t.match(outcome.stderr, /its time for the whole game was used up in its turn 2 \(--time-bank\)/);
    t.match(await run(['replay', '--verify', 'lost.jsonl']), { status: 0, stdout: /verified/ });
    const { stdout } = await run(['replay', 'lost.jsonl']);
    t.match(stdout, /slow\.sh.* used up its time bank/);
    t.match(stdout, /time left +points off(.|\n)*offender \(time-bank\)/);
  });

  t.test('overtime takes points off, and times in the record decide how many', async (t) => {
    const bank = ['--time-bank', '1s', '--increment', '1ms', '--overtime-points', '7', '--margin', '0'];
    const turns = ['boggle', '--rules', 'turns', '--turns', '4', '--dictionary', 'words.txt'];
    const outcome = await run([...turns, '--seed', '1', ...bank, '--record', 'kept', '--json', slow, quick]);
    const [result] = resultsOf(outcome);
    t.match(result, { outcome: 'won', winner: 2, reason: 'turns-used' });
    const [over, inTime] = result!.players;
    t.match(over, { outcome: 'lost', score: -7, pointsOff: 7 });
    t.ok(Number(over!.bankMs) < -1900, `two turns of 1.5 s: ${over!.bankMs} ms`);
    t.match(inTime, { outcome: 'won', pointsOff: 0 });
    const file = join('kept', `${result!.id}.jsonl`);
    t.match(
      events(file).filter(({ type }) => type === 'overtime'),
      [{ seat: 1, k: 1, pointsOff: 7 }],
    );
    t.match(await run(['replay', '--verify', file]), { status: 0, stdout: /verified/ });
  });

  t.test('a bank where there are no turns, or what belongs to none, is refused', async (t) => {
    t.match(await run(['boggle', '--time-bank', '1m', quick, quick]), {
      status: 2,
      stderr: /--time-bank is for --rules turns/,
    });
    t.match(await run(['scrabble', '--increment', '2s', quick, quick]), {
      status: 2,
      stderr: /--increment requires a time bank: add --time-bank/,
    });
  });

  t.test('banks that are longer than the game may be are noted, and no others', async (t) => {
    const note =
      /^note: the time banks of 2 players add up to 50 min, but --game-timeout ends a game after 30 min/m;
    const short = ['scrabble', '--max-turns', '1', '--dictionary', 'none', quick, quick];
    t.match(await run([...short, '--time-bank', '25m']), { stderr: note });
    const longer = await run([...short, '--time-bank', '25m', '--game-timeout', '1h', '--seed', '1']);
    t.notMatch(longer.stderr, /^note: the time banks/m);
  });
});

t.test('pin', async (t) => {
  const skip = skip2;
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
    t.test(
      `--pin: a player has one processor, on the level ${level}`,
      { skip: skip || missing },
      async (t) => {
        const { stderr, stdout } = await run([...solo, ...options, witness], env);
        const [result] = resultsOf({ stdout });
        const { processor, command } = result!.players[0]!;
        t.ok(processors.includes(processor!), `${processor} ${stderr}`);
        // The end of the standard error of one that stalls is shown again.
        const came = stderr.replace(/^ +\| .*$/gm, '');
        const seen = [...came.matchAll(/Cpus_allowed_list:\s*(\S+)/g)].map(([, list]) => list);
        t.same(seen, [String(processor), String(processor)], 'and so has what it starts');
        t.equal(command, witness, 'the command is in the result as it was given');
      },
    );

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
      stderr: /--pin: 1 player and the host need 2 processors, one for each, but this host may use only 1 /,
    });
  });

  t.test('without taskset it is refused', async (t) => {
    const { status, stderr } = await run([...solo, witness], { PATH: '/nowhere' });
    t.equal(status, 2);
    t.match(stderr, '--pin: cannot find taskset on the PATH');
  });

  t.test('two that are busy on one processor use no more than one', { skip }, async (t) => {
    const busy = 'while :; do :; done';
    const { stdout, ms } = await run([...solo, '--stall', '1s', `printf r; sh -c '${busy} & ${busy}'`]);
    const { cpuMs } = resultsOf({ stdout })[0]!.players[0]!;
    t.ok(cpuMs! > 0 && cpuMs! < ms, `${cpuMs} of ${ms} ms`);
  });
});

t.test('one processor', async (t) => {
  const skip = skip2;
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
    t.match(await say(['replay', '--verify', 'kept.jsonl'], { cwd }), { status: 0, stdout: /verified/ });
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
      detail: /changed its scheduling class to other, .*--require-batch/,
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
    const sentence =
      /^Player 1 \(outside\) left the batch scheduling class in \d+ of \d+ games?: it was other\.$/;
    t.match(report.verdict, { fair: false, judged: true, sentence });
    t.match(readFileSync(page, 'utf8'), /not batch work/);
    t.match(played.stderr, /NOT FAIR/);
  });

  t.test('a race of equals says nothing of the batch class', { skip }, async (t) => {
    const played = await run(['race', '--gates', '30', '--json', '--', player, player], { cwd });
    t.same((JSON.parse(played.stdout) as RaceReport).leftBatchClass, []);
  });
});

t.test('rejudge', async (t) => {
  const skip = skip3;
  const cwd = t.testdir({ ...letterA, records: {} });

  t.test('a game on an overloaded machine is played again, and counts once', { skip }, async (t) => {
    const more = ['--record', 'records', '--require', 'games.1=1', '--require', 'offences=0'];
    const outcome = await run([...again, ...more, crowdOnce, patient], { cwd });
    t.equal(outcome.status, 0, outcome.stderr);
    const results = resultsOf(outcome);
    t.equal(results.length, 1, 'one line for one game');
    const [{ id, rejudged = [] } = { id: '' }] = results;
    t.match(results[0], { winner: 1, seed: '7', overloaded: undefined });
    t.match(outcome.stderr, `game 1 (${rejudged[0]}) does not count and is played again`);
    t.match(outcome.stderr, /the machine was overloaded: player 1/);

    t.same(readdirSync(join(cwd, 'records')).toSorted(), [`${id}.jsonl`, `${rejudged[0]}.jsonl`].toSorted());
    for (const name of [id, rejudged[0]]) {
      const verified = await run(['replay', '--verify', `records/${name}.jsonl`], { cwd });
      t.match(verified, { status: 0, stdout: /verified/ }, verified.stdout);
    }
    const { stdout } = await run(['replay', `records/${id}.jsonl`], { cwd });
    t.match(stdout, `instead of ${rejudged[0]} (overloaded)`);
  });

  t.test('a player that is slow on a quiet machine is not given another game', async (t) => {
    const outcome = await run([...again, 'exec sleep 60', patient], { cwd });
    const wasOverloaded = /the machine was overloaded: .*is played again/s.test(outcome.stderr);
    t.equal(resultsOf(outcome)[0]!.rejudged !== undefined, wasOverloaded, outcome.stderr);
  });

  t.test('so it is in a tournament, where only the last one is saved', { skip }, async (t) => {
    const league = `game: bananagrams
options: { dictionary: words.txt, bunch: last-bunch, hand: 3, ready-timeout: 2s }
players:
  - { name: ada, command: ${JSON.stringify(crowdOnce)} }
  - { name: ben, command: ${JSON.stringify(patient)} }
format: { kind: round-robin }
seed: spring
`;
    const results: Result[] = [];
    for (const words of [['--replay-overloaded'], []]) {
      const cwd = t.testdir({ ...letterA, 'league.yml': league });
      const { stderr } = await run(['tournament', ...words, 'league.yml'], { cwd });
      t.equal(stderr.includes('does not count and is played again'), words.length > 0, stderr);
      const { stdout } = await run(['store', 'export', '--results', '-', 'league.db'], { cwd });
      const saved = stdout.trim().split('\n');
      t.equal(saved.length, 1, 'one game is saved');
      results.push(JSON.parse(saved[0]!));
    }
    const [again, once] = results as [Result, Result];
    const outcomeOf = ({ players }: Result) => players.find(({ name }) => name === 'ada')!.outcome;
    t.match(again, { overloaded: undefined, seed: once.seed });
    t.same([again, once].map(outcomeOf), ['won', 'failed']);
    t.match(once, { overloaded: true, rejudged: undefined });
    t.equal(again.rejudged?.length, 1);
  });

  t.test('without being asked nothing is played again', { skip }, async (t) => {
    const outcome = await run([...options, crowd, patient], { cwd });
    t.match(resultsOf(outcome)[0], { overloaded: true, rejudged: undefined });
  });

  t.test('with --view it is refused: the picture is of one game', async (t) => {
    const { status, stderr } = await run([...again, '--view', patient], { cwd });
    t.equal(status, 2);
    t.match(stderr, /--view and --replay-overloaded 1: use one or the other/);
  });
});

t.test('rejudge', async (t) => {
  const skip = skip3;
  const cwd = t.testdir(letterA);

  t.test(
    'the last one counts, overloaded or not: once more, or as often as the limit says',
    { skip },
    async (t) => {
      for (const [limit, times] of [
        [[], 1],
        [['--replay-overloaded=2'], 2],
      ] as const) {
        const outcome = await run([...again, ...limit, crowd, patient], { cwd });
        const [result] = resultsOf(outcome);
        t.match(result, { overloaded: true, players: [{ outcome: 'failed' }, { outcome: 'won' }] });
        t.equal(result?.rejudged?.length, times);
        t.equal(outcome.status, 1);
      }
    },
  );

  t.test('seats and seeds of a series stay as they are', { skip }, async (t) => {
    const outcome = await run([...again, '--games', '2', crowdOnce, patient], { cwd });
    const plain = await run([...options, '--games', '2', quick, patient], { cwd });
    const facts = (printed: typeof outcome) =>
      resultsOf(printed).map(({ seed, winner, players }) => [
        seed,
        winner,
        players.map(({ entry }) => entry),
      ]);
    t.same(facts(outcome), facts(plain));
    t.same(
      resultsOf(outcome).map(({ rejudged }) => rejudged?.length),
      [1, undefined],
    );
  });

  t.test('a turn that was lost to an overloaded machine has the game played again', { skip }, async (t) => {
    const once = `[ -e turned ] || { touch turned; ${crowd}; }`;
    const bot = `echo ready; while read -r word rest; do if [ "$word" = turn ]; then ${once}; echo pass; fi; done`;
    const turns = ['scrabble', '--dictionary', 'none', '--max-turns', '1', '--timeout', '1s', '--json'];
    const outcome = await run([...turns, '--replay-overloaded', '--record', 'turns', bot], { cwd });
    const [result] = resultsOf(outcome);
    t.match(result, { overloaded: undefined, rejudged: [/./], players: [{ timeouts: 0 }] }, outcome.stderr);
    t.match(outcome.stderr, /the machine was overloaded: player 1 .* allow more time \(--timeout\)/);
    const [id] = result!.rejudged!;
    const record = readFileSync(join(cwd, 'turns', `${id}.jsonl`), 'utf8');
    const load = record.split('\n').find((line) => line.includes('"turn-load"'))!;
    const { waitMs, givenMs } = JSON.parse(load);
    t.ok(givenMs >= 1_000 && waitMs > givenMs / 2, load);
    t.match(await run(['replay', '--verify', `turns/${id}.jsonl`], { cwd }), {
      status: 0,
      stdout: /verified/,
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
    const played = await run([...game, ...skipping], { cwd, env });
    t.equal(played.status, 0, played.stderr);
    t.ok(played.stderr.startsWith(note), played.stderr);
    const quiet = await run([...game, ...skipping, '--quiet'], { cwd, env });
    t.equal(quiet.stderr, '', 'a note is no result');
    t.equal(readdirSync(join(cwd, 'games')).length, 2);
    const verify = async (...more: readonly string[]) =>
      await say(['replay', '--verify', 'games', ...more], {
        cwd,
        env: { XDG_CACHE_HOME: join(cwd, 'other') },
      });
    t.match(await verify(), { status: 2, stdout: /no compiled list on this machine has that hash/ });
    t.match(await verify('--dictionary', 'words.txt'), { status: 2, stdout: /[uU]se --skip-non-words/ });
    t.match(await verify(...skipping), { status: 0, stdout: '2 records: all verified' });
  });
});
