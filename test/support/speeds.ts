import { globSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { groups } from '../units/groups.ts';
import { taprc } from './taprc.ts';

const root = join(import.meta.dirname, '..', '..');
const { include, exclude, serial, jobs } = taprc;

interface Speed {
  readonly files: readonly string[];
  /** How many of them at once. */
  readonly width: number;
  /** A file has so long; without, what `.taprc` says. */
  readonly seconds?: number;
}

const found = (globs: readonly string[]) => globSync(globs as string[], { cwd: root }).sort();

/** What each of the commands runs that test. */
export const speeds: Readonly<Record<'unit' | 'usual' | 'slow', Speed>> = {
  unit: { files: groups.map((group) => `test/units/${group}.test.ts`), width: groups.length },
  usual: {
    files: found(include).filter((file) => !exclude.some((glob) => matchesGlob(file, glob))),
    width: jobs,
  },
  slow: { files: found(['test/**/*.slow.test.ts']), width: 4, seconds: 1800 },
};

/** Whether nothing may run beside it. */
export const isAlone = (file: string): boolean => serial.some((folder) => file.startsWith(`${folder}/`));
