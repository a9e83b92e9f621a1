import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { arenaFor } from '../misbehaviour/arena.ts';
import { compiled, noCompiler } from '../misbehaviour/compiled.ts';
import { levelsHere } from '../misbehaviour/levels.ts';
import { whoTests } from '../misbehaviour/users.ts';
import { letterA, letterAOptions, patient } from './letter-a.ts';
import { resultsOf, run as runHost } from './wordhost.ts';

/*
 * Limits of processor time, with programs that really compute. Machines with other work make them slower, not busier:
 * what they use is theirs alone.
 */

const cwd = t.testdir(letterA);
const arena = arenaFor(whoTests);
t.teardown(() => arena[Symbol.dispose]());
const levels = await levelsHere(arena);
const skip = !hasProc ? 'what is used can only be seen where there is a /proc' : noCompiler;
const program = noCompiler ? '' : compiled(join(import.meta.dirname, 'computing', 'computes.c'), cwd);
const computes = (how: string, ms: number) => `./${program.slice(cwd.length + 1)} ${how} ${ms}`;

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runHost(args, { cwd, env, before: ['/usr/bin/env', '-u', 'NODE_OPTIONS'] });

/** A turn for each. */
const turns = ['scrabble', '--dictionary', 'none', '--max-turns', '2', '--seed', '1', '--json', '--quiet'];
const passes = computes('sleeps', 0);

/** What the first of two comes to. */
async function first(player: string, options: readonly string[], env = {}) {
  const outcome = await run([...turns, ...options, '--', player, passes], env);
  const [result] = resultsOf(outcome);
  t.ok(result, outcome.stderr);
  return { result, became: result?.players[0], stderr: outcome.stderr, ms: outcome.ms };
}

const late = { timeouts: 1, cpuTimeouts: 1, outcome: 'lost' };
const inTime = { timeouts: 0, cpuTimeouts: undefined, outcome: 'lost' };
const rows = [
  ['spins', 300, late],
  ['threads', 300, late],
  ['children', 300, late],
  // Nobody counts it when it has ended: it was seen while it ran.
  ['ignored', 300, late],
  ['spins', 20, inTime],
  ['sleeps', 300, inTime],
] as const;

for (const { level, options, env, skip: missing } of levels)
  t.test(`--turn-cpu 100ms on the level ${level}`, { skip: skip || missing }, async (t) => {
    for (const [how, ms, expected] of rows) {
      const { became, stderr } = await first(computes(how, ms), [...options, '--turn-cpu', '100ms'], env);
      t.match(became, expected, `${how} ${ms} ms ${stderr}`);
    }
    if (level === 'process') return;
    const { became } = await first(computes('orphan', 300), [...options, '--turn-cpu', '100ms'], env);
    t.match(became, late, 'what nobody waits for counts where there is a namespace');
  });

t.test('who computes without end is ended by whichever limit comes first', { skip }, async (t) => {
  const endless = computes('endless', 0);
  const byCpu = await first(endless, ['--timeout', 'none', '--turn-cpu', '200ms']);
  t.match(byCpu.became, late, 'processor time, with no other limit');
  const byWall = await first(endless, ['--timeout', '200ms', '--turn-cpu', '60s']);
  t.match(byWall.became, { timeouts: 1, cpuTimeouts: undefined }, 'the time of the turn');
});

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
    t.match(await run(['replay', '--verify', 'spent.jsonl']), { status: 0, stdout: /right/ });
    t.match((await run(['replay', 'spent.jsonl'])).stdout, /has used too much processor time/);
    writeFileSync(join(cwd, 'less.jsonl'), record.replace(/"cpu":\d+/, '"cpu":100000000'));
    t.match(await run(['replay', '--verify', 'less.jsonl']), { status: 1, stdout: /not right/ });
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

for (const { level, options, env, skip: missing } of levels)
  t.test(`--player-cpu on the level ${level}`, { skip: skip || missing }, async (t) => {
    for (const how of ['spins', 'children', 'endless']) {
      const { result, became, stderr } = await first(
        computes(how, 1_000),
        [...options, '--player-cpu', '300ms'],
        env,
      );
      t.match(became, { outcome: 'offender', offence: { kind: 'time', rule: 'player-cpu' } }, stderr);
      t.match(
        became?.offence?.detail,
        /used 0\.\d\d s of processor time, more than the 0\.30 s that --player-cpu/,
      );
      t.match(result, { outcome: 'won', winner: 2, reason: 'last-player' });
    }
    const { became } = await first(computes('sleeps', 1_000), [...options, '--player-cpu', '300ms'], env);
    t.match(became, inTime);
  });

t.test('--player-cpu is for every game, and a record of it verifies', { skip }, async (t) => {
  const spins = 'printf r; while :; do :; done';
  const limits = ['--player-cpu', '300ms', '--events', 'caught.jsonl', '--json'];
  const outcome = await run([...letterAOptions, ...limits, spins, patient]);
  t.match(resultsOf(outcome)[0]!.players[0], { offence: { kind: 'time', rule: 'player-cpu' } });
  t.equal(outcome.status, 1);
  t.match(await run(['replay', '--verify', 'caught.jsonl']), { status: 0, stdout: /right/ });
});
