import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { builtInBoard, type Choice, type Greeting, squareMultipliers } from 'wordhost/scrabble';
import { BLANK, type SaidTiles, saidTiles } from './said-tiles.ts';

/** As the requests of both sides name the files. */
export const fileKinds = ['gameboard', 'dictionary', 'letters'] as const;
export type FileKind = (typeof fileKinds)[number];

export interface GameFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly sha1: string;
}

export interface SaidGame {
  readonly tiles: SaidTiles;
  /** The place at the top left. */
  readonly corner: { readonly x: number; readonly y: number };
  readonly files: Readonly<Record<FileKind, GameFile>>;
}

/** Rows, and columns. */
export const SIZE = 15;

/** The game as it is told to web bots, or a sentence why it cannot be. */
export function saidGame(told: Greeting, terms: Choice['terms']): SaidGame | string {
  const board = boardRows(told.board, terms);
  if (typeof board === 'string') return board;
  if (told.dictionary === undefined) return 'a web bot plays with a word list; here all words go';
  const tiles = saidTiles(told.tiles);
  if (!tiles)
    return 'a web bot is told tiles of one letter each, and blanks that are worth nothing; here are others';
  const letters = {
    points: Object.fromEntries(Object.entries(tiles.points).filter(([letter]) => letter !== BLANK)),
    distribution: tiles.counts,
  };
  const { x, y } = told.board.layout!;
  return {
    tiles,
    corner: { x, y },
    files: {
      gameboard: file('board_standard.json', JSON_TYPE, Buffer.from(JSON.stringify(board))),
      dictionary: file('dictionary.txt', 'text/plain; charset=utf-8', readFileSync(told.dictionary)),
      letters: file('letters_standard.json', JSON_TYPE, Buffer.from(JSON.stringify(letters))),
    },
  };
}

const JSON_TYPE = 'application/json';

function file(name: string, type: string, bytes: Buffer): GameFile {
  return { name, type, bytes, sha1: createHash('sha1').update(bytes).digest('hex') };
}

function boardRows({ layout, center, ...board }: Greeting['board'], { rules }: Choice['terms']) {
  const named = builtInBoard(board.name) ? `the board ${board.name}` : 'this board';
  if (!layout) return `a web bot plays on boards of ${SIZE} by ${SIZE}; ${named} has no edges`;
  const { x, y, width, height, ids } = layout;
  if (width !== SIZE || height !== SIZE)
    return `a web bot plays on boards of ${SIZE} by ${SIZE}; ${named} has ${width} by ${height}`;
  if (ids.some((id) => board.kindOf(id) === undefined))
    return `a web bot plays on boards without holes; ${named} has some`;
  const multipliers = squareMultipliers({ ...board, layout, center });
  if (multipliers?.used.letter !== 1 || multipliers.used.word !== 1)
    return `a web bot is told what squares multiply; ${named} has squares that do something else`;
  return Array.from({ length: SIZE }, (_, row) =>
    Array.from({ length: SIZE }, (_, column) => {
      const { letter, word } = multipliers.at(x + column, y + row);
      const isCenter = x + column === center[0] && y + row === center[1];
      return { LS: letter, WS: word, start: isCenter && rules.firstOverCenter };
    }),
  );
}
