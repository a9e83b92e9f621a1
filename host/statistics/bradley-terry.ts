import { NINETY_FIVE, normalBelow } from './distributions.ts';
import { ELO_PER_NATURAL } from './elo.ts';
import type { Estimate } from './sample.ts';

/** The points of each player (row) against each other player (column): 1 for a win, ½ for a draw. */
export type PointsTable = readonly (readonly number[])[];

export interface Ratings {
  /** A player without games has no rating. */
  readonly players: readonly (Estimate | undefined)[];
  /** The number of draws against a player rated 0 that were added for each player. */
  readonly virtualDraws: 0 | 1;
  /** The probability that one player is better than another. */
  superiority(one: number, other: number): number;
}

/**
 * Maximum likelihood ratings of the model of Bradley and Terry (Rank analysis of incomplete block designs, 1952): the chance of a
 * win depends on the difference of two ratings alone. Ratings are on the Elo scale and have the mean 0. If a group of players has
 * only won or only lost against the others, no ratings are the likeliest: then each player gets one draw against a player rated 0.
 */
export function bradleyTerry(points: PointsTable): Ratings {
  const present = points.flatMap((_, index) => (gamesOf(points, index) > 0 ? [index] : []));
  const met = present.map((one) => present.map((other) => points[one]![other]!));
  const virtualDraws = isConnectedByWins(met) ? 0 : 1;
  const ratings = likeliest(met, virtualDraws);
  const covariance = covarianceOf(met, ratings, virtualDraws);
  const mean = ratings.reduce((sum, rating) => sum + rating, 0) / Math.max(1, ratings.length);
  const place = new Map(present.map((player, index) => [player, index]));
  return {
    players: points.map((_, player) => {
      const index = place.get(player);
      return index === undefined ? undefined : estimate(ratings[index]! - mean, covariance[index]![index]!);
    }),
    virtualDraws,
    superiority(one, other) {
      const [a, b] = [place.get(one), place.get(other)];
      if (a === undefined || b === undefined) return 0.5;
      const variance = covariance[a]![a]! + covariance[b]![b]! - 2 * covariance[a]![b]!;
      const distance = ratings[a]! - ratings[b]!;
      return distance === 0 ? 0.5 : normalBelow(distance / Math.sqrt(variance));
    },
  };
}

function gamesOf(points: PointsTable, player: number): number {
  return points.reduce((sum, row, other) => sum + row[player]! + points[player]![other]!, 0);
}

function estimate(rating: number, variance: number): Estimate {
  return {
    value: rating * ELO_PER_NATURAL,
    error: NINETY_FIVE * Math.sqrt(Math.max(0, variance)) * ELO_PER_NATURAL,
  };
}

const chance = (difference: number) => 1 / (1 + Math.exp(-difference));

const MOST_ROUNDS = 200;
const CLOSE = 1e-10;
/** In natural units. Newton's method may diverge with longer steps. */
const LONGEST_STEP = 2;

/** Newton's method finds the maximum of the likelihood, which is concave. */
function likeliest(points: PointsTable, draws: number): Float64Array {
  const ratings = new Float64Array(points.length);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const step = solve(informationOf(points, ratings, draws), slopeOf(points, ratings, draws));
    const longest = step.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    const scale = Math.min(1, LONGEST_STEP / longest);
    for (let player = 0; player < ratings.length; player++) ratings[player]! += step[player]! * scale;
    if (longest < CLOSE) break;
  }
  return ratings;
}

/** The gradient of the log likelihood: the points of each player less the expected ones. */
function slopeOf(points: PointsTable, ratings: Float64Array, draws: number): Float64Array {
  return Float64Array.from(points, (row, one) => {
    const rating = ratings[one]!;
    return row.reduce(
      (sum, won, other) => {
        const games = won + points[other]![one]!;
        return sum + won - games * chance(rating - ratings[other]!);
      },
      draws * (0.5 - chance(rating)),
    );
  });
}

