import { draw, type Key, openStream, type Stream, shuffle } from '../../../core/chance.ts';
import type { Setup } from '../../game.ts';
import type { FileReading } from '../../kit/option.ts';
import type { Board } from './board.ts';
import { builtInBoard, builtInBoardNames, finiteSquares, infiniteSquares } from './built-in-boards.ts';
import { boardFromFile, soundBoard } from './make-board.ts';
import { programOfRows } from './program-of-rows.ts';

/** A requested board. Random ones are drawn when the match's chance is known. */
interface BoardChoice {
  /** Its name, or its file. */
  readonly text: string;
  /** Undefined before the draw. */
  readonly board: Board | undefined;
}

/** Random boards may have a seed: `random:42`. */
export const boardChoiceNames: readonly string[] = [...builtInBoardNames, 'random', 'infinite-random'];

type Reading = FileReading & ({ ok: true; value: BoardChoice } | { ok: false });

export function namedChoice(name: string): Reading | undefined {
  const board = builtInBoard(name);
  return board || readRandomName(name) ? { ok: true, value: { text: name, board } } : undefined;
}

export function boardChoice(text: string): Reading {
  const reading = boardFromFile('file', text);
  if (!reading.ok) return { ok: false, problem: reading.problem };
  return { ok: true, value: { text, board: reading.board } };
}

export function boardChoiceText({ text }: BoardChoice): string {
  return text;
}

export function boardOf({ text, board }: BoardChoice, { key, keyOf }: Pick<Setup, 'key' | 'keyOf'>): Board {
  const found = board ?? namedBoard(text, keyOf, key);
  if (!found) throw new Error(`${text} was a board when it was chosen, but is not a board now`);
  return found;
}

const randomBoardNames = ['random', 'infinite-random'] as const;
type RandomBoard = (typeof randomBoardNames)[number];

/** The number of squares of each kind. The others are of kind 0. */
const drawn = [
  { id: 4, squares: 8 },
  { id: 3, squares: 16 },
  { id: 2, squares: 12 },
  { id: 1, squares: 24 },
] as const;

const SIDE = 15;
const MIDDLE = 7;

/** `random:SEED` has its own seed. `random` uses the match's stream for boards. */
function readRandomName(
  name: string,
): { readonly kind: RandomBoard; readonly seed: string | undefined } | undefined {
  const kind = randomBoardNames.find((known) => name === known || name.startsWith(`${known}:`));
  if (kind === undefined) return undefined;
  return { kind, seed: name === kind ? undefined : name.slice(kind.length + 1) };
}

/** Returns a sentence for a name that needs the seed of a match. */
export function wantsSeed(name: string): string | undefined {
  const random = readRandomName(name);
  if (!random || random.seed !== undefined) return undefined;
  return `expected a seed after the name, as in ${name}:42`;
}

/** A board of 15 by 15 with random squares, or its infinite repetition. */
function randomBoard(kind: RandomBoard, name: string, stream: Stream): Board {
  const [places, rest] = shuffle(
    stream,
    Array.from({ length: SIDE * SIDE }, (_, place) => place),
  );
  const [x, last] = draw(rest, MIDDLE);
  const [y] = draw(last, MIDDLE);
  const program = programOfRows(
    rowsOf(places),
    drawn.map(({ id }) => id),
  );
  const file =
    kind === 'random'
      ? { ...finiteSquares, prog: `${inside}{ ${program} }` }
      : { ...infiniteSquares, prog: `${repeated}${program}` };
  return soundBoard(name, { ...file, center: [x, y] });
}

/** Columns and rows from 0, so that no number in the program is negative. */
const inside = `declare a; declare b; a := (_x_ + 7); b := (_y_ + 7);
if (((a < 0) \\/ (14 < a)) \\/ ((b < 0) \\/ (14 < b))) then { _result_ := (-1) } else `;
const repeated = `declare a; declare b;
a := ((((_x_ % 15) + 15) + 7) % 15); b := ((((_y_ % 15) + 15) + 7) % 15);
`;

/** Rarer kinds take the first places, and kind 0 the others. */
function rowsOf(places: readonly number[]): readonly (readonly number[])[] {
  const kinds = drawn.flatMap(({ id, squares }) => Array<number>(squares).fill(id));
  const rows = Array.from({ length: SIDE }, () => Array<number>(SIDE).fill(0));
  for (const [index, kind] of kinds.entries()) {
    const place = places[index]!;
    rows[Math.floor(place / SIDE)]![place % SIDE] = kind;
  }
  return rows;
}

export const boardNames: readonly string[] = [...builtInBoardNames, ...randomBoardNames];

/**
 * Finds a built-in board. `random` is drawn from the match's key, `random:SEED` from its own: equal seeds
 * make equal boards. Without a match's key there is no `random`.
 */
export function namedBoard(
  name: string,
  keyOf: (seed: string) => Key,
  matchKey: Key | undefined,
): Board | undefined {
  const random = readRandomName(name);
  if (!random) return builtInBoard(name);
  const key = random.seed === undefined ? matchKey : keyOf(random.seed);
  return key && randomBoard(random.kind, name, openStream(key, 'board'));
}
