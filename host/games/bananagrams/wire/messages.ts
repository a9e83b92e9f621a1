import type { Reading } from '../../../core/reading.ts';
/** A player's first byte selects it: `r` is plain, `n` is numbered. */
export const dialects = ['plain', 'numbered'] as const;
export type Dialect = (typeof dialects)[number];

export type Message =
  | { readonly type: 'peel'; readonly number: number | undefined; readonly grid: Grid }
  | { readonly type: 'dump'; readonly letter: string };

/** Notices for players. Numbers are those of the wire, from 0 to 999. */
export type Notice =
  | { readonly type: 'hand'; readonly tiles: string }
  | { readonly type: 'peeled'; readonly number: number; readonly mine: boolean; readonly drew: string }
  | { readonly type: 'late'; readonly number: number }
  | { readonly type: 'dumped'; readonly tiles: string };

/** A grid as letters and their places (row times width plus column). Free cells take no memory. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly letters: string;
  readonly places: readonly number[];
  /** Excess letters: more than the game has tiles, so the grid must be wrong. */
  readonly beyond: number;
}

/** Undefined if the dialect has no words for it. */
export function noticeText(notice: Notice, dialect: Dialect): string {
  switch (notice.type) {
    case 'hand':
      return `${notice.tiles}.`;
    case 'peeled':
      if (dialect === 'numbered')
        return `${notice.mine ? '+' : '='}${threeDigits(notice.number)}${notice.drew}.`;
      return notice.drew === '' ? '' : `${notice.drew}.`;
    case 'late':
      return dialect === 'numbered' ? `-${threeDigits(notice.number)}.` : '';
    case 'dumped':
      return `${dialect === 'numbered' ? 'd' : ''}${notice.tiles}.`;
    default:
      return notice satisfies never;
  }
}

export function messageText(message: Message): string {
  switch (message.type) {
    case 'peel':
      return `p${message.number === undefined ? '' : threeDigits(message.number)}${gridText(message.grid)}`;
    case 'dump':
      return `d${message.letter}`;
    default:
      return message satisfies never;
  }
}

/** The limit of shown cells, and of known letters. */
export const SHOWN_CELLS = 160;

/** Shortens a long message. */
export function excerptOf(message: Message): string {
  if (message.type === 'dump' || message.grid.width * message.grid.height <= SHOWN_CELLS)
    return messageText(message);
  const { width, height, places, letters } = message.grid;
  const cells = new Array<string>(SHOWN_CELLS).fill('.');
  for (let index = 0; index < places.length && places[index]! < SHOWN_CELLS; index++)
    cells[places[index]!] = letters[index]!;
  const number = message.number === undefined ? '' : threeDigits(message.number);
  return `p${number}${threeDigits(width)}${threeDigits(height)}${cells.join('')}…`;
}

/**
 * Reads a message of the host without its `.`. Plain notices do not name their kind: all of them add tiles.
 */
export function readNotice(text: string, dialect: Dialect, dealt: boolean): Notice | undefined {
  if (!/^[A-Z]*$/.test(text.replace(/^[+=-]\d{3}|^d/, ''))) return undefined;
  if (!dealt || dialect === 'plain') return /^[A-Z]+$/.test(text) ? plainNotice(text, dealt) : undefined;
  const peel = /^([+=-])(\d{3})([A-Z]?)$/.exec(text);
  if (peel) return numberedPeel(peel[1]!, Number(peel[2]), peel[3]!);
  return /^d(?:[A-Z]|[A-Z]{3})$/.test(text) ? { type: 'dumped', tiles: text.slice(1) } : undefined;
}

function plainNotice(tiles: string, dealt: boolean): Notice {
  return dealt ? { type: 'dumped', tiles } : { type: 'hand', tiles };
}

function numberedPeel(sign: string, number: number, drew: string): Notice | undefined {
  if (sign !== '-') return { type: 'peeled', number, mine: sign === '+', drew };
  return drew === '' ? { type: 'late', number } : undefined;
}

export type GridReading = Reading<{ grid: Grid }>;

/** Writes `xxxyyy` and the cells, row by row. */
export function gridText({ width, height, letters, places }: Grid): string {
  let text = threeDigits(width) + threeDigits(height);
  let next = 0;
  for (let index = 0; index < letters.length; index++) {
    const place = places[index]!;
    text += '.'.repeat(place - next) + letters[index];
    next = place + 1;
  }
  return text + '.'.repeat(width * height - next);
}

/** Reads a grid from a record or the command line. */
export function readGrid(text: string): GridReading {
  const size = /^(\d{3})(\d{3})/.exec(text);
  if (!size) return problem('a grid starts with six digits: three for its width and three for its height');
  const [width, height] = [Number(size[1]), Number(size[2])];
  if (width === 0 || height === 0) return problem('a grid is at least one column wide and one row high');
  const cells = text.slice(6);
  const odd = /[^A-Z.]/.exec(cells);
  if (odd)
    return problem(
      `a cell is a letter A to Z or a dot, not ${JSON.stringify(odd[0])} (cell ${odd.index + 1})`,
    );
  if (cells.length !== width * height)
    return problem(`${width} by ${height} is ${width * height} cells; got ${cells.length}`);
  return { ok: true, grid: gridOfCells(width, height, cells) };
}

function problem(sentence: string): GridReading {
  return { ok: false, problem: sentence };
}

function gridOfCells(width: number, height: number, cells: string): Grid {
  const places: number[] = [];
  let letters = '';
  for (let place = 0; place < cells.length; place++) {
    if (cells[place] === '.') continue;
    letters += cells[place];
    places.push(place);
  }
  return { width, height, letters, places, beyond: 0 };
}

/** Removes empty rows and columns around the words. */
export function trimmed(grid: Grid): Grid {
  if (grid.places.length === 0) return { ...grid, width: 1, height: 1 };
  const columns = grid.places.map((place) => place % grid.width);
  let [left, right] = [columns[0]!, columns[0]!];
  for (const column of columns) {
    if (column < left) left = column;
    if (column > right) right = column;
  }
  const top = Math.floor(grid.places[0]! / grid.width);
  const bottom = Math.floor(grid.places.at(-1)! / grid.width);
  const width = right - left + 1;
  const places = grid.places.map((place, index) => {
    const row = Math.floor(place / grid.width) - top;
    return row * width + columns[index]! - left;
  });
  return { ...grid, width, height: bottom - top + 1, places };
}

export function threeDigits(number: number): string {
  return String(number).padStart(3, '0');
}
