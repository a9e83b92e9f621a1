/** Of a turn that ran out by the clock, in milliseconds. */
export interface TurnLoadFacts {
  /** How long its player waited for a processor, and had one, after the first tenth of the turn; null: unknown. */
  readonly waitMs: number | null;
  readonly cpuMs: number | null;
  readonly givenMs: number;
  /** The worst of the host's own event loop. */
  readonly loopDelayMs: number;
}
