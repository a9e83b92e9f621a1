import t from 'tap';
import { signal } from '../../host/seats/process/processes/player-processes.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { arenaFor } from './arena.ts';
import { levelsHere, type TriedLevel } from './levels.ts';
import { memoryWays } from './memory-ways.ts';
import { brokenPromises, commandOf, type MisbehavingGame, misbehavingGame } from './misbehaving-game.ts';
import type { Misbehaviour } from './misbehaving-players.ts';
import { honest } from './play-misbehaving.ts';
import { nameOf, untriablePlayer } from './untriable-players.ts';
import { users } from './users.ts';

export const noProc = !hasProc && 'survivors can only be counted where there is a /proc';
export const asProcesses: Pick<TriedLevel, 'options' | 'env'> = {
  options: ['--sandbox', 'process'],
  env: {},
};

/**
 * Each program against an honest player. Where the level decides what becomes of it, on each level of this machine, where it does not,
 * on two of them; root and the user without rights take turns. `npm run attack` plays all of them as both.
 */
export function tryPlayers(tried: readonly Misbehaviour[]): void {
  const able = users.filter(({ skip }) => skip === false);
  for (const user of users)
    t.test(`a host that runs as ${user.name}`, { skip: noProc || user.skip }, async (t) => {
      const arena = arenaFor(user);
      t.teardown(() => arena[Symbol.dispose]());
      const ordinary = await misbehavingGame(honest(arena), {}, asProcesses, arena);
      const ways = await memoryWays(user);
      for (const [place, held] of (await levelsHere(arena)).entries())
        t.test(`on the level ${held.level}`, { jobs: 3, skip: held.skip }, async (t) => {
          for (const [number, misbehaviour] of tried.entries()) {
            const turn = number + (number >> 1) + place + (place >> 1);
            if (able[turn % able.length] !== user) continue;
            if (!dependsOnLevel(misbehaviour) && (number + place) % 2 !== 0) continue;
            const skip = untriablePlayer(misbehaviour, held.level, ways);
            t.test(nameOf(misbehaviour), { skip }, async (t) => {
              const played = await misbehavingGame(commandOf(misbehaviour, arena), misbehaviour, held, arena);
              t.same(brokenPromises(misbehaviour, held.level, played, ordinary.peakKb), []);
              endAll(played);
            });
          }
        });
    });
}

/** What it does with processes, memory, files or others, a sandbox holds or ends in its own way; what it says goes through a pipe. */
function dependsOnLevel({ program, on }: Misbehaviour): boolean {
  return on !== undefined || /^(lingering|holding|attacking)\//.test(program);
}

export function endAll({ survivors }: MisbehavingGame): void {
  for (const pid of survivors) signal(pid, 'SIGKILL');
}
