import type { LaidTile as GhostTile, Panel } from '../../../games/presentation.ts';

/** What the host tells a player of its own. */
export interface ScrabbleHand {
  readonly tiles: readonly HandTile[];
  /** Tiles that are left in the bag. */
  readonly bag: number;
  /** Tiles may be exchanged. */
  readonly changes: boolean;
  /** The number of tiles of each letter that the player has not seen: those of the bag and of the others. */
  readonly unseen: Readonly<Record<string, number>>;
}

export interface HandTile {
  /** A kind of tile: equal tiles have equal ids. */
  readonly id: number;
  readonly letter: string;
  readonly points: number;
}

export const BLANK = '?';

/** The board without the tiles that are being laid. */
export interface Squares {
  readonly columns: number;
  readonly rows: number;
  /** By cell, row by row. */
  readonly cells: readonly Square[];
}

export interface Square {
  /** For example `H8`. */
  readonly name: string;
  readonly isFree: boolean;
  /** The letter of a tile, in lower case for a blank. Empty without one. */
  readonly letter: string;
  /** For example `double word`. */
  readonly meaning: string;
}

export function squaresOf({ rows, legend = [], columnNames = [], rowNames = [] }: Panel): Squares {
  const meanings = new Map(legend.map(({ sign, meaning }) => [sign, meaning]));
  const columns = Math.max(0, ...rows.map((row) => [...row].length));
  const cells = rows.flatMap((row, y) => {
    const texts = [...row];
    return Array.from({ length: columns }, (_, x): Square => {
      const text = texts[x] ?? ' ';
      const meaning = meanings.get(text);
      const isFree = text === '.' || meaning !== undefined;
      const letter = isFree || text === ' ' || text === '#' ? '' : text;
      const name = `${columnNames[x] ?? `${x + 1} `}${rowNames[y] ?? y + 1}`;
      return { name, isFree, letter, meaning: meaning ?? '' };
    });
  });
  return { columns, rows: rows.length, cells };
}

/** A tile of the rack on a square, not yet played. */
export interface LaidTile {
  /** Its index in the rack. */
  readonly slot: number;
  readonly cell: number;
  /** A blank has the letter that was chosen for it. */
  readonly letter: string;
}

export interface Cursor {
  readonly cell: number;
  readonly isDown: boolean;
}

/** What a player is about to play. */
export interface Laying {
  /** In the order that the player has chosen. */
  readonly rack: readonly HandTile[];
  /** In the order of laying. */
  readonly laid: readonly LaidTile[];
  /** Where the next typed letter goes. Undefined until a square was chosen. */
  readonly cursor: Cursor | undefined;
  /** The slot of a tile that was chosen for the next square. */
  readonly chosen: number | undefined;
}

export const nothingLaid: Laying = { rack: [], laid: [], cursor: undefined, chosen: undefined };

/** Keeps the order of the tiles that stay, and what can still be laid. */
export function layingWithHand(laying: Laying, hand: readonly HandTile[], squares: Squares): Laying {
  const left = [...hand];
  const moved = new Map<number, number>();
  const rack: HandTile[] = [];
  for (const [slot, tile] of laying.rack.entries()) {
    const found = left.findIndex(({ id }) => id === tile.id);
    if (found === -1) continue;
    moved.set(slot, rack.length);
    rack.push(...left.splice(found, 1));
  }
  const laid = laying.laid.flatMap((tile) => {
    const slot = moved.get(tile.slot);
    return slot !== undefined && squares.cells[tile.cell]?.isFree ? [{ ...tile, slot }] : [];
  });
  const chosen = laying.chosen === undefined ? undefined : moved.get(laying.chosen);
  return { ...laying, rack: [...rack, ...left], laid, chosen };
}

/** After a move of one's own: equal tiles that were drawn are not those that were played. */
export function withoutLaid(laying: Laying): Laying {
  const slots = new Set(laying.laid.map(({ slot }) => slot));
  return { ...nothingLaid, rack: laying.rack.filter((_, slot) => !slots.has(slot)) };
}

export function laidAt({ laid }: Laying, cell: number): LaidTile | undefined {
  return laid.find((tile) => tile.cell === cell);
}

export function isLaid({ laid }: Laying, slot: number): boolean {
  return laid.some((tile) => tile.slot === slot);
}

export function canLay(laying: Laying, squares: Squares, cell: number): boolean {
  return squares.cells[cell]?.isFree === true && laidAt(laying, cell) === undefined;
}

