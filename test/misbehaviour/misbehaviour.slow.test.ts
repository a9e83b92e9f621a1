import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, join as joinPath } from 'node:path';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { readRecord } from '../../host/events/read-record.ts';
import type { Result } from '../../host/events/result.ts';
import { games } from '../../host/games/registry.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { planFromRecord } from '../../host/match/plan.ts';
import { verifyRecord } from '../../host/match/verify.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import type { Finding } from '../attack/finding.ts';
import { readOptions } from '../attack/options.ts';
import { report } from '../attack/report.ts';
import { letterA, letterAOptions } from '../cli/letter-a.ts';
import { resultsOf, run } from '../cli/wordhost.ts';
import { page } from '../docs/pages.ts';
import { compiledSources } from '../support/caches.ts';
import { openPrograms, withoutCompiler } from '../support/programs.ts';
import { staircaseResults, staircaseWords } from '../support/staircase-series.ts';
import { type Arena, arenaFor } from './arena.ts';
import { attack, MORTAL } from './attack-game.ts';
import { readTable, type TableLevel, tableLevels, withTable, writtenTable } from './attack-table.ts';
import { attempts, KILLS } from './attempts.ts';
import { compiled, noCompiler } from './compiled.ts';
import { levelsHere, type TriedLevel } from './levels.ts';
import { brokenPromises, commandOf, misbehavingGame } from './misbehaving-game.ts';
import { misbehaviours } from './misbehaving-players.ts';
import { pipeGames } from './pipe-games.ts';
import { errorsOf, honest, playMisbehaving } from './play-misbehaving.ts';
import { recordsFlood } from './records-flood.ts';
import { asProcesses, endAll, noProc, tryPlayers } from './try-players.ts';
import { untriableAttempts } from './untriable-attempts.ts';
import { plainUser, users } from './users.ts';

const beside = (path: string) => joinPath(import.meta.dirname, path);

t.test('both removed', async (t) => {
  /** Of each kind, enough to see each way. */
  const GAMES = 100;
  const cwd = t.testdir(letterA);
  const lexicon = loadLexicon(join(cwd, 'words.txt'));
  const program = join(import.meta.dirname, 'failing', 'at-the-deal.c');

  /** Verifies a record, and answers which players were removed, in order. */
  function removalsIn(path: string) {
    const record = readRecord(path, games);
    if (!record.ok) throw new Error(record.problem);
    if (!lexicon.ok) throw new Error('the word list did not load');
    const plan = planFromRecord(record, lexicon.lexicon);
    if (!plan.ok) throw new Error(plan.problem);
    const verification = verifyRecord(plan.plan, record.events, record.lines);
    if (!verification.ok || !verification.complete)
      throw new Error(`${path}: ${JSON.stringify(verification)}`);
    return record.events.filter((event) => event.type === 'offence' || event.type === 'left');
  }

  /** What became of whom: `tiles`, `exited`, `won`. */
  function became({ players }: Result): string[] {
    return players.map(({ outcome, offence, cause }) => offence?.rule ?? cause ?? outcome);
  }

  interface Expected {
    /** How many of the two fall before the game is over. */
    readonly removed: number;
    readonly outcome: string;
    /** All that are seen. Who is told 50 ms later that its output is closed is nearly always the second. */
    readonly ways: readonly string[];
  }

  const rules = ['byte', 'crashed', 'exited', 'tiles'];
  const expectations: Readonly<Record<string, Expected>> = {
    win: { removed: 1, outcome: 'won', ways: rules },
    continue: { removed: 2, outcome: 'aborted', ways: ['closed', ...rules] },
  };

  t.test(
    'two players are removed in the same millisecond, each in one of six ways: one verdict each, the same again',
    { skip: noCompiler, jobs: 2 },
    async (t) => {
      // Without a shell around it, which would keep its output open.
      const player = `exec ${compiled(program, cwd)}`;
      for (const [lastPlayer, expected] of Object.entries(expectations))
        t.test(`${GAMES} games, --last-player ${lastPlayer}`, async (t) => {
          const options = ['--games', String(GAMES), '--record', lastPlayer, '--last-player', lastPlayer];
          const args = [
            ...letterAOptions,
            ...options,
            '--grace',
            '100ms',
            '--stall',
            '20s',
            '--json',
            player,
            player,
          ];
          const outcome = await run(args, { cwd });
          const results = resultsOf(outcome);
          t.equal(results.length, GAMES, `status ${outcome.status}`);
          t.same(new Set(results.map((result) => result.outcome)), new Set([expected.outcome]));
          checkRemovals(t, results, join(cwd, lastPlayer), expected);
        });
    },
  );

  function checkRemovals(
    t: Test,
    results: readonly Result[],
    folder: string,
    { removed, ways }: Expected,
  ): void {
    const records = new Set(readdirSync(folder));
    const seen = new Set<string>();
    const first = new Set<number>();
    const odd: unknown[] = [];
    for (const result of results) {
      const removals = removalsIn(join(folder, `${result.id}.jsonl`));
      records.delete(`${result.id}.jsonl`);
      const told = removals.map((fall) => [fall.seat, fall.type === 'left' ? fall.cause : fall.rule]);
      const ends = became(result);
      const agrees = told.every(([seat, way]) => ends[Number(seat) - 1] === way);
      const seats = new Set(told.map(([seat]) => seat));
      if (!agrees || told.length !== removed || seats.size !== removed) odd.push({ told, ends });
      for (const [, way] of told) seen.add(String(way));
      first.add(removals[0]!.seat);
    }
    t.same(odd, [], 'as many removals as removed players, none twice, and the result says the same');
    t.same(records, new Set(), 'a record for each game');
    for (const way of ways) t.ok(seen.has(way), way);
    t.same(first, new Set([1, 2]), 'now the one is first, now the other');
  }
});

