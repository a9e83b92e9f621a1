import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { findProgram } from '../../host/seats/processes/find-program.ts';
import { signal } from '../../host/seats/processes/player-processes.ts';
import { hasProc } from '../../host/seats/processes/proc.ts';
import { arenaFor } from './arena.ts';
import { memoryWays } from './memory-ways.ts';
import { museum } from './museum.ts';
import { honest } from './play-sin.ts';
import { type Held, rungsHere } from './rungs.ts';
import { brokenPromises, commandOfSin, type SinGame, sinGame } from './sin-game.ts';
import { nameOfSin, untriableSin } from './untriable-sins.ts';
import { plainUser, users } from './users.ts';

const noProc = !hasProc && 'survivors can only be counted where there is a /proc';
const asProcesses: Pick<Held, 'options' | 'env'> = { options: ['--sandbox', 'process'], env: {} };

for (const user of users)
  t.test(`a host that runs as ${user.name}`, { skip: noProc || user.skip }, async (t) => {
    const arena = arenaFor(user);
    t.teardown(() => arena[Symbol.dispose]());
    const ordinary = await sinGame(honest(arena), {}, asProcesses, arena);
    const ways = await memoryWays(user);
    for (const held of await rungsHere(arena))
      t.test(`on the rung ${held.rung}`, { skip: held.skip, jobs: 3 }, async (t) => {
        for (const sin of museum) {
          const skip = untriableSin(sin, held.rung, ways);
          t.test(nameOfSin(sin), { skip }, async (t) => {
            const played = await sinGame(commandOfSin(sin, arena), sin, held, arena);
            t.same(brokenPromises(sin, held.rung, played, ordinary.peakKb), []);
            endAll(played);
          });
        }
      });
  });

function endAll({ survivors }: SinGame): void {
  for (const pid of survivors) signal(pid, 'SIGKILL');
}

t.test(
  'no namespaces on the machine: players are held as processes, and that is said',
  { skip: noProc || plainUser.skip },
  async (t) => {
    using arena = arenaFor(plainUser);
    const folder = join(arena.folder, 'few-tools');
    mkdirSync(folder);
    for (const tool of ['mkfifo', 'head', 'sleep', 'setsid'])
      symlinkSync(findProgram(tool)!, join(folder, tool));
    const ordinary = await sinGame(honest(arena), {}, asProcesses, arena);
    const sin = museum.find(({ program }) => program === 'lingering/double-fork-with-a-session.sh')!;
    const poor = { options: [], env: { PATH: folder } };
    const played = await sinGame(commandOfSin(sin, arena), sin, poor, arena);
    t.same(brokenPromises(sin, 'process', played, ordinary.peakKb), []);
    endAll(played);
  },
);

t.test('a shell that is not there: said before anything is started', { skip: noProc }, async (t) => {
  using arena = arenaFor(plainUser);
  const options = ['--shell', '/nowhere/sh'];
  const { outcome, survivors } = await sinGame(honest(arena), { options }, asProcesses, arena);
  t.match(outcome, { status: 2, stdout: '', stderr: /--shell/ });
  t.same(survivors, []);
});
