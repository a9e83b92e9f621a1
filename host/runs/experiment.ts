import type { VoidMatch } from '../core/errors.ts';
import type { Result } from '../events/result.ts';
import type { MatchPlan } from '../match/plan.ts';
import type { GameReport } from './play-game.ts';

/** An experiment says what to play. */
export interface Experiment {
  /** Returns the number of a game that can begin, each once, in ascending order. Undefined: no game can begin now. It is called again when a game is over. */
  next(): number | undefined;
  /**
   * The number of games that are still planned when this many games of the run are over and none are due. A
   * run that was not interrupted has failed if there are some. An experiment without it has no last game.
   */
  left?(over: number): number;
  /** The game of a number, played instead of those with these ids. */
  plan(number: number, rejudged: readonly string[]): MatchPlan;
  /** Tells whether a game with this result does not count and is played again. It was played again this many times before. */
  playsAgain?(result: Result, times: number, isStopped: boolean): boolean;
  /**
   * The games, of those that have begun, that would no longer count: they are ended. `next` may return each
   * of them again.
   */
  unneeded?(begun: Iterable<number>): readonly number[];
  /** The next game may begin while the players of another are ended. */
  readonly overlap: boolean;
  /**
   * Set if the experiment has no end and its run goes on until it is stopped. It calls `wake` whenever `next`
   * may have another answer although no game is over.
   */
  readonly onWake?: (wake: () => void) => void;
}

export interface RunInterruption {
  /** Aborted to end the running games. */
  readonly signal: AbortSignal;
  /** Aborted to begin no more games. Running ones are finished. */
  readonly stop: AbortSignal;
}

export type RunGame = PlayedGame | VoidGame;

export interface PlayedGame {
  readonly game: number;
  readonly plan: MatchPlan;
  readonly report: GameReport;
  /** It does not count: it is played again. */
  readonly again: boolean;
}

/** The host itself failed in the middle of it. */
export interface VoidGame {
  readonly game: number;
  readonly failure: VoidMatch;
  /** The path of its record, as far as it came, if it has one. */
  readonly record?: string | undefined;
}

/** Tells whether another game with the same number follows. */
export function comesAgain(played: RunGame): boolean {
  return 'again' in played && played.again;
}

/** It says something about somebody, and is not played again. */
export function counts(played: RunGame): played is PlayedGame {
  return 'report' in played && !played.again && played.report.result.reason !== 'interrupted';
}
