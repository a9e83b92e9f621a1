import {
  type Board,
  FAILED,
  FARTHEST,
  failureText,
  type Layout,
  NO_SQUARE,
  type ProgramFailure,
  type SquareFunction,
  type SquareKind,
} from './board.ts';
import { type BoardFile, type Reading, readBoardFile } from './board-file.ts';
import { drawing } from './drawing.ts';
import { type Program, readProgram } from './language/program.ts';
import { failureAt, layOut } from './lay-out.ts';

export type BoardReading =
  | { readonly ok: true; readonly board: Board }
  | { readonly ok: false; readonly problem: string };

/** A board from the text of its file. It may come from anybody. */
export function boardFromFile(name: string, text: string): BoardReading {
  const file = readBoardFile(text);
  return file.ok ? makeBoard(name, file.value) : file;
}

/** The programs compiled, and a finite board tried whole. */
export function makeBoard(name: string, file: BoardFile): BoardReading {
  const warnings: string[] = [];
  const squares = kindsOf(file, warnings);
  if (!squares.ok) return squares;
  const kinds = new Map(squares.value.map((kind) => [kind.id, kind]));
  const meter = new Float64Array(1);
  const program = readProgram('board', file.prog, file.isInfinite ? undefined : meter);
  if (!program.ok) return { ok: false, problem: `prog: ${program.problem}` };
  noteWarnings(warnings, 'prog', program.program);
  const drawn = file.ppSquare === undefined ? undefined : readProgram('drawing', file.ppSquare);
  if (drawn?.ok === false) return { ok: false, problem: `ppSquare: ${drawn.problem}` };
  if (drawn) noteWarnings(warnings, 'ppSquare', drawn.program);
  const places = file.isInfinite
    ? withoutEnd(file, program.program, kinds)
    : laidOut(layOut(file, program.program, meter, (id) => kinds.has(id)));
  if (!places.ok) return places;
  const board: Board = {
    name,
    program: program.program.folded,
    squares: squares.value,
    usedSquare: file.usedSquare,
    center: [...file.center],
    isInfinite: file.isInfinite,
    warnings,
    ...places.value,
    kindOf: (id) => kinds.get(id),
    drawnAs: drawing(drawn?.program),
  };
  return { ok: true, board };
}

/** For built-in boards: it is a fault of the host if they are none. */
export function soundBoard(name: string, file: BoardFile): Board {
  const made = makeBoard(name, file);
  if (!made.ok) throw new Error(`${name}: ${made.problem}`);
  return made.board;
}

type Places = Pick<Board, 'layout' | 'squareAt' | 'failureAt'>;

function laidOut(layout: Reading<Layout>): Reading<Places> {
  if (!layout.ok) return layout;
  const { x: left, y: top, width, height, ids } = layout.value;
  const squareAt = (x: number, y: number): number => {
    const [column, row] = [x - left, y - top];
    const isInside = column >= 0 && column < width && row >= 0 && row < height;
    return isInside ? ids[row * width + column]! : NO_SQUARE;
  };
  return { ok: true, value: { layout: layout.value, squareAt, failureAt: () => undefined } };
}

/** Tried in the centre only: a program that fails there is no board. */
function withoutEnd(
  { center }: BoardFile,
  program: Program<'board'>,
  kinds: ReadonlyMap<number, SquareKind>,
): Reading<Places> {
  const { run } = program;
  if (run(...center) === FAILED) return { ok: false, problem: failureAt(program, ...center) };
  const isThere = (x: number, y: number): boolean =>
    x >= -FARTHEST && x <= FARTHEST && y >= -FARTHEST && y <= FARTHEST;
  const squareAt = (x: number, y: number): number => {
    const id = isThere(x, y) ? run(x, y) : NO_SQUARE;
    return kinds.has(id) ? id : NO_SQUARE;
  };
  const why = (x: number, y: number): ProgramFailure | undefined =>
    isThere(x, y) && run(x, y) === FAILED ? program.why([x, y]) : undefined;
  return { ok: true, value: { layout: undefined, squareAt, failureAt: why } };
}

function kindsOf({ squares }: BoardFile, warnings: string[]): Reading<readonly SquareKind[]> {
  const kinds: SquareKind[] = [];
  for (const [id, programs] of Object.entries(squares)) {
    const functions: SquareFunction[] = [];
    for (const [priority, text] of Object.entries(programs)) {
      const read = readProgram('square', text);
      if (!read.ok) return { ok: false, problem: `squares.${id}.${priority}: ${read.problem}` };
      noteWarnings(warnings, `squares.${id}.${priority}`, read.program);
      functions.push(squareFunction(Number(priority), read.program));
    }
    functions.sort((one, other) => one.priority - other.priority);
    kinds.push({ id: Number(id), functions });
  }
  return { ok: true, value: kinds.sort((one, other) => one.id - other.id) };
}

function squareFunction(priority: number, { folded, premium, run, why }: Program<'square'>): SquareFunction {
  return { priority, program: folded, premium, run, why: (word, pos, acc) => why([pos, acc], word) };
}

function noteWarnings(
  warnings: string[],
  key: string,
  program: { readonly warnings: readonly ProgramFailure[] },
): void {
  for (const warning of program.warnings) warnings.push(`${key}: ${failureText(warning)}`);
}
