import type { Lexicon } from '../lexicon/lexicon.ts';
import type { HostingWishes } from '../match/live-seats.ts';
import type { Limits } from '../plan/match-plan.ts';
import type { Nanos } from '../tabletop/units.ts';
import type { RaceReport } from './race-report.ts';

export interface RaceWishes {
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
  readonly photoFinish: Nanos;
  readonly shuffles: boolean;
  readonly flushes: boolean;
  readonly pin: boolean;
  /** Points of the curve: for each, a fifth of the gates again. Racers only; none: no curve. */
  readonly advantages: readonly Nanos[];
  readonly limits: Limits;
  readonly hosting: HostingWishes;
  /** The first interruption ends it in order, with a report of what was measured until then. */
  readonly interrupt: AbortSignal | undefined;
}

export interface RaceProgress {
  /** What is being measured: `race`, or a point of the curve. */
  readonly stage: 'race' | { readonly advantageUs: number };
  readonly gates: number;
  readonly of: number;
  readonly games: number;
}

export type Measured =
  | { readonly ok: true; readonly report: RaceReport }
  /** Nothing could be measured: no game could be played. */
  | { readonly ok: false; readonly problem: string };

export async function measureRace(
  wishes: RaceWishes,
  progress: (now: RaceProgress) => void,
): Promise<Measured> {
  void wishes;
  void progress;
  return { ok: false, problem: 'not yet' };
}
