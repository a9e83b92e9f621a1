import { FAILED } from '../../host/games/scrabble/board/board.ts';
import { readProgram } from '../../host/games/scrabble/language/program.ts';

/** One program with what it reads, as it is in `docs/vectors`. */
export type BoardProgram = Given & {
  readonly result?: number;
  readonly fails?: Failure;
  /** It is no program: where that is seen. */
  readonly refused?: Omit<Failure, 'error'>;
};

type Given = { readonly name: string; readonly program: string } & (
  | {
      readonly kind: 'square';
      readonly word: readonly (readonly [letter: string, points: number])[];
      readonly pos: number;
      readonly acc: number;
    }
  | { readonly kind: 'board'; readonly x: number; readonly y: number }
);

interface Failure {
  readonly error: string;
  readonly line: number;
  readonly column: number;
}

/** The same program, with what this host makes of it. */
export function run({
  result: _result,
  fails: _fails,
  refused: _refused,
  ...given
}: BoardProgram): BoardProgram {
  if (given.kind === 'board') {
    const read = readProgram('board', given.program);
    if (!read.ok) return { ...given, refused: placeIn(read.problem) };
    const { x, y } = given;
    return { ...given, ...outcome(read.program.run(x, y), () => read.program.why([x, y])) };
  }
  const read = readProgram('square', given.program);
  if (!read.ok) return { ...given, refused: placeIn(read.problem) };
  const word = {
    length: given.word.length,
    points: Int32Array.from(given.word, ([, points]) => points),
    chars: Int32Array.from(given.word, ([letter]) => letter.codePointAt(0)!),
  };
  const { pos, acc } = given;
  return { ...given, ...outcome(read.program.run(word, pos, acc), () => read.program.why([pos, acc], word)) };
}

function outcome(result: number, why: () => Failure | undefined): Pick<BoardProgram, 'result' | 'fails'> {
  if (result !== FAILED) return { result };
  const { error, line, column } = why()!;
  return { fails: { error, line, column } };
}

function placeIn(problem: string): Omit<Failure, 'error'> {
  const [, line, column] = /^line (\d+), column (\d+): /.exec(problem) ?? [];
  return { line: Number(line), column: Number(column) };
}
