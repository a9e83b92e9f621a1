import { readdirSync, readlinkSync, statfsSync, statSync } from 'node:fs';
import { setImmediate as nextPoll } from 'node:timers/promises';
import { attempt } from '../../../core/errors.ts';
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
  /** The time in which threads were ready and had no processor. */
  readonly waitMs: number | null;
  readonly maxRssKb: number | null;
}

export const unknownUsage: Usage = { cpuMs: null, waitMs: null, maxRssKb: null };

/** Usage of these processes. Processor time includes their reaped children. */
export function usageOf(processes: readonly ProcessSnapshot[]): Usage {
  let usage = unknownUsage;
  const threads: string[] = [];
  for (const seen of processes) {
    // The last thread is ending, so a look may find it or not.
    if (!(seen.exiting === true && seen.threads === 1)) threads.push(...threadPathsOf(seen));
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

/** A thread takes 10 to 50 µs while other players may be playing. */
const MOST_THREADS = 256;

/** Only of living threads: the kernel forgets the wait of an ended one. */
function waitOf(threads: readonly string[]): number | null {
  if (threads.length > MOST_THREADS) return null;
  const waits = threads.map(nanosWaited).filter((wait) => wait !== undefined);
  if (waits.length === 0) return null;
  return Math.round(waits.reduce((sum, wait) => sum + wait, 0) / 1e4) / 100;
}

/** Kernels without this count have no such file, or report that the thread never ran. */
function nanosWaited(thread: string): number | undefined {
  const [, wait, turns] = readProc(`${thread}/schedstat`)?.trim().split(' ').map(Number) ?? [];
  return turns ? wait : undefined;
}

const NANOS_PER_MS = 1e6;
const MOST_PROCESSES = 100_000;

/** The processor time of everything that a player started. */
export class CpuMeter implements UsageSoFar {
  readonly #processes: PlayerProcesses;
  #most: Nanos = 0;

  constructor(processes: PlayerProcesses) {
    this.#processes = processes;
  }

  /** A lower bound that never falls, although the system forgets ended processes. */
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

/** Only reaped children of the host belong to the player. */
function endedBelow(pid: number): Nanos {
  return (processFacts(pid)?.endedCpuMs ?? 0) * NANOS_PER_MS;
}

/** Ticks of 10 ms, or nanoseconds for a single thread. */
function usedBy(pid: number): Nanos {
  const facts = processFacts(pid);
  if (!facts) return 0;
  const { cpuMs, endedCpuMs } = facts;
  return Math.max((cpuMs - endedCpuMs) * NANOS_PER_MS, firstThread(pid)) + endedCpuMs * NANOS_PER_MS;
}

function firstThread(pid: number): Nanos {
  return Number(readProc(`${pid}/schedstat`)?.split(' ')[0] ?? 0);
}

/** Memory of processes as seen from outside. Values above the limit are measured twice. */
export async function usedBytes(pids: readonly number[], most: number): Promise<number> {
  const resident = sum(pids.map(residentBytes));
  const files = new Map([...(await namelessFiles(pids)), ...segmentsOf(pids)]);
  const atMost = resident + sum([...files.values()]);
  if (files.size === 0 || atMost <= most) return atMost;
  // Mapped parts of these files were counted twice.
  return atMost - (await mappedBytes(pids, files));
}

/** Includes swapped memory and kernel tables. */
function residentBytes(pid: number): number {
  const lines = (readProc(`${pid}/status`) ?? '').matchAll(
    /^(?:VmRSS|VmSwap|VmPTE|HugetlbPages):\s+(\d+) kB/gm,
  );
  return sum([...lines].map(([, kib]) => Number(kib) * 1024));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

type FilesInMemory = ReadonlyMap<string, number>;

/** The unit of `stat`, whatever the file system. */
const BLOCK = 512;

/** Open files without a name (memfd), each counted once. */
async function namelessFiles(pids: readonly number[]): Promise<FilesInMemory> {
  const found = new Map<string, number>();
  const turns = new ShortTurns();
  for (const pid of pids)
    for (const path of descriptorsOf(pid)) {
      if (attempt(() => readlinkSync(path), '').startsWith('/memfd:')) addFile(path, found);
      await turns.pause();
    }
  return found;
}

export function descriptorsOf(pid: number): string[] {
  return attempt(() => readdirSync(`/proc/${pid}/fd`).map((name) => `/proc/${pid}/fd/${name}`), []);
}

function addFile(path: string, found: Map<string, number>): void {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file) found.set(inodeName(file.dev, file.ino), file.blocks * BLOCK);
}

/** The name in the maps of a process. */
function inodeName(device: number, inode: number): string {
  const [major, minor] = [(device >> 8) & 0xfff, (device & 0xff) | ((device >> 12) & 0xfff00)];
  return `${[major, minor].map((number) => number.toString(16).padStart(2, '0')).join(':')} ${inode}`;
}

/** Columns of /proc/sysvipc/shm. */
const [ID, CREATOR, LAST_USER, RESIDENT, SWAPPED] = [1, 4, 5, 14, 15];

/** System V segments that these processes made or attached last. */
function segmentsOf(pids: readonly number[]): FilesInMemory {
  const [, ...lines] = readProc('sysvipc/shm')?.trimEnd().split('\n') ?? [];
  const rows = lines.map((line) => line.trim().split(/ +/).map(Number));
  const own = rows.filter((row) => pids.includes(row[CREATOR]!) || pids.includes(row[LAST_USER]!));
  return new Map(own.map((row) => [segmentName(row[ID]!), row[RESIDENT]! + row[SWAPPED]!]));
}

function segmentName(id: number): string {
  return `segment ${id}`;
}

/** Resident bytes of these files. The kernel needs 1 ms for each 100 MB. */
async function mappedBytes(pids: readonly number[], files: FilesInMemory): Promise<number> {
  let bytes = 0;
  for (const pid of pids) bytes += mappedIn(await mapsOf(pid), files);
  return bytes;
}

/** Reads in pieces, because a player's memory may be large. */
async function mapsOf(pid: number): Promise<string> {
  try {
    // Loading it at the start would cost more than a millisecond.
    const { readFile } = await import('node:fs/promises');
    return await readFile(`/proc/${pid}/smaps`, 'latin1');
  } catch {
    return ''; // gone, or not ours to see
  }
}

const AREA =
  /^[\da-f]+-[\da-f]+ \S+ \S+ ([\da-f]+:[\da-f]+) (\d+) +(.*)\n(?:(?![\da-f]+-).*\n)*?Rss: +(\d+) kB$/gm;

function mappedIn(smaps: string, files: FilesInMemory): number {
  let bytes = 0;
  for (const [, device, inode, path, kib] of smaps.matchAll(AREA)) {
    const name = path!.startsWith('/SYSV') ? segmentName(Number(inode)) : `${device} ${inode}`;
    if (files.has(name)) bytes += Number(kib) * 1024;
  }
  return bytes;
}

/** A file takes about one KiB of kernel memory. */
export const MOST_FILES = 65_536;

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

/** Counts a player's processes with zombies, up to one more than `most`. A process takes 20 to 60 µs. */
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

/** Splits work so that others have their turn. */
class ShortTurns {
  #began = performance.now();

  async pause(): Promise<void> {
    if (performance.now() - this.#began < LONGEST_TURN_MS) return;
    await nextPoll();
    this.#began = performance.now();
  }
}
