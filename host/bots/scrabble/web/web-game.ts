import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { builtInBoard } from '../../../games/scrabble/board/built-in-boards.ts';
import { squareMultipliers } from '../../../games/scrabble/moves/line.ts';
import type { Introduction } from '../../../games/scrabble/wire/greeting.ts';
import type { Notice } from '../../../games/scrabble/wire/messages.ts';
import type { HashedFile } from '../../../seats/remote/file-answer.ts';
import type { Choice } from '../strategy.ts';

export const BLANK = '*';

type Tiles = Introduction['tiles'];

/** Tiles that have one letter each. */
export interface WebTiles {
  /** Ids by letter or BLANK. */
  readonly ids: ReadonlyMap<string, number>;
  readonly points: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<string, number>>;
}

/** Undefined if a tile has several letters or one can stand for a few letters only. */
export function webTiles({ tiles }: Tiles): WebTiles | undefined {
  const ids = new Map<string, number>();
  for (const { id, faces } of tiles) {
    const letter = faces.length === 1 ? faces[0]!.letter : BLANK;
    if (ids.has(letter)) return undefined;
    ids.set(letter, id);
  }
  const blank = tiles.find(({ faces }) => faces.length !== 1);
  const stands = new Set(blank?.faces.map(({ letter }) => letter));
  const isPlain = blank?.faces.every(({ points }) => points === 0) ?? true;
  if (blank && !(isPlain && [...ids.keys()].every((letter) => letter === BLANK || stands.has(letter))))
    return undefined;
  const byLetter = (figure: (kind: Tiles['tiles'][number]) => number) =>
    Object.fromEntries(
      [...ids].map(([letter, id]) => [letter, figure(tiles.find((kind) => kind.id === id)!)]),
    );
  return { ids, points: byLetter(({ faces }) => faces[0]!.points), counts: byLetter(({ count }) => count) };
}

/** The names of the files in the requests of both sides. */
export const fileKinds = ['gameboard', 'dictionary', 'letters'] as const;
export type FileKind = (typeof fileKinds)[number];

export interface GameFile extends HashedFile {
  readonly name: string;
}

export function pathOf({ sha1, name }: Pick<GameFile, 'sha1' | 'name'>): string {
  return `/scrabble/${sha1}/${name}`;
}

export interface WebGame {
  readonly tiles: WebTiles;
  /** The square at the top left. */
  readonly corner: { readonly x: number; readonly y: number };
  readonly files: Readonly<Record<FileKind, GameFile>>;
}

export const SIZE = 15;

/** Returns the game for web bots, or a sentence why they cannot play it. */
export function webGame(told: Introduction, terms: Choice['terms']): WebGame | string {
  const board = boardRows(told.board, terms);
  if (typeof board === 'string') return board;
  if (told.dictionary === undefined) return 'a web bot needs a word list; in this game all words are valid';
  const tiles = webTiles(told.tiles);
  if (!tiles)
    return 'web bots support only tiles of one letter, and blanks without points; this game has other tiles';
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

function file(name: string, type: string, bytes: Buffer<ArrayBuffer>): GameFile {
  return { name, type, bytes, sha1: createHash('sha1').update(bytes).digest('hex') };
}

export function boardRows(
  { layout, center, ...board }: Introduction['board'],
  { rules }: Pick<Choice['terms'], 'rules'>,
) {
  const named = builtInBoard(board.name) ? `the board ${board.name}` : 'this board';
  if (!layout) return `web bots support boards of ${SIZE} by ${SIZE}; ${named} has no edges`;
  const { x, y, width, height, ids } = layout;
  if (width !== SIZE || height !== SIZE)
    return `web bots support boards of ${SIZE} by ${SIZE}; ${named} is ${width} by ${height}`;
  if (ids.some((id) => board.kindOf(id) === undefined))
    return `web bots support boards without holes; ${named} has holes`;
  const multipliers = squareMultipliers({ ...board, layout, center });
  if (multipliers?.used.letter !== 1 || multipliers.used.word !== 1)
    return `web bots support only letter and word multipliers; ${named} has other squares`;
  return Array.from({ length: SIZE }, (_, row) =>
    Array.from({ length: SIZE }, (_, column) => {
      const { letter, word } = multipliers.at(x + column, y + row);
      const isCenter = x + column === center[0] && y + row === center[1];
      return { LS: letter, WS: word, start: isCenter && rules.firstOverCenter };
    }),
  );
}

/** Writes a turn as JSON for a bot. Squares that are already known are not written again. */
export class WebPosition {
  readonly #corner: WebGame['corner'];
  /** Names in quotes by the number of a tile. */
  readonly #names: ReadonlyMap<number, string>;
  readonly #gamestate = new BoardText();
  readonly #gameletters = new BoardText();
  #tiles = 0;

  constructor({ tiles, corner }: WebGame) {
    this.#corner = corner;
    this.#names = new Map([...tiles.ids].map(([letter, id]) => [id, JSON.stringify(letter)]));
  }

  hand({ held }: Pick<Choice, 'held'>): string {
    const tiles = [...held].flatMap(([id, count]) => new Array<string>(count).fill(this.#names.get(id)!));
    return `"tiles":[${tiles.join(',')}]`;
  }

  board({ position }: Pick<Choice, 'position'>): string {
    const { x: left, y: top } = this.#corner;
    for (const { x, y, id, letter } of position.tiles(this.#tiles)) {
      this.#gamestate.set(y - top, x - left, this.#names.get(id)!);
      this.#gameletters.set(y - top, x - left, JSON.stringify(letter));
    }
    this.#tiles = position.count;
    return `"gamestate":${this.#gamestate.text},"gameletters":${this.#gameletters.text}`;
  }
}

/** Rows of squares. A free square is empty. */
class BoardText {
  readonly #cells = Array.from({ length: SIZE }, () => new Array<string>(SIZE).fill('""'));
  readonly #rows = this.#cells.map((row) => rowText(row));

  set(row: number, column: number, quoted: string): void {
    const cells = this.#cells[row]!;
    cells[column] = quoted;
    this.#rows[row] = rowText(cells);
  }

  get text(): string {
    return `[${this.#rows.join(',')}]`;
  }
}

const rowText = (cells: readonly string[]): string => `[${cells.join(',')}]`;

export interface Ending {
  readonly winner: boolean;
  readonly draw: boolean;
  readonly scores: readonly number[];
}

/** Follows departures and the end of a game. */
export class HeardEnding {
  readonly #player: number;
  readonly #left = new Set<number>();
  #totals: ReadonlyMap<number, number> | undefined;

  constructor(player: number) {
    this.#player = player;
  }

  hear(notice: Notice): void {
    if (notice.type === 'forfeited') this.#left.add(notice.player);
    if (notice.type === 'gameover')
      this.#totals = new Map(notice.scores.map(({ player, points }) => [player, points]));
  }

  /** `scores` are the last known ones. The last of several players in the game has won. */
  ending(scores: readonly number[]): Ending {
    const totals = this.#totals;
    if (!totals) return { winner: false, draw: false, scores: [...scores] };
    const stayed = [...totals].filter(([player]) => !this.#left.has(player));
    const most = Math.max(...stayed.map(([, points]) => points));
    const tops = stayed.filter(([, points]) => points === most).map(([player]) => player);
    const isTop = tops.includes(this.#player);
    return {
      winner: isTop && tops.length === 1,
      draw: isTop && tops.length > 1,
      scores: scores.map((points, index) => totals.get(index + 1) ?? points),
    };
  }
}
