import { type Reading, refused } from '../../../core/reading.ts';
import { counted } from '../../../core/text.ts';
import type { ListedLine } from '../../kit/option.ts';
import { NO_SQUARE } from '../board/board.ts';
import { builtInBoard, builtInBoardNames } from '../board/built-in-boards.ts';
import type { HeldTiles, JudgingTerms } from '../judge/judgement.ts';
import { emptyPosition, type Position } from '../judge/position.ts';
import { tilesIn } from '../tiles/bag.ts';
import {
  builtInTileNames,
  builtInTileSet,
  isBlank,
  shown,
  type TileSet,
  tileCount,
  tileKind,
  writtenLetter,
} from '../tiles/tile-set.ts';
import type { Placement } from '../wire/messages.ts';
import { readHand, tileFor } from './move-notation.ts';

/** A position on one line in CGP (crossword game position), which Scrabble programs exchange. */
export interface Cgp {
  /** Letters row by row. A small letter is a blank, `.` a free square. */
  readonly rows: readonly string[];
  /** Known tiles of each player, the player to move first. `?` is a blank. */
  readonly racks: readonly string[];
  /** In the same order. */
  readonly scores: readonly number[];
  /** The number of consecutive turns without points. */
  readonly scoreless: number;
  /** Operations such as `lex NAME`. */
  readonly operations: readonly CgpOperation[];
}

export interface CgpOperation {
  readonly name: string;
  /** The words after the name, with single spaces. */
  readonly value: string;
}

export function cgpText({ rows, racks, scores, scoreless, operations }: Cgp): string {
  const board = rows.map((row) => row.replace(/\.+/g, (free) => String(free.length))).join('/');
  const more = operations.map(({ name, value }) => ` ${name}${value && ` ${value}`};`).join('');
  return `${board} ${racks.join('/')} ${scores.join('/')} ${scoreless}${more}`;
}

/** The first operation of this name counts. */
export function operationOf({ operations }: Cgp, name: string): string | undefined {
  return operations.find((operation) => operation.name === name)?.value;
}

export type CgpReading = Reading<{ cgp: Cgp }>;

/** A part of the text. `at` counts characters from 1. */
interface Part {
  readonly text: string;
  readonly at: number;
}

type Read<Value> = Reading<{ value: Value }>;

/** The limit of squares in a row, and of rows. */
const MOST = 1_000;

/** Reads the syntax alone, without a board and tiles. */
export function readCgp(text: string): CgpReading {
  const parts = [...text.matchAll(/\S+/g)].map(({ 0: word, index }): Part => ({ text: word, at: index + 1 }));
  const [board, racks, scores, scoreless] = parts;
  if (!board || !racks || !scores || !scoreless) return wrong(text.length + 1, FOUR_PARTS, `${parts.length}`);
  const rows = eachOf(board, readRow);
  if (!rows.ok) return rows;
  const held = eachOf(racks, readRack);
  if (!held.ok) return held;
  const points = eachOf(scores, readScore);
  if (!points.ok) return points;
  if (points.value.length !== held.value.length)
    return wrong(scores.at, scoresFor(held.value.length), `${points.value.length}`);
  if (!/^\d{1,9}$/.test(scoreless.text))
    return wrong(
      scoreless.at,
      'the number of turns in a row without points, such as 0',
      shown(scoreless.text),
    );
  const operations = readOperations(text, scoreless.at + scoreless.text.length);
  if (!operations.ok) return operations;
  const cgp = {
    rows: rows.value,
    racks: held.value,
    scores: points.value,
    scoreless: Number(scoreless.text),
  };
  return { ok: true, cgp: { ...cgp, operations: operations.value } };
}

function scoresFor(racks: number): string {
  return racks === 1 ? 'one score, as there is one rack' : `a score for each of ${racks} racks`;
}

const FOUR_PARTS = 'four parts with spaces between them: board, racks, scores, turns in a row without points';

function wrong(at: number, expected: string, got: string): { readonly ok: false; readonly problem: string } {
  return refused(`character ${at}: expected ${expected}; got ${got}`);
}

