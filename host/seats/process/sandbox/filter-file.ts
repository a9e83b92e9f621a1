import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheHome } from '../../../files/cache-home.ts';
import { makeFolders } from '../../../files/make-folders.ts';
import { readRegular } from '../../../files/read-regular.ts';
import { writeWhole } from '../../../files/write-whole.ts';
import { callFilter } from '../seccomp/filter.ts';

const known = new Map<boolean, string>();

/** The filter of system calls in a file, as bubblewrap wants it: kept as caches are, or for this run alone. */
export function filterFile(network: boolean): string {
  const filter = callFilter(network);
  const before = known.get(network);
  // Whoever deletes caches may do so in the middle of a run.
  const path = before !== undefined && isThere(before, filter) ? before : kept(filter);
  known.set(network, path);
  return path;
}

function kept(filter: Buffer): string {
  const name = `calls-${createHash('sha256').update(filter).digest('hex').slice(0, 16)}.bpf`;
  const home = cacheHome(process.env);
  return (home === undefined ? undefined : keptIn(home, name, filter)) ?? keptForNow(name, filter);
}

function keptIn(folder: string, name: string, filter: Buffer): string | undefined {
  const path = join(folder, name);
  try {
    if (isThere(path, filter)) return path;
    makeFolders(folder, 0o755);
    writeWhole(path, filter);
    return path;
  } catch {
    return undefined;
  }
}

function isThere(path: string, filter: Buffer): boolean {
  try {
    return readRegular(path).equals(filter);
  } catch {
    return false;
  }
}

function keptForNow(name: string, filter: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  writeWhole(join(folder, name), filter);
  return join(folder, name);
}
