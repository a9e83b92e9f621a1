import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

/** Where a program is, found as the system finds it: by its path, or by its name along PATH. */
export function findProgram(name: string): string | undefined {
  if (name.includes('/')) return isProgram(name) ? resolve(name) : undefined;
  for (const folder of (process.env.PATH ?? '/usr/bin:/bin').split(delimiter)) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (isProgram(path)) return resolve(path);
  }
  return undefined;
}

/**
 * One that the host itself runs, for command lines: by its path, so that it is the same program whatever a player has in its
 * environment. Where there is none the system says so.
 */
export function program(name: string): string {
  const known = found.get(name) ?? findProgram(name) ?? name;
  found.set(name, known);
  return known;
}

const found = new Map<string, string>();

/** A file that the system would let this process run. */
export function isProgram(path: string): boolean {
  try {
    // Along PATH there is mostly none, and an exception takes longer than to look.
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true && isExecutable(path);
  } catch {
    return false; // in a folder that cannot be entered
  }
}

/** Whether the system would let this process run it. Folders that may be entered count, too. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