t.test('colluding', async (t) => {
  /*
   * Two players of one author tell each other something in every way but by when they move. What a clock tells nobody can hide:
   * the docs say so.
   */

  /** What the docs do not promise: the kernel keeps these with a file, for all that can read it. */
  const byReadableFiles = ['locks of files', 'record locks', 'watches on files', 'futexes on files'];
  const byOtherWays = [
    'files',
    'signals',
    'shared memory',
    'abstract sockets',
    'the loopback network',
    '/proc',
  ];

  for (const user of users)
    t.test(`a host that runs as ${user.name}`, { skip: noCompiler || user.skip }, async (t) => {
      const arena = arenaFor(user);
      t.teardown(() => arena[Symbol.dispose]());
      const program = compiled(join(import.meta.dirname, 'colluding', 'tells-the-other.c'), arena.bots);
      for (const held of await levelsHere(arena)) {
        const { level } = held;
        if (level !== 'strict' && level !== 'process') continue;
        t.test(
          `what two players hear of each other on the level ${level}`,
          { skip: held.skip },
          async (t) => {
            const tag = `colluding-${process.pid}-${user.name}-${level}`;
            const errors = join(arena.bots, `errors-${tag}`);
            const options = [
              '--dictionary',
              'words.txt',
              '--ready-timeout',
              '60s',
              '--stderr',
              errors,
              '--json',
            ];
            const names = ['--name', 'first', '--name', 'second'];
            const command = `'${program}' ${tag}`;
            const args = [...options, ...names, ...held.options, '--', command, command];
            const how = {
              cwd: arena.bots,
              host: arena.host,
              env: { ...arena.env, ...held.env },
              before: user.before,
            };
            const { result, outcome, survivors } = await playMisbehaving(args, tag, how);
            t.equal(result?.sandbox, level, outcome.stderr);
            t.same(survivors, []);
            for (const name of ['first', 'second']) {
              const said = errorsOf(name, errors);
              t.match(said, /^listened$/m, 'it was there to the end');
              const heard = [...said.matchAll(/^heard by (.*)$/gm)].map(([, way]) => way!);
              const known = heard.filter((way) => way !== 'keys').toSorted();
              const promised = level === 'strict' ? byReadableFiles : [...byReadableFiles, ...byOtherWays];
              t.same(known, promised.toSorted(), `${name}: ${said}`);
              if (level === 'strict') t.notOk(heard.includes('keys'));
            }
          },
        );
      }
    });
});

