export const formatKinds = ['round-robin', 'gauntlet', 'swiss', 'knockout', 'ladder'] as const;
export type FormatKind = (typeof formatKinds)[number];

/** The format as the file says it. Each kind reads only its own fields. */
export interface Format {
  readonly kind: FormatKind;
  /** 0: nothing is planned, and games count as they come. */
  readonly rounds: number;
  /** Players of one game. */
  readonly seats: number;
  /** Each meeting is a group of games with one seed, in which each player has each seat once. */
  readonly mirrored: boolean;
  /** In a gauntlet the first players of this number meet all others. */
  readonly heroes: number;
  /** Games of each meeting in a knockout or a ladder. */
  readonly games: number;
}

/** The players and rounds up to now. Both may be added while a tournament goes on. */
export interface Entrants {
  /** The number of players and the format after each change. The last entry holds. */
  readonly versions: readonly { readonly players: number; readonly format: Format }[];
  /** The first round in which each player can play. */
  readonly from: readonly number[];
}

/** Players who sit at one table. A player is its place in the list of all, from 0. */
export interface Meeting {
  /** The players of the first game, by seat. Everybody moves on by one seat after each game. */
  readonly players: readonly number[];
  readonly games: number;
}

/** Meetings that can all be played at the same time: nothing in them depends on the others. */
export interface Stage {
  /** Counted from 1. */
  readonly round: number;
  readonly meetings: readonly Meeting[];
  /** Players without an opponent, who count as winners. */
  readonly byes: readonly number[];
}

/** The result of a meeting, in the order of its list of players. */
export interface PlayedMeeting extends Meeting {
  /** The share of beaten opponents, summed over the games. A game that somebody could not play counts for the others. */
  readonly points: readonly number[];
  /** The part of these points that a player has without playing, because another one was dropped. */
  readonly unplayed: readonly number[];
  /** Sums of the points in the games by which each was ahead of its best opponent. */
  readonly margins: readonly number[];
  /** The number of games that each had in each seat. */
  readonly seats: readonly (readonly number[])[];
}

export interface PlayedStage extends Stage {
  readonly meetings: readonly PlayedMeeting[];
}

/**
 * Returns the next meetings after the played ones, or undefined after the last. The function is pure, so that
 * the same results give the same games. `out` has the dropped players.
 */
export type NextStage = (
  entrants: Entrants,
  past: readonly PlayedStage[],
  out: ReadonlySet<number>,
) => Stage | undefined;

export function formatOf({ versions }: Entrants): Format {
  return versions.at(-1)!.format;
}

/** Players who can play in this round. */
export function presentIn(round: number, { from }: Entrants, out: ReadonlySet<number>): number[] {
  return from.flatMap((first, player) => (first <= round && !out.has(player) ? [player] : []));
}

/** Returns the number of games of a meeting between these players. */
export function gamesOfMeeting({ mirrored, seats }: Pick<Format, 'mirrored' | 'seats'>): number {
  return mirrored ? seats : 1;
}

/** What a schedule needs to know of a game that was played. All lists are by seat. */
export interface Outcome {
  /** The share of the opponents that were beaten: 1 for a win against one, ½ for a draw. */
  readonly points: readonly number[];
  /** The players that failed, left or offended. */
  readonly out: readonly boolean[];
  /** The points by which each was ahead of its best opponent. 0 in a game without points. */
  readonly margins: readonly number[];
  /** Somebody in it was dropped before: the others have it. */
  readonly isUnplayed?: true;
}

/** The consequence for a player that fails, leaves or offends: it loses the game, plays no more, or ends the tournament. */
export const offenderRules = ['lose', 'drop', 'stop'] as const;
export type OffenderRule = (typeof offenderRules)[number];

const PLACES = 1e9;

/**
 * Rounds sums of thirds, sixths and the like, which are not exact in binary, so that equal sums become the
 * same number in any order of addition. No sum is near the middle between two results, since `PLACES` can be
 * halved more often than the number of opponents.
 */
export function exactPoints(sum: number): number {
  return Math.round(sum * PLACES) / PLACES;
}
