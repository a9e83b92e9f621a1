import type { BatchLeaver } from './gates.ts';

/** The result of a race, as printed in JSON. */
export interface RaceReport {
  readonly wordhost: 1;
  readonly kind: 'race';
  readonly source: 'racers' | 'players' | 'records';
  readonly players: number;
  readonly games: number;
  /** Contested gates: all players were in the game, and one of them won the next peel. */
  readonly gates: number;
  readonly seconds: number;
  readonly seed: string | null;
  /** An interrupted race reports the gates until then. */
  readonly interrupted: boolean;
  readonly mode: RaceMode;
  readonly load: 'idle' | 'busy' | null;
  readonly jobs: number | null;
  readonly racer: 'compiled' | 'script' | null;
  readonly seats: Spread;
  readonly spawns: Spread | null;
  readonly places: Spread;
  /** By the names of players. A better one wins more gates in any seat. */
  readonly entries: readonly EntryShare[] | null;
  /** The time between the first and the last write of a gate. */
  readonly headStart: HeadStart | null;
  /** Pairs of peels that the host read in another order than the racers stamped. */
  readonly inversions: Inversions | null;
  readonly deadHeats: { readonly count: number; readonly of: number; readonly windowUs: number } | null;
  readonly curve: readonly CurvePoint[];
  readonly photoFinish: PhotoFinish | null;
  readonly late: readonly number[];
  readonly offences: number;
  /** Players of the batch scheduling class that the system ran in another class. */
  readonly leftBatchClass: readonly BatchLeaver[];
  readonly offenders: readonly Offender[];
  readonly loopDelayMs: number;
  readonly unpolledGates: number;
  readonly pinned: boolean;
  readonly unpinnedBecause: string | null;
  readonly machine: Machine;
  readonly verdict: RaceVerdict;
}

export interface RaceMode {
  readonly shuffles: boolean;
  readonly flushes: boolean;
  readonly batch: boolean | null;
  readonly photoFinishUs: number;
  readonly restUs: number | null;
}

export interface Spread {
  readonly shares: readonly Share[];
  readonly p: number;
  /**
   * The p-value of whole games, because gates of one game depend on each other. The race is unfair only if
   * both are small. Null if `p` is already about whole games.
   */
  readonly byGame: number | null;
  /**
   * `permutation` tests whole games of players that may differ in strength. It deals the same games to the
   * seats again by chance.
   */
  readonly method: 'exact binomial' | 'chi-squared' | 'permutation';
}

/** With Wilson's 95 % interval. */
export interface Share {
  readonly index: number;
  readonly wins: number;
  readonly of: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

export interface EntryShare extends Share {
  readonly name: string;
  readonly command: string;
  readonly games: number;
  readonly gamesWon: number;
  readonly late: number;
}

export interface HeadStart {
  readonly medianUs: number;
  readonly p99Us: number;
  /** For each share of the gates, the longest head start among them. */
  readonly quantiles: readonly { readonly share: number; readonly us: number }[];
  /** The time from the first write of a gate to the write at this place, from place 2. */
  readonly byPlace: readonly { readonly place: number; readonly medianUs: number }[];
}

export interface Offender {
  readonly name: string;
  readonly seat: number;
  readonly seed: string;
  readonly kind: string;
  readonly rule: string;
  readonly detail: string;
}

export interface Inversions {
  readonly count: number;
  /** Pairs whose stamps are further apart than a tie. */
  readonly of: number;
  readonly share: number;
  readonly tieUs: number;
}

export interface CurvePoint {
  readonly advantageUs: number;
  readonly wins: number;
  readonly gates: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

export interface PhotoFinish {
  /** Gates with more than one peel in time. */
  readonly coins: number;
  readonly of: number;
  /** The number of times the coin did not choose the first to arrive. */
  readonly overturned: number;
}

export interface Machine {
  readonly platform: string;
  /** Null where it is unknown: a record has only the number of processors. */
  readonly kernel: string | null;
  readonly node: string;
  readonly wordhost: string;
  readonly model: string | null;
  readonly processors: number;
  /** Processors that this process may use, such as `0-1`. */
  readonly allowedProcessors: string | null;
  /** Processors that a control group grants. */
  readonly quota: number | null;
  readonly loadBefore: number | null;
  readonly loadAfter: number | null;
  /** The share of all processors that other processes used. */
  readonly othersShare: number | null;
  readonly busy: readonly { readonly name: string; readonly pid: number; readonly share: number }[];
}

export interface RaceVerdict {
  readonly fair: boolean;
  /** False with too few gates or games, or if no player changed seats. Then `fair` is true. */
  readonly judged: boolean;
  readonly sentence: string;
  readonly alpha: 0.001;
}
