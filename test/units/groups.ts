import { globSync } from 'node:fs';
import { join } from 'node:path';

/** Unit tests by the folders that they are in: each group is run in one process, and takes about as long as the others. */
const folders: Readonly<Record<string, readonly string[]>> = {
  games: ['games'],
  cases: ['contracts', 'fuzz', 'runs', 'serve', 'views'],
};
const OTHERS = 'others';

export const groups: readonly string[] = [...Object.keys(folders), OTHERS];

function groupOf(file: string): string {
  const folder = file.split('/')[1] ?? '';
  return Object.keys(folders).find((group) => folders[group]?.includes(folder)) ?? OTHERS;
}

export const unitTestsOf = (group: string): readonly string[] =>
  globSync('test/**/*.unit.test.ts', { cwd: join(import.meta.dirname, '..', '..') })
    .sort()
    .filter((file) => groupOf(file) === group);
