import {
  type Entrants,
  type FormatKind,
  formatOf,
  gamesOfMeeting,
  type NextStage,
  type PlayedStage,
  presentIn,
  type Stage,
} from './format.ts';
import { knockout } from './knockout.ts';
import { ladder } from './ladder.ts';
import { gauntlet, roundRobin } from './round-robin.ts';
import { swiss } from './swiss.ts';

/** The only list of formats. */
export const nextStage = {
  'round-robin': roundRobin,
  gauntlet,
  swiss,
  knockout,
  ladder,
} as const satisfies Record<FormatKind, NextStage>;

/** Returns the least number of games after these stages, the last of which may be running. */
export function gamesToCome(entrants: Entrants, stages: readonly Stage[], out: ReadonlySet<number>): number {
  const format = formatOf(entrants);
  const { kind, rounds, seats, games } = format;
  const last = stages.at(-1)!;
  const left = Math.max(0, rounds - stages.length);
  const present = presentIn(stages.length + 1, entrants, out).length;
  switch (kind) {
    case 'round-robin':
    case 'gauntlet':
      return gamesOfVersions(entrants, stages.length);
    case 'swiss':
      return left * Math.floor(present / seats) * gamesOfMeeting(format);
    case 'knockout':
      return Math.max(0, last.meetings.length + byesOfRound(stages) - 1) * games;
    case 'ladder':
      return Math.floor((left * Math.max(0, present - 1)) / 2) * games;
    default:
      return kind satisfies never;
  }
}

/** Decided pairs of the round continue, too. */
function byesOfRound(stages: readonly Stage[]): number {
  const { round, meetings } = stages.at(-1)!;
  const first = stages.find((stage) => stage.round === round)!;
  return first.byes.length + first.meetings.length - meetings.length;
}

/** Counts the games that the versions of the file after the first `from` have added. */
function gamesOfVersions(entrants: Entrants, from: number): number {
  const { kind } = formatOf(entrants);
  return entrants.versions.slice(from).reduce((sum, _, index) => {
    const before = Array.from({ length: from + index }, () => none);
    const { meetings } = nextStage[kind](entrants, before, new Set()) ?? none;
    return sum + meetings.reduce((games, meeting) => games + meeting.games, 0);
  }, 0);
}

const none: PlayedStage = { round: 0, meetings: [], byes: [] };
