import {
  formatOf,
  gamesOfMeeting,
  type NextStage,
  type PlayedMeeting,
  type PlayedStage,
  presentIn,
} from './format.ts';
import { sumOf } from './round-robin.ts';

/** If nobody is ahead after this many times the games of a meeting, points in the games decide, then the order in the file. */
const MOST_EXTENSIONS = 10;

interface Pairing {
  readonly players: readonly [number, number];
  readonly points: readonly [number, number];
  readonly margin: number;
  /** The number of times that its games were extended. */
  readonly extensions: number;
}

/**
 * Pairs players as in a draw with seeds: the first two of the file can meet only in the last round. A pair
 * plays its games, and more until one leads and goes on. The games of a dropped player count for the other.
 */
export const knockout: NextStage = (entrants, past) => {
  const format = formatOf(entrants);
  const { round, players, pairings } = stateAfter(presentIn(1, entrants, new Set()), past);
  const open = pairings.filter((pairing) => winnerOf(pairing) === undefined);
  if (open.length > 0) {
    const games = gamesOfMeeting(format);
    return { round, meetings: open.map(({ players }) => ({ players, games })), byes: [] };
  }
  if (players.length < 2) return undefined;
  const { games } = format;
  const next = pairings.length === 0 ? round : round + 1;
  const { pairs, byes } = pairPlayers(players);
  return { round: next, meetings: pairs.map((pair) => ({ players: pair, games })), byes };
};

interface State {
  readonly round: number;
  /** The remaining players by strength: the best place in the file that each has inherited. */
  readonly players: readonly number[];
  readonly pairings: readonly Pairing[];
}

function stateAfter(all: readonly number[], past: readonly PlayedStage[]): State {
  const last = past.at(-1)?.round ?? 1;
  let players: readonly number[] = all;
  let pairings: readonly Pairing[] = [];
  for (let round = 1; round <= last && past.length > 0; round++) {
    pairings = pairingsOf(past.filter((stage) => stage.round === round));
    const isOver = pairings.every((pairing) => winnerOf(pairing) !== undefined);
    if (isOver) players = advance(players, pairings);
  }
  return { round: last, players, pairings };
}

/** Winners take the places of those above whom they would have been drawn. */
function advance(players: readonly number[], pairings: readonly Pairing[]): number[] {
  const byes = players.length - 2 * pairings.length;
  return players.slice(0, byes + pairings.length).map((player) => {
    const pairing = pairings.find((each) => each.players.includes(player));
    return pairing === undefined ? player : winnerOf(pairing)!;
  });
}

/** The first against the last, and so on; where they are no power of two, the first ones have nobody to play. */
function pairPlayers(players: readonly number[]): {
  pairs: (readonly [number, number])[];
  byes: readonly number[];
} {
  let size = 1;
  while (size < players.length) size *= 2;
  const byes = size - players.length;
  const pairs = players
    .slice(byes, size / 2)
    .map((player, index) => [player, players[players.length - 1 - index]!] as const);
  return { pairs, byes: players.slice(0, byes) };
}

/** The games of each pair of a round, with those by which it was extended. */
function pairingsOf(stages: readonly PlayedStage[]): Pairing[] {
  const [first, ...more] = stages;
  return first!.meetings.map(({ players: [above, below], ...meeting }) => {
    const extended = more.flatMap(({ meetings }) => meetings.filter(({ players }) => players[0] === above));
    const all: readonly Omit<PlayedMeeting, 'players'>[] = [meeting, ...extended];
    const of = (place: number) => sumOf(all.map(({ points }) => points[place]!));
    return {
      players: [above!, below!],
      points: [of(0), of(1)],
      margin: sumOf(all.map(({ margins }) => margins[0]! - margins[1]!)),
      extensions: extended.length,
    };
  });
}

/** Undefined if more games must be played. */
function winnerOf({ players, points, margin, extensions }: Pairing): number | undefined {
  const [above, below] = players;
  if (points[0] !== points[1]) return points[0] > points[1] ? above : below;
  if (extensions < MOST_EXTENSIONS) return undefined;
  return margin < 0 ? below : above;
}

/** Returns the round in which each player was beaten, or the round after the last for players that were not. */
export function roundsReached(past: readonly PlayedStage[], players: readonly number[]): Map<number, number> {
  const last = past.at(-1)?.round ?? 0;
  const reached = new Map(players.map((player) => [player, last + 1]));
  for (let round = 1; round <= last; round++) {
    for (const pairing of pairingsOf(past.filter((stage) => stage.round === round))) {
      const winner = winnerOf(pairing);
      const beaten = winner === undefined ? [] : pairing.players.filter((player) => player !== winner);
      for (const player of beaten) reached.set(player, Math.min(round, reached.get(player)!));
    }
  }
  return reached;
}
