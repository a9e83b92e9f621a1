import { type BankTold, bankLines } from '../../line-game/wire/bank-lines.ts';
import { nameLines } from '../../line-game/wire/greeting-lines.ts';
import type { Board, Layout } from '../board/board.ts';
import { NO_SQUARE } from '../board/board.ts';
import { isBuiltInBoard } from '../board/built-in-boards.ts';
import { unchangedSet } from '../tiles/named-tiles.ts';
import type { TileSet } from '../tiles/tile-set.ts';
import type { Count } from './messages.ts';
import { squareLines } from './square-lines.ts';
import { countText } from './text.ts';

/** All that a player is told before it is ready. */
export interface Introduction {
  readonly rules: string;
  readonly player: number;
  readonly names: readonly string[];
  readonly first: number;
  readonly handSize: number;
  /** None for no limit. */
  readonly timeoutMs: number | undefined;
  /** None: players have no time for the whole game. */
  readonly bank?: BankTold | undefined;
  /** Of the word list; none where all words go. */
  readonly dictionary: string | undefined;
  readonly board: Board;
  readonly tiles: TileSet;
  readonly hand: readonly Count[];
  /** What is held at the end: none, as the rules say. */
  readonly leftover?: 'twice' | undefined;
  /** As before edition 3: without premiums, counts and the names of what is built in. */
  readonly brief?: boolean | undefined;
}

const LAST_DIGIT = 35;

export function greetingText(told: Introduction): string {
  const { board, tiles, hand, brief = false } = told;
  const lines = [...aboutTheGame(told), ...aboutTheBoard(board, brief), ...aboutTheTiles(tiles)];
  if (!brief) lines.push(...tiles.tiles.map(({ id, count }) => `count ${id} ${count}`));
  if (!brief) lines.push(...builtInNames(told));
  if (told.leftover) lines.push(`leftover ${told.leftover}`);
  lines.push(hand.length === 0 ? 'hand' : `hand ${countText(hand)}`, 'end');
  return `${lines.join('\n')}\n`;
}

function aboutTheGame(told: Introduction): string[] {
  const { rules, player, names, first, handSize, timeoutMs, bank, dictionary } = told;
  return [
    'scrabble 1',
    `rules ${rules}`,
    `player ${player}`,
    `players ${names.length}`,
    `first ${first}`,
    ...nameLines(names),
    `handsize ${handSize}`,
    `timeout ${timeoutMs ?? 'none'}`,
    ...bankLines(bank),
    `dictionary ${dictionary ?? 'none'}`,
  ];
}

function aboutTheBoard(board: Board, brief: boolean): string[] {
  const { center, program, squares, usedSquare, isInfinite } = board;
  return [
    `center ${center[0]} ${center[1]}`,
    `board ${program}`,
    ...squareLines(squares, brief),
    `used ${usedSquare}`,
    `infinite ${isInfinite ? 1 : 0}`,
    ...layoutLines(board),
  ];
}

function layoutLines({ layout, squares }: Board): string[] {
  if (layout === undefined || squares.some(({ id }) => id > LAST_DIGIT)) return ['layout none'];
  const { x, y, width, height } = layout;
  const rows = Array.from({ length: height }, (_, row) => `row ${cells(layout, row)}`);
  return [`layout ${x} ${y} ${width} ${height}`, ...rows];
}

function cells({ ids, width }: Layout, row: number): string {
  return Array.from(ids.subarray(row * width, (row + 1) * width), (id) =>
    id === NO_SQUARE ? '#' : id.toString(LAST_DIGIT + 1),
  ).join('');
}

function aboutTheTiles({ tiles }: TileSet): string[] {
  return tiles.map(
    ({ id, faces }) => `tile ${id} ${faces.map(({ letter, points }) => letter + points).join(',')}`,
  );
}

function builtInNames({ board, tiles }: Introduction): string[] {
  const set = unchangedSet(tiles);
  return [
    ...(isBuiltInBoard(board.name) ? [`boardname ${board.name}`] : []),
    ...(set === undefined ? [] : [`tilesname ${set}`]),
  ];
}
