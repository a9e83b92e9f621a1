/** A place in a program's text, from 1; columns count code points. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export function placeOf(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split(/\r\n?|\n/);
  return { line: lines.length, column: Array.from(lines.at(-1)!).length + 1 };
}

/** Thrown where a text is no program, and caught where the reading of it began. */
export class NoProgram extends Error {
  readonly offset: number;

  constructor(offset: number, problem: string) {
    super(problem);
    this.offset = offset;
  }
}