/** Reads parts between slashes up to the first wrong one. */
function eachOf<Value>({ text, at }: Part, read: (part: Part) => Read<Value>): Read<readonly Value[]> {
  const values: Value[] = [];
  let next = at;
  for (const each of text.split('/')) {
    if (values.length === MOST) return wrong(next, `at most ${MOST} between slashes`, 'more');
    const one = read({ text: each, at: next });
    if (!one.ok) return one;
    values.push(one.value);
    next += each.length + 1;
  }
  return { ok: true, value: values };
}

const ROW = 'a letter, a lowercase letter for a blank, or a number of empty squares';

function readRow({ text, at }: Part): Read<string> {
  let row = '';
  let places = 0;
  for (const { 0: word, index } of text.matchAll(/\d+|./gsu)) {
    const free = Number(word);
    if (word.startsWith('[')) return wrong(at + index, 'tiles of one letter', shown(text.slice(index)));
    if (/^\d/.test(word) ? free < 1 || free > MOST : !isLetter(word))
      return wrong(at + index, ROW, shown(word));
    places += /^\d/.test(word) ? free : 1;
    if (places > MOST) return wrong(at + index, `at most ${MOST} squares in a row`, 'more');
    row += /^\d/.test(word) ? '.'.repeat(free) : word;
  }
  return row === '' ? wrong(at, ROW, 'nothing') : { ok: true, value: row };
}

/** A letter with a capital of one code point. */
const isLetter = (sign: string) => /^\p{L}$/u.test(sign) && /^\p{L}$/u.test(sign.toUpperCase());

function readRack({ text, at }: Part): Read<string> {
  for (const { 0: sign, index } of text.matchAll(/./gsu))
    if (sign !== '?' && !(isLetter(sign) && sign === sign.toUpperCase()))
      return wrong(at + index, 'capital letters, and ? for a blank', shown(sign));
  return { ok: true, value: text };
}

function readScore({ text, at }: Part): Read<number> {
  if (/^-?\d{1,9}$/.test(text)) return { ok: true, value: Number(text) + 0 };
  return wrong(at, 'a score, such as 357', text === '' ? 'nothing' : shown(text));
}

/** Operations end with a semicolon. Options of a console, such as `-lex NWL20`, are read as operations. */
function readOperations(text: string, from: number): Read<readonly CgpOperation[]> {
  const operations: CgpOperation[] = [];
  for (const { 0: said, index } of text.slice(from).matchAll(/(?:(?!\s-[a-z])[^;])+/gi)) {
    const [first, ...words] = said.trim().split(/\s+/);
    if (!first) continue;
    const [, name] = /^-?([a-z][a-z0-9]*)$/i.exec(first) ?? [];
    const at = from + index + said.indexOf(first) + 1;
    if (name === undefined) return wrong(at, 'the name of an operation, such as lex', shown(first));
    operations.push({ name, value: words.join(' ') });
  }
  return { ok: true, value: operations };
}

/** Players in order, the player to move first. */
export interface CgpPlayer {
  /** Known tiles. */
  readonly held: HeldTiles;
  readonly score: number;
}

interface Besides {
  readonly scoreless?: number;
  readonly operations?: readonly CgpOperation[];
}

/** Writes a position for other programs. Undefined for an infinite board. */
export function cgpOf(
  position: Position,
  { board: { layout }, tiles }: Pick<JudgingTerms, 'board' | 'tiles'>,
  players: readonly CgpPlayer[],
  { scoreless = 0, operations = [] }: Besides = {},
): Cgp | undefined {
  if (!layout) return undefined;
  const { x, y, width, height } = layout;
  const signAt = (column: number, row: number) => {
    const tile = position.tileAt(x + column, y + row);
    return tile ? writtenLetter(tiles, tile) : '.';
  };
  const rackOf = (held: HeldTiles) =>
    [...held]
      .sort(([one], [other]) => one - other)
      .map(([id, count]) => (isBlank(tiles, id) ? '?' : tileKind(tiles, id)!.faces[0]!.letter).repeat(count))
      .join('');
  // An unknown rack is empty, which is only readable beside another.
  const seats = players.length > 1 ? players : [...players, { held: new Map(), score: 0 }];
  return {
    rows: Array.from({ length: height }, (_, row) =>
      Array.from({ length: width }, (_, column) => signAt(column, row)).join(''),
    ),
    racks: seats.map(({ held }) => rackOf(held)),
    scores: seats.map(({ score }) => score),
    scoreless,
    operations,
  };
}

