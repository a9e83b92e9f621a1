import { findMarked, isReplaced, type Marker, nameOf, type ProcessName } from './marked.ts';
import { type PlayerProcesses, signal, signalAll } from './player-processes.ts';
import { descendantsOf, hasProc, processFacts } from './proc.ts';

/** Finds a player without a namespace: below its shell, in its session, or by its marker. */
export function processesByMarker(marker: Marker): PlayerProcesses {
  const { leader } = marker;
  const known = new Map([[leader.pid, leader]]);

  function learn(pids: readonly number[]): void {
    for (const pid of pids) if (!known.has(pid)) known.set(pid, nameOf(pid));
  }

  function look(): number[] {
    for (const process of known.values()) if (!isLiving(process)) known.delete(process.pid);
    if (hasProc) for (const pid of known.keys()) learn(descendantsOf(pid));
    return [...known.values()].filter(isLiving).map(({ pid }) => pid);
  }

  return {
    look,
    spread: () => ({ above: [], known: look() }),
    // They are below us no more: a search finds them.
    orphans: () => [],
    async strays() {
      const found = await findMarked(marker);
      const near = look();
      learn(found);
      return found.filter((pid) => !near.includes(pid));
    },
    kill() {
      const pids = look();
      signalAll(pids, 'SIGCONT');
      // The group at one blow: what forks faster than it can be listed is caught too.
      if (!isReplaced(leader)) signal(-leader.pid, 'SIGKILL');
      signalAll(pids, 'SIGKILL');
    },
    // What became another user's on the way does not show its environment to us.
    survivors: async () => [...new Set([...look(), ...(await findMarked(marker))])],
  };
}

function isLiving({ pid, start }: ProcessName): boolean {
  if (hasProc) return isStill(pid, start);
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function isStill(pid: number, start: number | undefined): boolean {
  const facts = processFacts(pid);
  return facts?.living === true && facts.start === start;
}
