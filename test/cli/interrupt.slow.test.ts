import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { hasProc, readProc } from '../../host/seats/process/processes/proc.ts';
import { botCommand } from '../check/try-step.ts';
import { carriersOfGame } from '../seats/sitting.ts';
import { jsonLines } from '../support/json-lines.ts';
import { readTap } from '../views/reports/consumers.ts';
import { dealt, letterA, letterAOptions, patient, quick } from './letter-a.ts';
import {
  binary,
  carriers,
  type Outcome,
  type Running,
  type RunOptions,
  resultsOf,
  run,
  start,
  until,
  withoutTerminal,
} from './wordhost.ts';

t.test('jobs ended', async (t) => {
  const skip = !existsSync('/proc/self/environ') && 'survivors can only be counted where there is a /proc';

  const waits = `echo ready; while read -r line; do case $line in turn*) : >"turn.$WORDHOST_GAME"; until [ -e go ]; do sleep 0.1; done; echo pass;; esac; done`;

  const options = ['--dictionary', 'words.txt', '--seed', '7', '--jobs', '2', '--grace', '100ms'];
  const ofGame = ['scrabble', ...options, '--games', '6', '--json', waits, waits];
  const ofComparison = ['compare', 'scrabble', ...options, waits, waits];

  interface Started {
    readonly cwd: string;
    readonly host: Running;
  }

  /** Two games in which somebody has the turn, each played by another process. */
  async function started(t: Test, words: readonly string[], options: RunOptions = {}): Promise<Started> {
    const cwd = t.testdir(letterA);
    const host = start(words, { ...options, cwd });
    t.teardown(() => host.child.kill('SIGKILL'));
    await until(() => readdirSync(cwd).filter((name) => name.startsWith('turn.')).length === 2, host);
    return { cwd, host };
  }

  async function nothingIsLeft({ marker }: Running): Promise<void> {
    await until(
      () => carriers(marker).length === 0,
      () => `processes to go: ${carriers(marker)}`,
    );
  }

  function workersOf({ marker }: Running): number[] {
    return carriers(marker).filter((pid) => readProc(`${pid}/cmdline`)?.split('\0')[2] === '--play-games');
  }

  const finishing = ({ stderr }: Running) => /finishing the running games/.test(stderr);

  t.test('Ctrl-C once: no more games begin, and those that run are finished', { skip }, async (t) => {
    const { cwd, host } = await started(t, ofGame);
    t.equal(workersOf(host).length, 2);
    host.child.kill('SIGINT');
    await until(() => finishing(host), host);
    writeFileSync(join(cwd, 'go'), '');
    const outcome = await host.ended;
    t.equal(outcome.status, 130, outcome.stderr);
    t.same(
      resultsOf(outcome).map(({ reason }) => reason),
      ['scoreless', 'scoreless'],
    );
    t.match(outcome.stderr, /^2 games$/m, 'what is done is kept');
    await nothingIsLeft(host);
  });

  t.test('Ctrl-C twice: those that run are ended, too', { skip }, async (t) => {
    const { host } = await started(t, ofGame);
    host.child.kill('SIGINT');
    await until(() => finishing(host), host);
    host.child.kill('SIGINT');
    const outcome = await host.ended;
    t.equal(outcome.status, 130, outcome.stderr);
    t.same(
      resultsOf(outcome).map(({ reason }) => reason),
      ['interrupted', 'interrupted'],
    );
    await nothingIsLeft(host);
  });

  t.test('Ctrl-C three times: at once, also where one of its processes hangs', { skip }, async (t) => {
    const { host } = await started(t, ofGame);
    process.kill(workersOf(host)[0]!, 'SIGSTOP');
    host.child.kill('SIGINT');
    await until(() => finishing(host), host);
    const again = setInterval(() => host.child.kill('SIGINT'), 100);
    const { status } = await host.ended;
    clearInterval(again);
    t.equal(status, 130);
    await nothingIsLeft(host);
  });

  t.test("at a terminal a Ctrl-C is the host's alone", { skip: skip || withoutTerminal }, async (t) => {
    const { cwd, host } = await started(t, ofGame, { terminal: true });
    host.child.stdin!.write('\x03');
    await until(() => host.stdout.includes('finishing the running games'), host);
    writeFileSync(join(cwd, 'go'), '');
    const { status, stdout } = await host.ended;
    t.equal(status, 130, stdout);
    t.equal(stdout.match(/"reason":"scoreless"/g)?.length, 2, stdout);
    await nothingIsLeft(host);
  });

  const ends = [
    ['SIGTERM', 143],
    ['SIGKILL', null],
  ] as const;

  for (const [signal, status] of ends)
    t.test(`${signal} in the middle: no player and no other process survives`, { skip }, async (t) => {
      for (const words of [ofGame, ofComparison]) {
        const { host } = await started(t, words);
        t.equal(workersOf(host).length, 2);
        host.child.kill(signal);
        const outcome = await host.ended;
        t.equal(outcome.status, status, outcome.stderr);
        await nothingIsLeft(host);
      }
    });

  t.test('when one of its processes is killed, one game is void', { skip }, async (t) => {
    const { cwd, host } = await started(t, ofGame);
    const [first, second] = workersOf(host);
    process.kill(first!, 'SIGKILL');
    await until(() => workersOf(host).filter((pid) => pid !== second && pid !== first).length === 1, host);
    writeFileSync(join(cwd, 'go'), '');
    const outcome = await host.ended;
    t.equal(outcome.status, 3, outcome.stderr);
    t.match(
      outcome.stderr,
      /game [12] .*host failed; no player is at fault: .*wordhost.*played.*ended \(SIGKILL\)/,
    );
    t.same(
      resultsOf(outcome).map(({ reason }) => reason),
      Array(5).fill('scoreless'),
    );
    await nothingIsLeft(host);
  });
});

