import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readRecord } from '../../host/events/read-record.ts';
import type { Result } from '../../host/events/result.ts';
import { games } from '../../host/games/registry.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { planFromRecord } from '../../host/match/plan.ts';
import { verifyRecord } from '../../host/match/verify.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { letterA, letterAOptions } from '../cli/letter-a.ts';
import { resultsOf, run } from '../cli/wordhost.ts';
import { page } from '../docs/pages.ts';
import { expectOk } from '../support/expect-ok.ts';
import { type Arena, arenaFor } from './arena.ts';
import { attack, MORTAL } from './attack-game.ts';
import { readTable, type TableLevel, tableLevels } from './attack-table.ts';
import { attempts, KILLS } from './attempts.ts';
import { compiled, noCompiler } from './compiled.ts';
import { levelsHere, type TriedLevel } from './levels.ts';
import { errorsOf, playMisbehaving } from './play-misbehaving.ts';
import { untriableAttempts } from './untriable-attempts.ts';
import { users } from './users.ts';

const noScript = findProgram('script') === undefined && 'no script (util-linux)';

t.test('both removed', async (t) => {
  /** Of each kind, enough to see each way. */
  const GAMES = 100;
  const cwd = t.testdir(letterA);
  const lexicon = loadLexicon(join(cwd, 'words.txt'));
  const program = join(import.meta.dirname, 'failing', 'at-the-deal.c');

  function removalsIn(path: string) {
    const record = expectOk(readRecord(path, games));
    if (!lexicon.ok) throw new Error('the word list did not load');
    const plan = expectOk(planFromRecord(record, lexicon.lexicon));
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

  t.test('two players removed at once have one verdict each', { skip: noCompiler, jobs: 2 }, async (t) => {
    // Without a shell around it, which would keep its output open.
    const player = `exec ${compiled(program, cwd)}`;
    for (const [lastPlayer, expected] of Object.entries(expectations))
      t.test(`${GAMES} games, --last-player ${lastPlayer}`, async (t) => {
        const options = ['--games', String(GAMES), '--record', lastPlayer, '--last-player', lastPlayer];
        const args = [
          ...letterAOptions,
          ...options,
          ...'--grace 100ms --stall 20s --json'.split(' '),
          player,
          player,
        ];
        const outcome = await run(args, { cwd });
        const results = resultsOf(outcome);
        t.equal(results.length, GAMES, `status ${outcome.status}`);
        t.same(new Set(results.map((result) => result.outcome)), new Set([expected.outcome]));
        checkRemovals(t, results, join(cwd, lastPlayer), expected);
      });
  });

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
              ...'--dictionary words.txt --ready-timeout 60s --stderr'.split(' '),
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

t.test('a player at the terminal of its host', { skip: noCompiler || noScript }, async (t) => {
  const cwd = t.testdir({ 'words.txt': 'CAT\n' });
  const command = compiled(join(import.meta.dirname, 'hostile', 'reaches-for-a-terminal.c'), cwd);
  const all = 'told 1, opened 1, taken 0, typed 0\n';
  for (const [sandbox, promised] of [
    ['strict', 'told 0, opened 0, taken 0, typed 0\n'],
    ['auto', all],
  ] as const) {
    const words = [
      ...'--dictionary words.txt --sandbox'.split(' '),
      sandbox,
      '--stderr',
      `errors-${sandbox}`,
      '--json',
    ];
    const { stdout } = await run([...words, '--name', 'ada', '--', command], { cwd, terminal: true });
    const level = /"sandbox":"(\w+)"/.exec(stdout)?.[1];
    // Without a namespace of its own, root can do all that the host can.
    if (level === 'process') t.comment(`${sandbox} is ${level} here`);
    else t.equal(errorsOf('ada', join(cwd, `errors-${sandbox}`)), promised, `${sandbox}: ${stdout}`);
  }
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
