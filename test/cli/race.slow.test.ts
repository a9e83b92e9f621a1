import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ownMs, quota, readBusyMs, readQuota, watchMachine } from '../../host/cli/commands/race/machine.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import type { RaceReport } from '../../host/tools/race/race-report.ts';
import { say } from './in-process.ts';
import { carriers, type Outcome, run, start, until, withoutTerminal } from './wordhost.ts';

t.test('race', async (t) => {
  const cwd = t.testdir({
    'none.jsonl': '{"n":1}\n',
    empty: {},
    broken: { chrt: '#!/bin/sh\nexit 1\n' },
    'config.yml': 'gates: 30\nphoto-finish: 200us\n',
  });
  const race = async (...args: readonly string[]) => await run(['race', ...args], { cwd });
  const short = ['--seed', 'spring'];
  const coming = 'wordhost player bananagrams';

  function reportOf({ stdout, stderr }: Outcome): RaceReport {
    const [line = '', ...more] = stdout.trimEnd().split('\n');
    if (more.length > 0 || line === '') throw new Error(`expected one line; got ${stdout}${stderr}`);
    return JSON.parse(line) as RaceReport;
  }

  /** A short run may be unlucky, and a busy machine may be unfair: what counts is that the status says what the report says. */
  function statusOf({ verdict, offences }: RaceReport): number {
    return verdict.fair && offences === 0 ? 0 : 1;
  }

  const mistakes: readonly (readonly [args: readonly string[], said: RegExp])[] = [
    [['--gates', '0'], /--gates: expected a whole number from 1 to 10000000; got "0"/],
    [['--players', '9'], /--players: expected a whole number from 2 to 8; got "9"/],
    [
      ['--players', '3', './a', './b'],
      /--players 3: expected the number of PLAYERs, 2\. You can leave out --players/,
    ],
    [['./a'], /race: expected 2 to 8 PLAYERs, or no PLAYERs for the built-in racers; got 1/],
    [['./a', ' '], /player 2 is an empty command/],
    [
      ['--name', 'x', '--name', 'y', '--name', 'z', './a', './b'],
      /--name: expected.*name.* 2 players; got 3/,
    ],
    [['--name', 'x'], /--name: it requires PLAYERs/],
    [['--photo-finish', '5'], /--photo-finish: .*time.*unit/],
    [['--as', 'html', '--output', 'no/such/page.html'], /--output no\/such\/page\.html cannot be used/],
    [['--as', 'html'], /--as html requires --output FILE$/m],
    [['--output', 'race.txt'], /--output requires --as html or json; got --as terminal/],
    [['--shell', '/no/shell'], /--shell \/no\/shell: expected an executable program/],
    [['--network'], /--network requires --sandbox strict/],
    [['--from', 'none.jsonl', '--naive'], /--naive: --from reads records.*no/],
    [['--from', 'none.jsonl', '--gates', '5'], /--gates: --from reads records.*no/],
    [['--from', 'none.jsonl', '--jobs', '2'], /--jobs: --from reads records.*no/],
    [['--jobs', '0'], /--jobs: expected a whole number from 1 to 1000, or auto; got "0"/],
    [['--jobs', '2', '--pin'], /--jobs 2: --pin requires --jobs 1/],
    [['--from', 'gone.jsonl'], /gone\.jsonl: no such file/],
    [['--from', 'none.jsonl'], /none\.jsonl: /],
    [['--from', 'empty'], /empty: expected records \(ID\.jsonl, as written by --record\); found none/],
  ];

  t.test('a mistake is said with what was expected, and nothing is started', async (t) => {
    for (const [args, said] of mistakes) {
      const outcome = await say(['race', ...args], { cwd });
      t.equal(outcome.status, 2, args.join(' '));
      t.match(outcome.stderr, said);
      t.equal(outcome.stdout, '');
    }
  });

  t.test('several races at once are measured together: as many gates as were wanted', async (t) => {
    const outcome = await race('--json', '--gates', '50', '--players', '3', '--jobs', '2', ...short);
    const report = reportOf(outcome);
    t.equal(outcome.status, statusOf(report));
    t.match(report, { source: 'racers', players: 3, gates: 50, games: 5, jobs: 2, offences: 0 });
    t.equal(report.inversions?.of === 0, false, 'what the racers stamped has come');
    t.match(outcome.stderr, /note: 2 games at once on \d+ processors|50 gates between 3 racers/);
  });

  t.test('equal racers: the report is one line of JSON, and the exit status says what it says', async (t) => {
    const outcome = await race('--json', '--as', 'html', '--output', 'race.html', '--gates', '100', ...short);
    const report = reportOf(outcome);
    t.equal(outcome.status, statusOf(report));
    t.match(report, {
      kind: 'race',
      source: 'racers',
      players: 2,
      seed: 'spring',
      interrupted: false,
    });
    t.ok(report.gates >= 100);
    t.same(
      report.curve.map(({ advantageUs }) => advantageUs),
      [5, 10, 20, 50, 100],
      'each point of the curve is measured',
    );
    t.equal(report.mode.batch, findProgram('chrt') !== undefined, 'players are batch work where they can be');
    t.match(outcome.stderr, /^100 gates between 2 racers, seed spring$/m);
    t.match(outcome.stderr, /^verdict: /m, 'the verdict is said beside it');
    const page = readFileSync(join(cwd, 'race.html'), 'utf8');
    t.match(page, /^<!doctype html>/);
    t.match(page, /Is the peel race fair\?/);
    t.match(outcome.stderr, /^page: race\.html$/m);
  });

  t.test('players are no batch work where that is not to be had; a naive race says so', async (t) => {
    const few = ['race', '--json', '--gates', '20', '--sandbox', 'off', ...short];
    const broken = join(cwd, 'broken', 'chrt');
    chmodSync(broken, 0o755);
    const env = { PATH: `${join(cwd, 'broken')}:${process.env.PATH}` };
    t.equal(reportOf(await run(few, { cwd, env })).mode.batch, false);
    const { stdout } = await run(['race', '--gates', '20', '--naive', ...short], { cwd });
    t.match(stdout, /players MAY PREEMPT the\s+host/);
    t.match(stdout, /FIXED writing order/);
  });

  t.test('--quiet leaves the verdict alone', async (t) => {
    const { stdout, stderr } = await race('--quiet', '--gates', '20', ...short);
    t.match(stdout, /^verdict: .*\n$/);
    t.equal(stderr, '');
  });

  t.test('options reach the race from the line, a variable and a file, in this order', async (t) => {
    const reported = async (args: readonly string[], env: Readonly<Record<string, string>>) =>
      reportOf(await run(['race', '--json', '--quiet', ...args], { cwd, env }));
    const variable = { WORDHOST_OPT_GATES: '20' };
    const fromVariable = await reported(['--config', 'config.yml'], variable);
    t.match(
      fromVariable,
      { gates: 20, mode: { photoFinishUs: 200 } },
      'what no variable says is in the file',
    );
    t.match(await reported(['--config', 'config.yml', '--gates', '10'], variable), { gates: 10 });
  });

  t.test('a photo finish is reported with its coin; pinning, or why not', async (t) => {
    const mode = ['--photo-finish', '500us', '--pin'];
    const report = reportOf(await race('--json', '--gates', '150', ...mode, ...short));
    t.match(report.mode, { photoFinishUs: 500 });
    t.ok(report.photoFinish!.coins > 0, 'equal racers come within half a millisecond');
    const { pinned, unpinnedBecause } = report;
    t.ok(pinned ? unpinnedBecause === null : unpinnedBecause !== null && unpinnedBecause !== '');
  });

  t.test('players of the user play in all seats, and are told apart', async (t) => {
    const names = ['--name', 'Ada', '--name', 'Ben <b>'];
    const args = [...'--gates 60 --seed spring --as html --output own.html --json'.split(' '), ...names];
    const outcome = await race(...args, coming, `${coming} --dialect plain`);
    const report = reportOf(outcome);
    t.equal(outcome.status, statusOf(report), outcome.stderr);
    t.match(report, { source: 'players', players: 2, racer: null, curve: [] });
    t.match(report.entries, [{ name: 'Ada' }, { name: 'Ben <b>', command: `${coming} --dialect plain` }]);
    t.notMatch(readFileSync(join(cwd, 'own.html'), 'utf8'), '<b>');
  });

  t.test('a player that falls is named with what it did, and the exit status is 1', async (t) => {
    const falls = 'printf n; head -c 30 > /dev/null; printf x; cat > /dev/null';
    const outcome = await race('--gates', '10', '--json', `${coming} --pause 20ms`, falls);
    t.equal(outcome.status, 1, outcome.stderr);
    t.match(reportOf(outcome).offenders[0], { name: falls, kind: 'protocol', rule: 'byte' });
  });

  t.test('where nobody raced, it says why, and the status is 1', async (t) => {
    const outcome = await race('--gates', '5', '--json', coming, 'no_such_bot');
    t.equal(outcome.status, 1);
    t.equal(outcome.stdout, '');
    t.match(outcome.stderr, /no measurement: .*no_such_bot was removed: startup \(not-found\)/);
  });

  t.test('records give the same figures; what they cannot tell is said', async (t) => {
    mkdirSync(join(cwd, 'games'));
    await run(['--games', '2', '--seed', 'spring', '--record', 'games', '--quiet', coming, coming], { cwd });
    const report = reportOf(await race('--json', '--from', 'games'));
    t.match(report, { source: 'records', games: 2, players: 2, inversions: null, jobs: null });
    t.equal(report.spawns?.shares.length, 2, 'the order of starting is in a record');
    t.ok(report.gates > 50);
    const { stdout } = await race('--from', 'games');
    t.match(stdout, /in 2 games of 2 players, from records\./);
    t.match(stdout, /Not available: /);
    t.match(stdout, /\nverdict: not judged\. /);
  });

  t.test('Ctrl-C: what was measured is reported', { skip: withoutTerminal }, async (t) => {
    const host = start(['race', '--json', '--gates', '100000', ...short], { cwd, terminal: true });
    await until(() => /\[K\d{3} of 200000 gates/.test(host.stdout), host);
    host.child.stdin!.write('\x03');
    const { status, stdout } = await host.ended;
    t.equal(status, 130, stdout);
    const report = JSON.parse(/^.*?(\{.*\})\r$/m.exec(stdout)?.[1] ?? '{}') as RaceReport;
    t.equal(report.interrupted, true);
    t.ok(report.gates >= 100 && report.gates < 100_000, `${report.gates}`);
    t.same(carriers(host.marker), []);
  });

  t.test('on a terminal progress is one line', { skip: withoutTerminal }, async (t) => {
    const { stdout } = await run(['race', '--gates', '50', ...short], {
      cwd,
      terminal: true,
      env: { NO_COLOR: '1' },
    });
    t.match(stdout.replaceAll('\u001b', 'ESC'), /\rESC\[K\d+ of 100 gates, \[[#.]{20}\], [\d.]+\/s, /);
    const report = stdout.slice(stdout.lastIndexOf('\u001b[K') + 3);
    t.match(report, /^verdict: /m);
    t.same(
      report.split('\r\n').filter((line) => line.length > 80),
      [],
    );
    t.notMatch(report, '\u001b', 'no colours');
  });

  t.test('its page and its JSON go to files, or to standard output', async (t) => {
    const few = ['--gates', '20', ...short];
    const toFile = await race('--as', 'html', '--output', 'as.html', ...few);
    t.match(toFile.stderr, /^page: as\.html$/m);
    t.match(toFile.stdout, /^verdict: /m);
    t.match(readFileSync(join(cwd, 'as.html'), 'utf8'), /^<!doctype html>/);
    const page = await race('--as', 'html', '--output', '-', ...few);
    t.match(page.stdout, /^<!doctype html>/);
    t.match(page.stderr, /^verdict: /m);
    t.equal((await race('--as', 'json', '--output', 'as.json', ...few)).status, 0);
    t.equal(JSON.parse(readFileSync(join(cwd, 'as.json'), 'utf8')).kind, 'race');
    t.match(JSON.parse((await race('--as', 'json', ...few)).stdout), { kind: 'race' });
  });

  t.test('what cannot be written is not left out in silence', async (t) => {
    const outcome = await race('--as', 'html', '--output', '/dev/full', '--gates', '20', ...short);
    t.equal(outcome.status, 3);
    t.match(outcome.stderr, /--output: cannot write \/dev\/full: /);
  });
});

t.test('machine', async (t) => {
  t.test('the quota of a control group is processors: what is granted of a period', async (t) => {
    t.equal(readQuota('50000 100000\n'), 0.5);
    t.equal(readQuota('200000 100000'), 2);
    for (const none of ['max 100000', '-1 100000', '', 'undefined undefined'])
      t.equal(readQuota(none), undefined, JSON.stringify(none));
    const here = quota();
    t.ok(here === null || here > 0, `here: ${here}`);
  });

  t.test('busy time is all but idle time and waiting for disks', async (t) => {
    t.equal(readBusyMs('cpu  1 2 4 1000 2000 8 16 0 0 0\ncpu0 9 9 9 9 9 9 9 9 9 9\n'), 310);
    t.equal(readBusyMs(''), undefined);
    t.equal(readBusyMs('cpu  1 2\n'), undefined);
  });

  t.test('a process is counted without what it has waited for, whatever its name', async (t) => {
    const fields = ['S', ...Array.from({ length: 10 }, () => '7'), '3', '4', '500', '600'];
    t.equal(ownMs(`12 (a) b) ${fields.join(' ')}`), 70);
    t.equal(ownMs(''), 0);
  });

  t.test('the machine is what it was between two looks', async (t) => {
    const { processors, loadBefore, loadAfter, busy } = watchMachine()();
    t.ok(processors >= 1);
    for (const load of [loadBefore, loadAfter]) t.type(load, 'number');
    t.ok(busy.length <= 3);
  });
});
