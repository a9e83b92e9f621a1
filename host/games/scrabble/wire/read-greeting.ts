import { bankIn } from '../../line-game/wire/bank-lines.ts';
import { GreetingLines, wordsIn } from '../../line-game/wire/greeting-lines.ts';
import type { BoardFile } from '../board/board-file.ts';
import { makeBoard } from '../board/make-board.ts';
import type { Face, TileKind, TileSet } from '../tiles/tile-set.ts';
import type { Introduction } from './greeting.ts';
import { countsOf } from './read-notice.ts';

export type GreetingReading =
  | { readonly ok: true; readonly told: Introduction }
  | { readonly ok: false; readonly problem: string };

/** The name of a board or of tiles that have none on the wire. */
const FROM_WIRE = 'wire';

const NO_BOARD = 'board: expected a line that begins so, with the program of the squares; there is none';

/**
 * A player's side of the set-up: its lines, up to `end`, to what they say. Those that it does not know it skips. Where
 * the host does not say how many there are of each kind of tile, as it did not before edition 3, they have a count of 0.
 */
export function readGreeting(lines: readonly string[]): GreetingReading {
  const said = new GreetingLines(lines);
  const problem = said.otherVersion('scrabble') ?? (said.of('board') === '' ? NO_BOARD : undefined);
  if (problem !== undefined) return { ok: false, problem };
  const made = makeBoard(said.of('boardname') || FROM_WIRE, boardFileOf(said));
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
