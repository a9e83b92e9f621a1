import type { MatchPlan } from '../match/plan.ts';
import type { Experiment } from './run.ts';

/** A player of a league, in which everybody who is there plays everybody, without end. */
export interface LeaguePlayer {
  readonly id: number;
  /** It can begin a game now. */
  readonly isFree: boolean;
  /** Since when it has begun none. */
  readonly waitsSince: number;
}

/** How many games two have begun with the first one in the first seat. */
export type GamesBegun = (first: number, second: number) => number;

/**
 * Who plays next: who has waited longest, against the one of the others that it has met least, and of those again who has waited
 * longest. The first seat has who has had it less often between the two. None: no two are free.
 */
export function nextPair(
  players: readonly LeaguePlayer[],
  begun: GamesBegun,
): readonly [first: number, second: number] | undefined {
  const free = players
    .filter(({ isFree }) => isFree)
    .sort((one, other) => one.waitsSince - other.waitsSince || one.id - other.id);
  const [longest, ...others] = free;
  if (!longest || others.length === 0) return undefined;
  const met = ({ id }: LeaguePlayer) => begun(longest.id, id) + begun(id, longest.id);
  const opponent = others.reduce((least, each) => (met(each) < met(least) ? each : least));
  return begun(longest.id, opponent.id) <= begun(opponent.id, longest.id)
    ? [longest.id, opponent.id]
    : [opponent.id, longest.id];
}

/** Games that come due at any time, each by its number; a run of it ends when it is closed. */
export class LeagueQueue implements Experiment {
  readonly rejudges = 0;
  readonly overlap = false;
  readonly #plans = new Map<number, MatchPlan>();
  #due: number[] = [];
  #isClosed = false;
  #news = Promise.withResolvers<void>();

  add(number: number, plan: MatchPlan): void {
    this.#plans.set(number, plan);
    this.#due.push(number);
    this.#due.sort((one, other) => one - other);
    this.#wake();
  }

  /** No more games come due. */
  close(): void {
    this.#isClosed = true;
    this.#due = [];
    this.#wake();
  }

  next(): number | undefined {
    return this.#due.shift();
  }

  more(): Promise<void> | undefined {
    return this.#isClosed ? undefined : this.#news.promise;
  }

  plan(number: number): MatchPlan {
    const plan = this.#plans.get(number)!;
    this.#plans.delete(number);
    return plan;
  }

  #wake(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}
