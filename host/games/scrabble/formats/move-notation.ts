import { type Reading, refused } from '../../../core/reading.ts';
import { meant } from '../../../core/text.ts';
import type { Board } from '../board/board.ts';
import { placeOfWord, squareNamed } from '../board/squares.ts';
import type { Direction, JudgingTerms } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import { isBlank, type TileSet } from '../tiles/tile-set.ts';
import type { Move, Placement } from '../wire/messages.ts';
import { lineReader } from '../wire/scanner.ts';

export type WrittenMove = Reading<{ move: Move }>;

interface MoveTerms {
  readonly board: Pick<Board, 'layout'>;
  readonly tiles: TileSet;
}

/**
 * Reads `8H WORD`, `X,Y across WORD` or `ROW,COLUMN WORD h`: a small letter is a blank, and a dot an existing
 * tile. Also reads moves of the wire: `change ID …`, `pass`, and placements with or without `play`.
 */
export function readWrittenMove(text: string, { board, tiles }: MoveTerms): WrittenMove {
  const [, x, y, direction, word] = /^\s*(-?\d+)\s*,\s*(-?\d+)\s+(across|down)\s+(\S+)\s*$/u.exec(text) ?? [];
  if (word !== undefined) return spelled(Number(x), Number(y), direction as Direction, word, tiles);
  return (
    readNamed(text, board, tiles) ??
    readCounted(text, board, tiles) ??
    readChange(text, tiles) ??
    readAsOnWire(text, board, tiles)
  );
}

/** A row first is across, a column first is down. */
const NAMED = /^\s*(?:(?<row>\d{1,2})(?<column>[a-z])|(?<top>[a-z])(?<first>\d{1,2}))\s+(?<word>\S+)\s*$/iu;

/** Reads `8H WORD` and `H8 WORD`. A1 is the top left corner. */
function readNamed(text: string, { layout }: MoveTerms['board'], tiles: TileSet): WrittenMove | undefined {
  const { row, column, top, first, word } = NAMED.exec(text)?.groups ?? {};
  if (word === undefined) return undefined;
  const place = squareNamed((column ?? top)!, Number(row ?? first), layout);
  if (!place)
    return refused(
      `${JSON.stringify(text)}: the columns of this board have no letters. Use X,Y across WORD or X,Y down WORD`,
    );
  return spelled(...place, row === undefined ? 'down' : 'across', word, tiles);
}

const COUNTED = /^\s*(\d{1,4})\s*,\s*(\d{1,4})\s+(\S+)\s+([hv])\s*$/iu;

/** Reads `ROW,COLUMN WORD h` or `v`, counted from 1 at the top left corner. */
function readCounted(text: string, { layout }: MoveTerms['board'], tiles: TileSet): WrittenMove | undefined {
  const [, row, column, word, way] = COUNTED.exec(text) ?? [];
  if (word === undefined) return undefined;
  if (!layout)
    return refused(
      `${JSON.stringify(text)}: an infinite board has no first row. Use X,Y across WORD or X,Y down WORD`,
    );
  const [x, y] = [layout.x + Number(column) - 1, layout.y + Number(row) - 1];
  return spelled(x, y, way!.toLowerCase() === 'h' ? 'across' : 'down', word, tiles);
}

/** Reads `change ABC?`. */
function readChange(text: string, tiles: TileSet): WrittenMove | undefined {
  const [, letters] = /^\s*change\s+([^\d\s-].*)$/u.exec(text) ?? [];
  if (letters === undefined) return undefined;
  const given = readHand(letters, tiles);
  if (typeof given === 'string') return refused(`${JSON.stringify(text)}: ${given}`);
  const ids = [...given].flatMap(([id, count]) => Array.from({ length: count }, () => id));
  return { ok: true, move: { type: 'change', ids } };
}

