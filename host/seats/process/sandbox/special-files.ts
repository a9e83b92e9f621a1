import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readProc } from '../processes/proc.ts';
import { holds } from './within.ts';

/** So long may a look through folders take. */
const LONGEST_MS = 1_000;

/**
 * Sockets and named pipes below these folders, by which a player could reach other programs though it has no network and
 * may only read; not those that are named themselves. In folders that take too long to look through, those sockets that the kernel can name.
 */
export function specialFilesBelow(folders: readonly string[], but: readonly string[]): string[] {
  const from = folders.map((path) => realpathSync(path));
  const left = but.map((path) => realpathSync(path));
  const found = [...walked(from, performance.now() + LONGEST_MS), ...boundSockets()];
  const isMeant = (path: string) => from.includes(path) || left.some((folder) => holds(folder, path));
  return [...new Set(found)].filter((path) => !isMeant(path));
}

function walked(folders: readonly string[], end: number): string[] {
  const found: string[] = [];
  const waiting = [...folders];
  for (const folder of waiting) {
    if (performance.now() > end) break;
    for (const entry of entriesOf(folder)) {
      if (entry.isDirectory()) waiting.push(join(folder, entry.name));
      else if (entry.isSocket() || entry.isFIFO()) found.push(join(folder, entry.name));
    }
  }
  return found;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // a file, or not ours to see
  }
}

/** Those of this network namespace that have a path. */
function boundSockets(): string[] {
  const paths = [...(readProc('net/unix') ?? '').matchAll(/ (\/.*)$/gm)].map(([, path]) => path!);
  return paths.filter((path) => existsSync(path)).map((path) => realpathSync(path));
}
