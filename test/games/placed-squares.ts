import {
  type Board,
  FAILED,
  NO_SQUARE,
  type ProgramFailure,
  type SquareFunction,
} from '../../host/games/scrabble/board/board.ts';

type Sum = SquareFunction['run'];

const failure: ProgramFailure = { error: 'DivisionByZero', line: 1, column: 1, detail: 'by 0' };

function square(priority: number, run: Sum, premium?: SquareFunction['premium']): SquareFunction {
  const why: SquareFunction['why'] = (word, pos, acc) =>
    run(word, pos, acc) === FAILED ? failure : undefined;
  return { priority, program: 'skip', premium, run, why };
}

const letter = (times: number) =>
  square(0, (word, pos, acc) => (word.points[pos]! * times + acc) | 0, { multiplies: 'letter', times });
const word = (times: number) =>
  square(1, (_, __, acc) => Math.imul(acc, times), { multiplies: 'word', times });

/** The kinds 0 to 4 of the built-in boards, then the odd ones of the naive judge. */
const kinds: readonly (readonly SquareFunction[])[] = [
  [letter(1)],
  [letter(2)],
  [letter(3)],
  [letter(1), word(2)],
  [letter(1), word(3)],
  [letter(1), square(2, (spelled, _, acc) => (spelled.length > 4 ? FAILED : acc))],
  [square(0, (spelled, _, acc) => spelled.length + acc)],
];

/** A board without a program: what lies where is said place by place. */
export function placedBoard(
  squareAt: (x: number, y: number) => number | undefined,
  center: readonly [x: number, y: number],
  functions = kinds,
): Board {
  const squares = functions.map((each, id) => ({ id, functions: each }));
  return {
    name: 'placed',
    program: 'skip',
    squares,
    usedSquare: 0,
    center,
    isInfinite: false,
    layout: undefined,
    warnings: [],
    squareAt: (x, y) => squareAt(x, y) ?? NO_SQUARE,
    failureAt: () => undefined,
    kindOf: (id) => squares[id],
    drawnAs: (id) => (id === NO_SQUARE ? '#' : '.'),
  };
}
