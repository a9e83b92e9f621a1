import type { Seat } from '../../../../../core/units.ts';
import type { Place, Token } from './misread.ts';

/** What players have on their side of the file. */
export interface FilePlayer {
  /** What stands before its moves. */
  readonly nick: string;
  readonly name: string;
}

/** A line of a move, or of points, with its parts where they stand. */
export type FileLine = Place & {
  readonly seat: Seat;
  /** The tiles before it, as far as they are known; none are written. */
  readonly rack: Token | undefined;
  readonly points: Counted;
  /** Of all points so far. */
  readonly total: Counted;
} & FileMove;

export type FileMove =
  | { readonly is: 'play'; readonly place: Token; readonly word: Token }
  /** The play before it is taken back. */
  | { readonly is: 'withdrawn' }
  | { readonly is: 'change'; readonly letters: Token }
  /** Of so many tiles that nobody has seen. */
  | { readonly is: 'unseen-change'; readonly count: number; readonly letters: Token }
  | { readonly is: 'pass' }
  /** For a challenge that failed. */
  | { readonly is: 'challenge' }
  | { readonly is: 'time' }
  /** What is held at the end: points for what the other holds, or off for its own. */
  | { readonly is: 'held'; readonly tiles: Token };

interface Counted extends Token {
  readonly value: number;
}

/** What a `#` line says besides players. */
export interface Pragma extends Place {
  readonly name: string;
  readonly text: string;
}
