import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { letterAOptions, patient } from './letter-a.ts';
import { late, limitedCpu, skip, turns } from './limited-cpu.ts';
import { resultsOf } from './wordhost.ts';

const { computes, cwd, first, passes, run, tryLimitsOn } = await limitedCpu(t);

/** The loosest sandbox level; `npm run test:slow` has the others. */
tryLimitsOn((level) => level === 'process');

t.test('a player that computes without end is ended by whichever limit comes first', { skip }, async (t) => {
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

t.test('a player of a file can have this limit of its own, and its record verifies', { skip }, async (t) => {
  const players = ['60s', '100ms'].map((limit) => ({ command: computes('spins', 300), 'turn-cpu': limit }));
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
  t.match(await run(['replay', '--verify', 'own.jsonl']), { status: 0, stdout: /right/ });
});

t.test('--player-cpu is for every game, and a record of it verifies', { skip }, async (t) => {
  const spins = 'printf r; while :; do :; done';
  const limits = ['--player-cpu', '300ms', '--events', 'caught.jsonl', '--json'];
  const outcome = await run([...letterAOptions, ...limits, spins, patient]);
  t.match(resultsOf(outcome)[0]!.players[0], { offence: { kind: 'time', rule: 'player-cpu' } });
  t.equal(outcome.status, 1);
  t.match(await run(['replay', '--verify', 'caught.jsonl']), { status: 0, stdout: /right/ });
});
