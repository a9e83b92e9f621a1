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

/** The living processes of a player, as far as the host can see them. */
export interface PlayerProcesses {
  /** A fast look at the known processes and those below. */
  look(): ProcessSnapshot[];
  spread(): Spread;
  /** Processes of the last look that lost their parents. */
  orphans(): number[];
  /** A slow look everywhere, which returns new processes. */
  escaped(): Promise<number[]>;
  /** Kills everything that one call reaches. */
  kill(): void;
  /** Processes that are left when none should be. */
  survivors(): Promise<number[]>;
}

export interface Spread {
  /** Processes of the host, whose children are the player's. */
  readonly above: readonly number[];
  /** Processes of the player, with everything below. */
  readonly known: readonly number[];
}

export const pidsOf = (processes: readonly ProcessSnapshot[]) => processes.map(({ pid }) => pid);

/** An ended process needs no signal. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}

export function signalAll(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) signal(pid, name);
}

/**
 * Finds a player without a namespace: below its slot, and orphans by session or marker. If the adopter of
 * orphans is unknown, all processes of the machine are checked.
 */
export function processesByMarker(marker: Marker, orphans: OrphanList | undefined): PlayerProcesses {
  const known = new Map<number, ProcessName>();
  let seen: readonly ProcessSnapshot[] = [];
  /** The last look found no process of a started command. */
  let wasEmpty = false;
  /** A later search found nothing either, so no process can appear any more. */
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
    // The slot starts only the leader. Everything else is below that or an orphan.
    if (marker.leader() === undefined && isStill(marker.slot)) childrenOf(marker.slot.pid).forEach(learn);
    for (const parent of living) childrenOf(parent.pid, parent.threads).forEach(learn);
  }

  const search = () => (orphans === undefined ? findMarked(marker) : markedOrphans(orphans, marker));

  return {
    look,
    spread: () => ({ above: [], known: pidsOf(look()) }),
    // A search finds processes that were never below us at a look.
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
      // Killing the group reaches processes that fork faster than they can be listed.
      if (leader && !isReplaced(leader)) signal(-leader.pid, 'SIGKILL');
      signalAll(pids, 'SIGKILL');
    },
    // Processes that changed their user hide their environment.
    survivors: async () => (isClear ? [] : [...new Set([...pidsOf(look()), ...(await search())])]),
  };
}

const MOST_LOOKS = 10;
/** If there are more, the caller's next look is early enough. */
const FEW = 50;

/** A process that ended during the look may have left a new one. */
async function markedOrphans(orphans: OrphanList, marker: Marker): Promise<number[]> {
  const found = new Set<number>();
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const candidates = orphans.candidates();
    for (const pid of await markedAmong(candidates, marker, (facts) => facts)) found.add(pid);
    if (candidates.length > FEW || candidates.every(({ pid }) => isLiving(pid))) break;
  }
  return [...found];
}

/** Finds a player with a pid namespace: everything below its first process. */
export function processesInNamespace(marker: Marker, token: string): PlayerProcesses {
  const wrapper = marker.slot.pid;
  let first: number | undefined;
  const firstProcess = () => (first ??= firstBelow(wrapper));

  let supervisor: number | undefined;
  /** What the first process has below it: the supervisor of the command, and what lost its parents. Its own two are shells of one thread. */
  function children(): { readonly supervisors: readonly number[]; readonly players: readonly number[] } {
    const above = firstProcess();
    const all = above === undefined ? [] : childrenOf(above, 1);
    // Helpers start the supervisor and end. The kernel's list may be incomplete while children come and go.
    if (supervisor === undefined || (!all.includes(supervisor) && !isLiving(supervisor)))
      // Only our own process above the command was started with the token.
      supervisor = all.find((pid) => readProc(`${pid}/cmdline`)?.includes(`\0${token}\0`) === true);
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
      // The wrapper ends after everything in the namespace.
      signal(firstProcess() ?? wrapper, 'SIGKILL');
    },
    // The kernel ends the first process after all others.
    survivors: async () => (first !== undefined && hasEnded(first) ? [] : await findMarked(marker)),
  };
}

/** The process is mostly gone, and `existsSync` takes a quarter of the time of an exception. */
const hasEnded = (pid: number) => !existsSync(`/proc/${pid}`) || !isLiving(pid);

/** The first process of a namespace has number 1 in it. Wrappers above have one thread. */
function firstBelow(wrapper: number): number | undefined {
  let [found] = childrenOfThread(wrapper, wrapper);
  while (found !== undefined && !isNumberOne(found)) [found] = childrenOfThread(found, found);
  return found;
}

