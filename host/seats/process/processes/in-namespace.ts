import { findMarked, isStill, type Marker, nameOf, type ProcessName } from './marked.ts';
import { type PlayerProcesses, type Spread, signal } from './player-processes.ts';
import { childrenOf, descendantsOf, isLiving, readProc } from './proc.ts';

/** Finds a player that has a pid namespace: all that is below its first process, whatever became of its parents. */
export function processesInNamespace(marker: Marker, token: string): PlayerProcesses {
  const wrapper = marker.slot.pid;
  let first: ProcessName | undefined;
  const firstProcess = () => (first ??= firstBelow(wrapper))?.pid;

  function children(): { readonly keepers: readonly number[]; readonly players: readonly number[] } {
    const above = firstProcess();
    const all = above === undefined ? [] : childrenOf(above);
    const keepers = all.filter((pid) => isKeeper(pid, token));
    return { keepers, players: all.filter((pid) => !keepers.includes(pid)) };
  }

  function look(): number[] {
    const { keepers, players } = children();
    return [...players, ...[...keepers, ...players].flatMap(descendantsOf)].filter(isLiving);
  }

  let keeper: number | undefined;
  function spread(): Spread {
    const above = firstProcess();
    const all = above === undefined ? [] : childrenOf(above);
    keeper ??= all.find((pid) => isKeeper(pid, token));
    if (keeper === undefined) return { above: [], known: all };
    return { above: [keeper], known: all.filter((pid) => pid !== keeper) };
  }

  return {
    look,
    spread,
    orphans: () => children().players.filter(isLiving),
    strays: async () => [],
    kill() {
      // With it the kernel ends all in the namespace, however many. The wrapper ends by itself once all are dead, so
      // that its end says that they are.
      signal(firstProcess() ?? wrapper, 'SIGKILL');
    },
    // With the first process the kernel has ended all others, before it let that one go.
    survivors: async () => (first !== undefined && !isStill(first) ? [] : await findMarked(marker)),
  };
}

/** Wrappers may stand one below the other: the first process of the namespace is number 1 in it. */
function firstBelow(wrapper: number): ProcessName | undefined {
  let [found] = childrenOf(wrapper);
  while (found !== undefined && !isNumberOne(found)) [found] = childrenOf(found);
  return found === undefined ? undefined : nameOf(found);
}

function isNumberOne(pid: number): boolean {
  return /^NSpid:.*\t1$/m.test(readProc(`${pid}/status`) ?? '');
}

/** Our own process above the command: nobody else was started with the token. */
function isKeeper(pid: number, token: string): boolean {
  return readProc(`${pid}/cmdline`)?.includes(`\0${token}\0`) === true;
}