t.test('hostile', async (t) => {
  /*
   * Two players make every attempt of `attempts/` on the host, on its user and on each other, in one game, as root and as
   * somebody else. An attempt ends with status 0 if it succeeded; its file has the name in the docs.
   */

  const table = readTable(page('docs/reference/hosting.md').text);
  const names = attempts.map(({ name }) => name);

  t.test('the docs name each attempt that is made, and no other', async (t) => {
    t.same([...table.keys()].toSorted(), [...names, KILLS].toSorted());
    for (const [name, { strict }] of table)
      t.same(strict, { root: false, user: false }, `under strict nobody ${name}`);
  });

  for (const user of users)
    t.test(`a host that runs as ${user.name}`, { skip: noCompiler || user.skip }, async (t) => {
      const arena = arenaFor(user);
      t.teardown(() => arena[Symbol.dispose]());
      for (const held of await levelsHere(arena))
        t.test(`two hostile players in one game on the level ${held.level}`, { skip: held.skip }, async (t) =>
          checkLevel(t, arena, held),
        );
    });

  async function checkLevel(t: Test, arena: Arena, held: TriedLevel): Promise<void> {
    const { name: user } = arena.user;
    const { level } = held;
    if (!isInTable(level)) return void t.fail(`the table has no column for ${level}`);
    const tag = `hostile-${process.pid}-${user}-${level}`;
    const { played, said, found, reached } = await attack({ arena, held, attempts, against: 'hostile', tag });
    t.equal(played.result?.sandbox, level, played.outcome.stderr);
    const skips = untriableAttempts(arena);
    for (const [index, text] of said.entries()) {
      t.same([...found[index]!.keys()].toSorted(), names.toSorted(), text);
      for (const name of names)
        t.test(`seat ${index + 1}: ${name}`, { skip: skips[name] ?? false }, async (t) =>
          t.equal(found[index]!.get(name), table.get(name)?.[level][user]),
        );
      t.match(text, `plays on, seat ${index + 1}\n`);
    }
    const network = table.get('connects to a server')![level][user];
    t.equal(reached > 0, network, 'what reached our servers');
    // Where everybody is killed, nobody is left to say so: the others play on.
    const clean = { outcome: 'won', winner: 2, reason: 'bunch-empty', players: [{ outcome: 'lost' }, {}] };
    t.match(played.result, clean, played.outcome.stderr);
    t.equal(table.get(KILLS)![level][user], MORTAL.includes(level));
    t.same(played.survivors, []);
  }

  function isInTable(level: string): level is TableLevel {
    return tableLevels.some((each) => each === level);
  }
});

t.test('lines flood', async (t) => {
  const MOST_EXTRA_KB = 64 * 1024;
  const CAP_BYTES = 8 * 2 ** 20;
  /** A guess of ten bytes is two lines of a record. */
  const MOST_RECORDED = 32 * CAP_BYTES;

  const cwd = t.testdir({ cache: {} });
  const env = { XDG_CACHE_HOME: join(cwd, 'cache') };
  const skip = !hasProc && 'the memory of the host can only be seen where there is a /proc';
  const flood = `exec /bin/sh '${join(import.meta.dirname, 'flooding', 'guesses-without-end.sh')}'`;
  const honest = "printf 'ready\\n'; cat > /dev/null";
  const ordinary = "printf 'ready\\n'; read -r line; printf 'done\\n'; cat > /dev/null";

  async function play(record: string, first: string, second: string) {
    const args = ['boggle', '--time', '30m', '--max-output', '8M', '--record', record, '--json'];
    return await playMisbehaving([...args, first, second], `lines-${process.pid}`, { cwd, env });
  }

  t.test(
    'Small lines without end fall at the limit of output; the host is hardly larger for them, and the record has a limit',
    { skip },
    async (t) => {
      const small = await play('small', `${ordinary}; exit 0`, 'exit 0');
      const { result, peakKb, survivors } = await play('large', flood, honest);
      t.match(result?.players[0], { outcome: 'offender', offence: { kind: 'flood', rule: 'output' } });
      t.equal(result?.winner, 2);
      t.same(survivors, []);
      const extraKb = peakKb - small.peakKb;
      t.ok(extraKb < MOST_EXTRA_KB, `${extraKb} kB more than in an ordinary game`);
      const [file = ''] = readdirSync(join(cwd, 'large'));
      const recorded = statSync(join(cwd, 'large', file)).size;
      t.ok(recorded < MOST_RECORDED, `a record of ${recorded} bytes`);
    },
  );
});

tryPlayers(misbehaviours);

