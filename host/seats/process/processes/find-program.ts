import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { attempt } from '../../../core/errors.ts';

/** Finds a program by its path, or by its name along PATH. */
export function findProgram(name: string): string | undefined {
  if (name.includes('/')) return isProgram(name) ? resolve(name) : undefined;
  for (const folder of (process.env.PATH ?? '/usr/bin:/bin').split(delimiter)) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (isProgram(path)) return resolve(path);
  }
  return undefined;
}

/** Finds a program of the host by its path, so that a player's environment does not change it. */
export function program(name: string): string {
  const known = found.get(name) ?? findProgram(name) ?? name;
  found.set(name, known);
  return known;
}

const found = new Map<string, string>();

export function isProgram(path: string): boolean {
  // Most candidates do not exist, and an exception takes longer than a look.
  return attempt(
    () => statSync(path, { throwIfNoEntry: false })?.isFile() === true && isExecutable(path),
    false,
  );
}

/** Folders that may be entered count, too. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