function readAsOnWire(text: string, board: MoveTerms['board'], tiles: TileSet): WrittenMove {
  const letters = new Set(tiles.tiles.flatMap(({ faces }) => faces.map(({ letter }) => letter)));
  const isWhole = /^\s*(@\d+\s+)?(play|change|pass|forfeit)\b/.test(text);
  const reading = lineReader(letters)(isWhole ? text : `play ${text}`);
  if (reading.says === 'move') return { ok: true, move: reading.move };
  const direction = wrongDirection(text);
  const fault = isWhole ? undefined : faultOfWritten(text, board);
  // A text that begins like a line of the wire is judged as one.
  const onWire =
    reading.says === 'nothing' && (isWhole || /^\s*-?\d+(\s|$)/.test(text)) ? reading.problem : undefined;
  const why = fault ?? onWire?.replace(/^play has (\d+) words/, isWhole ? '$&' : 'it has $1 words');
  const forms =
    'expected a move such as "8H HELLO" or "0,0 across HELLO", "change AB", "pass", or placements such as "0 0 8H4 1 0 5E1"';
  return refused(
    `${JSON.stringify(text.slice(0, 40))} is not a valid move: ${direction ?? `${forms}${why === undefined ? '' : ` (${why})`}`}`,
  );
}

/** Such as `0,0 accross WORD`, or `8,6 WORD x`. */
function wrongDirection(text: string): string | undefined {
  const [, first, second] = /^\s*-?\d+\s*,\s*-?\d+\s+(\S+)\s+(\S+)\s*$/u.exec(text) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const isLast = second.length === 1 && meant(first, ['across', 'down']) === '';
  return isLast
    ? `${JSON.stringify(second)} is not a direction: expected h or v`
    : `${JSON.stringify(first)} is not a direction: expected across or down`;
}

function faultOfWritten(text: string, { layout }: MoveTerms['board']): string | undefined {
  const [, word] = /^\s*([\p{L}.]+)\s*$/u.exec(text) ?? [];
  if (word !== undefined)
    return `it has no position: ${layout ? '8H' : '0,0 across'} ${word.slice(0, LONGEST)}`;
  const [, late, place] = /^\s*([\p{L}.]+)\s+(\d{1,2}[a-z]|[a-z]\d{1,2})\s*$/iu.exec(text) ?? [];
  if (late !== undefined) return `the position comes first: ${place} ${late.slice(0, LONGEST)}`;
  const [, corner, lost] = /^\s*(-?\d+\s*,\s*-?\d+)\s+([\p{L}.]+)\s*$/u.exec(text) ?? [];
  if (lost === undefined) return undefined;
  if (lost === 'across' || lost === 'down') return `it has no word: ${corner} ${lost} HELLO`;
  return `it has no direction: ${corner} across ${lost.slice(0, LONGEST)}`;
}

/** Words stay within the numbers of the wire, which have 32 bits. */
const LARGEST = 2 ** 31 - 1;

/** More than any board is wide. */
const LONGEST = 40;

export interface WordPlace {
  readonly x: number;
  readonly y: number;
  readonly direction: Direction;
}

export function squareAlong(
  { x, y, direction }: WordPlace,
  index: number,
): { readonly x: number; readonly y: number } {
  return direction === 'across' ? { x: x + index, y } : { x, y: y + index };
}

function spelled(x: number, y: number, direction: Direction, word: string, tiles: TileSet): WrittenMove {
  const last = Math.max(x, y) + word.length;
  if (Math.min(x, y) < -LARGEST || last > LARGEST)
    return refused(`${JSON.stringify(`${x},${y}`)}: expected coordinates from -${LARGEST} to ${LARGEST}`);
  const placements: Placement[] = [];
  for (const [index, letter] of [...word].entries()) {
    if (letter === '.') continue;
    const tile = tileFor(letter, tiles);
    if (!tile) return refused(`${JSON.stringify(word)}: no tile of this set can stand for ${letter}`);
    placements.push({ ...squareAlong({ x, y, direction }, index), ...tile });
  }
  return { ok: true, move: { type: 'play', placements } };
}