/**
 * The Fisher information of the ratings. The results do not change if all ratings are shifted, so without virtual draws the matrix
 * is singular: the same number in each field makes it regular and fixes the shift.
 */
function informationOf(points: PointsTable, ratings: Float64Array, draws: number): Float64Array[] {
  const size = points.length;
  const shift = draws === 0 ? 1 / size : 0;
  const matrix = points.map(() => new Float64Array(size).fill(shift));
  for (let one = 0; one < size; one++) {
    matrix[one]![one]! += draws * spread(ratings[one]!);
    for (let other = 0; other < one; other++) {
      const games = points[one]![other]! + points[other]![one]!;
      const known = games * spread(ratings[one]! - ratings[other]!);
      matrix[one]![one]! += known;
      matrix[other]![other]! += known;
      matrix[one]![other]! -= known;
      matrix[other]![one]! -= known;
    }
  }
  return matrix;
}

function spread(difference: number): number {
  return chance(difference) * chance(-difference);
}

/** The covariance of the ratings less their mean. */
function covarianceOf(points: PointsTable, ratings: Float64Array, draws: number): Float64Array[] {
  const inverse = positiveInverse(informationOf(points, ratings, draws));
  const size = points.length;
  const means = inverse.map((row) => row.reduce((sum, value) => sum + value, 0) / size);
  const mean = means.reduce((sum, value) => sum + value, 0) / size;
  return inverse.map((row, one) => row.map((value, other) => value - means[one]! - means[other]! + mean));
}

/**
 * Whether each player has points against each other player, directly or through players in between. Otherwise the likelihood has no
 * maximum: it grows with the distance between two groups (Ford, 1957).
 */
function isConnectedByWins(points: PointsTable): boolean {
  const size = points.length;
  const wins = (one: number, other: number) => points[one]![other]! > 0;
  const losses = (one: number, other: number) => points[other]![one]! > 0;
  return countReached(size, wins) === size && countReached(size, losses) === size;
}

/** The number of players that are reached from the first one. */
function countReached(size: number, leads: (from: number, to: number) => boolean): number {
  const seen = new Set<number>(size > 0 ? [0] : []);
  for (const from of seen) for (let to = 0; to < size; to++) if (leads(from, to)) seen.add(to);
  return seen.size;
}

/** The inverse of a symmetric matrix whose eigenvalues are all above zero, by Cholesky's decomposition. */
function positiveInverse(matrix: readonly Float64Array[]): Float64Array[] {
  const lower = cholesky(matrix);
  const size = matrix.length;
  const columns = Array.from({ length: size }, (_, column) => {
    const unit = new Float64Array(size);
    unit[column] = 1;
    return solved(lower, unit);
  });
  return columns;
}

/** Solves matrix · x = vector. */
function solve(matrix: readonly Float64Array[], vector: Float64Array): Float64Array {
  return solved(cholesky(matrix), Float64Array.from(vector));
}

function cholesky(matrix: readonly Float64Array[]): Float64Array[] {
  const lower = matrix.map((row) => new Float64Array(row.length));
  for (let row = 0; row < matrix.length; row++)
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row]![column]!;
      for (let k = 0; k < column; k++) sum -= lower[row]![k]! * lower[column]![k]!;
      lower[row]![column] = row === column ? Math.sqrt(sum) : sum / lower[column]![column]!;
    }
  return lower;
}

/** Forward substitution, then back substitution with the transpose. Changes the vector. */
function solved(lower: readonly Float64Array[], vector: Float64Array): Float64Array {
  const size = lower.length;
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < row; k++) vector[row]! -= lower[row]![k]! * vector[k]!;
    vector[row]! /= lower[row]![row]!;
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) vector[row]! -= lower[k]![row]! * vector[k]!;
    vector[row]! /= lower[row]![row]!;
  }
  return vector;
}
