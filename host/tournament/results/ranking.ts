import { formatOf, type PlayedStage } from '../formats/format.ts';
import { roundsReached } from '../formats/knockout.ts';
import { stepsAfter } from '../formats/ladder.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { Crosstable } from './crosstable.ts';

/** What decides the rank of a player besides its points, by name. */
export type TieBreaks = Readonly<Record<string, number>>;

export interface Ranked {
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
export function rankingOf(schedule: Schedule, facts: readonly Facts[], crosstable: Crosstable): Ranked[] {
  const players = facts.map((_, player) => player);
  const rows = keysOf(schedule, facts, crosstable);
  const ordered = players.toSorted(
    (one, other) => compared(rows[one]!.keys, rows[other]!.keys) || one - other,
  );
  return ordered.map((player, place) => {
    const first = ordered.findIndex((each) => compared(rows[each]!.keys, rows[player]!.keys) === 0);
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

/** Those who play no more are below all that do. */
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

/** Of each opponent's points the part that was won against it (Sonneborn and Berger). */
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

function compared(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((key, index) => Math.abs(key - other[index]!) > 1e-9);
  return place === -1 ? 0 : other[place]! - one[place]!;
}