export type CgpPosition =
  | {
      readonly ok: true;
      readonly position: Position;
      /** Known tiles of the player to move. */
      readonly held: HeldTiles;
      /** Known tiles of each player, in the order of turns. */
      readonly racks: readonly HeldTiles[];
      /** Unknown tiles without those that complete the hands. */
      readonly inBag: number;
    }
  | { readonly ok: false; readonly problem: string };

type Terms = Pick<JudgingTerms, 'board' | 'tiles' | 'handSize'>;

export function positionOfCgp(cgp: Cgp, terms: Terms): CgpPosition {
  const laid = tilesOn(cgp, terms);
  if (typeof laid === 'string') return refused(laid);
  const racks = racksOf(cgp, terms);
  if (typeof racks === 'string') return refused(racks);
  const used = usedTiles(laid, racks);
  const tooMany = tooManyUsed(terms.tiles, used);
  if (tooMany !== undefined) return refused(`board and racks: ${tooMany}`);
  const unseen = tileCount(terms.tiles) - tilesIn(used);
  const missing = racks.reduce((sum, rack) => sum + terms.handSize - tilesIn(rack), 0);
  const position = emptyPosition.with(laid);
  return { ok: true, position, held: racks[0]!, racks, inBag: Math.max(0, unseen - missing) };
}

function tilesOn({ rows }: Cgp, { board, tiles }: Terms): readonly Placement[] | string {
  const { layout, name } = board;
  if (!layout) return `a position in rows needs a finite board; the board ${name} has no edges`;
  const { width, height } = layout;
  if (rows.length !== height)
    return `expected ${counted(height, 'row')} for the board ${name}; got ${rows.length}`;
  const laid: Placement[] = [];
  for (const [down, row] of rows.entries()) {
    const signs = [...row];
    if (signs.length !== width) return `row ${down + 1}: expected ${width} squares; got ${signs.length}`;
    for (const [across, letter] of signs.entries()) {
      if (letter === '.') continue;
      const [x, y] = [layout.x + across, layout.y + down];
      const where = `row ${down + 1}, column ${across + 1}`;
      const tile = tileFor(letter, tiles);
      if (!tile) return `${where}: expected a letter of the tiles ${tiles.name}; got ${letter}`;
      if (board.squareAt(x, y) === NO_SQUARE)
        return `${where}: expected no tile, because the board ${name} has no square there; got ${letter}`;
      laid.push({ x, y, ...tile });
    }
  }
  return laid;
}

function racksOf({ racks }: Cgp, { tiles, handSize }: Terms): readonly HeldTiles[] | string {
  const held: HeldTiles[] = [];
  for (const [index, letters] of racks.entries()) {
    const rack = readHand(letters, tiles);
    if (typeof rack === 'string') return `rack ${index + 1}: ${rack}`;
    if (tilesIn(rack) > handSize)
      return `rack ${index + 1}: expected at most ${counted(handSize, 'tile')}; got ${tilesIn(rack)}`;
    held.push(rack);
  }
  return held;
}

/** Options of the user, which precede those of the position. */
export interface ExplicitOptions {
  readonly board: boolean;
  readonly tiles: boolean;
}

/** Other programs' names of built-in boards. */
const boardsOfOthers: Readonly<Record<string, string>> = { CrosswordGame: 'official' };

const LARGEST_BONUS = 10_000;

type CgpSetup<Terms> =
  | (Extract<CgpPosition, { ok: true }> & { readonly cgp: Cgp; readonly terms: Terms })
  | { readonly ok: false; readonly problem: string };

/** Sets up a position on the board of these terms, or on the one that it names. */
export function setUpCgp<Terms extends JudgingTerms>(
  text: string,
  given: Terms,
  asked: ExplicitOptions,
): CgpSetup<Terms> {
  const read = readCgp(text);
  if (!read.ok) return inPosition(read.problem);
  const terms = termsOfCgp(read.cgp, given, asked);
  if (typeof terms === 'string') return inPosition(terms);
  const placed = positionOfCgp(read.cgp, terms);
  return placed.ok ? { ...placed, cgp: read.cgp, terms } : inPosition(placed.problem);
}

