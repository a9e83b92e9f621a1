import { droppedOut, errorsOf, excusedIn, type PlayerResult, type Result } from '../events/result.ts';
import type { PlayerOutcome } from '../games/kit/verdict.ts';
import { anytimeInterval, capitalAbove, capitalBelow } from '../statistics/anytime.ts';
import { bradleyTerry } from '../statistics/bradley-terry.ts';
import {
  deviationsOfElo,
  eloOf,
  eloOfScore,
  momentsOfSums,
  normalizedEloOf,
  noSums,
  type RoughEstimate,
  ratioOfMargins,
  type Sums,
  scoreOfElo,
  withNumber,
} from '../statistics/elo.ts';
import {
  accepted,
  boundsOf,
  ratioOfDeviations,
  ratioOfMeans,
  stepsToBound,
} from '../statistics/likelihood.ts';
import type { Interval } from '../statistics/proportion.ts';
import {
  type Estimate,
  errorOfMean,
  type Moments,
  momentsOf,
  type Sample,
  superiority,
  unbiased,
} from '../statistics/sample.ts';

export type { RoughEstimate };

const verdicts = ['better', 'not-better', 'not-worse', 'worse', 'offence', 'undecided', 'counted'] as const;
export type Verdict = (typeof verdicts)[number];

/** The question that the games have to answer. */
export interface Question {
  /** Without a test the games are only counted. */
  readonly test: LikelihoodTest | AnytimeTest | null;
  /** The question is whether NEW is not worse. Without it, a sequential test asks what its hypotheses say, and an any-time test whether NEW is better. */
  readonly notWorse: boolean;
  /** An offence of NEW is no more than a game lost. */
  readonly countsOffences: boolean;
}

export interface Margin {
  readonly mean: number;
  /** Null for a single pair, which does not show how far chance goes. */
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
  /** The share of points of NEW. If there are pairs, it and all figures after it are of the pairs. */
  readonly score: number | null;
  readonly elo: RoughEstimate | null;
  /** The difference of both ratings, as a report of these games has them: it has a margin of error after the first game. */
  readonly ratedElo: Estimate | null;
  readonly normalizedElo: Estimate | null;
  readonly los: number | null;
  readonly margin: Margin | null;
  /** The share of the points with an interval that holds at every look; null with a sequential test or without games. */
  readonly share: Share | null;
  readonly anytime: AnytimeState | null;
  readonly sprt: TestState | null;
  readonly offences: OfBoth<number>;
  readonly timeouts: OfBoth<number>;
  /** Moves that the rules refused. */
  readonly errors: OfBoth<number>;
  readonly verdict: Verdict;
}

export function comparisonOf(counts: Counts, question: Question): Comparison {
  const { pentanomial, won, drawn, lost, out, timeouts, errors } = counts;
  const { sample, games } = scoresOf(counts);
  const scores = momentsOf(sample);
  const pairs = pentanomial && scores.size;
  const isToldByGame = won + drawn + lost > 0;
  const { test } = question;
  const anytime = test?.kind === 'anytime' ? anytimeStateOf(test, sample, question.notWorse) : null;
  const sprt = test && test.kind !== 'anytime' ? stateOf(test, counts) : null;
  const margins = momentsOfSums(counts.margins);
  return {
    games: isToldByGame ? won + drawn + lost : scores.size * games,
    pairs,
    pentanomial,
    ...(isToldByGame || !pentanomial ? { won, drawn, lost } : { won: null, drawn: null, lost: null }),
    score: scores.size === 0 ? null : scores.mean,
    elo: eloOf(scores),
    ratedElo: scores.size === 0 ? null : ratedElo(scores.mean, scores.size * games),
    normalizedElo: normalizedEloOf(scores, games),
    los: scores.variance === 0 ? null : superiority(scores, 0.5),
    margin: margins.size === 0 ? null : marginOfGames(margins),
    share: sprt || scores.size === 0 ? null : shareOf(sample, scores.mean, test?.alpha ?? USUAL_ALPHA),
    anytime,
    sprt,
    offences: out,
    timeouts,
    errors,
    verdict: verdictOf(question, { anytime, sprt }, out[0]),
  };
}

/** The ratings of two players have the mean 0, so their difference is twice that of the first. */
function ratedElo(score: number, games: number): Estimate {
  const points = score * games;
  const { players } = bradleyTerry([
    [0, points],
    [games - points, 0],
  ]);
  const { value, error } = players[0]!;
  return { value: 2 * value, error: 2 * error };
}

/** The margin in points a game, which is half the margin of a pair. */
function marginOfGames(ofPairs: Moments): Margin {
  const moments = unbiased(ofPairs);
  return { mean: ofPairs.mean / 2, error: moments && errorOfMean(moments) / 2 };
}

