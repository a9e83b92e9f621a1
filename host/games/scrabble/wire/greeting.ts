import type { Reading } from '../../../core/reading.ts';
import {
  type BankNotice,
  bankIn,
  bankLines,
  GreetingLines,
  nameLines,
  wordsIn,
} from '../../line-game/wire/greeting.ts';
import {
  type Board,
  type Layout,
  NO_SQUARE,
  type Premium,
  type SquareFunction,
  type SquareKind,
} from '../board/board.ts';
import type { BoardFile } from '../board/board-file.ts';
import { isBuiltInBoard } from '../board/built-in-boards.ts';
import { makeBoard } from '../board/make-board.ts';
import { type Face, type TileKind, type TileSet, unchangedSet } from '../tiles/tile-set.ts';
import { type Count, countsOf, countText } from './messages.ts';

/** The set-up before `ready`. */
export interface Introduction {
  readonly rules: string;
  readonly player: number;
  readonly names: readonly string[];
  readonly first: number;
  readonly handSize: number;
  /** Undefined without a limit. */
  readonly timeoutMs: number | undefined;
  readonly bank?: BankNotice | undefined;
  /** Undefined if all words are valid. */
  readonly dictionary: string | undefined;
  readonly board: Board;
  readonly tiles: TileSet;
  readonly hand: readonly Count[];
  /** Undefined: the rules decide. */
  readonly leftover?: 'twice' | undefined;
  /** As before edition 3: without multipliers, counts and names of built-in parts. */
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

export type GreetingReading = Reading<{ told: Introduction }>;

/** The name of boards and tiles without one on the wire. */
const FROM_WIRE = 'wire';

const NO_BOARD = 'expected a line that starts with board, with the program of the squares';

/** Skips unknown lines. Before edition 3 counts of tiles were not told and are 0. */
export function readGreeting(lines: readonly string[]): GreetingReading {
  const said = new GreetingLines(lines);
  const problem = said.otherVersion('scrabble') ?? (said.of('board') === '' ? NO_BOARD : undefined);
  if (problem !== undefined) return { ok: false, problem };
  const made = boardIn(said);
  if (!made.ok) return made;
  const [timeout, dictionary] = [said.of('timeout'), said.of('dictionary')];
  const told: Introduction = {
    rules: said.of('rules'),
    player: Number(said.of('player')),
    names: said.names(),
    first: Number(said.of('first')),
    handSize: Number(said.of('handsize')),
    timeoutMs: timeout === 'none' ? undefined : Number(timeout),
    ...bankIn(said),
    dictionary: dictionary === 'none' ? undefined : dictionary,
    board: made.board,
    tiles: tilesOf(said),
    hand: countsOf(wordsIn(said.of('hand'))),
    ...(said.of('leftover') === 'twice' && { leftover: 'twice' }),
    ...(said.all('count').length === 0 && { brief: true }),
  };
  return { ok: true, told };
}

/** Caches the last board, because compiling takes a millisecond and many games share one. */
let lastBoard: { readonly text: string; readonly made: ReturnType<typeof makeBoard> } | undefined;

function boardIn(said: GreetingLines): ReturnType<typeof makeBoard> {
  const name = said.of('boardname') || FROM_WIRE;
  const file = boardFileOf(said);
  const text = JSON.stringify([name, file]);
  if (lastBoard?.text !== text) lastBoard = { text, made: makeBoard(name, file) };
  return lastBoard.made;
}

function numbersIn(text: string): number[] {
  return wordsIn(text).map(Number);
}

function boardFileOf(said: GreetingLines): BoardFile {
  const [x, y] = numbersIn(said.of('center'));
  const layout = said.of('layout');
  const bounds = layout === 'none' ? [] : numbersIn(layout);
  return {
    prog: said.of('board'),
    squares: squaresOf(said),
    usedSquare: Number(said.of('used')),
    center: [x!, y!],
    isInfinite: said.of('infinite') === '1',
    ...(bounds.length === 4 && { bounds: bounds as [number, number, number, number] }),
  };
}

function squaresOf(said: GreetingLines): BoardFile['squares'] {
  const squares: Record<string, Record<string, string>> = {};
  for (const line of said.all('square')) {
    const [, id = '', priority, program = ''] = /^(\d+)(?: +(-?\d+) ?(.*))?$/.exec(line) ?? [];
    const programs = (squares[id] ??= {});
    if (priority !== undefined) programs[priority] = program;
  }
  return squares;
}

function tilesOf(said: GreetingLines): TileSet {
  const counts = new Map(said.all('count').map((line) => numbersIn(line) as [id: number, count: number]));
  const tiles = said.all('tile').map((line): TileKind => {
    const [id, faces = ''] = wordsIn(line);
    return { id: Number(id), count: counts.get(Number(id)) ?? 0, faces: faces.split(',').map(faceOf) };
  });
  return { name: said.of('tilesname') || FROM_WIRE, tiles };
}

function faceOf(text: string): Face {
  const [letter = ''] = text;
  return { letter, points: Number(text.slice(letter.length)) };
}

/** `brief` omits multipliers. */
export function squareLines(kinds: readonly SquareKind[], brief: boolean): string[] {
  const premiums = brief ? () => [] : toldPremiums(kinds);
  return kinds.flatMap((kind) => [
    ...programLines(kind),
    ...premiums(kind).map(({ multiplies, times }) => `premium ${kind.id} ${multiplies} ${times}`),
  ]);
}

function programLines({ id, functions }: SquareKind): string[] {
  if (functions.length === 0) return [`square ${id}`];
  return functions.map(({ priority, program }) => `square ${id} ${priority} ${program}`);
}

/** Functions that only multiply the letter, or the word after its last letter. */
function toldPremiums(kinds: readonly SquareKind[]): (kind: SquareKind) => readonly Premium[] {
  const last = Math.max(...kinds.flatMap(({ functions }) => functions.filter(addsLetter).map(priorityOf)));
  return ({ functions }) =>
    functions.flatMap(({ priority, premium }) =>
      premium && (premium.multiplies === 'letter' || priority > last) ? [premium] : [],
    );
}

const addsLetter = ({ premium }: SquareFunction) => premium?.multiplies === 'letter';
const priorityOf = ({ priority }: SquareFunction) => priority;
