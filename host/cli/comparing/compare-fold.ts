import { PlayerWarnings, type WarnedResult } from '../../events/player-warnings.ts';
import type { SeriesGame } from '../../runs/play-series.ts';
import { hostFailedIn } from '../../runs/series-fold.ts';
import { type Comparison, comparisonOf, type Question } from '../../tournament/comparison.ts';
import { Counting } from '../../tournament/counts.ts';
import {
  type ComparedResult,
  type GameBetweenTwo,
  gameBetweenTwo,
} from '../../tournament/game-between-two.ts';

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

  take(played: SeriesGame): void {
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
