/** A turn of ours, as the host told it. */
export interface Turn {
  readonly k: number;
  /** None without a time limit. */
  readonly ms: number | undefined;
  /** When it was told. */
  readonly since: number;
}

/** The part of a turn's time in which a player pauses. */
const PAUSE_WITHIN = 0.3;

export function startTurn({ k, ms }: Pick<Turn, 'k' | 'ms'>): Turn {
  return { k, ms, since: performance.now() };
}

/** When so much of its time is over: never, where it has no limit. */
export function partOver({ ms, since }: Turn, part: number): number {
  return since + (ms ?? Number.POSITIVE_INFINITY) * part;
}

/** When it has paused for so long, or for as much as the turn allows. */
export function endOfPause(turn: Turn, pauseMs: number): number {
  return Math.min(turn.since + pauseMs, partOver(turn, PAUSE_WITHIN));
}
