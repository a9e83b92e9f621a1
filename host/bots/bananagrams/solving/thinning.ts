import { ACROSS, type Board, type Direction, DOWN, otherDirection } from './board.ts';
import { type Dictionary, isWord } from './dictionary.ts';

/**
 * Takes the run through this cell off the board, but for the letters that other runs need, and whatever then no
 * longer is connected to the rest. Returns the removed letters, or none if that would leave
 * something that is no word: then the board is as it was.
 */
export function takeOffRun(board: Board, dictionary: Dictionary, cell: number, along: Direction): number[] {
  const run = runThrough(board, cell, along);
  const across = otherDirection(along);
  const crossed = run.map((at) => runThrough(board, at, across).length > 1);
  if (!leavesWords(board, dictionary, run, crossed)) return [];
  const off = run.filter((_, index) => !crossed[index]).map((at) => board.take(at));
  return [...off, ...takeOffUnconnected(board)];
}

export function takeOffAll(board: Board): number[] {
  return [...board.taken].map((cell) => board.take(cell));
}

/** The cells of the run of tiles through this one, in order. */
export function runThrough(board: Board, cell: number, along: Direction): number[] {
  let first = cell;
  while (board.letters[first - along] !== 0) first -= along;
  const cells: number[] = [];
  for (let at = first; board.letters[at] !== 0; at += along) cells.push(at);
  return cells;
}

/** Letters that stay may stand side by side: such a piece of the old word must be a word too. */
function leavesWords(
  board: Board,
  dictionary: Dictionary,
  run: readonly number[],
  crossed: readonly boolean[],
): boolean {
  let piece: number[] = [];
  for (const [index, cell] of [...run, -1].entries()) {
    if (crossed[index]) {
      piece.push(board.letters[cell]!);
      continue;
    }
    if (piece.length > 1 && !isWord(dictionary, piece)) return false;
    piece = [];
  }
  return !crossed.every((stays) => stays);
}

/** Everything but the largest group of tiles that are connected. */
function takeOffUnconnected(board: Board): number[] {
  const groups: number[][] = [];
  const seen = new Set<number>();
  for (const cell of board.taken) if (!seen.has(cell)) groups.push(groupAround(board, cell, seen));
  groups.sort((one, other) => other.length - one.length);
  return groups.slice(1).flatMap((group) => group.map((cell) => board.take(cell)));
}

function groupAround(board: Board, first: number, seen: Set<number>): number[] {
  const group = [first];
  seen.add(first);
  for (const cell of group) {
    for (const next of [cell - ACROSS, cell + ACROSS, cell - DOWN, cell + DOWN]) {
      if (board.letters[next] === 0 || seen.has(next)) continue;
      seen.add(next);
      group.push(next);
    }
  }
  return group;
}
