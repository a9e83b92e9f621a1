import { globSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The tests of the command line, dealt out to so many processes: the start of a process and of `tap` takes longer than many of them,
 * and hosts that are started by one process share their compiled code.
 */
const GROUPS = 8;

export const groups: readonly number[] = Array.from({ length: GROUPS }, (_, index) => index + 1);

export const batched: readonly string[] = globSync('test/cli/*.test.ts', {
  cwd: join(import.meta.dirname, '..', '..'),
})
  .filter((file) => !/\.(unit|slow)\.test\.ts$/.test(file))
  .sort();

export const testsOf = (group: number): readonly string[] =>
  batched.filter((_, index) => (index % GROUPS) + 1 === group);
