import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { jsonLines } from '../support/json-lines.ts';
import { letterAOptions, patient } from './letter-a.ts';
import { late, limitedCpu, skip, turns } from './limited-cpu.ts';
import { resultsOf, run as runHost, usageError } from './wordhost.ts';

t.test('turn cpu', async (t) => {
  const { computes, cwd, first, passes, run, tryLimitsOn } = await limitedCpu(t);

  tryLimitsOn((level) => level === 'process');

  t.test('a player that computes without end meets the first limit', { skip }, async (t) => {
    const endless = computes('endless', 0);
    const byCpu = await first(endless, ['--timeout', 'none', '--turn-cpu', '200ms']);
    t.match(byCpu.became, late, 'processor time, with no other limit');
    const byWall = await first(endless, ['--timeout', '200ms', '--turn-cpu', '60s']);
    t.match(byWall.became, { timeouts: 1, cpuTimeouts: undefined }, 'the time of the turn');
  });

  t.test(
    'a turn that used too much is recorded with what it used, and the rules decide by that',
    { skip },
    async (t) => {
      await first(computes('spins', 300), ['--turn-cpu', '100ms', '--events', 'spent.jsonl']);
      const record = readFileSync(join(cwd, 'spent.jsonl'), 'utf8');
      const events = jsonLines(record);
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
    { skip },
    async (t) => {
      const outcome = await run([
        ...turns,
        ...'--turn-cpu 100ms --last-player continue'.split(' '),
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
    t.match(await run([...boggle, passes]), usageError(/--turn-cpu is for --rules turns.*--player-cpu/));
    t.match(await run(['bananagrams', '--turn-cpu', '1s', patient]), { status: 2, stderr: /--turn-cpu/ });
  });

  t.test(
    'limits of processor time from the environment and a file; what they must be is said',
    { skip },
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

  t.test('a player of a file has this limit; its record verifies', { skip }, async (t) => {
    const players = ['60s', '100ms'].map((limit) => ({
      command: computes('spins', 300),
      'turn-cpu': limit,
    }));
    writeFileSync(join(cwd, 'own.json'), JSON.stringify({ players }));
    const outcome = await run([
      ...turns,
      ...'--turn-cpu 150ms --config own.json --events own.jsonl'.split(' '),
    ]);
    const timeouts = resultsOf(outcome)[0]!.players.map(({ cpuTimeouts }) => cpuTimeouts);
    t.same(timeouts, [undefined, 1], outcome.stderr);
    t.match(await run(['replay', '--verify', 'own.jsonl']), { status: 0, stdout: /verified/ });
  });

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
  const passes = (seconds: string) =>
    `echo ready; while read -r word rest; do case $word in turn) sleep ${seconds}; echo pass;; gameover) exit;; esac; done`;

  /** On a machine with much other work, what takes no time may take half a second. */
  const cwd = t.testdir({ 'slow.sh': passes('1.5'), 'quick.sh': passes('0'), 'words.txt': 'AA\n' });
  const [slow, quick] = ['sh slow.sh', 'sh quick.sh'];
  const run = (args: readonly string[]) => runHost(args, { cwd });
  const events = (file: string) => jsonLines(readFileSync(join(cwd, file), 'utf8'));

  t.test('a player whose time bank is used up has lost, and the record says the same again', async (t) => {
    const bank = ['--time-bank', '2s', '--overtime', 'lose', '--timeout', 'none', '--margin', '0'];
    const outcome = await run([
      ...'scrabble --seed 1'.split(' '),
      ...bank,
      ...'--events lost.jsonl --json'.split(' '),
      slow,
      quick,
    ]);
    t.equal(outcome.status, 1);
    const [result] = resultsOf(outcome);
    const offence = { kind: 'time', rule: 'time-bank', detail: /used up in its turn 2 \(--time-bank\)/ };
    t.match(result, { outcome: 'won', winner: 2, reason: 'last-player' });
    t.match(result!.players[0], { outcome: 'offender', offence, bankMs: 0, pointsOff: 0, timeouts: 1 });
    t.ok(Number(result!.players[1]!.bankMs) > 0);
    t.match(outcome.stderr, /time.*game.*turn 2 \(--time-bank\)/);
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
