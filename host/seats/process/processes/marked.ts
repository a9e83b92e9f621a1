import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { setImmediate as nextPoll } from 'node:timers/promises';
import { allPids, hasProc, processFacts, readProc, type Seen } from './proc.ts';
import type { ProcessFacts } from './stat-file.ts';

/** A pid alone is another process's in time. */
export interface ProcessName {
  readonly pid: number;
  readonly start: number | undefined;
}

/** How processes of one player are known among all of the machine. */
export interface Marker {
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
export async function findMarked(marker: Marker): Promise<number[]> {
  if (!hasProc) return (await psTable()).filter((row) => row.carries(marker)).map(({ pid }) => pid);
  return await markedAmong(allPids(), marker, processFacts);
}

/** Of these processes, the living ones that carry the marker. */
export async function markedAmong<T>(
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

export function stillThere({ pid, start }: ProcessName): Seen | undefined {
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
export function isReplaced({ pid, start }: ProcessName): boolean {
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
export interface PsRow {
  readonly pid: number;
  carries(marker: Marker): boolean;
}

/** Each line: pid, process group, state, then the command with its environment after it. */
const COLUMNS = ['-axwwE', '-o', 'pid=,pgid=,stat=,command='];

const LONGEST_MS = 10_000;

export function psTable(): Promise<PsRow[]> {
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
