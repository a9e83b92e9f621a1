import type { Reading } from '../../../core/reading.ts';
import { shown } from '../tiles/tile-set.ts';
import { NO_SQUARE } from './board.ts';
import type { BoardFile } from './board-file.ts';
import { programOfRows } from './program-of-rows.ts';

/** Signs of MAGPIE's layouts by their multipliers. */
const signs = [
  [' ', 1, 1],
  ["'", 2, 1],
  ['"', 3, 1],
  ['-', 1, 2],
  ['=', 1, 3],
  ['^', 4, 1],
  ['~', 1, 4],
] as const;

const BRICK = '#';
const START = /^(\d{1,2}),(\d{1,2})\s*$/;
const LARGEST_SIDE = 99;

/** The first line is the row and the column of the first play: `7,7`. JSON never begins so. */
export function isMagpieLayout(text: string): boolean {
  return START.test(text.split('\n', 1)[0]!);
}

/** Reads a MAGPIE layout: a start line, and a line of signs per row. */
export function readMagpieLayout(text: string): Reading<{ value: BoardFile }> {
  const [first = '', ...lines] = text.replaceAll('\r', '').replace(/\n+$/, '').split('\n');
  const [, row, column] = START.exec(first)!;
  const [startY, startX] = [Number(row), Number(column)];
  const side = lines.length;
  if (side === 0 || side > LARGEST_SIDE)
    return wrong(2, `expected from 1 to ${LARGEST_SIDE} rows; got ${side}`);
  if (Math.max(startX, startY) >= side)
    return wrong(
      1,
      `expected a row and a column from 0 to ${side - 1}, since there are ${side} rows; got ${first}`,
    );
  const rows: number[][] = [];
  for (const [index, line] of lines.entries()) {
    const squares = [...line];
    if (squares.length !== side)
      return wrong(index + 2, `expected ${side} signs, as many as there are rows; got ${squares.length}`);
    const unknown = squares.find((sign) => sign !== BRICK && kindOf(sign) === -1);
    if (unknown !== undefined)
      return wrong(
        index + 2,
        `expected one of the signs ${signs.map(([sign]) => shown(sign)).join(' ')} "#"; got ${shown(unknown)}`,
      );
    rows.push(squares.map((sign) => (sign === BRICK ? NO_SQUARE : kindOf(sign))));
  }
  const kinds = [...new Set(rows.flat())].filter((kind) => kind !== 0).sort((one, other) => one - other);
  const last = side - 1;
  const outside = `((a < 0) \\/ (${last} < a)) \\/ ((b < 0) \\/ (${last} < b))`;
  const prog = `declare a; declare b; a := (_x_ + ${startX}); b := (_y_ + ${startY});
if (${outside}) then { _result_ := (-1) } else { ${programOfRows(rows, kinds)} }`;
  const used = new Set([0, ...kinds]);
  const squares = Object.fromEntries(
    signs.flatMap(([, letter, word], kind) => (used.has(kind) ? [[kind, functionsOf(letter, word)]] : [])),
  );
  return {
    ok: true,
    value: {
      prog,
      squares,
      usedSquare: 0,
      center: [0, 0],
      isInfinite: false,
      bounds: [-startX, -startY, side, side],
    },
  };
}

const kindOf = (sign: string): number => signs.findIndex(([known]) => known === sign);

function functionsOf(letter: number, word: number): Record<string, string> {
  const points = letter === 1 ? 'pointValue(_pos_)' : `(pointValue(_pos_) * ${letter})`;
  return {
    0: `_result_ := ${points} + _acc_`,
    ...(word > 1 && { 1: `_result_ := _acc_ * ${word}` }),
  };
}

const wrong = (line: number, problem: string): Reading<{ value: BoardFile }> => ({
  ok: false,
  problem: `line ${line}: ${problem}`,
});
