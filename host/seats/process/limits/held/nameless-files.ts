import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { Slices } from '../cgroup-slices.ts';

/** Files in memory by a name of their own, with their bytes. */
export type FilesInMemory = ReadonlyMap<string, number>;

/** A block of `stat`, whatever the file system. */
const BLOCK = 512;

/** Files that never had a name (memfd) and that these processes have open: each once. */
export async function namelessFiles(pids: readonly number[]): Promise<FilesInMemory> {
  const found = new Map<string, number>();
  const slices = new Slices();
  for (const pid of pids)
    for (const path of descriptorsOf(pid)) {
      if (isNameless(path)) addFile(path, found);
      await slices.pause();
    }
  return found;
}

function descriptorsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((name) => `/proc/${pid}/fd/${name}`);
  } catch {
    return []; // gone, or not ours to see
  }
}

function isNameless(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('/memfd:');
  } catch {
    return false; // closed by now
  }
}

function addFile(path: string, found: Map<string, number>): void {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file) found.set(nameOf(file.dev, file.ino), file.blocks * BLOCK);
}

/** As the maps of a process have it. */
function nameOf(device: number, inode: number): string {
  const [major, minor] = [(device >> 8) & 0xfff, (device & 0xff) | ((device >> 12) & 0xfff00)];
  return `${[major, minor].map((number) => number.toString(16).padStart(2, '0')).join(':')} ${inode}`;
}