t.test('launcher ended', async (t) => {
  const cwd = t.testdir({ 'words.txt': 'AA\nAAA\n', bunch: 'A 60\n' });
  const patient = `: waits-${process.pid}; echo >>"begun-$WORDHOST_SEAT"; printf n; head -c 4 >/dev/null; [ $(wc -l <"begun-$WORDHOST_SEAT") -lt 2 ] || exit 0; cat >/dev/null`;
  const words = [
    ...letterAOptions,
    ...'--stall 60s --no-rotate --record-bad bad --tap report.tap'.split(' '),
  ];

  /** The small process that starts players is the only shell that its host started itself. */
  function launcherOf(host: number): number | undefined {
    const below = readFileSync(`/proc/${host}/task/${host}/children`, 'latin1')
      .trim()
      .split(' ')
      .filter(Boolean);
    return below.map(Number).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1') === '/bin/sh\0');
  }

  const isOfGame = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(patient);
    } catch {
      return false;
    }
  };
  const players = () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isOfGame(name))
      .map(Number);

  t.test('a launcher that is killed is no fault of a player', { skip: !hasProc && 'no /proc' }, async (t) => {
    const running = start([...words, '--games', '2', '--json', '--trace', patient, patient], { cwd });
    const host = running.child.pid!;
    let launcher: number | undefined;
    await until(
      () => running.stderr.match(/< AAA/g)?.length === 2 && (launcher = launcherOf(host)) !== undefined,
      () => `a game of ${host}: ${running.stderr}`,
    );
    process.kill(launcher!, 'SIGKILL');
    const outcome = await running.ended;
    t.equal(outcome.status, 3, outcome.stderr);
    t.match(
      outcome.stderr,
      /game 1 .*host failed; no player is at fault: the process that starts players \(\/bin\/sh\) exited/,
    );
    const [, replay = 'none'] =
      outcome.stderr.match(/^ {2}.*replay.*point: (wordhost replay bad\/.*)$/m) ?? [];
    const [ofVoid, ofNext, ...more] = readTap(readFileSync(join(cwd, 'report.tap'), 'utf8'));
    t.match(ofVoid, {
      ok: false,
      name: 'game 1',
      diag: { severity: 'error', command: replay, message: /^void because/ },
    });
    t.match(ofNext, { name: /^game 2: / });
    t.same(more, []);
    t.match(await run(replay.split(' ').slice(1), { cwd }), { status: 0 }, 'its record can be shown');
    const results = resultsOf(outcome);
    t.match(
      results,
      [{ players: [{ outcome: /left|won/ }, { outcome: /left|won/ }] }],
      'the next game is played, with another launcher',
    );
    t.equal(results.length, 1);
    t.same(carriersOfGame(results[0]!.id), []);
    t.same(players(), []);
  });
});

