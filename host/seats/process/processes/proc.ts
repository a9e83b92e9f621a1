import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';

export const hasProc = existsSync('/proc/self/stat');
/** Some kernels are built without the lists of children. */
export const hasChildLists = existsSync(`/proc/self/task/${process.pid}/children`);

/** Node's own way allocates 64 KiB for each file of unknown size, and a game reads a hundred of them. */
const buffer = Buffer.allocUnsafe(65_536);

/** The kernel makes these as a whole: what one read gives is all. Of others it may give a part. */
const ONE_PIECE = /\/(?:stat|status|sched|schedstat)$|^loadavg$/;
/** Of these as many lines or numbers as fit in a page: where there was room for another, that was all. */
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
  // Much is gone when it is looked at. To note where in the program that was takes as long as the look.
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

/** Some systems keep no track of it. This process has several threads. */
const linksAreThreads = countThreads('self') > 1;

/** The folder of its threads has a link for each, beside two of its own: to ask for these takes a fifth of reading `stat`. */
function countThreads(pid: number | string): number {
  try {
    return (statSync(`/proc/${pid}/task`, { throwIfNoEntry: false })?.nlink ?? 2) - 2;
  } catch {
    return 0; // not ours to see
  }
}

/** Those that any of its threads started and that it is the parent of. Of one thread there need be no list. */
export function childrenOf(pid: number, threads = linksAreThreads ? countThreads(pid) : undefined): number[] {
  if (threads === 0) return []; // it is gone
  if (threads === 1) return childrenOfThread(pid, pid);
  return threadsOf(pid).flatMap((thread) => childrenOfThread(pid, thread));
}

/** A process, with what a look has found of it. */
export type ProcessSnapshot = Pick<ProcessFacts, 'pid'> & Partial<ProcessFacts>;

/** The living ones below these, parents before children; each is looked at once. */
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
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Where each of its threads is in `/proc`. */
export function threadPathsOf({ pid, threads }: ProcessSnapshot): string[] {
  const numbers = threads === 1 ? [pid] : threadsOf(pid);
  return numbers.map((thread) => `${pid}/task/${thread}`);
}

/** A thread of these runs, or could run and waits for a processor or a disk. */
export function isBusy(processes: readonly ProcessSnapshot[]): boolean {
  return processes.flatMap(threadPathsOf).some((thread) => {
    const stat = readProc(`${thread}/stat`) ?? '';
    return /^[RD]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  });
}

/** All below these, parents before children; each is looked at once. */
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

/** One process, as `/proc/PID/stat` tells it. */
export interface ProcessFacts {
  readonly pid: number;
  /** Of what lost its own it is the one that the kernel gave it to. */
  readonly parent: number;
  readonly session: number;
  readonly threads: number;
  /** When it started, in ticks since boot: with the pid it tells a process from a later one of the same number. */
  readonly start: number;
  /** Not a zombie: it has a thread that can still do something. */
  readonly living: boolean;
  /** On its way out: it does nothing more of its own. */
  readonly exiting: boolean;
  /** Its own and that of the children it waited for. */
  readonly cpuMs: number;
  /** Of the children it waited for alone. */
  readonly endedCpuMs: number;
}

const PF_EXITING = 4;
const MS_PER_TICK = 10;
const [SPACE, CLOSING, ZERO, NINE, Z, X] = [0x20, 0x29, 0x30, 0x39, 0x5a, 0x58];

/** Of those after the name, the first of which is the state. None of those that are asked for is below 0. */
const numbers = new Float64Array(20);

/** From the first `length` bytes, which are that file. Some are read in each game: to make a text of one and cut that takes longer. */
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

/** The answer is the state. */
function readFields(stat: Uint8Array, length: number): number {
  // The name before it may hold anything, parentheses and spaces too.
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
