import { type Pace, rateOf, secondsLeft } from '../../core/pace.ts';
import { PlayerWarnings, type WarnedResult } from '../../events/player-warnings.ts';
import type { RunGame } from '../../runs/run.ts';
import { hostFailedIn } from '../../runs/series-fold.ts';
import {
  type ComparedResult,
  type Comparison,
  Counting,
  comparisonOf,
  type GameBetweenTwo,
  gameBetweenTwo,
  gamesLeft,
  type Question,
  type TestState,
} from '../../tournament/comparison.ts';
import {
  type LinePart,
  ProgressLine,
  type ProgressOutput,
  rateWords,
  remainingWords,
  roughCount,
  roughTime,
} from '../../views/terminal/progress.ts';

const NEW = 1;

/** None: the game says nothing. */
export function seenByNew(result: ComparedResult): GameBetweenTwo | undefined {
  return gameBetweenTwo(result, NEW);
}

/** Counts the games of a comparison as they end, and knows when it is decided. */
export class CompareFold {
  readonly #question: Question;
  readonly #counting = new Counting();
  readonly warnings = new PlayerWarnings();
  #comparison: Comparison;
  #hostFailed = false;

  constructor(question: Question) {
    this.#question = question;
    this.#comparison = comparisonOf(this.#counting.counts, question);
  }

  get comparison(): Comparison {
    return this.#comparison;
  }

  /** A game is void, or has a record that is not whole. */
  get hostFailed(): boolean {
    return this.#hostFailed;
  }

  /** Only whole pairs decide. */
  get isDecided(): boolean {
    const { verdict, pairs } = this.#comparison;
    if (verdict === 'offence') return true;
    return pairs !== null && verdict !== 'undecided' && verdict !== 'counted';
  }

  take(played: RunGame): void {
    if (hostFailedIn(played)) this.#hostFailed = true;
    if (!('failure' in played) && !played.again) this.takeResult(played.game, played.report.result);
  }

  /** Of a game that may have been played before. */
  takeResult(game: number, result: ComparedResult & WarnedResult): void {
    this.warnings.take(game, result);
    const seen = seenByNew(result);
    if (seen) this.takeSeen(seen);
  }

  takeSeen(seen: GameBetweenTwo): void {
    this.#counting.add(seen);
    this.#comparison = comparisonOf(this.#counting.counts, this.#question);
  }
}

interface Output extends ProgressOutput {
  readonly mostGames: number;
}

/** How a comparison stands: a line that is drawn again on a terminal, and now and then a plain one elsewhere. */
export class CompareProgress {
  readonly #line: ProgressLine;
  readonly #mostGames: number;
  /** Games of earlier runs: they took no time of this one. */
  #before = 0;

  constructor({ mostGames, ...output }: Output) {
    this.#line = new ProgressLine(output);
    this.#mostGames = mostGames;
  }

  show(comparison: Comparison): void {
    this.#line.show((seconds) => compareParts(comparison, seconds, this.#mostGames, this.#before));
  }

  startAfter({ games }: Comparison): void {
    this.#before = games;
  }

  /** Removes the line, so that something else can be printed. */
  clear(): void {
    this.#line.clear();
  }
}

/** Games, their rate, wins, Elo, the log likelihood ratio between its bounds, and what may be left. */
export function compareParts(
  comparison: Comparison,
  seconds: number,
  mostGames: number,
  before = 0,
): LinePart[] {
  const { games, won, drawn, lost, elo, sprt } = comparison;
  const pace = { done: games - before, seconds };
  const rate = rateOf(pace);
  return [
    { text: `${games} games`, rank: 0 },
    { text: rate === undefined ? '' : rateWords(rate), rank: 5 },
    { text: games === 0 || won === null ? '' : `${won}-${drawn}-${lost}`, rank: 2 },
    { text: elo ? `Elo ${elo.value.toFixed(1)} ± ${elo.error.toFixed(1)}` : '', rank: 4 },
    { text: sprt ? ratioWords(sprt) : '', rank: 3 },
    { text: restWords(comparison, pace, mostGames), rank: 1 },
  ];
}

function ratioWords({ llr, lower, upper }: TestState): string {
  const [from, to] = [lower.toFixed(2), upper.toFixed(2)];
  return `${llr.toFixed(2)} in ${from === `-${to}` ? `±${to}` : `${from}..${to}`}`;
}

function restWords(comparison: Comparison, pace: Pace, mostGames: number): string {
  const { sprt } = comparison;
  const left = gamesLeft(comparison, mostGames);
  const time = secondsLeft(pace, left);
  if (left === undefined || time === undefined) return remainingWords(undefined);
  return `${sprt === null ? left : `~${roughCount(left)}`} left (${roughTime(time)})`;
}
