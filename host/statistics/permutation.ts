import { draw, type Stream } from '../core/chance.ts';

/** What each entry won of one game, and the place that it had there, both by entry and places from 0. */
export interface PlacedWins {
  readonly wins: readonly number[];
  readonly places: readonly number[];
}

const FEWEST_TRIES = 2_000;
const MOST_TRIES = 9_999;
/** For all together, so that the test is fast. */
const MOST_SUMS = 5_000_000;

/**
 * How likely it is that the places win at least as unevenly when the games are dealt again to the same seatings. Right
 * for entries of any strength, and however much the wins within one game depend on each other.
 */
export function permutationTest(games: readonly PlacedWins[], chance: Stream): number {
  const seatings = games.map(({ places }) => places);
  const observed = unevenness(games, seatings) - 1e-9;
  const tries = triesFor(games.length * (games[0]?.wins.length ?? 0));
  let asUneven = 0;
  let rest = chance;
  for (let trial = 0; trial < tries; trial++) {
    rest = mix(seatings, rest);
    if (unevenness(games, seatings) >= observed) asUneven++;
  }
  return (asUneven + 1) / (tries + 1);
}

/**
 * The same for entries that are all alike: how likely it is that places win at least as unevenly when the wins of each
 * game are dealt again to its places. Games say less than their trials would, if those depend on each other.
 */
export function exchangeTest(games: readonly (readonly number[])[], chance: Stream): number {
  const dealt = games.map((wins) => [...wins]);
  const observed = unevenSums(dealt) - 1e-9;
  const tries = triesFor(games.length * (games[0]?.length ?? 0));
  let asUneven = 0;
  let rest = chance;
  for (let trial = 0; trial < tries; trial++) {
    for (const wins of dealt) rest = mix(wins, rest);
    if (unevenSums(dealt) >= observed) asUneven++;
  }
  return (asUneven + 1) / (tries + 1);
}

function triesFor(sums: number): number {
  return Math.min(MOST_TRIES, Math.max(FEWEST_TRIES, Math.floor(MOST_SUMS / Math.max(1, sums))));
}

function unevenness(games: readonly PlacedWins[], seatings: readonly (readonly number[])[]): number {
  const won = new Array<number>(seatings[0]?.length ?? 0).fill(0);
  for (let game = 0; game < games.length; game++) {
    const [{ wins }, places] = [games[game]!, seatings[game]!];
    for (let entry = 0; entry < wins.length; entry++) won[places[entry]!]! += wins[entry]!;
  }
  return spreadOf(won);
}

function unevenSums(games: readonly (readonly number[])[]): number {
  const won = new Array<number>(games[0]?.length ?? 0).fill(0);
  for (const wins of games) for (let place = 0; place < wins.length; place++) won[place]! += wins[place]!;
  return spreadOf(won);
}

function spreadOf(won: readonly number[]): number {
  const mean = won.reduce((sum, each) => sum + each, 0) / won.length;
  return won.reduce((sum, each) => sum + (each - mean) ** 2, 0);
}

/** Hot: in place. */
function mix<Thing>(things: Thing[], stream: Stream): Stream {
  let rest = stream;
  for (let left = things.length; left > 1; left--) {
    let pick: number;
    [pick, rest] = draw(rest, left);
    [things[left - 1], things[pick]] = [things[pick]!, things[left - 1]!];
  }
  return rest;
}