/** Lays a tile, or moves it on the board. A tile that lies on the square goes back to the rack. */
export function layTile(laying: Laying, squares: Squares, tile: LaidTile): Laying {
  if (!squares.cells[tile.cell]?.isFree) return laying;
  const others = laying.laid.filter(({ slot, cell }) => slot !== tile.slot && cell !== tile.cell);
  return { ...laying, laid: [...others, tile], chosen: undefined };
}

export function recallTile(laying: Laying, slot: number): Laying {
  return { ...laying, laid: laying.laid.filter((tile) => tile.slot !== slot), chosen: undefined };
}

/** The cursor goes back to where the first tile was laid. */
export function recallAll(laying: Laying): Laying {
  const [first] = laying.laid;
  const cursor = first && { cell: first.cell, isDown: laying.cursor?.isDown ?? false };
  return { ...laying, laid: [], chosen: undefined, ...(cursor && { cursor }) };
}

/** Lays the tile and moves the cursor to the next free square of the word. */
export function layAtCursor(laying: Laying, squares: Squares, slot: number, letter: string): Laying {
  const cursor = cursorFor(laying, squares);
  const free = cursor && nextFree(laying, squares, cursor, 0);
  if (free === undefined) return laying;
  const next = layTile(laying, squares, { slot, cell: free.cell, letter });
  return { ...next, cursor: nextFree(next, squares, free, 1) ?? free };
}

export const NO_SQUARE = 'There is no free square here.';

/** The result of a typed letter. A string says why it cannot be laid. */
export function typeLetter(
  laying: Laying,
  squares: Squares,
  typed: string,
  wantsBlank: boolean,
): Laying | string {
  const letter = typed.toUpperCase();
  const slotOf = (wanted: string) =>
    laying.rack.findIndex((tile, slot) => tile.letter.toUpperCase() === wanted && !isLaid(laying, slot));
  const plain = wantsBlank ? -1 : slotOf(letter);
  const slot = plain === -1 ? slotOf(BLANK) : plain;
  if (slot === -1) return wantsBlank ? 'You have no blank.' : `You have no ${letter}.`;
  const next = layAtCursor(laying, squares, slot, letter);
  return next === laying ? NO_SQUARE : next;
}

/** Lays a move instead of what was laid. A small letter is a blank. */
export function layMove(laying: Laying, squares: Squares, move: readonly GhostTile[]): Laying {
  return move.reduce((each, { cell, letter }) => {
    const wanted = letter === letter.toUpperCase() ? letter : BLANK;
    const slot = each.rack.findIndex((tile, index) => tile.letter === wanted && !isLaid(each, index));
    return slot === -1 ? each : layTile(each, squares, { slot, cell, letter: letter.toUpperCase() });
  }, recallAll(laying));
}

/** The last tile goes back, and its letter can be typed again. */
export function eraseLast(laying: Laying): Laying {
  const last = laying.laid.at(-1);
  if (!last) return laying;
  const isDown = laying.cursor?.isDown ?? false;
  return { ...recallTile(laying, last.slot), cursor: { cell: last.cell, isDown } };
}

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

const steps: Readonly<Record<Arrow, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function isArrow(key: string): key is Arrow {
  return Object.hasOwn(steps, key);
}

/** The direction stays: it is chosen by Tab, or by another tap on the square. */
export function moveCursor(laying: Laying, squares: Squares, arrow: Arrow): Laying {
  const { cursor } = laying;
  if (!cursor) return { ...laying, cursor: cursorFor(laying, squares) };
  const [right, below] = steps[arrow];
  const x = (cursor.cell % squares.columns) + right;
  const y = Math.floor(cursor.cell / squares.columns) + below;
  if (x < 0 || y < 0 || x >= squares.columns || y >= squares.rows) return laying;
  return { ...laying, cursor: { ...cursor, cell: y * squares.columns + x } };
}

/** Choosing the square of the cursor again turns it. */
export function chooseSquare(laying: Laying, cell: number): Laying {
  const { cursor } = laying;
  const isDown = cursor?.cell === cell ? !cursor.isDown : (cursor?.isDown ?? false);
  return { ...laying, cursor: { cell, isDown } };
}

export function turnCursor(laying: Laying, squares: Squares, isDown: boolean): Laying {
  const cursor = cursorFor(laying, squares);
  return cursor ? { ...laying, cursor: { ...cursor, isDown } } : laying;
}

/** A word that is typed without a chosen square begins in the middle of the board. */
export function cursorFor({ cursor }: Laying, { columns, rows, cells }: Squares): Cursor | undefined {
  if (cursor) return cursor;
  const middle = Math.floor(rows / 2) * columns + Math.floor(columns / 2);
  return cells[middle] === undefined ? undefined : { cell: middle, isDown: false };
}

