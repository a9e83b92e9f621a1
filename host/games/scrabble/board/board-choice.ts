import { draw, type Key, openStream, type Stream, shuffle } from '../../../core/chance.ts';
import type { Setup } from '../../game.ts';
import type { FileReading } from '../../kit/option.ts';
import type { Board } from './board.ts';
import { builtInBoard, builtInBoardNames, finiteSquares, infiniteSquares } from './built-in-boards.ts';
import { boardFromFile, soundBoard } from './make-board.ts';
import { programOfRows } from './program-of-rows.ts';

/** What was asked for as a board: some are only drawn when the match's chance is known. */
interface BoardChoice {
  /** What it is read back from: its name, or its file. */
  readonly text: string;
  /** None for one that is still to be drawn. */
  readonly board: Board | undefined;
}

/** Those that are drawn have a seed, too: `random:42`. */
export const boardChoiceNames: readonly string[] = [...builtInBoardNames, 'random', 'infinite-random'];

type Reading = FileReading & ({ ok: true; value: BoardChoice } | { ok: false });

export function namedChoice(name: string): Reading | undefined {
  const board = builtInBoard(name);
  return board || readRandomName(name) ? { ok: true, value: { text: name, board } } : undefined;
}

/** The text of a board's file. */
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

/** How many squares of each kind are drawn; all others are of kind 0. */
const drawn = [
  { id: 4, squares: 8 },
  { id: 3, squares: 16 },
  { id: 2, squares: 12 },
  { id: 1, squares: 24 },
] as const;

const SIDE = 15;
const MIDDLE = 7;

/** `random:SEED` has a seed of its own; without, the match's stream for boards draws it. */
function readRandomName(
  name: string,
): { readonly kind: RandomBoard; readonly seed: string | undefined } | undefined {
  const kind = randomBoardNames.find((known) => name === known || name.startsWith(`${known}:`));
  if (kind === undefined) return undefined;
  return { kind, seed: name === kind ? undefined : name.slice(kind.length + 1) };
}

/** What a name wants that draws a board only from the seed of a match; none: it has a seed, or draws none. */
export function wantsSeed(name: string): string | undefined {
  const random = readRandomName(name);
  if (!random || random.seed !== undefined) return undefined;
  return `expected a seed after the name, as in ${name}:42`;
}

/** 15 by 15 with so many squares of each kind, or that without end. */
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

/** Columns and rows from 0, with which no number in the program is negative. */
const inside = `declare a; declare b; a := (_x_ + 7); b := (_y_ + 7);
if (((a < 0) \\/ (14 < a)) \\/ ((b < 0) \\/ (14 < b))) then { _result_ := (-1) } else `;
const repeated = `declare a; declare b;
a := ((((_x_ % 15) + 15) + 7) % 15); b := ((((_y_ % 15) + 15) + 7) % 15);
`;

/** The kinds of all squares: of the rarer kinds at the first places, and of kind 0 elsewhere. */
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
 * The built-in board of that name, if there is one. `random` is drawn from the match's key, `random:SEED`
 * from its own: with one seed both are the same board. Without the key of a match there is no `random`.
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