export interface Share extends Interval {
  readonly value: number;
  /** The shares as Elo. An end that the games leave open, at 0 or 1, is null. */
  readonly elo: { readonly [End in 'value' | 'low' | 'high']: number | null };
}

function shareOf(sample: Sample, value: number, alpha: number): Share {
  const { low, high, isOpenBelow, isOpenAbove } = anytimeInterval(sample, alpha);
  const isInside = value > 0 && value < 1;
  const elo = {
    value: isInside ? eloOfScore(value) : null,
    low: isOpenBelow ? null : eloOfScore(low),
    high: isOpenAbove ? null : eloOfScore(high),
  };
  return { value, low, high, elo };
}

/** The interval of games that are only counted holds with probability 95 %. */
const USUAL_ALPHA = 0.05;

function verdictOf(
  question: Question,
  { anytime, sprt }: Pick<Comparison, 'anytime' | 'sprt'>,
  offences: number,
): Verdict {
  if (offences > 0 && !question.countsOffences) return 'offence';
  if (anytime) return anytime.accepted ?? 'undecided';
  if (sprt === null) return 'counted';
  if (sprt.accepted === null) return 'undecided';
  if (sprt.accepted === 'H1') return asksNotWorse(question) ? 'not-worse' : 'better';
  return question.notWorse || sprt.elo1 <= 0 ? 'worse' : 'not-better';
}

/** Games that speak for the second hypothesis speak against the first alone: above one that is below 0, NEW may still be worse by less. */
export function asksNotWorse({ test, notWorse }: Question): boolean {
  return notWorse || (test !== null && test.kind !== 'anytime' && test.elo0 < 0);
}

/** The number of pairs that brought NEW 0, ½, 1, 1½ and 2 points. */
export type Pentanomial = readonly [number, number, number, number, number];

/** The counts of many games between two players. */
export interface Counts {
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  /** Null if the pairs are unknown. */
  readonly pentanomial: Pentanomial | null;
  /** Sums of the points by which NEW has won pairs. Empty in a game without points. */
  readonly margins: Sums;
  readonly out: OfBoth<number>;
  readonly timeouts: OfBoth<number>;
  /** Moves that the rules refused. */
  readonly errors: OfBoth<number>;
}

/** Counts games as they come. Of a pair that is not whole, the game waits for the other. */
export class Counting {
  #won = 0;
  #drawn = 0;
  #lost = 0;
  readonly #pairs: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  #margins = noSums;
  readonly #out: [number, number] = [0, 0];
  readonly #timeouts: [number, number] = [0, 0];
  readonly #errors: [number, number] = [0, 0];
  readonly #waiting = new Map<string, GameBetweenTwo[]>();

  add(game: GameBetweenTwo): void {
    if (game.points === 1) this.#won++;
    else if (game.points === 0) this.#lost++;
    else this.#drawn++;
    for (const side of [0, 1] as const) {
      this.#out[side] += Number(game.out[side]);
      this.#timeouts[side] += game.timeouts[side];
      this.#errors[side] += game.errors[side];
    }
    const other = this.#otherHalf(game);
    if (other) this.#addPair(other, game);
  }

  /** Undefined if it has not come. Then this one waits. */
  #otherHalf(game: GameBetweenTwo): GameBetweenTwo | undefined {
    const waiting = this.#waiting.get(game.seed) ?? [];
    const other = waiting.find(({ seat }) => seat !== game.seat);
    const left = other ? waiting.filter((each) => each !== other) : [...waiting, game];
    if (left.length > 0) this.#waiting.set(game.seed, left);
    else this.#waiting.delete(game.seed);
    return other;
  }

  #addPair(first: GameBetweenTwo, second: GameBetweenTwo): void {
    const halves = (first.points + second.points) * 2;
    this.#pairs[halves as 0 | 1 | 2 | 3 | 4]++;
    if (first.margin === undefined || second.margin === undefined) return;
    this.#margins = withNumber(this.#margins, first.margin + second.margin);
  }

  /** Games whose other half has not come. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, games) => sum + games.length, 0);
  }

  get counts(): Counts {
    const [none, half, one, more, two] = this.#pairs;
    return {
      won: this.#won,
      drawn: this.#drawn,
      lost: this.#lost,
      pentanomial: this.#pairs.some((count) => count > 0) ? [none, half, one, more, two] : null,
      margins: this.#margins,
      out: [this.#out[0], this.#out[1]],
      timeouts: [this.#timeouts[0], this.#timeouts[1]],
      errors: [this.#errors[0], this.#errors[1]],
    };
  }
}

const untold = { margins: noSums, out: [0, 0], timeouts: [0, 0], errors: [0, 0] } as const;

/** Counts that a person has written down. Pairs do not say which draws and wins belong together, so these are left out. */
export function countsOfPairs(pentanomial: Pentanomial): Counts {
  return { won: 0, drawn: 0, lost: 0, pentanomial, ...untold };
}

