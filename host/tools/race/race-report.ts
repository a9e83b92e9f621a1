import type { BatchLeaver } from './gates.ts';

/** What a race lab found, as it is in the JSON. */
export interface RaceReport {
  readonly wordhost: 1;
  readonly kind: 'race';
  readonly source: 'racers' | 'players' | 'records';
  readonly players: number;
  readonly games: number;
  /** Contested gates that were counted: all were in the game, and one of them won the next peel. */
  readonly gates: number;
  readonly seconds: number;
  /** Null for records. */
  readonly seed: string | null;
  /** Stopped early: the figures are of what was measured until then. */
  readonly interrupted: boolean;
  readonly mode: RaceMode;
  /** Null where it is not known: in records. */
  readonly load: 'idle' | 'busy' | null;
  /** Games at once, each played by a process of its own. Null for records: unknown. */
  readonly jobs: number | null;
  /** What the racers are: a compiled program, or a script where there is no compiler. Null for other players. */
  readonly racer: 'compiled' | 'script' | null;
  readonly seats: Spread;
  /** By the place in the order in which the processes were started. Null where it is not known. */
  readonly spawns: Spread | null;
  /** By the place in the order in which the gate was written. */
  readonly places: Spread;
  /** By player as it was named, where players were named: a better one wins more gates, wherever it sits. */
  readonly entries: readonly EntryShare[] | null;
  /** From before the first write to before the last. */
  readonly headStart: HeadStart | null;
  /** Pairs that were read in another order than they were written in, by the racers' own stamps. */
  readonly inversions: Inversions | null;
  /** Gates whose first two were stamped within the window. */
  readonly deadHeats: { readonly count: number; readonly of: number; readonly windowUs: number } | null;
  /** How often one racer wins that thinks that much less than the others. Empty if unknown. */
  readonly curve: readonly CurvePoint[];
  /** What a photo finish did. Null where there was none. */
  readonly photoFinish: PhotoFinish | null;
  /** Late peels, by seat. */
  readonly late: readonly number[];
  readonly offences: number;
  /** Players that the host had made batch work, and that were seen in another class. */
  readonly leftBatchClass: readonly BatchLeaver[];
  /** The first ten. */
  readonly offenders: readonly Offender[];
  readonly loopDelayMs: number;
  readonly unpolledGates: number;
  /** Each player on one processor, drawn again for each game. */
  readonly pinned: boolean;
  /** Why that was not possible, if it was requested. */
  readonly unpinnedBecause: string | null;
  readonly machine: Machine;
  readonly verdict: RaceVerdict;
}

export interface RaceMode {
  /** The order of writing is drawn again at each gate; else it is that of the seats. */
  readonly shuffles: boolean;
  /** The loop is polled empty before a gate opens. */
  readonly flushes: boolean;
  /** Players do not preempt a running host (scheduling class for batch work). Null for records: unknown. */
  readonly batch: boolean | null;
  /** 0: first come, first served. */
  readonly photoFinishUs: number;
  /**
   * The pause before each gate. Null for players and records, where there is none.
   */
  readonly restUs: number | null;
}

export interface Spread {
  readonly shares: readonly Share[];
  readonly p: number;
  /**
   * For racers: the same asked of whole games, because gates of one game depend on each other (through the processors). It
   * is unfair only where both say so. Null where `p` is of whole games already.
   */
  readonly byGame: number | null;
  /**
   * `permutation`: of whole games, where players are not equal. A better one wins more gates, wherever it sits; so it is
   * asked how often chance alone would deal the same games to the seats as unevenly.
   */
  readonly method: 'exact binomial' | 'chi-squared' | 'permutation';
}

/** With the 95 % interval of Wilson. */
export interface Share {
  /** From 1. */
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
  /** Of so many gates, of 1, it was at most so long: 0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1. */
  readonly quantiles: readonly { readonly share: number; readonly us: number }[];
  /** From before the first write to before this one: places 2 and on. */
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
  /** Gates with more than one peel in time, which the coin decided. */
  readonly coins: number;
  readonly of: number;
  /** How often the coin chose another than the first to arrive. */
  readonly overturned: number;
}

export interface Machine {
  readonly platform: string;
  /** Null, here and below, where it is not known: records only say how many processors there were. */
  readonly kernel: string | null;
  readonly node: string;
  readonly wordhost: string;
  readonly model: string | null;
  readonly processors: number;
  /** That this process may use: `0-1`. Null where the system does not tell. */
  readonly allowedProcessors: string | null;
  /** What a control group grants, in processors. Null where there is no limit, or none is known. */
  readonly quota: number | null;
  /** Over one minute. */
  readonly loadBefore: number | null;
  readonly loadAfter: number | null;
  /** Share of all processors that other processes had while it ran, of 1; null where the system does not tell. */
  readonly othersShare: number | null;
  /** Other processes that took most, beside the host and its players. */
  readonly busy: readonly { readonly name: string; readonly pid: number; readonly share: number }[];
}

export interface RaceVerdict {
  readonly fair: boolean;
  /** False without a result: too few gates or games, or no player changed seats. Then `fair` is true. */
  readonly judged: boolean;
  readonly sentence: string;
  readonly alpha: 0.001;
}
