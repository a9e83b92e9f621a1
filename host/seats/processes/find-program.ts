import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** Where a program is, found as the system finds it: by its path, or by its name along PATH. */
export function findProgram(name: string): string | undefined {
  if (name.includes('/')) return isProgram(name) ? resolve(name) : undefined;
  for (const folder of (process.env.PATH ?? '/usr/bin:/bin').split(delimiter)) {
    const path = resolve(join(folder, name));
    if (isProgram(path)) return path;
  }
  return undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
