import { existsSync } from 'node:fs';
import { findMarked, type Marker } from './marked.ts';
import { type PlayerProcesses, pidsOf, type Spread, signal } from './player-processes.ts';
import { childrenOf, childrenOfThread, isLiving, livingBelow, processFacts, readProc } from './proc.ts';
import type { ProcessFacts } from './stat-file.ts';

/** Finds a player that has a pid namespace: all that is below its first process, whatever became of its parents. */
export function processesInNamespace(marker: Marker, token: string): PlayerProcesses {
  const wrapper = marker.slot.pid;
  let first: number | undefined;
  const firstProcess = () => (first ??= firstBelow(wrapper));

  let supervisor: number | undefined;
  /** What the first process has below it: the supervisor of the command, and what lost its parents. */
  function children(): { readonly supervisors: readonly number[]; readonly players: readonly number[] } {
    const above = firstProcess();
    const all = above === undefined ? [] : childrenOf(above);
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
    const below = livingBelow([...supervisors.map((pid) => ({ pid })), ...living]);
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
