import { eloOf, normalizedEloOf } from '../statistics/elo.ts';
import { momentsOfSums } from '../statistics/margins.ts';
import {
  type Estimate,
  errorOfMean,
  type Moments,
  momentsOf,
  superiority,
  unbiased,
} from '../statistics/sample.ts';
import type { Counts, Pentanomial } from './counts.ts';
import type { OfBoth } from './game-between-two.ts';
import { type LikelihoodTest, scoresOf, stateOf, type TestState } from './likelihood-test.ts';

export type { Estimate };

export const verdicts = [
  'better',
  'not-better',
  'not-worse',
  'worse',
  'offence',
  'undecided',
  'counted',
] as const;
export type Verdict = (typeof verdicts)[number];

/** What is asked of the games. */
export interface Question {
  /** None: they are only counted. */
  readonly test: LikelihoodTest | null;
  /** Is NEW not worse? Else its hypotheses say what is asked. */
  readonly notWorse: boolean;
  /** An offence of NEW is no more than a game lost. */
  readonly countsOffences: boolean;
}

export interface Margin {
  readonly mean: number;
  /** None of a single pair: how far chance goes is not known from it. */
  readonly error: number | null;
}

/** The answer, as far as it is known. A figure that the games do not show yet is null. */
export interface Comparison {
  readonly games: number;
  readonly pairs: number | null;
  readonly pentanomial: Pentanomial | null;
  readonly won: number | null;
  readonly drawn: number | null;
  readonly lost: number | null;
  /** Its share of the points: of the pairs where there are any, as are all figures after it. */
  readonly score: number | null;
  readonly elo: Estimate | null;
  readonly normalizedElo: Estimate | null;
  readonly los: number | null;
  readonly margin: Margin | null;
  readonly sprt: TestState | null;
  readonly offences: OfBoth<number>;
  readonly timeouts: OfBoth<number>;
  readonly verdict: Verdict;
}

export function comparisonOf(counts: Counts, question: Question): Comparison {
  const { pentanomial, won, drawn, lost, out, timeouts } = counts;
  const { sample, games } = scoresOf(counts);
  const scores = momentsOf(sample);
  const pairs = pentanomial && scores.size;
  const isToldByGame = won + drawn + lost > 0;
  const sprt = question.test && stateOf(question.test, counts);
  const margins = momentsOfSums(counts.margins);
  return {
    games: isToldByGame ? won + drawn + lost : scores.size * games,
    pairs,
    pentanomial,
    ...(isToldByGame || !pentanomial ? { won, drawn, lost } : { won: null, drawn: null, lost: null }),
    score: scores.size === 0 ? null : scores.mean,
    elo: eloOf(scores),
    normalizedElo: normalizedEloOf(scores, games),
    los: scores.variance === 0 ? null : superiority(scores, 0.5),
    margin: margins.size === 0 ? null : marginOfGames(margins),
    sprt,
    offences: out,
    timeouts,
    verdict: verdictOf(question, sprt, out[0]),
  };
}

/** In points a game: half of those by which a pair was won. */
function marginOfGames(ofPairs: Moments): Margin {
  const moments = unbiased(ofPairs);
  return { mean: ofPairs.mean / 2, error: moments && errorOfMean(moments) / 2 };
}

function verdictOf(question: Question, sprt: TestState | null, offences: number): Verdict {
  if (offences > 0 && !question.countsOffences) return 'offence';
  if (sprt === null) return 'counted';
  if (sprt.accepted === null) return 'undecided';
  if (sprt.accepted === 'H1') return asksNotWorse(question) ? 'not-worse' : 'better';
  return question.notWorse || sprt.elo1 <= 0 ? 'worse' : 'not-better';
}

/** Games that speak for the second hypothesis speak against the first alone: above one that is below 0, NEW may still be worse by less. */
export function asksNotWorse({ test, notWorse }: Question): boolean {
  return notWorse || (test !== null && test.elo0 < 0);
}
