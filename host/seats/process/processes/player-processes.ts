import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { setImmediate as nextPoll } from 'node:timers/promises';
import {
  allPids,
  childrenOf,
  childrenOfThread,
  hasProc,
  isLiving,
  livingBelow,
  type ProcessFacts,
  type ProcessSnapshot,
  processFacts,
  readProc,
} from './proc.ts';

/** All that one player started, as far as the host can see it. Of living processes. */
export interface PlayerProcesses {
  /** Those that are quickly found: all below what is known of it. */
  look(): ProcessSnapshot[];
  /** From where all of it can be counted. */
  spread(): Spread;
  /** Of those of the last look, those that lost their parents. */
  orphans(): number[];
  /** Looks everywhere. The answer is those that were not known before. */
  escaped(): Promise<number[]>;
  /** Everything dies now, as far as one call reaches. */
  kill(): void;
  /** Those that are still there when none should be. */
  survivors(): Promise<number[]>;
}

/** Where a player's processes are. */
export interface Spread {
  /** The host's own: what they started is the player's. */
  readonly above: readonly number[];
  /** The player's, with all that they started. */
  readonly known: readonly number[];
}

export const pidsOf = (processes: readonly ProcessSnapshot[]) => processes.map(({ pid }) => pid);

/** A process that is gone already is none of our concern. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}

export function signalAll(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) signal(pid, name);
}

/**
 * Finds a player without a namespace: below its slot, or, of what lost its parents, in its session or by its marker. Where
 * it is not known who gets what lost its parents, all processes of the machine are looked at.
 */
export function processesByMarker(marker: Marker, orphans: OrphanList | undefined): PlayerProcesses {
  const known = new Map<number, ProcessName>();
  let seen: readonly ProcessSnapshot[] = [];
  /** The command was started, and at the last look nothing of it was there. */
  let wasEmpty = false;
  /** A search after such a look found nothing either: so nothing can come any more. */
  let isClear = false;

  function look(): ProcessSnapshot[] {
    const leader = marker.leader();
    if (leader && !known.has(leader.pid)) known.set(leader.pid, leader);
    const living: ProcessSnapshot[] = [];
    for (const name of [...known.values()]) {
      const there = stillThere(name);
      if (there === undefined) known.delete(name.pid);
      else living.push(there);
    }
    if (hasProc) learnBelow(living);
    wasEmpty = leader !== undefined && living.length === 0;
    seen = living;
    return living;
  }

  function learnBelow(living: ProcessSnapshot[]): void {
    const learn = (child: number) => {
      const facts = known.has(child) ? undefined : processFacts(child);
      if (!facts?.living) return;
      known.set(child, facts);
      living.push(facts);
    };
    // It starts nothing but the leader, which says so: all else is below that, or has lost its parents.
    if (marker.leader() === undefined && isStill(marker.slot)) childrenOf(marker.slot.pid).forEach(learn);
    for (const parent of living) childrenOf(parent.pid, parent.threads).forEach(learn);
  }

  const search = () => (orphans === undefined ? findMarked(marker) : markedOrphans(orphans, marker));

  return {
    look,
    spread: () => ({ above: [], known: pidsOf(look()) }),
    // Those that were never below us when we looked are found by a search.
    orphans() {
      const parents = new Set([marker.slot.pid, ...pidsOf(seen)]);
      return pidsOf(seen.filter(({ parent }) => parent !== undefined && !parents.has(parent)));
    },
    async escaped() {
      const hadEnded = wasEmpty;
      const found = await search();
      isClear = hadEnded && found.length === 0;
      if (found.length === 0) return [];
      const near = pidsOf(look());
      for (const pid of found) if (!known.has(pid)) known.set(pid, nameOf(pid));
      return found.filter((pid) => !near.includes(pid));
    },
    kill() {
      const pids = pidsOf(look());
      const leader = marker.leader();
      signalAll(pids, 'SIGCONT');
      // The group at once: what forks faster than it can be listed is caught too.
      if (leader && !isReplaced(leader)) signal(-leader.pid, 'SIGKILL');
      signalAll(pids, 'SIGKILL');
    },
    // What became another user's on the way does not show its environment to us.
    survivors: async () => (isClear ? [] : [...new Set([...pidsOf(look()), ...(await search())])]),
  };
}

const MOST_LOOKS = 10;
/** If there are more, the caller's next look is early enough. */
const FEW = 50;

/** What ended while it was looked at may have left another one, that was not there yet. */
async function markedOrphans(orphans: OrphanList, marker: Marker): Promise<number[]> {
  const found = new Set<number>();
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const candidates = orphans.candidates();
    for (const pid of await markedAmong(candidates, marker, (facts) => facts)) found.add(pid);
    if (candidates.length > FEW || candidates.every(({ pid }) => isLiving(pid))) break;
  }
  return [...found];
}