/** Prefers the letter's own tile. A small letter is a blank. */
export function tileFor(
  letter: string,
  { tiles }: TileSet,
): Pick<Placement, 'id' | 'letter' | 'points'> | undefined {
  const wanted = letter.toUpperCase();
  const isSmall = letter !== wanted;
  for (const { id, faces } of tiles) {
    const isOwn = faces.every((face) => face.letter === faces[0]!.letter);
    const face = faces.find((each) => each.letter === wanted);
    if (face && isOwn !== isSmall) return { id, ...face };
  }
  return undefined;
}

/** Reads letters with `?` for blanks, or `IDxN …` as on the wire. */
export function readHand(text: string, tiles: TileSet): ReadonlyMap<number, number> | string {
  const hand = new Map<number, number>();
  const add = (id: number, count: number) => hand.set(id, (hand.get(id) ?? 0) + count);
  if (/^\s*(\d+x\d+\s*)+$/.test(text)) {
    for (const [, id, count] of text.matchAll(/(\d+)x(\d+)/g)) add(Number(id), Number(count));
    return hand;
  }
  const several = tiles.tiles.find(({ faces }) => new Set(faces.map(({ letter }) => letter)).size > 1);
  for (const letter of text.replaceAll(/\s/g, '')) {
    const id = letter === '?' ? several?.id : tileFor(letter.toUpperCase(), tiles)?.id;
    if (id === undefined) return `this set has no tile ${letter}`;
    add(id, 1);
  }
  return hand;
}

/**
 * Writes a play in the form of `readWrittenMove`: `8H WORD` across, `H8 WORD` down, or `X,Y across WORD` if
 * columns have no letters. A dot is an existing tile, and `main` the word along the play.
 */
export function writtenPlay(
  position: Position,
  placements: readonly Placement[],
  main: string,
  { board, tiles }: Pick<JudgingTerms, 'board' | 'tiles'>,
): string {
  const written = writtenWord(position, placements, main, (id) => isBlank(tiles, id));
  return `${placeOfWord(written, board.layout)} ${written.word}`;
}

/** A word with `.` for existing tiles. */
interface WrittenWord extends WordPlace {
  readonly word: string;
}

/** A single tile may make words in both directions. `main` is the scored one, if known. */
export function writtenWord(
  position: Position,
  laid: readonly Placement[],
  main: string | undefined,
  isBlank: (id: number) => boolean,
): WrittenWord {
  const across = run(position, laid, 'across', isBlank);
  const down = run(position, laid, 'down', isBlank);
  if (laid.length > 1) return laid.every(({ y }) => y === laid[0]!.y) ? across : down;
  const letters = (written: WrittenWord) =>
    [...written.word]
      .map((sign, index) => (sign === '.' ? lyingAt(position, squareAlong(written, index)) : sign))
      .join('');
  const isMain = (written: WrittenWord) => letters(written).toUpperCase() === main;
  if (main !== undefined && isMain(across) !== isMain(down)) return isMain(across) ? across : down;
  return across.word.length >= down.word.length ? across : down;
}

function lyingAt(position: Position, { x, y }: { readonly x: number; readonly y: number }): string {
  return position.tileAt(x, y)?.letter ?? '';
}

/** All consecutive tiles in one line with the first of these. */
function run(
  position: Position,
  laid: readonly Placement[],
  direction: Direction,
  isBlank: (id: number) => boolean,
): WrittenWord {
  const [right, below] = direction === 'across' ? [1, 0] : [0, 1];
  const isNew = (x: number, y: number) => laid.find((tile) => tile.x === x && tile.y === y);
  const signAt = (x: number, y: number): string | undefined => {
    const tile = isNew(x, y);
    if (tile) return isBlank(tile.id) ? tile.letter.toLowerCase() : tile.letter;
    return position.tileAt(x, y) && '.';
  };
  let { x, y } = laid[0]!;
  while (signAt(x - right, y - below) !== undefined) {
    x -= right;
    y -= below;
  }
  let word = '';
  for (let index = 0; ; index++) {
    const sign = signAt(x + index * right, y + index * below);
    if (sign === undefined) return { x, y, direction, word };
    word += sign;
  }
}