function isNumberOne(pid: number): boolean {
  return /^NSpid:.*\t1$/m.test(readProc(`${pid}/status`) ?? '');
}

/** The system reuses process ids, so the start time counts, too. */
export interface ProcessName {
  readonly pid: number;
  readonly start: number | undefined;
}

/** Identifies the processes of a player on the whole machine. */
interface Marker {
  readonly environment: Readonly<Record<string, string>>;
  /** The ancestor of all. No process of the player is older. */
  readonly slot: ProcessName;
  leader(): ProcessName | undefined;
}

/** A search reads a file or two per process. Slices keep other players from waiting. */
const SLICE = 8;

async function findMarked(marker: Marker): Promise<number[]> {
  if (!hasProc) return (await psTable()).filter((row) => row.carries(marker)).map(({ pid }) => pid);
  return await markedAmong(allPids(), marker, processFacts);
}

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
    if (facts && (await isMarked(facts, marker, session))) found.push(facts.pid);
  }
  return found;
}

export function nameOf(pid: number): ProcessName {
  return { pid, start: hasProc ? processFacts(pid)?.start : undefined };
}

/** A zombie has ended. */
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

function isReplaced({ pid, start }: ProcessName): boolean {
  const facts = processFacts(pid);
  return facts !== undefined && facts.start !== start;
}

async function isMarked(
  facts: ProcessFacts,
  { environment, slot }: Marker,
  session: number | undefined,
): Promise<boolean> {
  const { pid, living, start } = facts;
  if (pid === slot.pid || !living || start < (slot.start ?? 0) || !isOurs(pid)) return false;
  if (facts.session === session) return true;
  const started = `\0${await environmentOf(facts)}`;
  return Object.entries(environment).every(([name, value]) => started.includes(`\0${name}=${value}\0`));
}

/** A machine without a free processor may interrupt an exec for so long. */
const LONGEST_EXEC_MS = 1_000;
/** Where these fields of `stat` are among those after the state. */
const [START_CODE, ENV_START, ENV_END] = [22, 46, 47] as const;

/** A process in an exec shows no environment for a moment, in which a player's child could be overlooked. */
async function environmentOf({ pid, session }: ProcessFacts): Promise<string> {
  const deadline = performance.now() + LONGEST_EXEC_MS;
  for (;;) {
    const text = readProc(`${pid}/environ`) ?? '';
    // Threads of the kernel have no session and never an environment.
    if (text !== '' || session === 0 || !mayHaveVariables(pid) || performance.now() >= deadline) return text;
    await pause(1);
  }
}

/**
 * An exec sets `start_code` at its end, after the environment. Where it ended after `environ` was read, it has left an
 * environment that is not empty.
 */
function mayHaveVariables(pid: number): boolean {
  const stat = readProc(`${pid}/stat`) ?? '';
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const isInExec = fields[START_CODE] === '0';
  return state !== undefined && !'ZX'.includes(state) && (isInExec || fields[ENV_START] !== fields[ENV_END]);
}

function isOurs(pid: number): boolean {
  const user = process.getuid?.();
  return user === 0 || statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === user;
}

/** A line of `ps`, on systems without `/proc`. It cannot show a hidden environment. */
interface PsRow {
  readonly pid: number;
  carries(marker: Marker): boolean;
}

/** Columns: pid, process group, state, and the command with its environment. */
const COLUMNS = ['-axwwE', '-o', 'pid=,pgid=,stat=,command='];

const LONGEST_MS = 10_000;

// execa takes 15 ms to load while the clocks of players run.
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

/** One process adopts all orphans of a launcher, which avoids a look at the whole machine. */
export class OrphanList {
  readonly #adopter: number;
  readonly #since: number;
  /** Processes that are older, or zombies of a parent that does not wait. */
  #dismissed = new Set<number>();

  /** Nothing that is older than the launcher belongs to a player. */
  constructor(adopter: number, launcher: number) {
    this.#adopter = adopter;
    this.#since = processFacts(launcher)?.start ?? 0;
  }

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

/** The kernel gives orphans to the first living thread, which is nearly always the first of all. */
function adoptedBy(pid: number): number[] {
  return processFacts(pid)?.exiting === false ? childrenOfThread(pid, pid) : childrenOf(pid);
}

const LONGEST_PAUSE_MS = 20;

/**
 * Polls with growing pauses. It waits for expected news first, but only briefly, because they may never come.
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

/** Waits for so long, or until there is news. */
export function pause(milliseconds: number, news?: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    void news?.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
