import { stepsToBound } from '../statistics/random-walk.ts';
import type { Comparison } from './comparison.ts';
import type { TestState } from './likelihood-test.ts';

/** Mirrored: each has each seat once. */
export const GAMES_OF_A_PAIR = 2;
/** With fewer pairs the drift of the ratio says nothing. */
const FEWEST_PAIRS = 10;
/** By so many standard deviations the ratio has moved where its drift is no chance. */
const CLEAR = 3;
/** Of the pairs that a test without drift takes, those after which its drift says how long it will be, to a factor of 3 or so. */
const ENOUGH = 1 / 20;

/**
 * How many more games a comparison needs, at most `most` in all: with a test, as many as its ratio takes to a bound if it
 * drifts on as so far. None while that says nothing.
 */
export function gamesLeft({ games, pairs, sprt }: Comparison, most: number): number | undefined {
  const allowed = Math.max(0, most - games);
  if (sprt === null) return allowed;
  const more = pairs === null ? undefined : pairsLeft(sprt, pairs);
  return more === undefined ? undefined : Math.min(allowed, Math.ceil(more) * GAMES_OF_A_PAIR);
}

function pairsLeft({ llr: at, lower, upper, deviation }: TestState, pairs: number): number | undefined {
  if (pairs < FEWEST_PAIRS || deviation === 0) return undefined;
  const isClear = Math.abs(at) > CLEAR * deviation * Math.sqrt(pairs);
  const withoutDrift = -(lower * upper) / deviation ** 2;
  if (!isClear && pairs < ENOUGH * withoutDrift) return undefined;
  return stepsToBound({ at, lower, upper, deviation, drift: at / pairs });
}
