import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A folder for the PATH with every program that is on it now, but for these. */
export function pathWithout(folder: string, left: readonly string[]): string {
  mkdirSync(folder);
  const places = (process.env.PATH ?? '').split(delimiter).filter((place) => place && existsSync(place));
  const known = new Set(left);
  for (const place of places)
    for (const program of readdirSync(place)) {
      if (!known.has(program)) symlinkSync(join(place, program), join(folder, program));
      known.add(program);
    }
  return folder;
}
