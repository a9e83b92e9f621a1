import { type Automaton, ENDS_WORD, LAST_EDGE, LETTER_SHIFT, TARGET } from '../../lexicon/automaton.ts';
import type { Offence } from '../kit/verdict.ts';
import { beyondTiles, sameTiles, type Tiles, tilesOf } from './tiles.ts';
import type { Grid } from './wire/messages.ts';

type GridVerdict =
  | { readonly legal: true }
  | { readonly legal: false; readonly rule: string; readonly detail: string };

/** Judges a grid without a game. `tiles` are those that it must contain. */
export function judgeAlone(grid: Grid, tiles: string | undefined, lexicon: Automaton): GridVerdict {
  const held = tiles === undefined ? undefined : { tiles: tilesOf(tiles) };
  const refusal = (held && wrongTiles(held, grid)) ?? judgeGrid(grid, lexicon);
  return refusal ? { legal: false, rule: refusal.rule, detail: explain(refusal) } : { legal: true };
}

/** A grid must use exactly the tiles of the hand. */
export function wrongTiles(hand: { readonly tiles: Tiles }, grid: Grid): Refusal | undefined {
  const used = tilesOf(grid.letters);
  if (grid.beyond === 0 && sameTiles(used, hand.tiles)) return undefined;
  const extra = beyondTiles(used, hand.tiles);
  return { rule: 'tiles', extra, missing: beyondTiles(hand.tiles, used), beyond: grid.beyond };
}

/**
 * Judges `connected` and `word` in time proportional to the letters of a grid. Hot path: these arrays are
 * reused, so that judging allocates nothing. Letters are in reading order, which is enough to find all
 * neighbors in one pass.
 */
let capacity = 256;
let columns = new Int32Array(capacity);
let rows = new Int32Array(capacity);
/** Neighbors as indexes, or -1. */
let left = new Int32Array(capacity);
let right = new Int32Array(capacity);
let above = new Int32Array(capacity);
let below = new Int32Array(capacity);
/** Connected letters have the same root (union-find). */
let root = new Int32Array(capacity);

export function judgeGrid(grid: Grid, lexicon: Automaton): Refusal | undefined {
  const count = grid.letters.length;
  findNeighbours(grid, count);
  const alone = findLoner(count);
  if (alone >= 0) return { rule: 'connected', letter: grid.letters[alone]!, at: square(alone) };
  return wrongWord(grid, count, lexicon, true) ?? wrongWord(grid, count, lexicon, false);
}

function findNeighbours(grid: Grid, count: number): void {
  if (count > capacity) grow(count);
  const { width, places } = grid;
  let up = 0;
  for (let index = 0; index < count; index++) {
    const place = places[index]!;
    const row = (place / width) | 0;
    const column = place - row * width;
    rows[index] = row;
    columns[index] = column;
    root[index] = index;
    left[index] = right[index] = above[index] = below[index] = -1;
    if (index > 0 && column > 0 && places[index - 1] === place - 1) join(left, right, index, index - 1);
    while (up < index && places[up]! < place - width) up++;
    if (places[up] === place - width) join(above, below, index, up);
  }
}

function join(before: Int32Array, after: Int32Array, index: number, neighbour: number): void {
  before[index] = neighbour;
  after[neighbour] = index;
  const one = rootOf(index);
  const other = rootOf(neighbour);
  if (one < other) root[other] = one;
  else root[one] = other;
}

function rootOf(index: number): number {
  let found = index;
  while (root[found] !== found) {
    root[found] = root[root[found]!]!;
    found = root[found]!;
  }
  return found;
}

/** Returns the first letter that is not connected to the first one, or -1. */
function findLoner(count: number): number {
  for (let index = 1; index < count; index++) if (rootOf(index) !== 0) return index;
  return -1;
}

/** Returns the first run of two letters or more that is no word, in reading order. */
function wrongWord(grid: Grid, count: number, lexicon: Automaton, across: boolean): Refusal | undefined {
  const before = across ? left : above;
  const after = across ? right : below;
  for (let index = 0; index < count; index++) {
    if (before[index]! >= 0 || after[index]! < 0) continue;
    if (isWord(grid.letters, index, after, lexicon)) continue;
    return { rule: 'word', word: spell(grid.letters, index, after), across, at: square(index) };
  }
  return undefined;
}

function isWord(letters: string, first: number, after: Int32Array, lexicon: Automaton): boolean {
  const { edges } = lexicon;
  let state = lexicon.root;
  let edge = 0;
  for (let index = first; index >= 0; index = after[index]!) {
    if (state === 0) return false;
    const letter = letters.charCodeAt(index) - 64;
    for (edge = edges[state]!; edge >>> LETTER_SHIFT !== letter; edge = edges[++state]!)
      if (edge & LAST_EDGE) return false;
    state = edge & TARGET;
  }
  return (edge & ENDS_WORD) !== 0;
}

function spell(letters: string, first: number, after: Int32Array): string {
  let word = '';
  for (let index = first; index >= 0; index = after[index]!) word += letters[index];
  return word;
}

function square(index: number): Square {
  return { column: columns[index]! + 1, row: rows[index]! + 1 };
}

function grow(count: number): void {
  capacity = count * 2;
  [columns, rows, left, right] = [1, 2, 3, 4].map(() => new Int32Array(capacity)) as [I, I, I, I];
  [above, below, root] = [1, 2, 3].map(() => new Int32Array(capacity)) as [I, I, I];
}
type I = Int32Array<ArrayBuffer>;

/** Columns and rows from 1 in the sent grid. */
export interface Square {
  readonly column: number;
  readonly row: number;
}

/** Reasons against a peel or a dump. The first that applies counts. */
export type Refusal =
  | { readonly rule: 'tiles'; readonly extra: string; readonly missing: string; readonly beyond: number }
  | { readonly rule: 'connected'; readonly letter: string; readonly at: Square }
  | { readonly rule: 'word'; readonly word: string; readonly across: boolean; readonly at: Square }
  | { readonly rule: 'number'; readonly said: number; readonly next: number };

export function explain(refusal: Refusal): string {
  switch (refusal.rule) {
    case 'tiles':
      return tilesSentence(refusal);
    case 'connected':
      return `${refusal.letter} at row ${refusal.at.row}, column ${refusal.at.column} is not connected to the rest of the grid`;
    case 'word':
      return refusal.across
        ? `${refusal.word} across, from column ${refusal.at.column} of row ${refusal.at.row}`
        : `${refusal.word} down, from row ${refusal.at.row} of column ${refusal.at.column}`;
    case 'number':
      return `peel number ${refusal.said} is not valid: the next number is ${refusal.next}`;
    default:
      return refusal satisfies never;
  }
}

function tilesSentence(refusal: Extract<Refusal, { rule: 'tiles' }>): string {
  const more = refusal.beyond > 0 ? `${refusal.beyond} more` : '';
  const used = [refusal.extra, more].filter((part) => part !== '').join(' and ');
  const extra = used === '' ? [] : [`${used} used but not in the hand`];
  const missing = refusal.missing === '' ? [] : [`${refusal.missing} in the hand but not used`];
  return [...extra, ...missing].join(', ');
}

/** A peel number that was never issued breaks the wire. Other refusals break the rules. */
export function offenceOf(refusal: Refusal, at: number, message: string): Offence {
  const kind = refusal.rule === 'number' ? 'protocol' : 'illegal';
  return { kind, rule: refusal.rule, detail: explain(refusal), at, unit: 'byte', message };
}