t.test('interrupt', async (t) => {
  const skip = existsSync('/proc/self/environ')
    ? false
    : 'survivors can only be counted where there is a /proc';

  /** Does not want to go, and has children that have gone their own ways. */
  const stubborn = `trap "" TERM INT HUP; (setsid sleep 1000 &); sleep 1000 & printf r; ${dealt}; touch dealt.$WORDHOST_SEAT; while :; do sleep 1; done`;
  const options = [...letterAOptions, '--grace', '100ms', '--record', 'games', '--json'];

  const stops = { SIGINT: 130, SIGTERM: 143, SIGKILL: null } as const;
  type Stop = keyof typeof stops;

  /** After so many milliseconds, at whatever the host is doing then; or when all have their tiles. */
  const moments = [20, 45, 60, 75, 90, 110, 'mid-game'] as const;

  const inPlay = (cwd: string) => existsSync(join(cwd, 'dealt.1')) && existsSync(join(cwd, 'dealt.2'));

  async function reach(moment: (typeof moments)[number], host: Running, cwd: string): Promise<void> {
    if (moment !== 'mid-game') return void (await setTimeout(moment));
    await until(() => inPlay(cwd), host);
  }

  async function nothingIsLeft({ marker }: Running): Promise<void> {
    await until(
      () => carriers(marker).length === 0,
      () => `processes to go: ${carriers(marker)}`,
    );
  }

  for (const sandbox of ['auto', 'process'])
    for (const [signal, status] of Object.entries(stops) as [Stop, number | null][])
      t.test(`${signal}, --sandbox ${sandbox}: no player survives its host`, { skip }, async (t) => {
        // A kill at any moment of a start: test/seats/kill-hosts.
        for (const moment of signal === 'SIGKILL' ? (['mid-game'] as const) : moments) {
          const cwd = t.testdir(letterA);
          const host = start([...options, '--sandbox', sandbox, stubborn, stubborn], { cwd });
          await reach(moment, host, cwd);
          if (moment === 'mid-game') t.ok(carriers(host.marker).length > 6, 'they are seen while they live');
          host.child.kill(signal);
          const outcome = await host.ended;
          await nothingIsLeft(host);
          if (moment !== 'mid-game') continue;
          t.equal(outcome.status, status, outcome.stderr);
          const [record = 'none'] = readdirSync(join(cwd, 'games'));
          const verified = await run(['replay', '--verify', join('games', record)], { cwd });
          t.match(verified, { status: 0, stdout: /: verified\. / }, 'the record is readable, and right');
          if (status === null) t.match(verified.stdout, /the record has no end/);
          else
            t.match(resultsOf(outcome), [
              { outcome: 'aborted', reason: 'interrupted', players: [{ exit: { killed: true } }, {}] },
            ]);
        }
      });

  t.test('an interruption of several games keeps those that are finished', { skip }, async (t) => {
    const cwd = t.testdir(letterA);
    const once = `if mkdir first; then ${quick}; else touch second; ${patient}; fi`;
    const series = ['--games', '5', '--no-rotate', '--bunch', 'last-bunch'];
    const host = start([...options, ...series, once, patient], { cwd });
    await until(() => existsSync(join(cwd, 'second')), host);
    host.child.kill('SIGINT');
    await until(() => host.stderr.includes('press Ctrl-C again'), host);
    host.child.kill('SIGINT');
    const outcome = await host.ended;
    t.equal(outcome.status, 130);
    t.match(resultsOf(outcome), [{ outcome: 'won', winner: 1 }, { outcome: 'aborted' }]);
    t.equal(readdirSync(join(cwd, 'games')).length, 2);
    await nothingIsLeft(host);
  });

  t.test('a second Ctrl-C does not wait for the grace of players', { skip }, async (t) => {
    const cwd = t.testdir(letterA);
    const host = start([...letterAOptions, '--grace', '5m', stubborn, stubborn], { cwd });
    await reach('mid-game', host, cwd);
    host.child.kill('SIGINT');
    const again = setInterval(() => host.child.kill('SIGINT'), 200);
    const { status, ms } = await host.ended;
    clearInterval(again);
    t.equal(status, 130);
    t.ok(ms < 120_000, `${Math.round(ms)} ms`);
    await nothingIsLeft(host);
  });

  t.test('a Ctrl-C at the terminal is the same as SIGINT', { skip: skip || withoutTerminal }, async (t) => {
    const cwd = t.testdir(letterA);
    const host = start([...options, stubborn, stubborn], { cwd, terminal: true });
    await reach('mid-game', host, cwd);
    host.child.stdin!.write('\x03');
    const { status, stdout } = await host.ended;
    t.equal(status, 130, stdout);
    t.match(stdout, /"reason":"interrupted"/);
    await nothingIsLeft(host);
  });

  const withoutNohup =
    findProgram('nohup') && findProgram('setsid') ? skip : 'no nohup(1) and setsid(1) here';
  const onceDealt = (then: string) =>
    `printf r; ${dealt}; touch dealt.$WORDHOST_SEAT; ${then}; exec sleep 60`;
  const peelsWhenTold = onceDealt('until [ -e told ]; do sleep .1; done; printf p003001AAA');

  for (const [how, more] of Object.entries({
    'of one game': ['--sandbox', 'auto'],
    'without namespaces': ['--sandbox', 'process'],
    'of several games at once': ['--games', '2', '--jobs', '2', '--no-rotate'],
  }))
    t.test(`under nohup, a hangup of all processes ends no run ${how}`, { skip: withoutNohup }, async (t) => {
      const cwd = t.testdir(letterA);
      // A group of its own, as a shell with a terminal gives it: the shell hands a hangup on to the whole of it.
      const before = ['setsid', 'nohup'];
      const args = [...options, ...more, '--bunch', 'last-bunch', peelsWhenTold, onceDealt(':')];
      const host = start(args, { cwd, before, host: [binary] });
      await reach('mid-game', host, cwd);
      process.kill(-host.child.pid!, 'SIGHUP');
      await setTimeout(100);
      writeFileSync(join(cwd, 'told'), '');
      const outcome = await host.ended;
      t.match(outcome, { status: 0, signal: null }, outcome.stderr);
      for (const result of resultsOf(outcome)) t.match(result, { outcome: 'won', winner: 1 });
      t.ok(resultsOf(outcome).length > 0);
      await nothingIsLeft(host);
    });

  t.test('an ignored hangup is told to one process only', { skip }, async (t) => {
    const cwd = t.testdir(letterA);
    const env = { WORDHOST_HANGUP_IGNORED: '1' };
    const player = onceDealt('echo "$WORDHOST_HANGUP_IGNORED" >hears; mv hears heard');
    const host = start([...options, player, onceDealt(':')], { cwd, env });
    await reach('mid-game', host, cwd);
    await until(() => existsSync(join(cwd, 'heard')), host);
    t.equal(readFileSync(join(cwd, 'heard'), 'utf8'), '\n');
    host.child.kill('SIGHUP');
    const outcome = await host.ended;
    t.equal(outcome.status, 129, outcome.stderr);
    t.match(resultsOf(outcome), [{ outcome: 'aborted', reason: 'interrupted' }]);
    await nothingIsLeft(host);
  });
});

