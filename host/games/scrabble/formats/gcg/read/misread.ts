/** What is wrong with a file, and where. */
export class Misread {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number | undefined;
  /** A sentence without its full stop. */
  readonly problem: string;

  constructor({ line, column }: Place, problem: string) {
    this.line = line;
    this.column = column;
    this.problem = problem;
  }
}

export interface Place {
  readonly line: number;
  readonly column?: number | undefined;
}

/** A word of a line. */
export interface Token extends Place {
  readonly text: string;
  readonly column: number;
}

export function tokensIn(text: string, line: number): readonly Token[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ text: word, line, column: index + 1 }));
}
