import { type Reading, refused } from '../../../core/reading.ts';
import type { Meter } from '../language/generate.ts';
import { type Program, readProgram } from '../language/program.ts';
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
import { type BoardFile, readBoardFile } from './board-file.ts';
import { isMagpieLayout, readMagpieLayout } from './magpie-layout.ts';

type BoardReading = Reading<{ board: Board }>;

/** The file may come from anybody. */
export function boardFromFile(name: string, text: string): BoardReading {
  const file = isMagpieLayout(text) ? readMagpieLayout(text) : readBoardFile(text);
  return file.ok ? makeBoard(name, file.value) : file;
}

/** Compiles the programs and tries a whole finite board. */
export function makeBoard(name: string, file: BoardFile): BoardReading {
  const warnings: string[] = [];
  const squares = kindsOf(file, warnings);
  if (!squares.ok) return squares;
  const kinds = new Map(squares.value.map((kind) => [kind.id, kind]));
  const meter = new Float64Array(1);
  const program = readProgram('board', file.prog, file.isInfinite ? undefined : meter);
  if (!program.ok) return refused(`prog: ${program.problem}`);
  noteWarnings(warnings, 'prog', program.program);
  const drawn = file.ppSquare === undefined ? undefined : readProgram('drawing', file.ppSquare);
  if (drawn?.ok === false) return refused(`ppSquare: ${drawn.problem}`);
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

/** A failure of a built-in board is a fault of the host. */
export function soundBoard(name: string, file: BoardFile): Board {
  const made = makeBoard(name, file);
  if (!made.ok) throw new Error(`${name}: ${made.problem}`);
  return made.board;
}

type Places = Pick<Board, 'layout' | 'squareAt' | 'failureAt'>;

function laidOut(layout: Reading<{ value: Layout }>): Reading<{ value: Places }> {
  if (!layout.ok) return layout;
  const { x: left, y: top, width, height, ids } = layout.value;
  const squareAt = (x: number, y: number): number => {
    const [column, row] = [x - left, y - top];
    const isInside = column >= 0 && column < width && row >= 0 && row < height;
    return isInside ? ids[row * width + column]! : NO_SQUARE;
  };
  return { ok: true, value: { layout: layout.value, squareAt, failureAt: () => undefined } };
}

/** Tries only the center, where a program must not fail. */
function withoutEnd(
  { center }: BoardFile,
  program: Program<'board'>,
  kinds: ReadonlyMap<number, SquareKind>,
): Reading<{ value: Places }> {
  const { run } = program;
  if (run(...center) === FAILED) return refused(failureAt(program, ...center));
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

function kindsOf({ squares }: BoardFile, warnings: string[]): Reading<{ value: readonly SquareKind[] }> {
  const kinds: SquareKind[] = [];
  for (const [id, programs] of Object.entries(squares)) {
    const functions: SquareFunction[] = [];
    for (const [priority, text] of Object.entries(programs)) {
      const read = readProgram('square', text);
      if (!read.ok) return refused(`squares.${id}.${priority}: ${read.problem}`);
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

/** The step limit for a whole finite board, which is not noticeable. */
const MOST_STEPS_OF_BOARD = 2_000_000;

/** The reach of a finite board without bounds from its center. */
const REACH = 50;

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** `meter` counts the steps of the program. */
function layOut(
  file: BoardFile,
  program: Program<'board'>,
  meter: Meter,
  isKind: (id: number) => boolean,
): Reading<{ value: Layout }> {
  const bounds = boundsOf(file);
  const ids = new Int32Array(bounds.width * bounds.height);
  for (let index = 0; index < ids.length; index++) {
    const [x, y] = [bounds.x + (index % bounds.width), bounds.y + Math.floor(index / bounds.width)];
    const id = program.run(x, y);
    if (id === FAILED) return refused(failureAt(program, x, y));
    if (meter[0]! > MOST_STEPS_OF_BOARD) return refused(tooSlow(bounds, index));
    ids[index] = isKind(id) ? id : NO_SQUARE;
  }
  return smallest(bounds, ids);
}

function boundsOf({ bounds, center: [x, y] }: BoardFile): Rectangle {
  if (bounds) return { x: bounds[0], y: bounds[1], width: bounds[2], height: bounds[3] };
  const [left, top] = [Math.max(-FARTHEST, x - REACH), Math.max(-FARTHEST, y - REACH)];
  const [right, bottom] = [Math.min(FARTHEST, x + REACH), Math.min(FARTHEST, y + REACH)];
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function failureAt(program: Program<'board'>, x: number, y: number): string {
  const failure = program.why([x, y]);
  if (!failure) throw new Error(`the code that explains does not fail at (${x}, ${y})`);
  return `prog: ${failureText(failure)}, at (${x}, ${y})`;
}

function tooSlow({ width, height }: Rectangle, index: number): string {
  return `prog: expected at most ${MOST_STEPS_OF_BOARD} steps for all squares of a finite board, but this limit was reached after ${index + 1} squares of ${width} by ${height}. Simplify the program, or make the bounds smaller`;
}

/** Removes empty rows and columns at the edges. */
function smallest(bounds: Rectangle, ids: Int32Array): Reading<{ value: Layout }> {
  let [left, top, right, bottom] = [bounds.width, bounds.height, -1, -1];
  for (let index = 0; index < ids.length; index++) {
    if (ids[index] === NO_SQUARE) continue;
    const [column, row] = [index % bounds.width, Math.floor(index / bounds.width)];
    [left, right] = [Math.min(left, column), Math.max(right, column)];
    [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
  }
  if (right === -1)
    return refused(
      `prog: expected at least one square in the ${bounds.width} by ${bounds.height} area from (${bounds.x}, ${bounds.y}); it has none`,
    );
  const [width, height] = [right - left + 1, bottom - top + 1];
  const held = new Int32Array(width * height);
  for (let row = 0; row < height; row++) {
    const begin = (top + row) * bounds.width + left;
    held.set(ids.subarray(begin, begin + width), row * width);
  }
  return { ok: true, value: { x: bounds.x + left, y: bounds.y + top, width, height, ids: held } };
}

/** A file may come from anybody, so a terminal shows only printable characters with a width. */
const printable = /^[ \p{L}\p{N}\p{P}\p{S}]$/u;

function drawing(program: Program<'drawing'> | undefined): (id: number) => string {
  const known = new Map<number, string>();
  return (id) => {
    const drawn = known.get(id) ?? draw(program, id);
    known.set(id, drawn);
    return drawn;
  };
}

function draw(program: Program<'drawing'> | undefined, id: number): string {
  if (id === NO_SQUARE) return '#';
  if (!program) return byDefault(id);
  const code = program.run(id);
  if (code === FAILED || code < 0 || code > 0x10ffff) return '?';
  const character = String.fromCodePoint(code);
  return printable.test(character) ? character : '?';
}

function byDefault(id: number): string {
  if (id === 0) return '.';
  return id <= 26 ? String.fromCharCode(0x60 + id) : '?';
}
