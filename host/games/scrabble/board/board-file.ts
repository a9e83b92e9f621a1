import { parseJson } from '../../../core/json.ts';
import { FARTHEST } from './board.ts';

/** A board as it is in a file: JSON with these keys, as docs/reference/board.schema.json has them. */
export interface BoardFile {
  readonly prog: string;
  /** Number to priority to program. */
  readonly squares: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly usedSquare: number;
  readonly center: readonly [x: number, y: number];
  readonly isInfinite: boolean;
  readonly bounds?: readonly [x: number, y: number, width: number, height: number];
  readonly ppSquare?: string;
}

export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

const keys = ['prog', 'squares', 'usedSquare', 'center', 'isInfinite', 'bounds', 'ppSquare'] as const;
const optional: readonly string[] = ['bounds', 'ppSquare'];

const LONGEST_FILE = 131_072;
const MOST_KINDS = 250;
/** Of one kind of square: what a word may cost to score. */
const MOST_FUNCTIONS = 8;
const MOST_PLACES = 250_000;
const LARGEST = 2_147_483_647;

/** The shape alone: programs are read later. */
export function readBoardFile(text: string): Reading<BoardFile> {
  if (text.length > LONGEST_FILE)
    return no(`expected a board file of at most ${LONGEST_FILE} characters; this one is longer`);
  let value: unknown;
  try {
    value = parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return no(`expected JSON: ${(error as Error).message.replace(/\s+/g, ' ').slice(0, 120)}`);
  }
  const problem = wrongKeys(value) ?? wrongValues(value as Record<string, unknown>);
  return problem === undefined ? { ok: true, value: value as BoardFile } : no(problem);
}

function no(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}

function wrongKeys(value: unknown): string | undefined {
  if (!isTable(value)) return `expected an object with the keys ${keys.join(', ')}; got ${shown(value)}`;
  const odd = Object.keys(value).find((key) => key !== '$schema' && !keys.some((known) => known === key));
  if (odd !== undefined) return `there is no key ${shown(odd)}; the keys are ${keys.join(', ')}`;
  const missing = keys.find((key) => !Object.hasOwn(value, key) && !optional.includes(key));
  return missing === undefined ? undefined : `${missing}: expected ${expected[missing]}; it is not there`;
}

const coordinates = `whole numbers up to ${FARTHEST} either way`;
const expected = {
  prog: 'a program, as a text',
  squares: `up to ${MOST_KINDS} numbers from 0 to ${LARGEST}, each with an object of priorities and programs`,
  usedSquare: 'one of the numbers under squares',
  center: `[x, y], ${coordinates}`,
  isInfinite: 'true or false',
  bounds: `[x, y, width, height] with ${coordinates}, and up to ${MOST_PLACES} places in all`,
  ppSquare: 'a program, as a text',
} as const satisfies Record<(typeof keys)[number], string>;

const fits: Record<(typeof keys)[number], (value: unknown, file: Record<string, unknown>) => boolean> = {
  prog: isText,
  squares: (value) => isTable(value) && Object.keys(value).length <= MOST_KINDS,
  usedSquare: (value, { squares }) => typeof value === 'number' && Object.hasOwn(squares as object, value),
  center: (value) => isTuple(value, 2) && value.every(isCoordinate),
  isInfinite: (value) => typeof value === 'boolean',
  bounds: isRectangle,
  ppSquare: isText,
};

function wrongValues(file: Record<string, unknown>): string | undefined {
  for (const key of keys) {
    const value = file[key];
    if (value === undefined) continue;
    if (!fits[key](value, file)) return `${key}: expected ${expected[key]}; got ${shown(value)}`;
    const problem = key === 'squares' ? wrongSquares(value as Record<string, unknown>) : undefined;
    if (problem !== undefined) return problem;
  }
  if (file.isInfinite === true && file.bounds !== undefined)
    return 'bounds: expected none, because isInfinite is true';
  return undefined;
}

function wrongSquares(squares: Record<string, unknown>): string | undefined {
  for (const [id, kind] of Object.entries(squares)) {
    if (!isNumber(id, 0)) return `squares: expected numbers from 0 to ${LARGEST}; got ${shown(id)}`;
    if (!isTable(kind) || Object.keys(kind).length > MOST_FUNCTIONS)
      return `squares.${id}: expected an object of up to ${MOST_FUNCTIONS} priorities, each with a program; got ${shown(kind)}`;
    for (const [priority, program] of Object.entries(kind)) {
      if (!isNumber(priority, -LARGEST - 1))
        return `squares.${id}: expected whole numbers of 32 bits as priorities; got ${shown(priority)}`;
      if (!isText(program))
        return `squares.${id}.${priority}: expected a program, as a text; got ${shown(program)}`;
    }
  }
  return undefined;
}

/** As it is written in JSON when it is a key: one number has one way to be written. */
function isNumber(text: string, least: number): boolean {
  return /^-?\d{1,10}$/.test(text) && `${Number(text)}` === text && isWithin(Number(text), least, LARGEST);
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTuple(value: unknown, length: number): value is readonly unknown[] {
  return Array.isArray(value) && value.length === length;
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

function isCoordinate(value: unknown): value is number {
  return isWithin(value, -FARTHEST, FARTHEST);
}

function isRectangle(value: unknown): boolean {
  if (!isTuple(value, 4) || !value.every(isCoordinate)) return false;
  const [x, y, width, height] = value as [number, number, number, number];
  const isSized = width >= 1 && height >= 1 && width * height <= MOST_PLACES;
  return isSized && isCoordinate(x + width - 1) && isCoordinate(y + height - 1);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
