import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { dealt, letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { binary, carriers, type Running, resultsOf, run, start, until, withoutTerminal } from './wordhost.ts';

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
  if (moment !== 'mid-game') return void (await sleep(moment));
  await until(
    () => inPlay(cwd),
    () => `the deal: ${host.stderr}`,
  );
}

async function nothingIsLeft({ marker }: Running): Promise<void> {
  await until(
    () => carriers(marker).length === 0,
    () => `processes to go: ${carriers(marker)}`,
  );
}

for (const sandbox of ['auto', 'process'])
  for (const [signal, status] of Object.entries(stops) as [Stop, number | null][])
    t.test(`${signal}, --sandbox ${sandbox}: no player survives its host, whenever`, { skip }, async (t) => {
      for (const moment of moments) {
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
        t.match(verified, { status: 0, stdout: /: right\. / }, 'the record is readable, and right');
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
  await until(
    () => existsSync(join(cwd, 'second')),
    () => `the second game: ${host.stderr}`,
  );
  host.child.kill('SIGINT');
  await until(
    () => host.stderr.includes('another Ctrl-C ends them'),
    () => `the note: ${host.stderr}`,
  );
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

const withoutNohup = findProgram('nohup') && findProgram('setsid') ? skip : 'no nohup(1) and setsid(1) here';
const onceDealt = (then: string) => `printf r; ${dealt}; touch dealt.$WORDHOST_SEAT; ${then}; exec sleep 60`;
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
    await sleep(100);
    writeFileSync(join(cwd, 'told'), '');
    const outcome = await host.ended;
    t.match(outcome, { status: 0, signal: null }, outcome.stderr);
    for (const result of resultsOf(outcome)) t.match(result, { outcome: 'won', winner: 1 });
    t.ok(resultsOf(outcome).length > 0);
    await nothingIsLeft(host);
  });

t.test(
  'what says that a hangup is ignored is for the process that it names, and goes no further',
  { skip },
  async (t) => {
    const cwd = t.testdir(letterA);
    const env = { WORDHOST_HANGUP_IGNORED: '1' };
    const player = onceDealt('echo "$WORDHOST_HANGUP_IGNORED" >hears; mv hears heard');
    const host = start([...options, player, onceDealt(':')], { cwd, env });
    await reach('mid-game', host, cwd);
    await until(
      () => existsSync(join(cwd, 'heard')),
      () => `what the player has heard: ${host.stderr}`,
    );
    t.equal(readFileSync(join(cwd, 'heard'), 'utf8'), '\n');
    host.child.kill('SIGHUP');
    const outcome = await host.ended;
    t.equal(outcome.status, 129, outcome.stderr);
    t.match(resultsOf(outcome), [{ outcome: 'aborted', reason: 'interrupted' }]);
    await nothingIsLeft(host);
  },
);
