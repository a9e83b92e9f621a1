import { SIZE } from '../../../bots/scrabble/web/web-game.ts';
import { listOf, Misfit, object, oneOf, readShape, type ValueOf, whole } from '../../../core/shape.ts';
import type { Board } from '../../../games/scrabble/board/board.ts';
import { makeBoard } from '../../../games/scrabble/board/make-board.ts';

const MOST_TIMES = 100;
/** Of the top left corner, so that the middle is (0, 0). */
const CORNER = -7;
/** A square like this changes nothing. */
const PLAIN = '1 1';

const times = whole(1, MOST_TIMES);
const square = object({ LS: times, WS: times, start: oneOf(true, false) });
const file = object({ gameboard: listOf(listOf(square)) });

type Rows = ValueOf<typeof file>['gameboard'];

/** The board that a server of web bots tells by what its squares multiply, or a sentence why it is none. */
export function webBoard(told: unknown): Board | string {
  const read = readShape(file, { gameboard: told });
  if (read instanceof Misfit) return read.inWords('gameboard');
  const { gameboard: rows } = read;
  if (rows.length !== SIZE || rows.some(({ length }) => length !== SIZE))
    return `gameboard: expected ${SIZE} rows of ${SIZE} squares`;
  const places = rows.flatMap((row, y) => row.map((square, x) => ({ x: x + CORNER, y: y + CORNER, square })));
  const starts = places.filter(({ square }) => square.start);
  if (starts.length !== 1)
    return `gameboard: expected one square with "start":true; there are ${starts.length}`;
  const kinds = [PLAIN, ...new Set(places.map(({ square: { LS, WS } }) => `${LS} ${WS}`))].filter(isFirst);
  const made = makeBoard('web', {
    prog: programOf(rows, kinds),
    squares: Object.fromEntries(kinds.map((kind, id) => [id, functionsOf(kind)])),
    ...{ usedSquare: 0, center: [starts[0]!.x, starts[0]!.y], isInfinite: false },
    bounds: [CORNER, CORNER, SIZE, SIZE],
  });
  return made.ok ? made.board : `gameboard: ${made.problem}`;
}

const isFirst = <Item>(item: Item, index: number, items: readonly Item[]) => items.indexOf(item) === index;

/** First what a letter is worth, then the whole word. */
function functionsOf(kind: string): Record<string, string> {
  const [letter, word] = kind.split(' ');
  const points = letter === '1' ? 'pointValue(_pos_)' : `(pointValue(_pos_) * ${letter})`;
  return {
    0: `_result_ := ${points} + _acc_`,
    ...(word !== '1' && { 1: `_result_ := _acc_ * ${word}` }),
  };
}

/** One row after the other, and in it the squares that are not plain. */
function programOf(rows: Rows, kinds: readonly string[]): string {
  const steps = rows.flatMap((row, y) => {
    const squares = row.flatMap(({ LS, WS }, x) => {
      const id = kinds.indexOf(`${LS} ${WS}`);
      return id === 0 ? [] : [when('_x_', x, `_result_ := ${id}`)];
    });
    return squares.length === 0 ? [] : [when('_y_', y, squares.join(';\n'))];
  });
  return [INSIDE, ...steps].join(';\n');
}

const when = (place: string, index: number, act: string) =>
  `if (${place} = ${number(index + CORNER)}) then { ${act} } else { _result_ := _result_ }`;

const number = (value: number) => (value < 0 ? `(-${-value})` : String(value));

const INSIDE = `if (((${number(CORNER)} <= _x_) /\\ (_x_ <= ${SIZE - 1 + CORNER})) /\\ ((${number(CORNER)} <= _y_) /\\ (_y_ <= ${SIZE - 1 + CORNER})))
then { _result_ := 0 } else { _result_ := (-1) }`;