export function countsOfGames(won: number, drawn: number, lost: number): Counts {
  return { won, drawn, lost, pentanomial: null, ...untold };
}

/** A value for NEW and one for OLD. */
export type OfBoth<Value> = readonly [Value, Value];

/** The outcome of one game for two players. */
export interface GameBetweenTwo {
  /** Two games with the same seed and other seats are a pair. */
  readonly seed: string;
  /** The seat of NEW, which differs in the other game of a pair. */
  readonly seat: number;
  /** The points of NEW: 1 for a win, ½ if nobody won, 0 for a loss. */
  readonly points: number;
  /** The points by which NEW has won. Undefined in a game without points. */
  readonly margin: number | undefined;
  /** True for a player that was removed, failed to start or left, unless it may have waited for a processor. */
  readonly out: OfBoth<boolean>;
  readonly timeouts: OfBoth<number>;
  /** Moves that the rules refused. */
  readonly errors: OfBoth<number>;
}

/** The part of a result that `GameBetweenTwo` needs. */
export type ComparedResult = Pick<Result, 'seed' | 'reason' | 'winner'> &
  Partial<Pick<Result, 'overloaded' | 'rejudged'>> & {
    readonly players: readonly {
      readonly seat: number;
      readonly entry: number;
      readonly outcome: PlayerOutcome;
      readonly offence?: PlayerResult['offence'];
      readonly score?: unknown;
      readonly timeouts?: unknown;
      readonly refused?: PlayerResult['refused'];
      readonly errors?: unknown;
    }[];
  };

