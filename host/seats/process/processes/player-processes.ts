import type { Seen } from './proc.ts';

/** All that one player started, as far as the host can see it. Of living processes. */
export interface PlayerProcesses {
  /** Those that are quickly found: all below what is known of it. */
  look(): Seen[];
  /** From where all of it can be counted. */
  spread(): Spread;
  /** Of those of the last look, those that lost their parents. */
  orphans(): number[];
  /** Looks everywhere. The answer is those that were not known before. */
  escaped(): Promise<number[]>;
  /** Everything dies now, as far as one call reaches. */
  kill(): void;
  /** Those that are still there when none should be. */
  survivors(): Promise<number[]>;
}

/** Where a player's processes are. */
export interface Spread {
  /** The host's own: what they started is the player's. */
  readonly above: readonly number[];
  /** The player's, with all that they started. */
  readonly known: readonly number[];
}

export const pidsOf = (processes: readonly Seen[]) => processes.map(({ pid }) => pid);

/** A process that is gone already is none of our concern. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}

export function signalAll(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) signal(pid, name);
}
