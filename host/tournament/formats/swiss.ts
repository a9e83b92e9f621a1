import { type Candidate, pairUp } from '../pairing/pairs.ts';
import { tablesOf } from '../pairing/tables.ts';
import { exactPoints } from '../results/exact-points.ts';
import { formatOf, gamesOfMeeting, type NextStage, type PlayedStage, presentIn } from './format.ts';

/** In each round players meet whom they have not met, and who has about as many points. */
export const swiss: NextStage = (entrants, past, out) => {
  const format = formatOf(entrants);
  const round = past.length + 1;
  if (round > format.rounds) return undefined;
  const games = gamesOfMeeting(format);
  const memory = new Memory(entrants.from.length, format.seats, past);
  const present = presentIn(round, entrants, out).map((player) => memory.candidate(player));
  const sorted = present.sort((one, other) => other.points - one.points || one.player - other.player);
  if (sorted.length < format.seats) return { round, meetings: [], byes: sorted.map(({ player }) => player) };
  const { tables, byes } =
    format.seats === 2 ? inPairs(sorted, memory) : tablesOf(sorted, format.seats, memory.meetings);
  return { round, meetings: tables.map((table) => ({ players: memory.seated(table), games })), byes };
};

function inPairs(sorted: readonly Candidate[], { meetings }: Memory) {
  const { pairs, bye } = pairUp(sorted, meetings);
  const tables = pairs.map(([one, other]) => [one.player, other.player]);
  return { tables, byes: bye === undefined ? [] : [bye.player] };
}

/** What the rounds before say about each player. */
class Memory {
  readonly #points: Float64Array;
  readonly #byes: Uint32Array;
  /** How often each had which seat. */
  readonly #seats: readonly Uint32Array[];
  /** The seat that each had in its last game. */
  readonly #lastSeat: Int32Array;
  readonly #met: readonly Uint16Array[];

  constructor(players: number, seats: number, past: readonly PlayedStage[]) {
    this.#points = new Float64Array(players);
    this.#byes = new Uint32Array(players);
    this.#seats = Array.from({ length: players }, () => new Uint32Array(seats));
    this.#lastSeat = new Int32Array(players).fill(-1);
    this.#met = Array.from({ length: players }, () => new Uint16Array(players));
    for (const stage of past) this.#take(stage);
  }

  #take({ meetings, byes }: PlayedStage): void {
    for (const { players, points, seats, games } of meetings)
      for (const [place, player] of players.entries()) {
        this.#points[player]! += points[place]!;
        for (const [seat, count] of seats[place]!.entries()) this.#seats[player]![seat]! += count;
        this.#lastSeat[player] = (place + players.length - ((games - 1) % players.length)) % players.length;
        for (const other of players) if (other !== player) this.#met[player]![other]!++;
      }
    // It is worth what a meeting is.
    for (const player of byes) {
      this.#points[player]! += meetings[0]?.games ?? 1;
      this.#byes[player]!++;
    }
  }

  readonly meetings = (one: number, other: number): number => this.#met[one]![other]!;

  candidate(player: number): Candidate {
    const [first, second] = this.#seats[player]!;
    return {
      player,
      points: exactPoints(this.#points[player]!),
      byes: this.#byes[player]!,
      sides: first! - second!,
    };
  }

  /** Each seat goes to the one who had it least often; of two alike, to the one who did not have it last. */
  seated(table: readonly number[]): readonly number[] {
    const open = [...table];
    return table.map((_, seat) => {
      const chosen = open.reduce((one, other) =>
        this.#cost(other, seat) < this.#cost(one, seat) ? other : one,
      );
      open.splice(open.indexOf(chosen), 1);
      return chosen;
    });
  }

  #cost(player: number, seat: number): number {
    const seats = this.#seats[player]!;
    const all = seats.reduce((sum, count) => sum + count, 0);
    return 2 * (seats[seat]! * seats.length - all) + Number(this.#lastSeat[player] === seat);
  }
}