/** Finds a player that has a pid namespace: all that is below its first process, whatever became of its parents. */
export function processesInNamespace(marker: Marker, token: string): PlayerProcesses {
  const wrapper = marker.slot.pid;
  let first: number | undefined;
  const firstProcess = () => (first ??= firstBelow(wrapper));

  let supervisor: number | undefined;
  /** What the first process has below it: the supervisor of the command, and what lost its parents. Its own two are shells of one thread. */
  function children(): { readonly supervisors: readonly number[]; readonly players: readonly number[] } {
    const above = firstProcess();
    const all = above === undefined ? [] : childrenOf(above, 1);
    // It is started by way of others, which end. While children come and go the kernel's list of them may lack some.
    if (supervisor === undefined || (!all.includes(supervisor) && !isLiving(supervisor)))
      supervisor = all.find((pid) => isSupervisor(pid, token));
    return {
      supervisors: supervisor === undefined ? [] : [supervisor],
      players: all.filter((pid) => pid !== supervisor),
    };
  }

  let orphans: readonly ProcessFacts[] = [];

  function look(): ProcessFacts[] {
    const { supervisors, players } = children();
    const living = players.map(processFacts).filter((facts) => facts?.living === true) as ProcessFacts[];
    orphans = living;
    const below = livingBelow([...supervisors.map((pid) => ({ pid, threads: 1 })), ...living]);
    return [...living, ...below];
  }

  function spread(): Spread {
    const { supervisors, players } = children();
    return { above: supervisors, known: players };
  }

  return {
    look,
    spread,
    orphans: () => pidsOf(orphans),
    escaped: async () => [],
    kill() {
      // With it the kernel ends all in the namespace, however many. The wrapper ends by itself once all are dead, so
      // that its end says that they are.
      signal(firstProcess() ?? wrapper, 'SIGKILL');
    },
    // With the first process the kernel has ended all others, before it let that one go.
    survivors: async () => (first !== undefined && hasEnded(first) ? [] : await findMarked(marker)),
  };
}

/** Mostly it is gone: to look for its folder takes a quarter of the exception that it cannot be read. */
const hasEnded = (pid: number) => !existsSync(`/proc/${pid}`) || !isLiving(pid);

/**
 * Wrappers may stand one below the other: the first process of the namespace is number 1 in it. Those above it have one thread, and
 * no player can reach them.
 */
function firstBelow(wrapper: number): number | undefined {
  let [found] = childrenOfThread(wrapper, wrapper);
  while (found !== undefined && !isNumberOne(found)) [found] = childrenOfThread(found, found);
  return found;
}

function isNumberOne(pid: number): boolean {
  return /^NSpid:.*\t1$/m.test(readProc(`${pid}/status`) ?? '');
}

/** Our own process above the command: nobody else was started with the token. */
function isSupervisor(pid: number, token: string): boolean {
  return readProc(`${pid}/cmdline`)?.includes(`\0${token}\0`) === true;
}

/** A pid alone is another process's in time. */
export interface ProcessName {
  readonly pid: number;
  readonly start: number | undefined;
}

/** How processes of one player are known among all of the machine. */
interface Marker {
  /** Variables that it was started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** What stands above all of it. Nothing of it is older. */
  readonly slot: ProcessName;
  /** The first process of a session of its own, where it has one. */
  leader(): ProcessName | undefined;
}

/** A search reads a file or two of each process: so many at a time, that other players are not kept waiting. */
const SLICE = 8;

/** All living processes of the machine that carry the marker. */
async function findMarked(marker: Marker): Promise<number[]> {
  if (!hasProc) return (await psTable()).filter((row) => row.carries(marker)).map(({ pid }) => pid);
  return await markedAmong(allPids(), marker, processFacts);
}

/** Of these processes, the living ones that carry the marker. */
async function markedAmong<T>(
  processes: readonly T[],
  marker: Marker,
  factsOf: (process: T) => ProcessFacts | undefined,
): Promise<number[]> {
  if (processes.length === 0) return [];
  const found: number[] = [];
  const leader = marker.leader();
  const session = leader === undefined || isReplaced(leader) ? undefined : leader.pid;
  for (const [index, process] of processes.entries()) {
    if (index % SLICE === SLICE - 1) await nextPoll();
    const facts = factsOf(process);
    if (facts && isMarked(facts, marker, session)) found.push(facts.pid);
  }
  return found;
}

