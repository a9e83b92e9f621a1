import { micros, type Nanos, type Seat } from '../../core/units.ts';
import { type Answer, BatchLeavers, type Gate, type ObservedGame, type RaceOffence } from './gates.ts';
import type { HeadStart } from './race-report.ts';

export type Stamps = (seat: Seat) => readonly Stamp[];

export interface GameWins {
  readonly wins: readonly number[];
  readonly seats: readonly number[];
  readonly spawns: readonly number[] | undefined;
}

interface Offender extends RaceOffence {
  readonly name: string;
  readonly seed: string;
}

export class RaceTally {
  readonly placeWins: number[];
  readonly late: number[];
  readonly lateByEntry: number[];
  readonly gamesWon: number[];
  readonly leavers = new BatchLeavers();
  readonly headStarts = new HeadStarts();
  readonly inversions = { count: 0, of: 0 };
  readonly deadHeats = { count: 0, of: 0 };
  readonly coins = { coins: 0, of: 0, overturned: 0 };
  readonly games: GameWins[] = [];
  readonly offenders: Offender[] = [];
  gates = 0;
  unpolled = 0;
  loopDelayMs = 0;
  nanos: Nanos = 0;
  readonly #players: number;
  readonly #window: Nanos;

  constructor(players: number, window: Nanos) {
    this.#players = players;
    this.#window = window;
    const none = () => new Array<number>(players).fill(0);
    [this.placeWins, this.late, this.lateByEntry, this.gamesWon] = [none(), none(), none(), none()];
  }

  /** Returns the gates that each seat won. */
  add(game: ObservedGame, stamps: Stamps | undefined): readonly number[] {
    const contested = game.gates.filter(({ order, winner }) => order.length === this.#players && winner);
    const wins = new Array<number>(this.#players).fill(0);
    for (const gate of contested) {
      wins[gate.winner! - 1]!++;
      this.placeWins[gate.order.indexOf(gate.winner!)]!++;
      this.headStarts.add(gate);
    }
    this.gates += contested.length;
    this.unpolled += game.gates.filter(({ unpolled }) => unpolled).length;
    this.loopDelayMs = Math.max(this.loopDelayMs, game.loopDelayMs);
    this.nanos += game.nanos;
    this.leavers.add(game);
    this.#countPlayers(game, wins);
    this.#countCoins(game);
    if (stamps) this.#countStamps(stampedAnswers(game, stamps));
    else countReadHeats(game, this.#window, this.deadHeats);
    return wins;
  }

  #countPlayers(game: ObservedGame, wins: readonly number[]): void {
    const byEntry = game.players.toSorted((one, other) => one.entry - other.entry);
    for (const [index, { seat }] of byEntry.entries()) {
      const late = game.answersOf(seat).filter(({ stood }) => !stood).length;
      this.late[seat - 1]! += late;
      this.lateByEntry[index]! += late;
      if (game.winner === seat) this.gamesWon[index]!++;
    }
    this.games.push({
      wins: byEntry.map(({ seat }) => wins[seat - 1]!),
      seats: byEntry.map(({ seat }) => seat - 1),
      spawns:
        game.started.length === byEntry.length
          ? byEntry.map(({ seat }) => game.started.indexOf(seat))
          : undefined,
    });
    for (const offence of game.offences) {
      const name = byEntry.find(({ seat }) => seat === offence.seat)?.name ?? '';
      this.offenders.push({ ...offence, name, seed: game.header?.seed ?? '' });
    }
  }

  #countStamps(gates: readonly (readonly StampedAnswer[])[]): void {
    for (const answers of gates) {
      countInversions(answers, this.inversions);
      const dead = isDeadHeat(answers, this.#window);
      if (dead === undefined) continue;
      this.deadHeats.of++;
      if (dead) this.deadHeats.count++;
    }
  }

  /** Peels that waited for the end of a photo finish lost to the same peel, even if they came first. */
  #countCoins(game: ObservedGame): void {
    const [tossed, overturned] = [new Set<number>(), new Set<number>()];
    for (const { lostTo, read } of game.players.flatMap(({ seat }) => game.answersOf(seat))) {
      if (lostTo === undefined) continue;
      tossed.add(lostTo);
      if (read < lostTo) overturned.add(lostTo);
    }
    this.coins.coins += tossed.size;
    this.coins.overturned += overturned.size;
    this.coins.of += game.gates.filter(({ winner }) => winner !== undefined).length;
  }
}

const shares = [0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1];

class HeadStarts {
  readonly #after: Nanos[][] = [];

