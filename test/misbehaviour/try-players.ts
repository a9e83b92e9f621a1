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
import type { User } from './users.ts';

export const noProc = !hasProc && 'survivors can only be counted where there is a /proc';
export const asProcesses: Pick<TriedLevel, 'options' | 'env'> = {
  options: ['--sandbox', 'process'],
  env: {},
};

/** Programs against an honest player, with players held in some of the ways of this machine by a host of this user. */
export function tryPlayers(
  tried: readonly Misbehaviour[],
  user: User,
  choose: (held: readonly TriedLevel[]) => readonly TriedLevel[],
): void {
  t.test(`a host that runs as ${user.name}`, { skip: noProc || user.skip }, async (t) => {
    const arena = arenaFor(user);
    t.teardown(() => arena[Symbol.dispose]());
    const ordinary = await misbehavingGame(honest(arena), {}, asProcesses, arena);
    const ways = await memoryWays(user);
    const levels = await levelsHere(arena);
    for (const { level, skip } of levels) t.pass(`the level ${level}`, { skip });
    for (const held of choose(levels.filter(({ skip }) => skip === false)))
      t.test(`on the level ${held.level}`, { jobs: 3 }, async (t) => {
        for (const misbehaviour of tried) {
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

export function endAll({ survivors }: MisbehavingGame): void {
  for (const pid of survivors) signal(pid, 'SIGKILL');
}
