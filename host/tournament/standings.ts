import { droppedOut, excusedIn, type PlayerResult, type Result } from '../events/result.ts';
import { exactPoints, formatOf, type Outcome, type PlayedStage } from './formats/format.ts';
import { roundsReached } from './formats/knockout.ts';
import { stepsAfter } from './formats/ladder.ts';
import type { Schedule } from './schedule.ts';

/** The tie-breaks that decide the rank of a player besides its points, by name. */
type TieBreaks = Readonly<Record<string, number>>;

export interface RankedPlayer {
  readonly player: number;
  readonly rank: number;
  readonly points: number;
  readonly tieBreaks: TieBreaks;
}

interface Facts {
  readonly points: number;
  readonly margin: number;
}

/** Players in the order of the standings. Of those whom nothing tells apart, the order is that of the file, and the rank the same. */
export function rankingOf(
  schedule: Schedule,
  facts: readonly Facts[],
  crosstable: Crosstable,
): RankedPlayer[] {
  const players = facts.map((_, player) => player);
  const rows = keysOf(schedule, facts, crosstable);
  const ordered = players.toSorted(
    (one, other) => compareTieBreaks(rows[one]!.keys, rows[other]!.keys) || one - other,
  );
  return ordered.map((player, place) => {
    const first = ordered.findIndex((each) => compareTieBreaks(rows[each]!.keys, rows[player]!.keys) === 0);
    const { tieBreaks } = rows[player]!;
    return { player, rank: Math.min(first, place) + 1, points: facts[player]!.points, tieBreaks };
  });
}

interface Row {
  /** The first that differs decides; more is better. */
  readonly keys: readonly number[];
  readonly tieBreaks: TieBreaks;
}

function keysOf(schedule: Schedule, facts: readonly Facts[], crosstable: Crosstable): Row[] {
  const { entrants } = schedule;
  const all = facts.map((_, player) => player);
  const { kind } = formatOf(entrants);
  switch (kind) {
    case 'round-robin':
    case 'gauntlet':
      return facts.map(({ points, margin }, player) => {
        const direct = directPoints(player, facts, crosstable);
        return row(points, { direct, sonneborn: sonneborn(player, facts, crosstable) }, margin);
      });
    case 'swiss': {
      const { past } = schedule;
      return facts.map(({ points, margin }, player) => {
        const buchholz = buchholzOf(player, facts, past);
        return row(points, { buchholz, sonneborn: sonneborn(player, facts, crosstable) }, margin);
      });
    }
    case 'knockout': {
      const reached = roundsReached(schedule.past, all);
      return facts.map(({ points, margin }, player) => {
        const round = reached.get(player)!;
        return { keys: [round, points, margin], tieBreaks: { round } };
      });
    }
    case 'ladder': {
      const steps = droppedLast(stepsAfter(entrants, schedule.past), schedule.dropped);
      return all.map((player) => {
        const step = all.length - steps.indexOf(player);
        return { keys: [step], tieBreaks: { step } };
      });
    }
    default:
      return kind satisfies never;
  }
}

/** Players who are out come after all others. */
function droppedLast(steps: readonly number[], dropped: ReadonlyMap<number, number>): readonly number[] {
  return [
    ...steps.filter((player) => !dropped.has(player)),
    ...steps.filter((player) => dropped.has(player)),
  ];
}

function row(points: number, tieBreaks: TieBreaks, margin: number): Row {
  return { keys: [points, ...Object.values(tieBreaks), margin], tieBreaks };
}

/** Against those with as many points. */
function directPoints(player: number, facts: readonly Facts[], crosstable: Crosstable): number {
  return facts.reduce((sum, { points }, other) => {
    const isTied = other !== player && points === facts[player]!.points;
    return sum + (isTied ? crosstable.points(player, other) : 0);
  }, 0);
}

/** Sums the points of the opponents, each times the points won against it (Sonneborn and Berger). */
function sonneborn(player: number, facts: readonly Facts[], crosstable: Crosstable): number {
  return facts.reduce((sum, { points }, other) => sum + points * crosstable.points(player, other), 0);
}

/** The points of all whom it has met (Buchholz). */
function buchholzOf(player: number, facts: readonly Facts[], past: readonly PlayedStage[]): number {
  const met = past
    .flatMap(({ meetings }) => meetings)
    .filter(({ players }) => players.includes(player))
    .flatMap(({ players }) => players.filter((other) => other !== player));
  return met.reduce((sum, other) => sum + facts[other]!.points, 0);
}

function compareTieBreaks(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((key, index) => Math.abs(key - other[index]!) > 1e-9);
  return place === -1 ? 0 : other[place]! - one[place]!;
}

/** Sums over all games of one player. */
export class PlayerTally {
  games = 0;
  won = 0;
  drawn = 0;
  lost = 0;
  offences = 0;
  timeouts = 0;
  #points = 0;
  readonly #score = new Mean();
  readonly #margin = new Mean();
  /** Milliseconds for an answer: the mean of each game. */
  readonly #thinkMs: number[] = [];

