import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** What `.taprc` says: how tap, and `test/run.ts`, start the tests. */
export const taprc = parse(readFileSync(join(import.meta.dirname, '..', '..', '.taprc'), 'utf8')) as {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Folders of tests that have nothing beside them. */
  readonly serial: readonly string[];
  readonly jobs: number;
  /** In seconds. */
  readonly timeout: number;
  readonly 'node-arg': readonly string[];
  readonly 'test-env': readonly string[];
};