export function nameOf(pid: number): ProcessName {
  return { pid, start: hasProc ? processFacts(pid)?.start : undefined };
}

/** It has not ended; what ended and was not waited for has. */
export function isStill(name: ProcessName): boolean {
  return stillThere(name) !== undefined;
}

export function stillThere({ pid, start }: ProcessName): ProcessSnapshot | undefined {
  if (hasProc) {
    const facts = processFacts(pid);
    return facts?.living === true && facts.start === start ? facts : undefined;
  }
  try {
    process.kill(pid, 0);
    return { pid };
  } catch {
    return undefined;
  }
}

/** Its number is another process's by now. */
function isReplaced({ pid, start }: ProcessName): boolean {
  const facts = processFacts(pid);
  return facts !== undefined && facts.start !== start;
}

function isMarked(facts: ProcessFacts, { environment, slot }: Marker, session: number | undefined): boolean {
  const { pid, living, start } = facts;
  if (pid === slot.pid || !living || start < (slot.start ?? 0) || !isOurs(pid)) return false;
  if (facts.session === session) return true;
  const started = `\0${readProc(`${pid}/environ`) ?? ''}`;
  return Object.entries(environment).every(([name, value]) => started.includes(`\0${name}=${value}\0`));
}

function isOurs(pid: number): boolean {
  const user = process.getuid?.();
  return user === 0 || statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === user;
}

/** A line of `ps`, on systems without `/proc`. It cannot tell what hides its environment. */
interface PsRow {
  readonly pid: number;
  carries(marker: Marker): boolean;
}

/** Each line: pid, process group, state, then the command with its environment after it. */
const COLUMNS = ['-axwwE', '-o', 'pid=,pgid=,stat=,command='];

const LONGEST_MS = 10_000;

// Not by execa: to load it takes 15 ms, and the clocks of players run meanwhile.
function psTable(): Promise<PsRow[]> {
  return new Promise((resolve) => {
    const bounds = { maxBuffer: 2 ** 28, timeout: LONGEST_MS, killSignal: 'SIGKILL' } as const;
    execFile('ps', COLUMNS, bounds, (_error, output) => resolve(parsePs(output)));
  });
}

export function parsePs(output: string): PsRow[] {
  return output.split('\n').flatMap((line) => {
    const [, pid, group, state, words] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (words === undefined || state!.startsWith('Z')) return [];
    const carries = ({ environment, leader }: Marker) =>
      Number(group) === leader()?.pid ||
      Object.entries(environment).every(([name, value]) => `${words} `.includes(` ${name}=${value} `));
    return [{ pid: Number(pid), carries }];
  });
}

/**
 * What has lost its parents becomes a child of one process, the same for all that one launcher starts. So what left its
 * player can be found without a look at every process of the machine.
 */
export class OrphanList {
  readonly #adopter: number;
  readonly #since: number;
  /** Older, or ended and kept by a parent that does not wait for it. */
  #dismissed = new Set<number>();

  /** Nothing that is older than the launcher belongs to a player. */
  constructor(adopter: number, launcher: number) {
    this.#adopter = adopter;
    this.#since = processFacts(launcher)?.start ?? 0;
  }

  /** Those that may be a player's. */
  candidates(): ProcessFacts[] {
    const dismissed = new Set<number>();
    const candidates: ProcessFacts[] = [];
    for (const pid of adoptedBy(this.#adopter)) {
      const facts = this.#dismissed.has(pid) ? undefined : processFacts(pid);
      if (facts?.living && facts.start >= this.#since) candidates.push(facts);
      else dismissed.add(pid);
    }
    this.#dismissed = dismissed;
    return candidates;
  }
}

/** The kernel gives orphans to the first thread of a process that is not ending, which is nearly always the first of all. */
function adoptedBy(pid: number): number[] {
  return processFacts(pid)?.exiting === false ? childrenOfThread(pid, pid) : childrenOf(pid);
}

const LONGEST_PAUSE_MS = 20;

/**
 * Looks again and again, at first soon. Where there will be news of it, for these first, and so that the look is worth its
 * cost; but not for long, because they may never come.
 */
export async function until(
  condition: () => boolean,
  deadline: number,
  news?: Promise<unknown>,
): Promise<void> {
  const left = () => Math.max(0, deadline - performance.now());
  if (news !== undefined) await pause(Math.min(LONGEST_PAUSE_MS, left()), news);
  for (let length = 1; !condition(); length = Math.min(2 * length, LONGEST_PAUSE_MS)) {
    const most = left();
    if (most === 0) return;
    await pause(Math.min(length, most));
  }
}

/** Or until there is news, if that is earlier. */
export function pause(milliseconds: number, news?: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    void news?.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
