import { readdirSync, readlinkSync, statfsSync, statSync } from 'node:fs';
import { readProc } from '../processes/proc.ts';
import { ShortTurns } from './processes-below.ts';

/** What processes hold of memory, as far as it can be seen from outside. What is over the limit is looked at twice. */
export async function usedBytes(pids: readonly number[], most: number): Promise<number> {
  const resident = sum(pids.map(residentBytes));
  const files = new Map([...(await namelessFiles(pids)), ...segmentsOf(pids)]);
  const atMost = resident + sum([...files.values()]);
  if (files.size === 0 || atMost <= most) return atMost;
  // What of these files is mapped was counted twice.
  return atMost - (await mappedBytes(pids, files));
}

/** With what was moved out to the disk, and the kernel's tables for it. */
function residentBytes(pid: number): number {
  const lines = (readProc(`${pid}/status`) ?? '').matchAll(
    /^(?:VmRSS|VmSwap|VmPTE|HugetlbPages):\s+(\d+) kB/gm,
  );
  return sum([...lines].map(([, kib]) => Number(kib) * 1024));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Files in memory by a name of their own, with their bytes. */
type FilesInMemory = ReadonlyMap<string, number>;

/** A block of `stat`, whatever the file system. */
const BLOCK = 512;

/** Files that never had a name (memfd) and that these processes have open: each once. */
async function namelessFiles(pids: readonly number[]): Promise<FilesInMemory> {
  const found = new Map<string, number>();
  const turns = new ShortTurns();
  for (const pid of pids)
    for (const path of descriptorsOf(pid)) {
      if (isNameless(path)) addFile(path, found);
      await turns.pause();
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

/** Columns of /proc/sysvipc/shm. */
const [ID, CREATOR, LAST_USER, RESIDENT, SWAPPED] = [1, 4, 5, 14, 15];

/** Segments of System V that one of these processes made, or was the last to attach. */
function segmentsOf(pids: readonly number[]): FilesInMemory {
  const [, ...lines] = readProc('sysvipc/shm')?.trimEnd().split('\n') ?? [];
  const rows = lines.map((line) => line.trim().split(/ +/).map(Number));
  const own = rows.filter((row) => pids.includes(row[CREATOR]!) || pids.includes(row[LAST_USER]!));
  return new Map(own.map((row) => [segmentName(row[ID]!), row[RESIDENT]! + row[SWAPPED]!]));
}

function segmentName(id: number): string {
  return `segment ${id}`;
}

/** Bytes of these files that are in these processes' resident memory. The kernel takes 1 ms for each 100 MB. */
async function mappedBytes(pids: readonly number[], files: FilesInMemory): Promise<number> {
  let bytes = 0;
  for (const pid of pids) bytes += mappedIn(await mapsOf(pid), files);
  return bytes;
}

/** Not in one go, for the player's memory may be large. */
async function mapsOf(pid: number): Promise<string> {
  try {
    // Loaded when it is needed: it takes a start more than a millisecond.
    const { readFile } = await import('node:fs/promises');
    return await readFile(`/proc/${pid}/smaps`, 'latin1');
  } catch {
    return ''; // gone, or not ours to see
  }
}

const AREA =
  /^[\da-f]+-[\da-f]+ \S+ \S+ ([\da-f]+:[\da-f]+) (\d+) +(.*)\n(?:(?![\da-f]+-).*\n)*?Rss: +(\d+) kB$/gm;

/** From the text of `smaps`. */
function mappedIn(smaps: string, files: FilesInMemory): number {
  let bytes = 0;
  for (const [, device, inode, path, kib] of smaps.matchAll(AREA)) {
    const name = path!.startsWith('/SYSV') ? segmentName(Number(inode)) : `${device} ${inode}`;
    if (files.has(name)) bytes += Number(kib) * 1024;
  }
  return bytes;
}

/** As many as there are KiB in one of these folders: each takes about one of the kernel's memory. */
export const MOST_FILES = 65_536;

/** More than may be in one of these folders of a sandbox, which are file systems of their own, seen by this process. */
export function hasTooManyFiles(pid: number, folders: readonly string[]): boolean {
  return folders.some((folder) => filesIn(`/proc/${pid}/root${folder}`) > MOST_FILES);
}

function filesIn(folder: string): number {
  try {
    const { files, ffree } = statfsSync(folder);
    return files - ffree;
  } catch {
    return 0; // ended just now
  }
}
