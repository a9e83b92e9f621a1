import type { MatchPlan } from '../match/plan.ts';
import type { Experiment } from './experiment.ts';

/** A player of a league, in which all who are there play each other, without end. Times are in milliseconds. */
export interface LeaguePlayer {
  readonly id: number;
  /** Players of one owner share what they may take of the others. */
  readonly owner: number;
  /** It can begin a game now. */
  readonly isFree: boolean;
  /** Others wait for it, if it is not free and they have not met it for long. */
  readonly isExpected: boolean;
  /** The time since which it has begun no game. */
  readonly waitsSince: number;
  /** The group of its opponents. Only patient players that were met play another group. */
  readonly group: 'unmet' | 'slow' | 'fast';
  /** The time that others wait for players of its owner in one game. Undefined if nobody has met them. */
  readonly cost: number | undefined;
  /** The longest time that it may wait for another in one game. */
  readonly patience: number;
}

/** The games that players of a league have begun. */
export class LeaguePast {
  readonly #before = new Map<string, number>();
  readonly #last = new Map<string, number>();
  /** The total number of games. */
  games = 0;

  /** Players by seat. */
  add(players: readonly number[]): void {
    this.games++;
    for (const [index, first] of players.entries())
      for (const second of players.slice(index + 1)) {
        this.#before.set(`${first} ${second}`, this.before(first, second) + 1);
        this.#last.set(`${first} ${second}`, this.games);
      }
  }

  /** Counts the games in which the first one sat before the second. */
  before(first: number, second: number): number {
    return this.#before.get(`${first} ${second}`) ?? 0;
  }

  /** The number of their last game; 0: there was none. */
  last(one: number, other: number): number {
    return Math.max(this.#last.get(`${one} ${other}`) ?? 0, this.#last.get(`${other} ${one}`) ?? 0);
  }
}

/**
 * Decides whether two players can meet. New players meet each other first, and an owner's own ones first of all, so that owners are known
 * before they take the time of others. A player waits no longer than it has patience.
 */
function meetingRule(players: readonly LeaguePlayer[]): (one: LeaguePlayer, other: LeaguePlayer) => boolean {
  const owners = Map.groupBy(players, ({ owner }) => owner);
  const isAlone = ({ owner }: LeaguePlayer) => owners.get(owner)!.length === 1;
  const accepts = ({ patience }: LeaguePlayer, { cost = 0 }: LeaguePlayer) => cost <= patience;
  return (one, other) => {
    const areMet = one.cost !== undefined && other.cost !== undefined;
    if (one.group !== other.group && !areMet) return false;
    if (one.group === 'unmet') return one.owner === other.owner || (isAlone(one) && isAlone(other));
    return accepts(one, other) && accepts(other, one);
  };
}

/**
 * Chooses the players of the next game, by seat. The owner whose players have waited longest gets the game,
 * with its player that has waited longest, and with players that the table has met least. The half that it
 * met lately is no choice, even if no other player is free: players that end a game together would otherwise
 * always play again. If it has not met a player in the time of two rounds, it waits for that one. Undefined:
 * no table of this size can begin now.
 */
export function nextTable(
  players: readonly LeaguePlayer[],
  past: LeaguePast,
  seats: number,
): readonly number[] | undefined {
  const ownersSince = new Map<number, number>();
  for (const { owner, waitsSince } of players)
    ownersSince.set(owner, Math.max(waitsSince, ownersSince.get(owner) ?? Number.NEGATIVE_INFINITY));
  const since = ({ owner }: LeaguePlayer) => ownersSince.get(owner)!;
  const byWaiting = players.toSorted(
    (one, other) => since(one) - since(other) || one.waitsSince - other.waitsSince || one.id - other.id,
  );
  const mayMeet = meetingRule(players);
  const pairs = (count: number) => (count * (count - 1)) / 2;
  const twoRounds = (2 * pairs(players.length)) / pairs(seats);
  for (const player of byWaiting) {
    const { id } = player;
    if (!player.isFree) continue;
    const others = byWaiting.filter(
      (other) => other.id !== id && (other.isFree || other.isExpected) && mayMeet(player, other),
    );
    const byLast = others.toSorted((one, other) => past.last(id, one.id) - past.last(id, other.id));
    const [longestAgo] = byLast;
    if (!longestAgo) continue;
    const isOverdue = past.games - past.last(id, longestAgo.id) > twoRounds;
    if (isOverdue && !longestAgo.isFree) continue;
    const choice = byLast.slice(0, Math.ceil(byLast.length / 2) + seats - 2).filter((other) => other.isFree);
    const table = isOverdue ? [player, longestAgo] : [player];
    while (table.length < seats) {
      const meetings = (other: LeaguePlayer) =>
        table.reduce((sum, one) => sum + past.before(one.id, other.id) + past.before(other.id, one.id), 0);
      const [next] = choice
        .filter((other) => !table.includes(other) && table.every((one) => mayMeet(one, other)))
        .sort((one, other) => meetings(one) - meetings(other));
      if (!next) break;
      table.push(next);
    }
    if (table.length === seats)
      return inSeats(
        table.map((one) => one.id),
        past,
      );
  }
  return undefined;
}

/** Finds the order in which players who have sat before others more often sit after them. */
function inSeats(table: readonly number[], past: LeaguePast): readonly number[] {
  const early = (order: readonly number[]) => {
    let sum = 0;
    for (const [seat, one] of order.entries())
      for (const other of order.slice(seat + 1)) sum += past.before(one, other) - past.before(other, one);
    return sum;
  };
  return ordersOf(table).reduce((best, order) => (early(order) < early(best) ? order : best));
}

function ordersOf(table: readonly number[]): readonly (readonly number[])[] {
  if (table.length < 2) return [table];
  return table.flatMap((first) =>
    ordersOf(table.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  );
}

/** Games that come due at any time, each by its number; a run of it goes on until it is stopped. */
export class LeagueQueue implements Experiment {
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
