import { type Board, FAILED, type SquareFunction } from '../board/board.ts';
import type { ProgramFault } from './judgement.ts';
import type { SpelledWord } from './spelled-word.ts';

/** For each letter of the word the functions of its square, and how many of them have had their turn. */
const functions: (readonly SquareFunction[])[] = [];
let turns = new Int32Array(32);

const none: readonly SquareFunction[] = [];
const LAST_PRIORITY = 2 ** 31;

/**
 * Passes points through the functions of all squares under the word, by priority and then from the first letter to
 * the last. A program that fails leaves the word without points, and `faults` says so. A hot path: it makes nothing.
 */
export function scoreWord(board: Board, word: SpelledWord, faults: ProgramFault[]): number {
  gather(board, word);
  let points = 0;
  for (
    let priority = nextPriority(word.length);
    priority < LAST_PRIORITY;
    priority = nextPriority(word.length)
  )
    for (let place = 0; place < word.length; place++) {
      const ofSquare = functions[place]!;
      const turn = turns[place]!;
      if (turn === ofSquare.length || ofSquare[turn]!.priority !== priority) continue;
      const after = ofSquare[turn]!.run(word, place, points);
      if (after === FAILED) {
        note(word, place, points, ofSquare[turn]!, faults);
        return 0;
      }
      points = after;
      turns[place] = turn + 1;
    }
  return points;
}

function gather(board: Board, { length, squares }: SpelledWord): void {
  if (length > turns.length) turns = new Int32Array(length * 2);
  for (let place = 0; place < length; place++) {
    functions[place] = board.kindOf(squares[place]!)?.functions ?? none;
    turns[place] = 0;
  }
}

function nextPriority(length: number): number {
  let lowest = LAST_PRIORITY;
  for (let place = 0; place < length; place++) {
    const ofSquare = functions[place]!;
    const turn = turns[place]!;
    if (turn < ofSquare.length && ofSquare[turn]!.priority < lowest) lowest = ofSquare[turn]!.priority;
  }
  return lowest;
}

function note(
  word: SpelledWord,
  position: number,
  points: number,
  failed: SquareFunction,
  faults: ProgramFault[],
): void {
  const failure = failed.why(word, position, points);
  if (!failure) throw new Error(`the program "${failed.program}" failed, and says nothing of why`);
  const { priority } = failed;
  faults.push({
    is: 'square',
    word: word.text(),
    position,
    square: word.squares[position]!,
    priority,
    failure,
  });
}
