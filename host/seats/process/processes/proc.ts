import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { attempt } from '../../../core/errors.ts';

export const hasProc = existsSync('/proc/self/stat');
/** Some kernels are built without the lists of children. */
export const hasChildLists = existsSync(`/proc/self/task/${process.pid}/children`);

/** Node's own way allocates 64 KiB for each file of unknown size, and a game reads a hundred of them. */
const buffer = Buffer.allocUnsafe(65_536);

/** The kernel makes these files as a whole, so one read is complete. */
const ONE_PIECE = /\/(?:stat|status|sched|schedstat)$|^loadavg$/;
/** The kernel writes these in pages, so a read with room left is complete. */
const BY_PAGES = /\/children$/;
const PAGE = 4096;
const LONGEST_NUMBER = 16;

export function readProc(path: string): string | undefined {
  return readFrom(path, (descriptor) => {
    const short = ONE_PIECE.test(path) ? buffer.length : BY_PAGES.test(path) ? PAGE - LONGEST_NUMBER : 0;
    let text = '';
    for (let length = -1; length !== 0; ) {
      length = readSync(descriptor, buffer);
      text += buffer.toString('latin1', 0, length);
      if (length < short) break;
    }
    return text;
  });
}

export function processFacts(pid: number): ProcessFacts | undefined {
  return readFrom(`${pid}/stat`, (descriptor) => factsIn(buffer, readSync(descriptor, buffer), pid));
}

function readFrom<Found>(path: string, read: (descriptor: number) => Found): Found | undefined {
  let descriptor: number | undefined;
  const { stackTraceLimit } = Error;
  // Most files are gone when they are read. A stack trace takes as long as the read.
  Error.stackTraceLimit = 0;
  try {
    descriptor = openSync(`/proc/${path}`, 'r');
    return read(descriptor);
  } catch {
    return undefined; // gone, or not ours to see
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

export function isLiving(pid: number): boolean {
  return processFacts(pid)?.living === true;
}

export function isExiting(pid: number): boolean {
  return hasProc && processFacts(pid)?.exiting !== false;
}

export function allPids(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

/** Some systems do not count links. This process has several threads. */
const linksAreThreads = countThreads('self') > 1;

/**
 * The folder of threads has a link for each and two more. Reading the count takes a fifth of reading `stat`.
 */
function countThreads(pid: number | string): number {
  return attempt(() => (statSync(`/proc/${pid}/task`, { throwIfNoEntry: false })?.nlink ?? 2) - 2, 0);
}

/** Children of any thread. A single thread needs no list of threads. */
export function childrenOf(pid: number, threads = linksAreThreads ? countThreads(pid) : undefined): number[] {
  if (threads === 0) return []; // it is gone
  if (threads === 1) return childrenOfThread(pid, pid);
  return threadsOf(pid).flatMap((thread) => childrenOfThread(pid, thread));
}

export type ProcessSnapshot = Pick<ProcessFacts, 'pid'> & Partial<ProcessFacts>;

/** Living processes below these, parents first, each once. */
export function livingBelow(above: readonly ProcessSnapshot[]): ProcessFacts[] {
  const found = new Map<number, ProcessFacts>();
  const parents = [...above];
  for (const parent of parents)
    for (const child of childrenOf(parent.pid, parent.threads)) {
      const facts = found.has(child) ? undefined : processFacts(child);
      if (facts === undefined) continue;
      found.set(child, facts);
      parents.push(facts);
    }
  return [...found.values()].filter(({ living }) => living);
}

export function childrenOfThread(pid: number, thread: number | string): number[] {
  const list = readProc(`${pid}/task/${thread}/children`)?.trim();
  return list ? list.split(' ').map(Number) : [];
}

export function threadsOf(pid: number): string[] {
  return attempt(() => readdirSync(`/proc/${pid}/task`), []);
}

export function threadPathsOf({ pid, threads }: ProcessSnapshot): string[] {
  const numbers = threads === 1 ? [pid] : threadsOf(pid);
  return numbers.map((thread) => `${pid}/task/${thread}`);
}

/** A thread runs, or waits for a processor or a disk. */
export function isBusy(processes: readonly ProcessSnapshot[]): boolean {
  return processes.flatMap(threadPathsOf).some((thread) => {
    const stat = readProc(`${thread}/stat`) ?? '';
    return /^[RD]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  });
}

/** Processes below these, parents first, each once. */
export function descendantsOf(...pids: readonly number[]): number[] {
  const found = new Set<number>();
  const parents = new Set(pids);
  for (const parent of parents)
    for (const child of childrenOf(parent)) {
      found.add(child);
      parents.add(child);
    }
  return [...found];
}

/** Fields of `/proc/PID/stat`. */
export interface ProcessFacts {
  readonly pid: number;
  /** The adopter of an orphan. */
  readonly parent: number;
  readonly session: number;
  readonly threads: number;
  /** Ticks since boot. Together with the pid it identifies a process. */
  readonly start: number;
  /** A zombie has no living thread. */
  readonly living: boolean;
  /** An ending process does nothing of its own any more. */
  readonly exiting: boolean;
  /** Includes reaped children. */
  readonly cpuMs: number;
  /** The time of reaped children. */
  readonly endedCpuMs: number;
}

const PF_EXITING = 4;
const MS_PER_TICK = 10;
const [SPACE, CLOSING, ZERO, NINE, Z, X] = [0x20, 0x29, 0x30, 0x39, 0x5a, 0x58];

/** The fields after the name, beginning with the state. Those in use are never negative. */
const numbers = new Float64Array(20);

/** Parses bytes, because a text would take longer, and each game reads many of these. */
export function factsIn(stat: Uint8Array, length: number, pid: number): ProcessFacts {
  const state = readFields(stat, length);
  const threads = numbers[17]!;
  // A first thread that ended while others run looks like a zombie.
  const ended = (state === Z || state === X) && threads <= 1;
  const endedCpuMs = (numbers[13]! + numbers[14]!) * MS_PER_TICK;
  return {
    pid,
    parent: numbers[1]!,
    session: numbers[3]!,
    threads,
    start: numbers[19]!,
    living: !ended,
    exiting: ended || (numbers[6]! & PF_EXITING) !== 0,
    cpuMs: (numbers[11]! + numbers[12]!) * MS_PER_TICK + endedCpuMs,
    endedCpuMs,
  };
}

function readFields(stat: Uint8Array, length: number): number {
  // The name before it may contain anything, even parentheses and spaces.
  let place = length;
  while (place > 0 && stat[place - 1] !== CLOSING) place--;
  const state = stat[++place]!;
  place += 2;
  for (let field = 1; field < numbers.length; field++) {
    let number = 0;
    for (; place < length && stat[place] !== SPACE; place++) {
      const byte = stat[place]!;
      if (byte >= ZERO && byte <= NINE) number = number * 10 + byte - ZERO;
    }
    numbers[field] = number;
    place++;
  }
  return state;
}