t.test('pipe games', async (t) => {
  /** On each level, as each user; `npm run fuzz attacks -- --games 1000` has more of them. */
  const GAMES = 6;
  const noProc = !hasProc && 'survivors can only be counted where there is a /proc';

  for (const user of users)
    t.test(
      `a player that opens, renames, links and watches what it can reach, as ${user.name}`,
      { skip: noCompiler || noProc || user.skip },
      async (t) => {
        const arena = arenaFor(user);
        t.teardown(() => arena[Symbol.dispose]());
        for (const held of await levelsHere(arena))
          t.test(
            `reaches no pipe with a name, and nobody is blamed, on the level ${held.level}`,
            { skip: held.skip },
            async (t) => {
              const tag = `pipes-${process.pid}-${user.name}-${held.level}`;
              const expected = { games: GAMES, blamed: 0, reached: {}, survivors: [], problem: undefined };
              t.same(await pipeGames(GAMES, held, arena, tag), expected);
            },
          );
      },
    );
});

recordsFlood(128);

t.test('misbehaving players', async (t) => {
  t.test(
    'no namespaces on the machine: players are held as processes, and that is said',
    { skip: noProc || plainUser.skip },
    async (t) => {
      using arena = arenaFor(plainUser);
      const folder = join(arena.folder, 'few-tools');
      mkdirSync(folder);
      for (const tool of ['mkfifo', 'head', 'sleep', 'setsid'])
        symlinkSync(findProgram(tool)!, join(folder, tool));
      const ordinary = await misbehavingGame(honest(arena), {}, asProcesses, arena);
      const misbehaviour = misbehaviours.find(
        ({ program }) => program === 'lingering/double-fork-with-a-session.sh',
      )!;
      const poor = { options: [], env: { PATH: folder } };
      const played = await misbehavingGame(commandOf(misbehaviour, arena), misbehaviour, poor, arena);
      t.same(brokenPromises(misbehaviour, 'process', played, ordinary.peakKb), []);
      endAll(played);
    },
  );

  t.test('a shell that is not there: said before anything is started', { skip: noProc }, async (t) => {
    using arena = arenaFor(plainUser);
    const options = ['--shell', '/nowhere/sh'];
    const { outcome, survivors } = await misbehavingGame(honest(arena), { options }, asProcesses, arena);
    t.match(outcome, { status: 2, stdout: '', stderr: /--shell/ });
    t.same(survivors, []);
  });
});

