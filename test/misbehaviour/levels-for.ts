import type { Test } from 'tap';
import { arenaFor } from './arena.ts';
import { levelsHere } from './levels.ts';
import { whoTests } from './users.ts';

export async function levelsFor(t: Pick<Test, 'teardown'>) {
  const arena = arenaFor(whoTests);
  t.teardown(() => arena[Symbol.dispose]());
  return await levelsHere(arena);
}
