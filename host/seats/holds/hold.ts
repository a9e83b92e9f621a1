import type { Rung } from '../seat.ts';

/** One way to hold a player. */
export interface Hold {
  readonly rung: Rung;
  /** The player gets a pid namespace, whose first process is ours: when that ends, the kernel ends all in it. */
  readonly namespace: boolean;
  /** What it leaves running when the host dies must be found by somebody else. */
  readonly guarded: boolean;
  /** The command line that runs this one, held. */
  wrap(argv: readonly string[]): readonly string[];
}
