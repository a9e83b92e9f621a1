import { droppedOut, type Result } from '../events/result.ts';
import type { PlayerOutcome } from '../games/kit/verdict.ts';

/** Of NEW, and of OLD. */
export type OfBoth<Value> = readonly [Value, Value];

/** What one game says about two players. */
export interface GameBetweenTwo {
  /** Two games with the same seed and other seats are a pair. */
  readonly seed: string;
  /** Of NEW: in the other game of a pair it has another one. */
  readonly seat: number;
  /** Of NEW: 1 for a win, ½ where nobody won, 0. */
  readonly points: number;
  /** By how many points NEW has won; none in a game without points. */
  readonly margin: number | undefined;
  /** Who was removed, failed to start or left. */
  readonly out: OfBoth<boolean>;
  readonly timeouts: OfBoth<number>;
}

/** What of a result is needed for it. */
export type ComparedResult = Pick<Result, 'seed' | 'reason' | 'winner'> & {
  readonly players: readonly {
    readonly seat: number;
    readonly entry: number;
    readonly outcome: PlayerOutcome;
    readonly score?: unknown;
    readonly timeouts?: unknown;
  }[];
};

/** A game seen by the player at this place of the command line. None for an interrupted one: it says nothing. */
export function gameBetweenTwo(result: ComparedResult, entry: number): GameBetweenTwo | undefined {
  const [mine, other] = [
    result.players.find((player) => player.entry === entry),
    result.players.find((player) => player.entry !== entry),
  ];
  if (result.reason === 'interrupted' || mine === undefined || other === undefined) return undefined;
  const points = result.winner === null ? 0.5 : Number(result.winner === mine.seat);
  const [ours, theirs] = [numberIn(mine.score), numberIn(other.score)];
  return {
    seed: result.seed,
    seat: mine.seat,
    points,
    margin: ours === undefined || theirs === undefined ? undefined : ours - theirs,
    out: [droppedOut(mine), droppedOut(other)],
    timeouts: [numberIn(mine.timeouts) ?? 0, numberIn(other.timeouts) ?? 0],
  };
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