/** `from` 0 includes the square itself. */
function nextFree(laying: Laying, squares: Squares, cursor: Cursor, from: number): Cursor | undefined {
  const { columns, rows } = squares;
  const [x, y] = [cursor.cell % columns, Math.floor(cursor.cell / columns)];
  const most = cursor.isDown ? rows - y : columns - x;
  for (let step = from; step < most; step++) {
    const cell = cursor.cell + step * (cursor.isDown ? columns : 1);
    if (canLay(laying, squares, cell)) return { ...cursor, cell };
  }
  return undefined;
}

/** Moves a tile within the rack. */
export function moveInRack(laying: Laying, from: number, to: number): Laying {
  const order = [...laying.rack.keys()];
  order.splice(to, 0, ...order.splice(from, 1));
  return inOrder(laying, order);
}

/** `chance` gives numbers from 0 to 1. */
export function shuffleRack(laying: Laying, chance: () => number): Laying {
  const order = [...laying.rack.keys()];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(chance() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return inOrder(laying, order);
}

function inOrder(laying: Laying, order: readonly number[]): Laying {
  return {
    ...laying,
    rack: order.map((slot) => laying.rack[slot]!),
    laid: laying.laid.map((tile) => ({ ...tile, slot: order.indexOf(tile.slot) })),
    chosen: undefined,
  };
}

export interface PlayMessage {
  readonly play: readonly {
    readonly row: number;
    readonly col: number;
    readonly tile: number;
    readonly letter: string;
  }[];
}

export function playOf({ rack, laid }: Laying, { columns }: Squares): PlayMessage {
  const inOrder = laid.toSorted((one, other) => one.cell - other.cell);
  return {
    play: inOrder.map(({ slot, cell, letter }) => ({
      row: Math.floor(cell / columns),
      col: cell % columns,
      tile: rack[slot]!.id,
      letter,
    })),
  };
}

/** A play such as `8H T.E`: a small letter is a blank, a dot a tile of the board. Undefined if it is in no line. */
export function writtenPlay(
  { play }: PlayMessage,
  { columnNames = [], rowNames = [] }: Panel,
  isBlank: (tile: number) => boolean,
): string | undefined {
  const [{ row, col } = { row: 0, col: 0 }] = play;
  const isAcross = play.every((tile) => tile.row === row);
  if (!isAcross && play.some((tile) => tile.col !== col)) return undefined;
  const signs: string[] = [];
  for (const tile of play)
    signs[tile.row - row + tile.col - col] = isBlank(tile.tile) ? tile.letter.toLowerCase() : tile.letter;
  const word = Array.from(signs, (sign) => sign ?? '.').join('');
  const place = isAcross ? `${rowNames[row]}${columnNames[col]}` : `${columnNames[col]}${rowNames[row]}`;
  return `${place} ${word}`;
}

/** The panel with the laid tiles as tiles that may be played. */
export function ghostsOf({ rack, laid }: Laying): readonly GhostTile[] {
  return laid.map(({ slot, cell, letter }) => ({
    cell,
    letter: rack[slot]!.letter === BLANK ? letter.toLowerCase() : letter,
  }));
}

/** The cells of words that the laid tiles form, if they are among `wrong`. */
export function cellsOfWords(
  laying: Laying,
  { columns, cells }: Squares,
  wrong: readonly string[],
): ReadonlySet<number> {
  const letterAt = (cell: number) => laidAt(laying, cell)?.letter ?? cells[cell]?.letter.toUpperCase() ?? '';
  const runs = laying.laid.flatMap(({ cell }) => [
    runThrough(cell, 1, (next) =>
      Math.floor(next / columns) === Math.floor(cell / columns) ? letterAt(next) : '',
    ),
    runThrough(cell, columns, letterAt),
  ]);
  return new Set(runs.filter((run) => wrong.includes(run.map(letterAt).join(''))).flat());
}

/** Cells with letters, one after another. */
function runThrough(cell: number, step: number, letterAt: (cell: number) => string): readonly number[] {
  let first = cell;
  while (letterAt(first - step) !== '') first -= step;
  const run: number[] = [];
  for (let next = first; letterAt(next) !== ''; next += step) run.push(next);
  return run;
}

/** A square as a screen reader tells it. */
export function squareInWords(square: Square, laid: LaidTile | undefined, isWrong = false): string {
  const { name, letter, meaning, isFree } = square;
  const wrong = isWrong ? ', not a word' : '';
  if (laid) return `${name}, ${laid.letter}, laid by you${wrong}`;
  if (letter !== '')
    return `${name}, ${letter.toUpperCase()}${letter === letter.toUpperCase() ? '' : ', blank'}${wrong}`;
  return `${name}, ${isFree ? meaning || 'free' : 'no square'}`;
}