t.test('check interrupted', async (t) => {
  const cwd = t.testdir({ 'words.txt': 'CAT\nDOG\n' });
  const right = botCommand('scrabble-bot.mjs', 'none');
  const waits = 'touch waits; exec sleep 60';
  /** Its first step is right, and its second lasts: the third bot has left long before. */
  const half = `if mkdir first 2>/dev/null; then ${right}; else sleep 2; touch second; exec sleep 60; fi`;
  const options = ['--dictionary', 'words.txt', '--ready-timeout', '1m', '--only', '1', '--only', '2'];

  async function interrupted(...more: readonly string[]): Promise<Outcome> {
    for (const name of ['first', 'second', 'waits'])
      rmSync(join(cwd, name), { recursive: true, force: true });
    const running = start(['check', 'scrabble', ...options, ...more, waits, half, 'exit 4'], { cwd });
    await until(
      () => existsSync(join(cwd, 'waits')) && existsSync(join(cwd, 'second')),
      () => `the bots: ${running.stdout}${running.stderr}`,
    );
    running.child.kill('SIGINT');
    const outcome = await running.ended;
    t.equal(outcome.status, 130, outcome.stderr);
    t.same(carriers(running.marker), []);
    return outcome;
  }

  t.test('Interrupted, a check of several bots says how far each has come', async (t) => {
    const { stdout } = await interrupted('--out', 'pages');
    const [first, second, third, ...rest] = stdout.split('\n');
    t.match(first, /^- {7}touch .+ {2}interrupted after 0 steps$/);
    t.match(second, /^- {7}if .+ {2}interrupted after 1 step$/);
    t.match(third, /^not ok {2}exit 4 +1 fault in 1 step; step 1: it exited with status 4; expected/);
    t.same(rest, ['']);
    t.equal(readdirSync(join(cwd, 'pages')).length, 1, 'a page for the bot whose steps are over');
  });

  t.test('Interrupted, --json has the steps that are over', async (t) => {
    const { stdout } = await interrupted('--json');
    const steps = jsonLines(stdout);
    t.match(steps, [
      { bot: half, number: 1, outcome: 'ok' },
      { bot: 'exit 4', number: 1, outcome: 'not ok' },
      { bot: 'exit 4', number: 2, outcome: 'skipped' },
    ]);
    t.equal(steps.length, 3);
  });
});
