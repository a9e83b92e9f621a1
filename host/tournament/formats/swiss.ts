import {
  exactPoints,
  formatOf,
  gamesOfMeeting,
  type NextStage,
  type PlayedStage,
  presentIn,
} from './format.ts';

/** In each round a player meets a new opponent with about as many points. */
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

/** The history of each player in the rounds before. */
class Memory {
  readonly #points: Float64Array;
  readonly #byes: Uint32Array;
  /** Counts how often each player had each seat. */
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

/** A player that is to be paired. */
interface Candidate {
  readonly player: number;
  readonly points: number;
  /** The number of first seats minus the number of second seats. */
  readonly sides: number;
  readonly byes: number;
}

interface Pairs {
  readonly pairs: readonly (readonly [Candidate, Candidate])[];
  readonly bye: Candidate | undefined;
}

/** A player with this surplus of one side should not get that side again. */
const MOST_SURPLUS = 2;

/**
 * Pairs players in the order of their rank, so that no two players meet again while that is possible. From
 * the top down each player gets the best opponent with whom the rest can still be paired: among equal points,
 * the first half plays the second.
 */
export function pairUp(
  sorted: readonly Candidate[],
  meetings: (one: number, other: number) => number,
): Pairs {
  const size = sorted.length + (sorted.length % 2);
  const fewestByes = Math.min(...sorted.map(({ byes }) => byes));
  const met = (one: number, other: number) => meetings(sorted[one]!.player, sorted[other]!.player);
  for (let most = 0; ; most++)
    for (const spreadsSides of [true, false]) {
      const mayMeet = (one: number, other: number): boolean => {
        const [high, low] = [Math.min(one, other), Math.max(one, other)];
        if (low === sorted.length) return sorted[high]!.byes === fewestByes;
        if (met(high, low) > most) return false;
        return !spreadsSides || !wouldBothHave(sorted[high]!, sorted[low]!);
      };
      const matching = new Matching(size, mayMeet);
      if (matching.isPerfect) return bestPairs(sorted, size, { matching, mayMeet, met });
    }
}

function wouldBothHave(one: Candidate, other: Candidate): boolean {
  const least = Math.min(Math.abs(one.sides), Math.abs(other.sides));
  return least >= MOST_SURPLUS && Math.sign(one.sides) === Math.sign(other.sides);
}

interface PairSearch {
  readonly matching: Matching;
  readonly mayMeet: (one: number, other: number) => boolean;
  readonly met: (one: number, other: number) => number;
}

function bestPairs(sorted: readonly Candidate[], size: number, search: PairSearch): Pairs {
  const isPaired = new Uint8Array(size);
  const pairs: (readonly [Candidate, Candidate])[] = [];
  let bye: Candidate | undefined;
  for (let one = 0; one < sorted.length; one++) {
    if (isPaired[one]) continue;
    const other = rankOpponents(sorted, one, isPaired, search).find((each) =>
      search.matching.take(one, each),
    )!;
    isPaired[one] = 1;
    isPaired[other] = 1;
    if (other === sorted.length) bye = sorted[one];
    else pairs.push([sorted[one]!, sorted[other]!]);
  }
  return { pairs, bye };
}

/** Opponents that a player may meet, the best first. A bye is the last choice. */
function rankOpponents(
  sorted: readonly Candidate[],
  one: number,
  isPaired: Uint8Array,
  { mayMeet, met }: PairSearch,
): number[] {
  const { points } = sorted[one]!;
  const group = sorted.flatMap((each, index) =>
    index >= one && !isPaired[index] && each.points === points ? [index] : [],
  );
  const wanted = group[Math.floor(group.length / 2)] ?? one;
  const cost = (other: number): readonly number[] => {
    if (other === sorted.length) return [Number.POSITIVE_INFINITY];
    return [met(one, other), points - sorted[other]!.points, Math.abs(other - wanted), other];
  };
  const open = Array.from(isPaired, (_, index) => index).filter(
    (other) => other > one && !isPaired[other] && mayMeet(one, other),
  );
  return open
    .map((other) => ({ other, costs: cost(other) }))
    .sort((a, b) => compareRanks(a.costs, b.costs))
    .map(({ other }) => other);
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((value, index) => value !== other[index]);
  if (place === -1) return 0;
  return one[place]! < other[place]! ? -1 : 1;
}

/** A player that is to be seated. */
interface Guest {
  readonly player: number;
  readonly points: number;
  readonly byes: number;
}

/** Makes tables of this size for players in the order of their rank. The remaining players have a bye. */
function tablesOf(
  sorted: readonly Guest[],
  seats: number,
  meetings: (one: number, other: number) => number,
): { readonly tables: readonly (readonly number[])[]; readonly byes: readonly number[] } {
  const byes = leftOver(sorted, sorted.length % seats);
  let open = sorted.filter(({ player }) => !byes.includes(player));
  const tables: number[][] = [];
  while (open.length > 0) {
    const table = [open[0]!];
    while (table.length < seats) table.push(chooseGuest(open, table, meetings));
    tables.push(table.map(({ player }) => player));
    open = open.filter((guest) => !table.includes(guest));
  }
  return { tables, byes };
}

/** The last of those who were left over least often. */
function leftOver(sorted: readonly Guest[], count: number): readonly number[] {
  const ordered = sorted.map((guest, rank) => ({ guest, rank }));
  ordered.sort((one, other) => one.guest.byes - other.guest.byes || other.rank - one.rank);
  return ordered.slice(0, count).map(({ guest }) => guest.player);
}

/** Chooses the player that has met those at the table least often, and the next in rank among equals. */
function chooseGuest(
  open: readonly Guest[],
  table: readonly Guest[],
  meetings: (one: number, other: number) => number,
): Guest {
  const rated = open
    .filter((guest) => !table.includes(guest))
    .map((guest) => {
      const met = table.reduce((sum, { player }) => sum + meetings(player, guest.player), 0);
      return { guest, met };
    });
  return rated.reduce((one, other) => (other.met < one.met ? other : one)).guest;
}

/** Tells which two players may be matched. The relation is symmetric and has no loops. */
type MayMeet = (one: number, other: number) => boolean;

const NOBODY = -1;

/**
 * A matching that can be enlarged, and changed in one place without a new search (Edmonds' algorithm: an odd
 * circle is shrunk to one vertex).
 */
export class Matching {
  readonly #size: number;
  readonly #mayMeet: MayMeet;
  readonly #partner: Int32Array;
  readonly #isGone: Uint8Array;

