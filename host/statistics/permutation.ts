import { draw, type Stream } from '../core/chance.ts';

/** The wins of each entry in one game and the seat that it had, both in the order of the entries. Seats count from 0. */
export interface PlacedWins {
  readonly wins: readonly number[];
  readonly places: readonly number[];
}

const FEWEST_TRIES = 2_000;
const MOST_TRIES = 9_999;
/** A limit on the work of all tries together. */
const MOST_SUMS = 5_000_000;

/**
 * A permutation test of whether seats win equally often: the p-value of the observed unevenness when the seatings are shuffled over
 * the games. It is exact for entries of any strength, and for wins that depend on each other within a game.
 */
export function permutationTest(games: readonly PlacedWins[], chance: Stream): number {
  const seatings = games.map(({ places }) => places);
  const observed = unevenness(games, seatings) - 1e-9;
  const tries = triesFor(games.length * (games[0]?.wins.length ?? 0));
  let asUneven = 0;
  let rest = chance;
  for (let trial = 0; trial < tries; trial++) {
    rest = shuffle(seatings, rest);
    if (unevenness(games, seatings) >= observed) asUneven++;
  }
  return (asUneven + 1) / (tries + 1);
}

/**
 * The permutation test for entries that are all alike: the wins of each game are shuffled over its seats. A game is shuffled as a
 * whole, since its trials may depend on each other.
 */
export function exchangeTest(games: readonly (readonly number[])[], chance: Stream): number {
  const dealt = games.map((wins) => [...wins]);
  const observed = unevenSums(dealt) - 1e-9;
  const tries = triesFor(games.length * (games[0]?.length ?? 0));
  let asUneven = 0;
  let rest = chance;
  for (let trial = 0; trial < tries; trial++) {
    for (const wins of dealt) rest = shuffle(wins, rest);
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

/** The shuffle of Fisher and Yates. Changes the array, since this is the inner loop of the tests. */
function shuffle<Thing>(things: Thing[], stream: Stream): Stream {
  let rest = stream;
  for (let left = things.length; left > 1; left--) {
    let pick: number;
    [pick, rest] = draw(rest, left);
    [things[left - 1], things[pick]] = [things[pick]!, things[left - 1]!];
  }
  return rest;
}
