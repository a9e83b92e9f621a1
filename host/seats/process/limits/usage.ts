import { readdirSync, readlinkSync, statfsSync, statSync } from 'node:fs';
import { setImmediate as nextPoll } from 'node:timers/promises';
import type { Nanos } from '../../../core/units.ts';
import type { Share, UsageSoFar } from '../../../match/seat.ts';
import type { PlayerProcesses, Spread } from '../processes/player-processes.ts';
import {
  childrenOf,
  type ProcessSnapshot,
  processFacts,
  readProc,
  threadPathsOf,
} from '../processes/proc.ts';

export interface Usage {
  readonly cpuMs: number | null;
  /** How long its threads could have run and had no processor. */
  readonly waitMs: number | null;
  readonly maxRssKb: number | null;
}

export const unknownUsage: Usage = { cpuMs: null, waitMs: null, maxRssKb: null };

/** What these processes have used until now; of processor time also what those that they waited for have used. */
export function usageOf(processes: readonly ProcessSnapshot[]): Usage {
  let usage = unknownUsage;
  const threads: string[] = [];
  for (const seen of processes) {
    if (!isGoing(seen)) threads.push(...threadPathsOf(seen));
    const cpuMs = seen.cpuMs ?? processFacts(seen.pid)?.cpuMs;
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readProc(`${seen.pid}/status`) ?? '');
    if (cpuMs === undefined || !peak) continue;
    usage = {
      ...usage,
      cpuMs: (usage.cpuMs ?? 0) + cpuMs,
      maxRssKb: (usage.maxRssKb ?? 0) + Number(peak[1]),
    };
  }
  return { ...usage, waitMs: waitOf(threads) };
}

/** On its way out with its last thread: whether it is still there to be asked depends on the moment. */
const isGoing = ({ exiting, threads }: ProcessSnapshot) => exiting === true && threads === 1;

/** Each is read in 10 to 50 µs, while the other players may still be playing. */
const MOST_THREADS = 256;

/** Of the threads that live now: the kernel forgets how long one waited when it ends. */
function waitOf(threads: readonly string[]): number | null {
  if (threads.length > MOST_THREADS) return null;
  const waits = threads.map(nanosWaited).filter((wait) => wait !== undefined);
  if (waits.length === 0) return null;
  return Math.round(waits.reduce((sum, wait) => sum + wait, 0) / 1e4) / 100;
}

/** A kernel that does not count this has no such file, or says that the thread never ran. */
function nanosWaited(thread: string): number | undefined {
  const [, wait, turns] = readProc(`${thread}/schedstat`)?.trim().split(' ').map(Number) ?? [];
  return turns ? wait : undefined;
}

const NANOS_PER_MS = 1e6;
const MOST_PROCESSES = 100_000;

/** What all that a player started has used of the processors. */
export class CpuMeter implements UsageSoFar {
  readonly #processes: PlayerProcesses;
  #most: Nanos = 0;

  constructor(processes: PlayerProcesses) {
    this.#processes = processes;
  }

  /**
   * Never less than at the last look: what ended, and nobody waited for, is forgotten by the system. Never more than it
   * was, so that nobody is blamed for what it did not use.
   */
  async used(): Promise<Nanos> {
    const spread = this.#processes.spread();
    const pids = await processesBelow(spread, MOST_PROCESSES);
    const ended = spread.above.reduce((sum, pid) => sum + endedBelow(pid), 0);
    const seen = pids.reduce((sum, pid) => sum + usedBy(pid), ended);
    this.#most = Math.max(this.#most, seen);
    return this.#most;
  }

  share(): Share {
    return usageOf(this.#processes.look());
  }
}

/** The host's own process: only what it waited for is the player's. */
function endedBelow(pid: number): Nanos {
  return (processFacts(pid)?.endedCpuMs ?? 0) * NANOS_PER_MS;
}

/** In ticks of 10 ms; of the first thread the system tells nanoseconds, which is all where there is no other. */
function usedBy(pid: number): Nanos {
  const facts = processFacts(pid);
  if (!facts) return 0;
  const { cpuMs, endedCpuMs } = facts;
  return Math.max((cpuMs - endedCpuMs) * NANOS_PER_MS, firstThread(pid)) + endedCpuMs * NANOS_PER_MS;
}

function firstThread(pid: number): Nanos {
  return Number(readProc(`${pid}/schedstat`)?.split(' ')[0] ?? 0);
}

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

/**
 * All processes of a player, ended ones too that nobody has waited for; no more than one over `most`. Each takes 20 to
 * 60 µs, one of many threads more.
 */
export async function processesBelow({ above, known }: Spread, most: number): Promise<number[]> {
  const found = new Set(known);
  const parents = [...above, ...known];
  const turns = new ShortTurns();
  for (const parent of parents) {
    for (const child of childrenOf(parent)) {
      if (found.size > most) return [...found];
      if (!found.has(child)) parents.push(child);
      found.add(child);
    }
    await turns.pause();
  }
  return [...found];
}

/** The longest time for which a look may block the host. */
const LONGEST_TURN_MS = 0.2;

/** Work that lets others have their turn now and then. */
class ShortTurns {
  #began = performance.now();

  /** To be called after each piece. */
  async pause(): Promise<void> {
    if (performance.now() - this.#began < LONGEST_TURN_MS) return;
    await nextPoll();
    this.#began = performance.now();
  }
}
