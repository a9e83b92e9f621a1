import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';

/*
 * Most unit tests, and some others, take less time than the start of a process: many files are run in one. The `tap` that a file imports is a test
 * of its own: its folders and hooks are its own, too, and what fails in it names the file.
 */

const root = join(import.meta.dirname, '..', '..');
const urlOf = (file: string) => pathToFileURL(join(root, file)).href;
const tests = new Map<string, Test>();

registerHooks({
  resolve(specifier, context, next) {
    const importer = context.parentURL ?? '';
    if (specifier !== 'tap' || !importer.startsWith(urlOf('test/'))) return next(specifier, context);
    if (!tests.has(importer))
      throw new Error(
        `${importer} serves several test files: it must be handed the test, and not import tap`,
      );
    return next(`./own-test.ts?${new URLSearchParams({ importer })}`, {
      ...context,
      parentURL: import.meta.url,
    });
  },
});

/** What a test file, named by its URL, gets as `tap`. */
export const testOf = (importer: string): Test => tests.get(importer)!;

export function runInOneProcess(files: readonly string[]): void {
  for (const file of files)
    t.test(file, async (t) => {
      tests.set(urlOf(file), t);
      await import(urlOf(file));
    });
}
