import type { Nanos, Seat } from '../../../core/units.ts';
import { BatchLeavers } from './batch-leavers.ts';
import { countReadHeats, isDeadHeat } from './dead-heats.ts';
import { HeadStarts } from './head-starts.ts';
import { countInversions } from './inversions.ts';
import type { ObservedGame, OpenedGate, SeatedPlayer, SeenOffence } from './observed-game.ts';
import { type StampedAnswer, stampedAnswers } from './stamped-answers.ts';
import type { Stamp } from './stamps.ts';

/** The stamps of the players of a game. */
export type Stamps = (seat: Seat) => readonly Stamp[];

/** One game, as far as whole games are counted. By entry from 0. */
export interface GameWins {
  readonly wins: readonly number[];
  readonly seats: readonly number[];
  readonly spawns: readonly number[] | undefined;
}

export interface Offender extends SeenOffence {
  readonly name: string;
  readonly seed: string;
}

/** The sums over the gates of many games. */
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

  /** Answers with the gates that each seat won. */
  add(game: ObservedGame, stamps: Stamps | undefined): readonly number[] {
    const contested = game.gates.filter((gate) => this.#isContested(gate));
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

  /** All players were in the game, and one of them won. */
  #isContested({ order, winner }: OpenedGate): boolean {
    return order.length === this.#players && winner !== undefined;
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
    for (const offence of game.offences) this.offenders.push(offenderOf(offence, game, byEntry));
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

  /** All that waited for the end of a photo finish lost to the same peel, and may have come before it. */
  #countCoins(game: ObservedGame): void {
    const losers = game.players.flatMap(({ seat }) =>
      game.answersOf(seat).filter(({ lostTo }) => lostTo !== undefined),
    );
    const tossed = new Set(losers.map(({ lostTo }) => lostTo));
    const overturned = new Set(
      losers.filter(({ lostTo, read }) => read < lostTo!).map(({ lostTo }) => lostTo),
    );
    this.coins.coins += tossed.size;
    this.coins.overturned += overturned.size;
    this.coins.of += game.gates.filter(({ winner }) => winner !== undefined).length;
  }
}

function offenderOf(offence: SeenOffence, game: ObservedGame, players: readonly SeatedPlayer[]): Offender {
  const name = players.find(({ seat }) => seat === offence.seat)?.name ?? '';
  return { ...offence, name, seed: game.header?.seed ?? '' };
}
