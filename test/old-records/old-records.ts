import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const folder = import.meta.dirname;

export interface OldRecord {
  /** The commit that played it, and what it shows. */
  readonly name: string;
  readonly text: string;
}

/** All of them, by their names. */
export const oldRecords: readonly OldRecord[] = globSync('*/*.jsonl{,.gz}', { cwd: folder })
  .sort()
  .map((file) => ({ name: file.replace(/\.jsonl(\.gz)?$/, ''), text: textOf(join(folder, file)) }));

/** Word lists of theirs that do not come with the package. */
export const lists = ['small.txt', 'german-words.txt'].map((name) => join(folder, 'lists', name));

function textOf(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}
