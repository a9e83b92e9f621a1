/** The id outside the board. */
export const NO_SQUARE = -1;

/** The limit of coordinates in both directions. */
export const FARTHEST = 1_000_000_000;

/** The result of a failed program, which no program can return as a 32-bit number. */
export const FAILED = 2 ** 32;

export interface Board {
  /** `official`, `random:42`, or the user's name of the file. */
  readonly name: string;
  /** The program on one line with folded white space, as on the wire. */
  readonly program: string;
  /** In ascending order of id. */
  readonly squares: readonly SquareKind[];
  /** The kind of a covered square. */
  readonly usedSquare: number;
  readonly center: readonly [x: number, y: number];
  readonly isInfinite: boolean;
  /** The smallest rectangle of a finite board. */
  readonly layout: Layout | undefined;
  /** Parts of programs that always fail. */
  readonly warnings: readonly string[];
  /** Returns NO_SQUARE outside the limits, or if the program fails. */
  squareAt(x: number, y: number): number;
  failureAt(x: number, y: number): ProgramFailure | undefined;
  kindOf(id: number): SquareKind | undefined;
  /** A printable character; `#` for NO_SQUARE. */
  drawnAs(id: number): string;
}

/** Ids row by row. x and y belong to the first. */
export interface Layout {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly ids: Int32Array;
}

export interface SquareKind {
  readonly id: number;
  /** In ascending order of priority. */
  readonly functions: readonly SquareFunction[];
}

export interface SquareFunction {
  readonly priority: number;
  /** One line with folded white space, as on the wire. */
  readonly program: string;
  /** Set if the program only multiplies. */
  readonly premium: Premium | undefined;
  /** Returns the points after this square, or FAILED. */
  run(word: ScoredWord, pos: number, acc: number): number;
  why(word: ScoredWord, pos: number, acc: number): ProgramFailure | undefined;
}

/** `letter` adds the letter's points this many times. `word` multiplies the points so far. */
export interface Premium {
  readonly multiplies: 'letter' | 'word';
  readonly times: number;
}

/** The inputs of a square's program. Arrays may be longer than the word and are reused. */
export interface ScoredWord {
  readonly length: number;
  readonly points: Int32Array;
  /** Code points. */
  readonly chars: Int32Array;
}

export const programErrors = [
  'VarExists',
  'VarNotFound',
  'IndexOutOfBounds',
  'DivisionByZero',
  'ReservedName',
  'TooManySteps',
] as const;
export type ProgramError = (typeof programErrors)[number];

export interface ProgramFailure {
  readonly error: ProgramError;
  /** Lines count from 1; columns count code points. */
  readonly line: number;
  readonly column: number;
  readonly detail: string;
}

export function failureText({ error, line, column, detail }: ProgramFailure): string {
  return `line ${line}, column ${column}: ${error}: ${detail}`;
}
