import type { Test } from 'tap';
import { findPinning } from '../../host/seats/process/processes/pinning.ts';
import { arenaFor } from '../misbehaviour/arena.ts';
import { levelsHere } from '../misbehaviour/levels.ts';
import { whoTests } from '../misbehaviour/users.ts';

const pinning = findPinning();

/** Those that the tests may use. */
export const processors: readonly number[] = pinning.ok ? pinning.processors : [];

/** For `{ skip: … }`: why nothing can be kept to one of several, or false. */
export const skip: string | false = pinning.ok
  ? processors.length < 2 && 'there is one processor'
  : pinning.because;

/** Each sandbox level of this machine. */
export async function levelsFor(t: Pick<Test, 'teardown'>) {
  const arena = arenaFor(whoTests);
  t.teardown(() => arena[Symbol.dispose]());
  return await levelsHere(arena);
}
