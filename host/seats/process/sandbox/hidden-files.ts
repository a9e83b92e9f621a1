import { statSync } from 'node:fs';
import type { Mount } from './strict-mounts.ts';
import { holds } from './within.ts';

/** Covers files that players must not see or reach, under each name by which players would see them. */
export function coversOf(hidden: readonly string[], mounts: readonly Mount[]): Mount[] {
  const covers = hidden.flatMap((path) => namesOf(path, mounts).map((at) => coverOf(path, at)));
  return covers.filter((cover) => cover !== undefined);
}

function namesOf(path: string, mounts: readonly Mount[]): string[] {
  const names = mounts.flatMap(({ at, words: [option = '', source = ''] }) =>
    /^--(ro-)?bind$/.test(option) && holds(source, path) ? [at + path.slice(source.length)] : [],
  );
  return [...new Set(names)];
}

function coverOf(path: string, at: string): Mount | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return { at, words: ['--perms', '0755', '--tmpfs', at], closed: true };
  if (found?.isFile() || found?.isSocket() || found?.isFIFO())
    return { at, words: ['--ro-bind', '/dev/null', at] };
  return undefined;
}
