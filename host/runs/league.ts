import type { MatchPlan } from '../match/plan.ts';
import type { Experiment } from './experiment.ts';

/** A player of a league, in which all who are there play each other, without end. */
export interface LeaguePlayer {
  readonly id: number;
  /** It can begin a game now. */
  readonly isFree: boolean;
  /** Since when it has begun none. */
  readonly waitsSince: number;
}

/** What two have played, in games that have begun. */
export interface LeaguePast {
  /** How many games in all. */
  readonly games: number;
  /** The number of their last game; 0: there was none. */
  last(one: number, other: number): number;
  /** How many games there were with the first one in the first seat. */
  begun(first: number, second: number): number;
}

/**
 * Who plays next: who has waited longest, against the one whom it has met longest ago. Somebody whom it has met lately is no choice,
 * also if nobody else is free: else two that end a game together would always play again. If it has not met somebody in the time of
 * two rounds, it waits for that one. The first seat has who has had it less often between the two. None: nobody can begin now.
 */
export function nextPair(
  players: readonly LeaguePlayer[],
  { games, last, begun }: LeaguePast,
): readonly [first: number, second: number] | undefined {
  const byWaiting = players.toSorted((one, other) => one.waitsSince - other.waitsSince || one.id - other.id);
  const twoRounds = players.length * (players.length - 1);
  for (const { id, isFree } of byWaiting) {
    if (!isFree) continue;
    const others = byWaiting.filter((other) => other.id !== id);
    const byLast = others.toSorted((one, other) => last(id, one.id) - last(id, other.id));
    const isOverdue = byLast[0] && games - last(id, byLast[0].id) > twoRounds;
    const choice = byLast.slice(0, isOverdue ? 1 : Math.ceil(byLast.length / 2));
    const opponent = choice.find((other) => other.isFree);
    if (!opponent) continue;
    return begun(id, opponent.id) <= begun(opponent.id, id) ? [id, opponent.id] : [opponent.id, id];
  }
  return undefined;
}

/** Games that come due at any time, each by its number; a run of it goes on until it is stopped. */
export class LeagueQueue implements Experiment {
  readonly rejudges = 0;
  readonly overlap = false;
  readonly #plans = new Map<number, MatchPlan>();
  #due: number[] = [];
  #wake: () => void = () => {};

  add(number: number, plan: MatchPlan): void {
    this.#plans.set(number, plan);
    this.#due.push(number);
    this.#due.sort((one, other) => one - other);
    this.#wake();
  }

  next(): number | undefined {
    return this.#due.shift();
  }

  readonly onWake = (wake: () => void): void => {
    this.#wake = wake;
  };

  plan(number: number): MatchPlan {
    const plan = this.#plans.get(number)!;
    this.#plans.delete(number);
    return plan;
  }
}