t.test('attack', async (t) => {
  const program = join(beside('../attack'), 'attack.ts');
  const skip = !hasProc ? 'survivors can only be counted where there is a /proc' : noCompiler;

  function attack(...words: readonly string[]) {
    const node = ['--conditions=wordhost-source', '--disable-warning=ExperimentalWarning', program];
    const env = { ...process.env, ...compiledSources };
    return spawnSync(process.execPath, [...node, ...words], { encoding: 'utf8', env });
  }

  t.test(
    'an attack that comes to what is promised: status 0, and a line of JSON for each finding',
    { skip },
    async (t) => {
      const user = process.getuid!() === 0 ? 'root' : 'user';
      const words = [
        '--user',
        user,
        '--sandbox',
        'process',
        '--program',
        'signals the host',
        '--program',
        'dies-of',
        '--json',
      ];
      const { status, stdout, stderr } = attack(...words);
      const lines = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      t.equal(status, 0, stdout + stderr);
      const on = { user, level: 'process', broken: [] };
      t.match(lines, [
        { kind: 'attempt', attack: 'signals the host', came: 'yes', ...on },
        { kind: 'games', attack: 'the honest player beside all of them', came: 'won', ...on },
        { kind: 'program', attack: 'leaving/dies-of-a-signal.sh', came: 'crashed', ...on },
      ]);
      t.equal(lines.length, 3);
    },
  );

  t.test('nothing that was tried proves nothing: status 1', async (t) => {
    t.match(attack('--sandbox', 'off', '--program', 'nonsense'), {
      status: 1,
      stderr: 'nothing was tried\n',
    });
  });

  t.test('options that cannot be', async (t) => {
    t.match(attack('--sandbox', 'x'), {
      status: 2,
      stderr: /--sandbox: expected some of strict, .*; came x/,
    });
    for (const words of [['--repeat', '0'], ['--games', 'a'], ['--user', 'nobody'], ['--nonsense'], ['word']])
      t.match(readOptions(words), { problem: String }, words.join(' '));
    t.match(attack('--help'), { status: 0, stdout: /^npm run fuzz attacks -- \[OPTION…\]/ });
  });

  t.test('the report marks what is not as promised, says why, and what was not tried', async (t) => {
    const found = (
      attack: string,
      level: 'strict' | 'process',
      came: string,
      broken: string[] = [],
    ): Finding => ({
      kind: 'attempt',
      attack,
      user: 'root',
      level,
      came,
      broken,
    });
    const findings = [
      found('reads a key', 'strict', 'no'),
      found('reads a key', 'process', 'yes'),
      found('traces the other', 'strict', 'yes', ['expected no, came yes']),
      found('traces the other', 'strict', 'no'),
    ];
    const notTried = [
      { attack: 'traces the other', user: 'root', level: 'process', reason: 'no way' } as const,
    ];
    t.equal(
      report({ findings, notTried }),
      `                  root strict  root process
reads a key       no           yes
traces the other  yes !, no    -

Not tried:
  traces the other, root process: no way

Not as promised (! above):
  traces the other, root strict: expected no, came yes

1 findings are not as promised
`,
    );
  });

  t.test('a table is read as it was written, and put in the place of the one before', async (t) => {
    const cell = (root: boolean, user: boolean) => ({ root, user });
    const table = new Map([
      [
        'reads',
        {
          strict: cell(false, false),
          bubblewrap: cell(true, false),
          unshare: cell(false, true),
          process: cell(true, true),
        },
      ],
    ]);
    const text = writtenTable(table);
    t.match(text, '| reads | no | as root | as user | yes |\n');
    t.same(readTable(`before\n\n${text}\nafter\n`), table);
    const page = `before\n\n${text.replace('as user', 'no')}\nafter\n`;
    t.equal(withTable(page, table), `before\n\n${text}\nafter\n`);
    t.throws(() => readTable(text.replace('as root', 'perhaps')), /expected no, yes.*came "perhaps"/);
    t.throws(() => readTable('no table'), /expected a table/);
  });
});

t.test('soak', async (t) => {
  const soak = join(beside('../attack'), 'soak.ts');
  const skip = withoutCompiler ?? false;

  t.test(
    'a soak counts the games that were right, on each level that it was asked for',
    { skip },
    async (t) => {
      const words = ['--games', '4', '--of', '2', '--sandbox', 'off,process'];
      const child = spawn(process.execPath, ['--conditions=wordhost-source', soak, ...words], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      t.equal(status, 0, said);
      t.match(said.trimEnd().split('\n').at(-1), /right: \{"process":4,"off":4\}$/);
    },
  );

  t.test('a series in which not all turns were played is told', { skip }, async (t) => {
    using programs = openPrograms();
    const records = mkdtempSync(join(tmpdir(), 'wordhost-records-'));
    t.teardown(() => rmSync(records, { recursive: true }));
    const series = { games: 2, turns: 2, atOnce: 1, options: ['--sandbox', 'off'], records };
    const words = staircaseWords(series, programs);

    t.equal(staircaseResults(series, await run(words)).length, 2, 'all were');

    const leaves = await run([...words.slice(0, -1), 'exit']);
    const problem = problemOf(() => staircaseResults(series, leaves));
    t.match(
      problem,
      'not all turns were played in game 1 of 2: {"number":1,',
      'with the result of the first',
    );
    t.match(problem, 'exited with status 0 before it was ready');
    const [, record = ''] = /^its record: (\S+)$/m.exec(problem) ?? [];
    t.ok(record.startsWith(records) && existsSync(record), `its record is kept: ${record}`);

    const refused = await run([...words, '--no-such-option']);
    t.match(
      problemOf(() => staircaseResults(series, refused)),
      /^of 2 games 0 have a result: the host ended with status 2 and said: wordhost: .*no-such-option/,
    );
    const right = await run(words);
    t.match(
      problemOf(() => staircaseResults(series, { ...right, status: null, signal: 'SIGSEGV' })),
      'all turns were played, but the host ended with SIGSEGV and said: nothing',
    );
  });

  function problemOf(act: () => unknown): string {
    try {
      act();
      return 'none';
    } catch (error) {
      return (error as Error).message;
    }
  }
});
