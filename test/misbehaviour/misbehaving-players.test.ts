import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { signal } from '../../host/seats/process/processes/player-processes.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { arenaFor } from './arena.ts';
import { type Held, levelsHere } from './levels.ts';
import { memoryWays } from './memory-ways.ts';
import { brokenPromises, commandOf, type MisbehavingGame, misbehavingGame } from './misbehaving-game.ts';
import { museum } from './misbehaving-players.ts';
import { honest } from './play-misbehaving.ts';
import { nameOf, untriablePlayer } from './untriable-players.ts';
import { plainUser, users } from './users.ts';

const noProc = !hasProc && 'survivors can only be counted where there is a /proc';
const asProcesses: Pick<Held, 'options' | 'env'> = { options: ['--sandbox', 'process'], env: {} };

for (const user of users)
  t.test(`a host that runs as ${user.name}`, { skip: noProc || user.skip }, async (t) => {
    const arena = arenaFor(user);
    t.teardown(() => arena[Symbol.dispose]());
    const ordinary = await misbehavingGame(honest(arena), {}, asProcesses, arena);
    const ways = await memoryWays(user);
    for (const held of await levelsHere(arena))
      t.test(`on the level ${held.level}`, { skip: held.skip, jobs: 3 }, async (t) => {
        for (const misbehaviour of museum) {
          const skip = untriablePlayer(misbehaviour, held.level, ways);
          t.test(nameOf(misbehaviour), { skip }, async (t) => {
            const played = await misbehavingGame(commandOf(misbehaviour, arena), misbehaviour, held, arena);
            t.same(brokenPromises(misbehaviour, held.level, played, ordinary.peakKb), []);
            endAll(played);
          });
        }
      });
  });

function endAll({ survivors }: MisbehavingGame): void {
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
    const ordinary = await misbehavingGame(honest(arena), {}, asProcesses, arena);
    const misbehaviour = museum.find(({ program }) => program === 'lingering/double-fork-with-a-session.sh')!;
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
