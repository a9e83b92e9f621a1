import type { Nanos, Seat } from '../../../core/units.ts';
import type { Heard } from '../../game.ts';

export interface Turn {
  readonly seat: Seat;
  /** Nothing before its line was written. */
  readonly startedAt: Nanos | undefined;
}

/** What the wire of turns asks of a player's past. */
export interface TurnsGiven {
  /** Turns that it was given. */
  readonly turns: number;
  /** The number of its last turn that ran out, if one ever did: answers to such turns may still be on their way. */
  readonly ranOut: number | undefined;
}

/** Where a move stands among the turns of its player. */
export type TurnPlace =
  | { readonly is: 'answer' }
  /** An answer to a turn that ran out. */
  | { readonly is: 'dropped' }
  | { readonly is: 'out-of-order'; readonly problem: string };

export function placeInTurns(
  turn: Turn | undefined,
  { turns, ranOut }: TurnsGiven,
  { seat, at, message: { tag } }: Heard<{ readonly tag: number | undefined }>,
): TurnPlace {
  if (ranOut !== undefined && tag !== undefined && tag < turns) return { is: 'dropped' };
  const isItsTurn = turn?.seat === seat && turn.startedAt !== undefined && at > turn.startedAt;
  // Its last turn ran out; the next has not been given, or was given after this was written.
  const awaited = turn?.seat === seat ? turns - 1 : turns;
  if (!isItsTurn && ranOut === awaited) return { is: 'dropped' };
  if (!isItsTurn) return wrong('a move before its `turn`: wait for that line');
  if (tag === undefined || tag === turns) return { is: 'answer' };
  return wrong(`it answers turn ${tag} (@${tag}), and this is its turn ${turns}`);
}

const wrong = (problem: string): TurnPlace => ({ is: 'out-of-order', problem });
