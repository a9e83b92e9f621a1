export interface Turn {
  readonly k: number;
  /** Undefined without a time limit. */
  readonly ms: number | undefined;
  readonly since: number;
}

/** The part of a turn's time in which a player may pause. */
const PAUSE_WITHIN = 0.3;

export function startTurn({ k, ms }: Pick<Turn, 'k' | 'ms'>): Turn {
  return { k, ms, since: performance.now() };
}

export function partOver({ ms, since }: Turn, part: number): number {
  return since + (ms ?? Number.POSITIVE_INFINITY) * part;
}

export function endOfPause(turn: Turn, pauseMs: number): number {
  return Math.min(turn.since + pauseMs, partOver(turn, PAUSE_WITHIN));
}
