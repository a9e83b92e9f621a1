import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../../core/usage-error.ts';

/** Files, and the records in folders. */
export function recordFiles(places: readonly string[]): readonly string[] {
  return places.flatMap((place) => (isFolder(place) ? recordsIn(place) : [place]));
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function recordsIn(folder: string): readonly string[] {
  const records = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name))
    .filter(isFile);
  if (records.length === 0)
    throw new UsageError(`${folder}: expected records (ID.jsonl, as --record writes them); there are none`);
  return records.sort();
}