  constructor(size: number, mayMeet: MayMeet) {
    this.#size = size;
    this.#mayMeet = mayMeet;
    this.#partner = new Int32Array(size).fill(NOBODY);
    this.#isGone = new Uint8Array(size);
    this.#augmentAll();
  }

  /** Nobody that is left is alone. */
  get isPerfect(): boolean {
    return this.#partner.every((partner, vertex) => partner !== NOBODY || this.#isGone[vertex] === 1);
  }

  /** Takes these two out, if all others can still be matched; else nothing changes. */
  take(one: number, other: number): boolean {
    const before = Int32Array.from(this.#partner);
    for (const vertex of [one, other]) {
      const partner = this.#partner[vertex]!;
      if (partner !== NOBODY) this.#partner[partner] = NOBODY;
      this.#partner[vertex] = NOBODY;
      this.#isGone[vertex] = 1;
    }
    this.#augmentAll();
    if (this.isPerfect) return true;
    this.#partner.set(before);
    this.#isGone[one] = 0;
    this.#isGone[other] = 0;
    return false;
  }

  #augmentAll(): void {
    for (let vertex = 0; vertex < this.#size; vertex++)
      if (this.#partner[vertex] === NOBODY && !this.#isGone[vertex]) this.#augment(vertex);
  }

  /** Along a path from here to another one that is alone, everybody gets another partner. */
  #augment(root: number): void {
    const search = new PathSearch(this.#size, this.#partner, root);
    for (let from = search.next(); from !== undefined; from = search.next())
      for (let to = 0; to < this.#size; to++) {
        if (this.#isGone[to] || to === from || !this.#mayMeet(from, to)) continue;
        const end = search.look(from, to);
        if (end === undefined) continue;
        search.flip(end);
        return;
      }
  }
}

/** A breadth-first search for such a path. */
class PathSearch {
  readonly #partner: Int32Array;
  readonly #root: number;
  readonly #isEven: Uint8Array;
  readonly #parent: Int32Array;
  /** The vertex that a shrunk circle has become. */
  readonly #base: Int32Array;
  readonly #queue: number[];
  #at = 0;

  constructor(size: number, partner: Int32Array, root: number) {
    this.#partner = partner;
    this.#root = root;
    this.#isEven = new Uint8Array(size);
    this.#parent = new Int32Array(size).fill(NOBODY);
    this.#base = Int32Array.from({ length: size }, (_, vertex) => vertex);
    this.#queue = [root];
    this.#isEven[root] = 1;
  }

  next(): number | undefined {
    return this.#queue[this.#at++];
  }

  /** Follows an edge; the end of a path, if it leads to one who is alone. */
  look(from: number, to: number): number | undefined {
    if (this.#base[from] === this.#base[to] || this.#partner[from] === to) return undefined;
    const beyond = this.#partner[to]!;
    if (to === this.#root || (beyond !== NOBODY && this.#parent[beyond] !== NOBODY)) {
      this.#shrink(from, to);
      return undefined;
    }
    if (this.#parent[to] !== NOBODY) return undefined;
    this.#parent[to] = from;
    if (beyond === NOBODY) return to;
    this.#isEven[beyond] = 1;
    this.#queue.push(beyond);
    return undefined;
  }

  flip(end: number): void {
    for (let vertex = end; vertex !== NOBODY; ) {
      const from = this.#parent[vertex]!;
      const next = this.#partner[from]!;
      this.#partner[vertex] = from;
      this.#partner[from] = vertex;
      vertex = next;
    }
  }

  #shrink(one: number, other: number): void {
    const base = this.#commonBase(one, other);
    const circle = new Uint8Array(this.#base.length);
    this.#mark(circle, one, base, other);
    this.#mark(circle, other, base, one);
    for (let vertex = 0; vertex < circle.length; vertex++) {
      if (!circle[this.#base[vertex]!]) continue;
      this.#base[vertex] = base;
      if (this.#isEven[vertex]) continue;
      this.#isEven[vertex] = 1;
      this.#queue.push(vertex);
    }
  }

  #mark(circle: Uint8Array, from: number, base: number, child: number): void {
    let [vertex, below] = [from, child];
    while (this.#base[vertex] !== base) {
      const partner = this.#partner[vertex]!;
      circle[this.#base[vertex]!] = 1;
      circle[this.#base[partner]!] = 1;
      this.#parent[vertex] = below;
      below = partner;
      vertex = this.#parent[partner]!;
    }
  }

  #commonBase(one: number, other: number): number {
    const above = new Set<number>();
    for (let vertex = this.#base[one]!; ; vertex = this.#base[this.#parent[this.#partner[vertex]!]!]!) {
      above.add(vertex);
      if (vertex === this.#base[this.#root]) break;
    }
    let vertex = this.#base[other]!;
    while (!above.has(vertex)) vertex = this.#base[this.#parent[this.#partner[vertex]!]!]!;
    return vertex;
  }
}
