/** Where there is no square: no kind of square has this id. */
export const NO_SQUARE = -1;

/** Coordinates go so far either way. */
export const FARTHEST = 1_000_000_000;

/** What a program that failed gives: no 32-bit number, so that no program can leave it. */
export const FAILED = 2 ** 32;

export interface Board {
  /** `official`, `random:42`, or the file as the user named it. */
  readonly name: string;
  /** The board program on one line, white space folded: as players are sent it. */
  readonly program: string;
  /** In ascending order of id. */
  readonly squares: readonly SquareKind[];
  /** The kind that a covered square turns into. */
  readonly usedSquare: number;
  readonly center: readonly [x: number, y: number];
  readonly isInfinite: boolean;
  /** Of a finite board: the smallest rectangle that holds all its squares. */
  readonly layout: Layout | undefined;
  /** What in the programs fails for certain wherever it is reached. */
  readonly warnings: readonly string[];
  /** The id of the kind of square, or NO_SQUARE: also too far out, and where the program fails. */
  squareAt(x: number, y: number): number;
  /** Why the program failed there, if it did. */
  failureAt(x: number, y: number): ProgramFailure | undefined;
  kindOf(id: number): SquareKind | undefined;
  /** One character that can be printed; `#` for NO_SQUARE. */
  drawnAs(id: number): string;
}

/** The ids row by row, NO_SQUARE for none; x and y are those of the first. */
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
  /** On one line, white space folded: as players are sent it. */
  readonly program: string;
  /** If it does nothing but multiply. */
  readonly premium: Premium | undefined;
  /** The points after this square, or FAILED. */
  run(word: ScoredWord, pos: number, acc: number): number;
  /** Why it failed, if it did. */
  why(word: ScoredWord, pos: number, acc: number): ProgramFailure | undefined;
}

/** `letter`: so many times the letter's points are added. `word`: what there is of points so far is multiplied. */
export interface Premium {
  readonly multiplies: 'letter' | 'word';
  readonly times: number;
}

/** What a program may ask of the word. The arrays may be longer than the word, and the caller's to use again. */
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
  /** From 1, in the program as it was written; columns count code points. */
  readonly line: number;
  readonly column: number;
  readonly detail: string;
}

export function failureText({ error, line, column, detail }: ProgramFailure): string {
  return `line ${line}, column ${column}: ${error}: ${detail}`;
}
