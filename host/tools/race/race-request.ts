import type { Nanos } from '../../core/units.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import type { Limits } from '../../match/plan/plan.ts';
import type { SandboxLevel } from '../../match/process-facts.ts';
import type { OpenSeats } from '../../match/seat.ts';
import type { Others } from '../../runs/play-series.ts';
import type { Machine } from './race-report.ts';

/** Whether each player can be kept to one processor. */
export type Pinning =
  | { readonly ok: true; readonly processors: readonly number[] }
  | { readonly ok: false; readonly because: string };

/** How the players of a race are started, by whoever knows processes. */
export interface RaceSeats {
  readonly sandbox: 'auto' | SandboxLevel;
  /** Players that can read these folders, whatever else is hidden from them. */
  open(readable: readonly string[]): OpenSeats;
  /** Other processes that play the games, so many at once, and record them; the players are as those of `open`. */
  byOthers(needs: OthersNeeds): Promise<Others & AsyncDisposable>;
  /** Whether players are batch work for the scheduler. */
  isBatch(): Promise<boolean>;
  findPinning(): Pinning;
}

export interface OthersNeeds {
  /** Its name. */
  readonly game: string;
  readonly jobs: number;
  readonly readable: readonly string[];
  readonly lexicon: Lexicon | undefined;
}

export interface RaceRequest {
  /** Games at once, each played by a process of its own. */
  readonly jobs: number;
  /** Contested gates. Exactly so many with racers; with players, the game in which they are reached is the last. */
  readonly gates: number;
  /** How many racers; with entries, as many as those. */
  readonly players: number;
  /** Of the racers; `mixed`: every other one plain, and seats rotate. */
  readonly dialect: 'numbered' | 'plain' | 'mixed';
  /** Players of the user's, instead of racers, and the words that they play with. */
  readonly entries: readonly { readonly name: string; readonly command: string }[];
  readonly lexicon: Lexicon | undefined;
  readonly load: 'idle' | 'busy';
  readonly seed: string;
  /** What players' own seeds come from, where that is not the seed. */
  readonly playerSeed: string | undefined;
  readonly photoFinish: Nanos;
  /** Before each gate, of racers: without it, a racer keeps the better processor for many gates. */
  readonly rest: Nanos;
  readonly shuffles: boolean;
  readonly flushes: boolean;
  readonly pin: boolean;
  /** Points of the curve: for each, a fifth of the gates again. Racers only; none: no curve. */
  readonly advantages: readonly Nanos[];
  readonly limits: Limits;
  readonly seats: RaceSeats;
  /** Looks at the machine now, and again when it is asked what it was like in between. */
  readonly watchMachine: () => () => Machine;
  /** The first interruption ends it in order, with a report of what was measured until then. */
  readonly interrupt: AbortSignal | undefined;
}
