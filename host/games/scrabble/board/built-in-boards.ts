import type { Board } from './board.ts';
import type { BoardFile } from './board-file.ts';
import { soundBoard } from './make-board.ts';

/** Squares of all built-in boards. Brackets make them independent of associativity. */
const plainSquares = {
  prog: '',
  squares: {
    0: { 0: '_result_ := pointValue(_pos_) + _acc_' },
    1: { 0: '_result_ := (pointValue(_pos_) * 2) + _acc_' },
    2: { 0: '_result_ := (pointValue(_pos_) * 3) + _acc_' },
    3: { 0: '_result_ := pointValue(_pos_) + _acc_', 1: '_result_ := _acc_ * 2' },
    4: { 0: '_result_ := pointValue(_pos_) + _acc_', 1: '_result_ := _acc_ * 3' },
  },
  usedSquare: 0,
  center: [0, 0],
  ppSquare: `
if (_input_ = 0) then {
  _result_ := charToInt('.')
} else {
  _result_ := (charToInt('a') + _input_) - 1
}`,
} as const;

export const finiteSquares = {
  ...plainSquares,
  isInfinite: false,
  bounds: [-7, -7, 15, 15],
} as const satisfies BoardFile;

export const infiniteSquares = { ...plainSquares, isInfinite: true } as const satisfies BoardFile;

/** One quarter determines the others by symmetry. */
const quarter = `
declare a;
declare b;
if (_x_ < 0) then { a := (-_x_) } else { a := _x_ };
if (_y_ < 0) then { b := (-_y_) } else { b := _y_ };`;

const doubleLetters = `
  (((a = 4) /\\ ((b = 0) \\/ (b = 7))) \\/
  (((a = 1) /\\ ((b = 1) \\/ (b = 5))) \\/
  (((a = 5) /\\ (b = 1)) \\/
   ((b = 4) /\\ ((a = 0) \\/ (a = 7))))))`;

const standard = `
if (((a = 7) /\\ ((b = 0) \\/ (b = 7))) \\/ ((a = 0) /\\ (b = 7))) then {
  _result_ := 4
} else { if ((a = b) /\\ ((2 < a) /\\ (a < 7))) then {
  _result_ := 3
} else { if (((a = 2) /\\ ((b = 2) \\/ (b = 6))) \\/ ((a = 6) /\\ (b = 2))) then {
  _result_ := 2
} else { if (${doubleLetters}
) then {
  _result_ := 1
} else { if ((a <= 7) /\\ (b <= 7)) then {
  _result_ := 0
} else {
  _result_ := (-1)
}}}}}`;

const official = `
if ((a = 0) /\\ (b = 0)) then {
  _result_ := 3
} else {${standard}
}`;

const hole = `
if (((2 <= a) /\\ (a <= 4)) /\\ ((2 <= b) /\\ (b <= 4))) then {
  _result_ := (-1)
} else {${standard}
}`;

const infinite = `
if ((a = 0) /\\ (b = 0)) then {
  _result_ := 0
} else {
a := (a % 7);
b := (b % 7);
if ((a = 0) /\\ (b = 0)) then {
  _result_ := 4
} else { if ((a = b) /\\ (2 < a)) then {
  _result_ := 3
} else { if (((a = 2) /\\ ((b = 2) \\/ (b = 6))) \\/ ((a = 6) /\\ (b = 2))) then {
  _result_ := 2
} else { if (${doubleLetters}
) then {
  _result_ := 1
} else {
  _result_ := 0
}}}}}`;

const infiniteHole = `
if ((a = 0) /\\ (b = 0)) then {
  _result_ := 0
} else {
a := (a % 6);
b := (b % 6);
if (((2 <= a) /\\ (a <= 4)) /\\ ((2 <= b) /\\ (b <= 4))) then {
  _result_ := (-1)
} else { if ((a = 0) /\\ (b = 0)) then {
  _result_ := 4
} else { if ((a = b) /\\ (2 < a)) then {
  _result_ := 3
} else { if (((a = 2) /\\ (b = 5)) \\/ ((a = 5) /\\ (b = 2))) then {
  _result_ := 2
} else { if (${doubleLetters}
) then {
  _result_ := 1
} else {
  _result_ := 0
}}}}}}`;

const plain = `
if (((-7) <= _x_) /\\ ((_x_ <= 7) /\\ (((-7) <= _y_) /\\ (_y_ <= 7)))) then {
  _result_ := 0
} else {
  _result_ := (-1)
}`;

const builtInBoards = {
  standard: { ...finiteSquares, prog: `${quarter}${standard}` },
  official: { ...finiteSquares, prog: `${quarter}${official}` },
  hole: { ...finiteSquares, prog: `${quarter}${hole}` },
  infinite: { ...infiniteSquares, prog: `${quarter}${infinite}` },
  'infinite-hole': { ...infiniteSquares, prog: `${quarter}${infiniteHole}` },
  plain: { ...finiteSquares, prog: plain },
} as const satisfies Record<string, BoardFile>;

export type BuiltInBoard = keyof typeof builtInBoards;

/** Boards without chance. */
export const builtInBoardNames = Object.keys(builtInBoards) as readonly BuiltInBoard[];

export function isBuiltInBoard(name: string): name is BuiltInBoard {
  return Object.hasOwn(builtInBoards, name);
}

/** Caches boards, because compiling takes a millisecond and each game needs several. */
const made = new Map<string, Board>();

export function builtInBoard(name: string): Board | undefined {
  const known = made.get(name);
  if (known || !isBuiltInBoard(name)) return known;
  const board = soundBoard(name, builtInBoards[name]);
  made.set(name, board);
  return board;
}
