import type { SeriesGame } from '../../runs/play-series.ts';
import type { Reporter } from '../reporting/reporter.ts';
import type { CompareFold } from './compare-fold.ts';
import type { CompareProgress } from './compare-progress.ts';
import type { KeptResult } from './kept/kept-comparison.ts';

/** The games of a comparison as they end: counted, told by the reporters that were asked for, and how it stands. */
export class CompareReport implements Disposable {
  readonly #fold: CompareFold;
  readonly #reporters: readonly Reporter[];
  readonly #progress: CompareProgress;

  constructor(fold: CompareFold, reporters: readonly Reporter[], progress: CompareProgress) {
    this.#fold = fold;
    this.#reporters = reporters;
    this.#progress = progress;
    progress.show(fold.comparison);
  }

  take(played: SeriesGame): void {
    this.#progress.clear();
    this.#fold.take(played);
    for (const reporter of this.#reporters) reporter.take(played);
    this.#progress.show(this.#fold.comparison);
  }

  /** A game of an earlier run. */
  takeKept(game: KeptResult): void {
    this.#fold.takeResult(game.game, game.result);
    for (const reporter of this.#reporters) reporter.takeEarlier?.(game);
    this.#progress.startAfter(this.#fold.comparison);
  }

  /** Answers whether all of it was written. */
  finish(interrupted: boolean): boolean {
    this.#progress.clear();
    return !this.#reporters.map((reporter) => reporter.finish?.(interrupted) ?? true).includes(false);
  }

  [Symbol.dispose](): void {
    this.#progress.clear();
  }
}
