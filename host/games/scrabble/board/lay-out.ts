import { FAILED, FARTHEST, failureText, type Layout, NO_SQUARE } from './board.ts';
import type { BoardFile, Reading } from './board-file.ts';
import type { Meter } from './language/generate.ts';
import type { Program } from './language/program.ts';

/** A finite board is tried whole, with so many steps in all: too few to be noticed, whatever the program does. */
const MOST_STEPS_OF_BOARD = 2_000_000;

/** How far a finite board without bounds reaches from its centre. */
const REACH = 50;

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The squares of a finite board. `meter` is where the program counts its steps. */
export function layOut(
  file: BoardFile,
  program: Program<'board'>,
  meter: Meter,
  isKind: (id: number) => boolean,
): Reading<Layout> {
  const bounds = boundsOf(file);
  const ids = new Int32Array(bounds.width * bounds.height);
  for (let index = 0; index < ids.length; index++) {
    const [x, y] = [bounds.x + (index % bounds.width), bounds.y + Math.floor(index / bounds.width)];
    const id = program.run(x, y);
    if (id === FAILED) return { ok: false, problem: failureAt(program, x, y) };
    if (meter[0]! > MOST_STEPS_OF_BOARD) return { ok: false, problem: tooSlow(bounds, index) };
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

export function failureAt(program: Program<'board'>, x: number, y: number): string {
  const failure = program.why([x, y]);
  if (!failure) throw new Error(`the walker sees no failure at (${x}, ${y})`);
  return `prog: ${failureText(failure)}, at (${x}, ${y})`;
}

function tooSlow({ width, height }: Rectangle, index: number): string {
  return `prog: expected at most ${MOST_STEPS_OF_BOARD} steps for all places of a finite board; they are spent after ${index + 1} of ${width} by ${height}: make the program simpler, or the bounds smaller`;
}

/** Without rows and columns at the edges that hold no square. */
function smallest(bounds: Rectangle, ids: Int32Array): Reading<Layout> {
  let [left, top, right, bottom] = [bounds.width, bounds.height, -1, -1];
  for (let index = 0; index < ids.length; index++) {
    if (ids[index] === NO_SQUARE) continue;
    const [column, row] = [index % bounds.width, Math.floor(index / bounds.width)];
    [left, right] = [Math.min(left, column), Math.max(right, column)];
    [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
  }
  if (right === -1)
    return {
      ok: false,
      problem: `prog: expected a square somewhere from (${bounds.x}, ${bounds.y}) on, ${bounds.width} by ${bounds.height}; there is none`,
    };
  const [width, height] = [right - left + 1, bottom - top + 1];
  const held = new Int32Array(width * height);
  for (let row = 0; row < height; row++) {
    const begin = (top + row) * bounds.width + left;
    held.set(ids.subarray(begin, begin + width), row * width);
  }
  return { ok: true, value: { x: bounds.x + left, y: bounds.y + top, width, height, ids: held } };
}
