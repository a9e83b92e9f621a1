import { statSync } from 'node:fs';
import { UsageError } from '../../core/usage-error.ts';

/** Programs are started with the name of the working directory, which must be valid UTF-8 for Node. */
export function checkWorkingDirectory(): void {
  const name = process.cwd();
  const [here, there] = [statSync('.'), statSync(name, { throwIfNoEntry: false })];
  if (there && here.ino === there.ino && here.dev === there.dev) return;
  throw new UsageError(
    `the working directory cannot be used: its name is not UTF-8 (${JSON.stringify(name)}), and players are started by it. Rename it, or call wordhost from another directory and name the files of your players from there`,
  );
}
