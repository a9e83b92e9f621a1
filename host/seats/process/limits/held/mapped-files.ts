import { readFile } from 'node:fs/promises';
import type { FilesInMemory } from './nameless-files.ts';
import { segmentName } from './shared-segments.ts';

/** Bytes of these files that are in these processes' resident memory. The kernel takes 1 ms for each 100 MB. */
export async function mappedBytes(pids: readonly number[], files: FilesInMemory): Promise<number> {
  let bytes = 0;
  for (const pid of pids) bytes += mappedIn(await mapsOf(pid), files);
  return bytes;
}

/** Not in one go, for the player's memory may be large. */
async function mapsOf(pid: number): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/smaps`, 'latin1');
  } catch {
    return ''; // gone, or not ours to see
  }
}

const AREA =
  /^[\da-f]+-[\da-f]+ \S+ \S+ ([\da-f]+:[\da-f]+) (\d+) +(.*)\n(?:(?![\da-f]+-).*\n)*?Rss: +(\d+) kB$/gm;

/** From the text of `smaps`. */
export function mappedIn(smaps: string, files: FilesInMemory): number {
  let bytes = 0;
  for (const [, device, inode, path, kib] of smaps.matchAll(AREA)) {
    const name = path!.startsWith('/SYSV') ? segmentName(Number(inode)) : `${device} ${inode}`;
    if (files.has(name)) bytes += Number(kib) * 1024;
  }
  return bytes;
}
