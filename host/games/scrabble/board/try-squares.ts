import type { ProgramFault } from '../judge/judgement.ts';
import { type Board, FAILED, type ScoredWord, type SquareFunction, type SquareKind } from './board.ts';

/** A short word, a long one with distinct letters, and one of blanks, which have no points. */
const words: readonly (readonly [letters: string, pointsOf: (place: number) => number])[] = [
  ['AT', () => 1],
  ['UNCOPYRIGHTABLE', (place) => [1, 1, 3, 1, 3, 4, 1, 1, 2, 4, 1, 1, 3, 1, 1][place]!],
  ['AT', () => 0],
];

/** A file may have 2,000 slow programs, so this limits the time to a second or two. */
const MOST_RUNS = 2_000;

/** The first failure of each kind of square with these words. Other words may fail, too. */
export function failingSquares({ squares }: Pick<Board, 'squares'>): readonly ProgramFault[] {
  let runs = 0;
  const faults: ProgramFault[] = [];
  for (const kind of squares) {
    for (const [letters, pointsOf] of words) {
      runs += letters.length * kind.functions.length;
      if (runs > MOST_RUNS) return faults;
      const fault = firstFault(kind, letters, pointsOf);
      if (fault) {
        faults.push(fault);
        break;
      }
    }
  }
  return faults;
}

/** Tries words whose letters all are on this kind of square. */
function firstFault(
  { id, functions }: SquareKind,
  letters: string,
  pointsOf: (place: number) => number,
): ProgramFault | undefined {
  const places = Array.from(letters, (_, place) => place);
  const word: ScoredWord = {
    length: letters.length,
    points: Int32Array.from(places, pointsOf),
    chars: Int32Array.from(letters, (letter) => letter.charCodeAt(0)),
  };
  let points = 0;
  for (const squareFunction of functions)
    for (const position of places) {
      const after = squareFunction.run(word, position, points);
      if (after === FAILED) return faultAt(squareFunction, position, points);
      points = after;
    }
  return undefined;

  function faultAt({ priority, why }: SquareFunction, position: number, points: number): ProgramFault {
    return {
      is: 'square',
      word: letters,
      position,
      square: id,
      priority,
      failure: why(word, position, points)!,
    };
  }
}
