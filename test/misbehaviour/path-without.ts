import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A folder for the PATH with every program that is on it now, but for these. */
export function pathWithout(folder: string, left: readonly string[]): string {
  mkdirSync(folder);
  const known = new Set(left);
  for (const place of (process.env.PATH ?? '').split(delimiter))
    for (const program of programsIn(place)) {
      if (!known.has(program)) symlinkSync(join(place, program), join(folder, program));
      known.add(program);
    }
  return folder;
}

function programsIn(place: string): readonly string[] {
  try {
    return readdirSync(place);
  } catch {
    return []; // a folder that does not exist, or that this user may not read
  }
}
