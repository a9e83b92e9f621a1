import { findMarked, type Marker } from './marked.ts';
import { type PlayerProcesses, type Spread, signal } from './player-processes.ts';
import { childrenOf, descendantsOf, processFacts, readProc } from './proc.ts';

/** Finds a player that has a pid namespace: all that is below its first process, whatever became of its parents. */
export function processesInNamespace(marker: Marker, pipesPath: string): PlayerProcesses {
  const wrapper = marker.leader.pid;
  let first: number | undefined;
  const firstProcess = () => (first ??= firstBelow(wrapper));

  function children(): { readonly keepers: readonly number[]; readonly players: readonly number[] } {
    const above = firstProcess();
    const all = above === undefined ? [] : childrenOf(above);
    const keepers = all.filter((pid) => isKeeper(pid, pipesPath));
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
    keeper ??= all.find((pid) => isKeeper(pid, pipesPath));
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
    survivors: () => findMarked(marker),
  };
}

/** Wrappers may stand one below the other: the first process of the namespace is number 1 in it. */
function firstBelow(wrapper: number): number | undefined {
  let [found] = childrenOf(wrapper);
  while (found !== undefined && !isNumberOne(found)) [found] = childrenOf(found);
  return found;
}

function isNumberOne(pid: number): boolean {
  return /^NSpid:.*\t1$/m.test(readProc(`${pid}/status`) ?? '');
}

const isLiving = (pid: number) => processFacts(pid)?.living === true;

/** Our own process above the command: nobody else was started with the path of the pipes. */
function isKeeper(pid: number, pipesPath: string): boolean {
  return readProc(`${pid}/cmdline`)?.includes(`\0${pipesPath}\0`) === true;
}