function inPosition(problem: string): { readonly ok: false; readonly problem: string } {
  return refused(`invalid position: ${problem}`);
}

/** Applies the board (`bdn`), tiles (`ld`) and bonus (`bb`) of the position. */
export function termsOfCgp<Terms extends JudgingTerms>(
  cgp: Cgp,
  terms: Terms,
  asked: ExplicitOptions,
): Terms | string {
  const variant = operationOf(cgp, 'var') ?? 'classic';
  if (variant !== 'classic')
    return `var: expected classic, the only supported variant; got ${shown(variant)}`;
  const board = boardFor(cgp, asked) ?? terms.board;
  if (typeof board === 'string') return board;
  const tiles = tilesFor(cgp, asked) ?? terms.tiles;
  if (typeof tiles === 'string') return tiles;
  const bonus = operationOf(cgp, 'bb') ?? String(terms.rules.bonus);
  if (!/^\d{1,5}$/.test(bonus) || Number(bonus) > LARGEST_BONUS)
    return `bb: expected a bonus from 0 to ${LARGEST_BONUS}; got ${shown(bonus)}`;
  const least = operationOf(cgp, 'etl') ?? String(terms.handSize);
  if (least !== String(terms.handSize))
    return `etl: expected ${terms.handSize}, the number of tiles in a hand, which must be in the bag for a change; got ${shown(least)}`;
  return { ...terms, board, tiles, rules: { ...terms.rules, bonus: Number(bonus) } };
}

function boardFor(cgp: Cgp, asked: ExplicitOptions) {
  const name = asked.board ? undefined : operationOf(cgp, 'bdn');
  if (name === undefined) return undefined;
  const names = [...Object.keys(boardsOfOthers), ...builtInBoardNames].join(', ');
  return (
    builtInBoard(boardsOfOthers[name] ?? name) ??
    `bdn: expected a known board (${names}) or --board FILE; got ${shown(name)}`
  );
}

function tilesFor(cgp: Cgp, asked: ExplicitOptions) {
  const name = asked.tiles ? undefined : operationOf(cgp, 'ld');
  if (name === undefined) return undefined;
  return (
    builtInTileSet(name) ??
    `ld: expected a known tile set (${builtInTileNames.join(', ')}) or --tiles FILE; got ${shown(name)}`
  );
}

type Counts = ReadonlyMap<number, number>;

export function usedTiles(laid: readonly { readonly id: number }[], hands: readonly Counts[]): Counts {
  const used = new Map<number, number>();
  const add = (id: number, count: number) => used.set(id, (used.get(id) ?? 0) + count);
  for (const { id } of laid) add(id, 1);
  for (const hand of hands) for (const [id, count] of hand) add(id, count);
  return used;
}

/** Describes a kind that is used too often. */
export function tooManyUsed(tiles: TileSet, used: Counts): string | undefined {
  for (const [id, count] of used) {
    const kind = tileKind(tiles, id);
    if (!kind) return `expected tiles of ${tiles.name}; got the unknown tile ${id}`;
    const name = isBlank(tiles, id) ? 'blank' : kind.faces[0]!.letter;
    if (count > kind.count) return `expected at most ${kind.count} of the tile ${name}; got ${count}`;
  }
  return undefined;
}

type ListReading =
  | { readonly ok: true; readonly value: readonly ListedLine[] }
  | { readonly ok: false; readonly line?: number; readonly problem: string };

/** Reads a CGP position per line and skips empty lines and those with `#`. */
export function readPositions(file: string): ListReading {
  const lines = file.split('\n').map((text, index): ListedLine => ({ line: index + 1, text: text.trim() }));
  const value = lines.filter(({ text }) => text !== '' && !text.startsWith('#'));
  if (value.length === 0) return refused('expected a CGP position on each line; the file has no positions');
  for (const { line, text } of value) {
    const read = readCgp(text);
    if (!read.ok) return { ok: false, line, problem: read.problem };
  }
  return { ok: true, value };
}

export function positionsText(positions: readonly ListedLine[]): string {
  return positions.map(({ text }) => `${text}\n`).join('');
}
