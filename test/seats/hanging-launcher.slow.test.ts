import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { VoidMatch } from '../../host/core/host-failure.ts';
import { Launcher } from '../../host/seats/process/launcher/launcher.ts';
import type { Slot } from '../../host/seats/process/launcher/slot.ts';
import { launcherFor } from '../../host/seats/process/launcher/this-run.ts';
import { childrenOf, hasChildLists, readProc } from '../../host/seats/process/processes/proc.ts';
import { letterA, letterAOptions } from '../cli/letter-a.ts';
import { carriers, type Running, resultsOf, start, until } from '../cli/wordhost.ts';
import { hostingFor, sit } from './sitting.ts';

/* The process that starts players, or one that plays games, may be stopped or hang: the host ends all the same. */

const noAnswer = 'the process that starts players (/bin/sh) did not answer within 10 s';
const noLists = !hasChildLists && 'no lists of children here';

const shellsOf = (host: number) =>
  childrenOf(host).filter((pid) => readProc(`${pid}/cmdline`) === '/bin/sh\0');

/** The small process that starts players is the only shell that its host started itself. */
const launcherOf = (host: number) => shellsOf(host)[0];

t.test('whatever a launcher is asked, the answer has an end', { skip: noLists, jobs: 3 }, async (t) => {
  const questions: Record<string, (launcher: Launcher, slot: Slot) => Promise<unknown>> = {
    'a slot whose pipes are made': (launcher) => launcher.slot(),
    'the status of one': (launcher, slot) => launcher.statusOf(slot),
    'who adopts what players lose': (launcher) => launcher.orphans(),
  };
  for (const [name, ask] of Object.entries(questions)) {
    const before = shellsOf(process.pid);
    const launcher = await Launcher.start([]);
    const shell = shellsOf(process.pid).find((pid) => !before.includes(pid))!;
    const slot = await launcher.slot();
    await launcher.makePipes();
    process.kill(shell, 'SIGSTOP');
    t.test(name, async (t) => {
      await t.rejects(ask(launcher, slot), { message: noAnswer });
      t.notOk(launcher.lives, 'the next player gets another launcher');
    });
  }
});

t.test('a launcher that does not answer is no fault of a player', { skip: noLists }, async (t) => {
  // Those of the test before have ended.
  await launcherFor('off');
  process.kill(launcherOf(process.pid)!, 'SIGSTOP');
  const open = sit(hostingFor('off'), 'echo one', 'echo two');
  await t.rejects(open, new VoidMatch(`no player could be started: ${noAnswer}`));
});

t.test('a host ends after one SIGTERM, whatever hangs below it', { skip: noLists, jobs: 4 }, async (t) => {
  const table = t.testdir(letterA);
  const series = [...letterAOptions, '--games', '2', '--json', '--grace', '200ms', '--sandbox', 'process'];
  const waits = 'printf n; head -c 4 >/dev/null; exec sleep 1000';
  const dealt = ({ stderr }: Running) => stderr.match(/< AAA/g)?.length === 2;

  t.test('its launcher, in the middle of a game', async (t) => {
    const host = start([...series, '--trace', '--', waits, waits], { cwd: table });
    await until(
      () => dealt(host),
      () => `the deal: ${host.stderr}`,
    );
    process.kill(launcherOf(host.child.pid!)!, 'SIGSTOP');
    host.child.kill('SIGTERM');
    const outcome = await host.ended;
    t.equal(outcome.status, 143, outcome.stderr);
    t.match(resultsOf(outcome), [{ reason: 'interrupted' }]);
    await nothingIsLeft(host);
  });

  t.test('its launcher, before the next game: that one is void', async (t) => {
    const leaves = 'printf n; head -c 4 >/dev/null; until [ -e go ]; do sleep 0.1; done; exit 1';
    const cwd = t.testdir(letterA);
    const host = start([...series, '--trace', '--', leaves, leaves], { cwd });
    await until(
      () => dealt(host),
      () => `the deal: ${host.stderr}`,
    );
    process.kill(launcherOf(host.child.pid!)!, 'SIGSTOP');
    writeFileSync(join(cwd, 'go'), '');
    const outcome = await host.ended;
    t.equal(outcome.status, 3, outcome.stderr);
    t.match(outcome.stderr, `game 2 is void because of a failure of the host; no player is at fault: `);
    t.match(outcome.stderr, noAnswer);
    await nothingIsLeft(host);
  });

  const killed =
    /game [12] is void because of a failure of the host; no player is at fault: the process of wordhost that played it did not end it within 30 s after an interruption, and was killed/;
  for (const [what, ofWorker, expected] of [
    ['a process that plays games', (worker: number) => worker, { status: 3, stderr: killed }],
    ['the launcher of one', (worker: number) => launcherOf(worker)!, { status: 143 }],
  ] as const)
    t.test(what, async (t) => {
      const cwd = t.testdir(letterA);
      const begun =
        'printf n; head -c 4 >/dev/null; : >"begun.$WORDHOST_GAME.$WORDHOST_SEAT"; exec sleep 1000';
      const host = start([...series, '--jobs', '2', '--', begun, begun], { cwd });
      await until(
        () => readdirSync(cwd).filter((name) => name.startsWith('begun.')).length === 4,
        () => `two games: ${host.stderr}`,
      );
      const worker = childrenOf(host.child.pid!).find(
        (pid) => readProc(`${pid}/cmdline`)?.split('\0')[2] === '--play-games',
      )!;
      process.kill(ofWorker(worker), 'SIGSTOP');
      host.child.kill('SIGTERM');
      const outcome = await host.ended;
      t.match(outcome, expected);
      await nothingIsLeft(host);
    });
});

async function nothingIsLeft({ marker }: Running): Promise<void> {
  await until(
    () => carriers(marker).length === 0,
    () => `processes to go: ${carriers(marker)}`,
  );
}
