import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isForLaws } from '../support/laws-settings.ts';

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

const root = join(import.meta.dirname, '..', '..');

const filesOf = (group: string): readonly string[] =>
  globSync('test/**/*.unit.test.ts', { cwd: root })
    .sort()
    .filter((file) => groupOf(file) === group);

/** Those that try random cases. */
export const lawsOf = (group: string): readonly string[] =>
  filesOf(group).filter((file) => readFileSync(join(root, file), 'utf8').includes('fc.assert('));

/** What this process runs of a group. */
export const unitTestsOf = (group: string): readonly string[] =>
  isForLaws() ? lawsOf(group) : filesOf(group);