  /** `points`: its share of the opponents that were beaten. */
  add(player: PlayerResult, { players }: Result, points: number): void {
    const { outcome, timeouts, thinkMs, answers = 0 } = player;
    const hasWinner = players.some((each) => each.outcome === 'won' || each.outcome === 'draw');
    this.games++;
    this.#points += points;
    if (outcome === 'won') this.won++;
    else if (outcome === 'draw' || (outcome === 'lost' && !hasWinner)) this.drawn++;
    else this.lost++;
    this.offences += Number(droppedOut(player));
    this.timeouts += typeof timeouts === 'number' ? timeouts : 0;
    this.#score.add(scoreOf(player));
    this.#margin.add(marginOf(player, players));
    if (answers > 0) this.#thinkMs.push(thinkMs / answers);
  }

  get points(): number {
    return exactPoints(this.#points);
  }

  get score(): number | null {
    return this.#score.value;
  }

  get margin(): number | null {
    return this.#margin.value;
  }

  get thinkMs(): { readonly median: number; readonly max: number } | null {
    const sorted = Float64Array.from(this.#thinkMs).sort();
    if (sorted.length === 0) return null;
    const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
    return { median: (low + high) / 2, max: sorted.at(-1)! };
  }
}

class Mean {
  #sum = 0;
  #count = 0;

  add(value: number | undefined): void {
    if (value === undefined) return;
    this.#sum += value;
    this.#count++;
  }

  get value(): number | null {
    return this.#count === 0 ? null : this.#sum / this.#count;
  }
}

interface Meetings {
  won: number;
  drawn: number;
  lost: number;
}

/** Counts how often each player has beaten each other. A table of three and more counts as its pairs. */
export class Crosstable {
  readonly #rows: readonly Meetings[][];

  constructor(players: number) {
    this.#rows = Array.from({ length: players }, () =>
      Array.from({ length: players }, () => ({ won: 0, drawn: 0, lost: 0 })),
    );
  }

  /** `players`: by seat, each with its entry. Answers with the share of the others that each has beaten. */
  add(players: readonly PlayerResult[]): readonly number[] {
    const table = beatenTable(players);
    for (const [seat, row] of table.entries())
      for (const [other, points] of row.entries())
        if (seat !== other) this.#count(players, seat, other, points);
    return sharesIn(table);
  }

  #count(players: readonly PlayerResult[], seat: number, other: number, points: number): void {
    const meetings = this.#rows[players[seat]!.entry - 1]![players[other]!.entry - 1]!;
    if (points === 1) meetings.won++;
    else if (points === 0) meetings.lost++;
    else meetings.drawn++;
  }

  meetings(one: number, other: number): Readonly<Meetings> | null {
    const meetings = this.#rows[one]![other]!;
    return meetings.won + meetings.drawn + meetings.lost === 0 ? null : { ...meetings };
  }

  points(one: number, other: number): number {
    const { won, drawn } = this.#rows[one]![other]!;
    return won + drawn / 2;
  }

  /** Ratings need this. */
  get table(): readonly (readonly number[])[] {
    return this.#rows.map((row, one) => row.map((_, other) => this.points(one, other)));
  }
}

/** The part of a result that the schedule needs. */
export function outcomeOf(result: Result): Outcome {
  const { players } = result;
  const excused = excusedIn(result);
  return {
    points: sharesIn(beatenTable(players)),
    out: players.map((player) => droppedOut(player) && !excused.includes(player)),
    margins: players.map((player) => marginOf(player, players) ?? 0),
  };
}

/** The share of opponents that each has beaten, by seat. A draw counts half. */
function sharesIn(table: readonly (readonly number[])[]): readonly number[] {
  return table.map((row) => row.reduce((sum, points) => sum + points, 0) / Math.max(1, table.length - 1));
}

/** By seats: 1 where the row has beaten the column, ½ where neither has. A table of three and more is its pairs. */
function beatenTable(players: readonly PlayerResult[]): readonly (readonly number[])[] {
  const hasWinner = players.some(isAhead);
  return players.map((one) => players.map((other) => (one === other ? 0 : pointsOf(one, other, hasWinner))));
}

function pointsOf(one: PlayerResult, other: PlayerResult, hasWinner: boolean): number {
  const [mine, theirs] = [placeOf(one), placeOf(other)];
  if (mine !== theirs) return Number(mine > theirs);
  // If both are out, neither has beaten the other.
  if (mine === OUT) return 0;
  // If nobody has won, points in the game decide nothing either.
  const difference = hasWinner ? (scoreOf(one) ?? 0) - (scoreOf(other) ?? 0) : 0;
  return (Math.sign(difference) + 1) / 2;
}

const OUT = 0;

function placeOf(player: PlayerResult): number {
  if (isAhead(player)) return OUT + 2;
  return player.outcome === 'lost' || player.outcome === 'unfinished' ? OUT + 1 : OUT;
}

const isAhead = ({ outcome }: PlayerResult) => outcome === 'won' || outcome === 'draw';

function scoreOf({ score }: PlayerResult): number | undefined {
  return typeof score === 'number' ? score : undefined;
}

/** The points of a player less those of its best opponent. */
function marginOf(player: PlayerResult, players: readonly PlayerResult[]): number | undefined {
  const mine = scoreOf(player);
  const others = players.flatMap((other) => (other === player ? [] : (scoreOf(other) ?? [])));
  return mine === undefined || others.length === 0 ? undefined : mine - Math.max(...others);
}
