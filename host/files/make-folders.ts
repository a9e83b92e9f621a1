import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** One by one: in special file systems such as /proc, Node's own recursive mkdir never ends. */
export function makeFolders(path: string, mode = 0o777): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolders(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another host has made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