/** A game seen by the player at this place of the command line. None for an interrupted one: it says nothing. */
export function gameBetweenTwo(result: ComparedResult, entry: number): GameBetweenTwo | undefined {
  const [mine, other] = [
    result.players.find((player) => player.entry === entry),
    result.players.find((player) => player.entry !== entry),
  ];
  if (result.reason === 'interrupted' || mine === undefined || other === undefined) return undefined;
  const excused = excusedIn(result);
  const isOut = (player: typeof mine) => droppedOut(player) && !excused.includes(player);
  const points = result.winner === null ? 0.5 : Number(result.winner === mine.seat);
  const [ours, theirs] = [numberIn(mine.score), numberIn(other.score)];
  return {
    seed: result.seed,
    seat: mine.seat,
    points,
    margin: ours === undefined || theirs === undefined ? undefined : ours - theirs,
    out: [isOut(mine), isOut(other)],
    timeouts: [numberIn(mine.timeouts) ?? 0, numberIn(other.timeouts) ?? 0],
    errors: [errorsOf(mine), errorsOf(other)],
  };
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

export const models = ['normalized', 'logistic', 'margin'] as const;
export type Model = (typeof models)[number];

/** Bets against "NEW is not better" and against "NEW is better by some Elo" (statistics/anytime.ts). */
export interface AnytimeTest {
  readonly kind: 'anytime';
  /** "Not better" means not better by as much Elo. */
  readonly difference: number;
  /** The rate at which NEW may be called better, or not worse, by mistake. */
  readonly alpha: number;
  /** The rate at which NEW may be called not better, or worse, by mistake. */
  readonly beta: number;
}

export interface AnytimeState extends AnytimeTest {
  readonly asksNotWorse: boolean;
  /** The logarithm of the capital that speaks for NEW. It decides at `boundFor`. */
  readonly capitalFor: number;
  readonly boundFor: number;
  readonly capitalAgainst: number;
  readonly boundAgainst: number;
  readonly accepted: 'better' | 'not-better' | 'not-worse' | 'worse' | null;
}

function anytimeStateOf(test: AnytimeTest, sample: Sample, asksNotWorse: boolean): AnytimeState {
  const margin = scoreOfElo(test.difference) - 0.5;
  const [most, least] = asksNotWorse ? [0.5 - margin, 0.5] : [0.5, 0.5 + margin];
  const [capitalFor, capitalAgainst] = [capitalAbove(sample, most), capitalBelow(sample, least)];
  const [boundFor, boundAgainst] = [Math.log(1 / test.alpha), Math.log(1 / test.beta)];
  const state = { ...test, asksNotWorse, capitalFor, boundFor, capitalAgainst, boundAgainst };
  if (capitalFor >= boundFor) return { ...state, accepted: asksNotWorse ? 'not-worse' : 'better' };
  if (capitalAgainst < boundAgainst) return { ...state, accepted: null };
  const isWorse = capitalBelow(sample, 0.5) >= boundAgainst;
  return { ...state, accepted: isWorse ? 'worse' : 'not-better' };
}

/** Two hypotheses about the difference of two players, and how often either may be taken wrongly. */
export interface LikelihoodTest {
  readonly kind?: undefined;
  readonly model: Model;
  readonly elo0: number;
  readonly elo1: number;
  readonly alpha: number;
  readonly beta: number;
}

export interface TestState extends LikelihoodTest {
  readonly llr: number;
  /** The standard deviation of the ratio's change with each pair, or game. */
  readonly deviation: number;
  readonly lower: number;
  readonly upper: number;
  readonly accepted: 'H0' | 'H1' | null;
}

function stateOf(test: LikelihoodTest, counts: Counts): TestState {
  const bounds = boundsOf(test);
  const llr = ratioOf(test, counts);
  return { ...test, llr, deviation: deviationOf(test, counts), ...bounds, accepted: accepted(llr, bounds) };
}

/** The distance between the hypotheses, in standard deviations of what is tested. */
function deviationOf({ model, elo0, elo1 }: LikelihoodTest, counts: Counts): number {
  const { sample, games } = scoresOf(counts);
  if (model !== 'logistic') return deviationsOfElo(elo1, games) - deviationsOfElo(elo0, games);
  const { variance } = momentsOf(sample);
  return variance === 0 ? 0 : (scoreOfElo(elo1) - scoreOfElo(elo0)) / Math.sqrt(variance);
}

function ratioOf({ model, elo0, elo1 }: LikelihoodTest, counts: Counts): number {
  const { sample, games } = scoresOf(counts);
  const [d0, d1] = [deviationsOfElo(elo0, games), deviationsOfElo(elo1, games)];
  if (model === 'margin') return ratioOfMargins(counts.margins, d0, d1);
  if (sample.every(({ count }) => count === 0)) return 0;
  return model === 'logistic'
    ? ratioOfMeans(sample, scoreOfElo(elo0), scoreOfElo(elo1))
    : ratioOfDeviations(sample, 0.5, d0, d1);
}

/** Shares of the points: of pairs where there are any, since two games with the same tiles are not independent. */
function scoresOf({ pentanomial, won, drawn, lost }: Counts): { sample: Sample; games: 1 | 2 } {
  if (pentanomial)
    return { sample: pentanomial.map((count, index) => ({ value: index / 4, count })), games: 2 };
  const sample = [lost, drawn, won].map((count, index) => ({ value: index / 2, count }));
  return { sample, games: 1 };
}

/** Mirrored: each has each seat once. */
export const GAMES_OF_A_PAIR = 2;
/** With fewer pairs the drift of the ratio says nothing. */
const FEWEST_PAIRS = 10;
/** Standard deviations by which the ratio has moved if its drift is not chance. */
const CLEAR = 3;
/** After this part of the pairs of a test without drift, the drift tells how long the test will be, to a factor of about 3. */
const ENOUGH = 1 / 20;

/**
 * Estimates how many more games a comparison needs, at most `most` in all. With a test it extends the path of
 * the ratio or the capital to a bound. Undefined while that is not clear.
 */
export function gamesLeft({ games, pairs, anytime, sprt }: Comparison, most: number): number | undefined {
  const allowed = Math.max(0, most - games);
  if (anytime === null && sprt === null) return allowed;
  if (pairs === null) return undefined;
  const more = anytime ? pairsOfBets(anytime, pairs) : pairsLeft(sprt!, pairs);
  return more === undefined ? undefined : Math.min(allowed, Math.ceil(more) * GAMES_OF_A_PAIR);
}

/** A capital that has come less far towards its bound may have grown by chance. */
const CLEAR_PART = 1 / 3;

/** A capital grows by about the same factor with each pair. */
function pairsOfBets(state: AnytimeState, pairs: number): number | undefined {
  if (state.accepted !== null) return 0;
  const part = Math.max(state.capitalFor / state.boundFor, state.capitalAgainst / state.boundAgainst);
  return part < CLEAR_PART ? undefined : pairs * (1 / part - 1);
}

function pairsLeft({ llr: at, lower, upper, deviation }: TestState, pairs: number): number | undefined {
  if (pairs < FEWEST_PAIRS || deviation === 0) return undefined;
  const isClear = Math.abs(at) > CLEAR * deviation * Math.sqrt(pairs);
  const withoutDrift = -(lower * upper) / deviation ** 2;
  if (!isClear && pairs < ENOUGH * withoutDrift) return undefined;
  return stepsToBound({ at, lower, upper, deviation, drift: at / pairs });
}
