import {
  findMarked,
  isReplaced,
  isStill,
  type Marker,
  markedAmong,
  nameOf,
  type ProcessName,
  stillThere,
} from './marked.ts';
import type { OrphanList } from './orphan-list.ts';
import { type PlayerProcesses, pidsOf, signal, signalAll } from './player-processes.ts';
import { childrenOf, hasProc, isLiving, processFacts, type Seen } from './proc.ts';

/**
 * Finds a player without a namespace: below its slot, or, of what lost its parents, in its session or by its marker. Where
 * it is not known who gets what lost its parents, all processes of the machine are looked at.
 */
export function processesByMarker(marker: Marker, orphans: OrphanList | undefined): PlayerProcesses {
  const known = new Map<number, ProcessName>();
  let seen: readonly Seen[] = [];
  /** The command was started, and at the last look nothing of it was there. */
  let wasEmpty = false;
  /** A search after such a look found nothing either: so nothing can come any more. */
  let isClear = false;

  function look(): Seen[] {
    const leader = marker.leader();
    if (leader && !known.has(leader.pid)) known.set(leader.pid, leader);
    const living: Seen[] = [];
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

  function learnBelow(living: Seen[]): void {
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