  add({ times }: Gate): void {
    for (let place = 1; place < times.length; place++) {
      this.#after[place - 1] ??= [];
      this.#after[place - 1]!.push(times[place]! - times[0]!);
    }
  }

  report(): HeadStart | null {
    const last = this.#after.at(-1)?.toSorted((one, other) => one - other);
    if (!last) return null;
    const us = (share: number) => quantile(last, share) / 1e3;
    return {
      medianUs: us(0.5),
      p99Us: us(0.99),
      quantiles: shares.map((share) => ({ share, us: us(share) })),
      byPlace: this.#after.map((times, index) => {
        const sorted = times.toSorted((one, other) => one - other);
        return { place: index + 2, medianUs: quantile(sorted, 0.5) / 1e3 };
      }),
    };
  }
}

function quantile(sorted: readonly number[], share: number): number {
  const index = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return sorted[index] ?? Number.NaN;
}

interface Count {
  count: number;
  of: number;
}

/** Whether the first two stamps are within the window. A single answer decides nothing. */
function isDeadHeat(answers: readonly StampedAnswer[], window: Nanos): boolean | undefined {
  const [first, second] = answers.map(({ stamp }) => stamp.written).sort((one, other) => one - other);
  return second === undefined ? undefined : second - first! <= window;
}

/**
 * Counts gates by the host's own reads if players have no stamps. A late peel this soon after the accepted
 * one can only be for the same gate.
 */
function countReadHeats(game: ObservedGame, window: Nanos, heats: Count): void {
  const all = game.players.flatMap(({ seat }) => game.answersOf(seat));
  const stood = all.filter((answer) => answer.stood);
  const late = all.filter((answer) => !answer.stood).toSorted((one, other) => one.at - other.at);
  for (const winner of stood) {
    heats.of++;
    const isSoon = ({ seat, at, number }: (typeof all)[number]) =>
      seat !== winner.seat &&
      Math.abs(at - winner.at) <= window &&
      (number === undefined || number === winner.number);
    if (late.some(isSoon)) heats.count++;
  }
}

/** Closer stamps are ties: that time may pass between the stamp and the write. */
export const TIE = micros(2);

function countInversions(answers: readonly StampedAnswer[], pairs: Count): void {
  for (const [index, { stamp: first }] of answers.entries())
    for (const { stamp: second } of answers.slice(index + 1)) {
      if (Math.abs(first.written - second.written) <= TIE) continue;
      pairs.of++;
      if (second.written < first.written) pairs.count++;
    }
}

interface StampedAnswer {
  readonly answer: Answer;
  readonly stamp: Stamp;
}

/**
 * Groups the answers by gate, in the order of reading. The n-th stamp of a racer belongs to its n-th peel.
 */
function stampedAnswers(
  game: ObservedGame,
  stampsOf: (seat: Seat) => readonly Stamp[],
): readonly (readonly StampedAnswer[])[] {
  const byGate = game.gates.map((): StampedAnswer[] => []);
  for (const { seat } of game.players) {
    const stamps = stampsOf(seat);
    for (const [index, answer] of game.answersOf(seat).entries()) {
      const stamp = stamps[index];
      if (stamp) byGate[stamp.gate]?.push({ answer, stamp });
    }
  }
  for (const answers of byGate) answers.sort((one, other) => one.answer.read - other.answer.read);
  return byGate;
}

/** The stamps of a racer at a gate, on the monotonic clock of the machine. */
interface Stamp {
  readonly gate: number;
  readonly read: Nanos;
  readonly written: Nanos;
  readonly done: Nanos;
}

/** Reads a racer's standard error and ignores all other lines. */
export function readStamps(text: string): Stamp[] {
  return [...text.matchAll(/^(\d+) (\d+) (\d+) (\d+)$/gm)].map((found) => {
    const [gate, read, written, done] = found.slice(1).map(Number) as [number, Nanos, Nanos, Nanos];
    return { gate, read, written, done };
  });
}
