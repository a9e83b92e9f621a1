import { BankTimes } from '../line-game/presentation.ts';
import type { LaidTile, MoveLine, Panel, Picture, Sign } from '../presentation.ts';
import { type Board, NO_SQUARE } from './board/board.ts';
import { boardChoice, namedChoice } from './board/board-choice.ts';
import { builtInBoard } from './board/built-in-boards.ts';
import { extent, namesOf, placeOfWord, signOf } from './board/squares.ts';
import { Course } from './course.ts';
import type { ScrabbleEvent } from './events.ts';
import type { Position } from './judge/position.ts';
import { type RuleSetName, ruleSets } from './rule-sets.ts';
import { BLANK, type RackLetters, rackLetters } from './tiles/bag.ts';
import { namedTiles, readTiles } from './tiles/tile-file.ts';
import { builtInTileSet, isBlank, type TileSet, tileCount, writtenLetter } from './tiles/tile-set.ts';
import { countsOf, type Placement } from './wire/messages.ts';

/** The margin around tiles of an infinite board. */
const AROUND = 3;

interface Layout {
  readonly x: number;
  readonly y: number;
  readonly rows: readonly string[];
}

/** The board with all tiles, and each player's tiles and points. */
export function scrabblePicture(seats: number): Picture<ScrabbleEvent> {
  const course = new Course(seats);
  const { laid, racks, scores } = course;
  const banks = new BankTimes();
  let layout: Layout | undefined;
  let game = gameDrawing({});
  /** Letters by their squares. */
  const letters = new Map<string, string>();
  let title = 'the board';
  let lines: readonly MoveLine[] = [];
  /** Unknown to watchers, who are not told what is dealt. */
  let inBag: number | undefined;

  function takePlay({ seat, score, words, points }: AcceptedPlay): void {
    const word = words[0]!;
    title = `${word} for ${points}`;
    for (const { x, y, letter } of laid.slice(letters.size)) letters.set(`${x} ${y}`, letter);
    const at = placeOf(laid.slice(course.before), letters, word, layout);
    lines = [{ seat, ...(at !== undefined && { at }), word, points, total: score }];
  }

  /** Points for tiles that are left at the end. */
  function takeLeftover({ seats, scores: final }: ScrabbleEvent & { readonly type: 'scores' }): void {
    lines = seats.flatMap((seat, index) => {
      const [total = 0, had = 0] = [final[index], scores[seat - 1]];
      return total === had ? [] : [{ seat, word: 'leftover', points: total - had, total }];
    });
    for (const [index, seat] of seats.entries()) scores[seat - 1] = final[index] ?? 0;
  }

  function board(): Panel {
    if (laid.length > MOST_TILES)
      return { seat: undefined, caption: `${title}; too many tiles to draw`, rows: [] };
    const { x, y, rows } = layout ?? emptyAround(laid);
    const cells = rows.map((row) => [...row]);
    const fresh: number[] = [];
    for (const [index, tile] of laid.entries()) {
      const [row, column] = [cells[tile.y - y], tile.x - x];
      if (row?.[column] === undefined) continue;
      row[column] = game.isBlank(tile.id) ? tile.letter.toLowerCase() : tile.letter;
      if (index >= course.before) fresh.push((tile.y - y) * row.length + column);
    }
    const legend = layout ? legendOf(layout, game) : [];
    const all = { seat: undefined, caption: title, rows: cells.map((row) => row.join('')), legend };
    const width = rows[0]?.length ?? 0;
    const [column, row] = [game.center[0] - x, game.center[1] - y];
    return {
      ...all,
      ...(layout && column >= 0 && column < width && row >= 0 && { start: row * width + column }),
      points: game.points,
      ...(inBag !== undefined && { stock: inBag === 0 ? 'the bag is empty' : `${inBag} in the bag` }),
      ...(laid.length === 0 ? { isEmpty: true } : { fresh }),
      ...namesOf({ x, y, width, height: rows.length }, layout !== undefined),
    };
  }

  return {
    take(event) {
      lines = [];
      if (event.type === 'game') game = gameDrawing(event.options);
      if (event.type === 'board') layout = readable(event.layout, game);
      if (event.type === 'scores') takeLeftover(event);
      if (event.type === 'turn' || event.type === 'scores') banks.take(event);
      if (event.type === 'deal') inBag = (inBag ?? game.tiles) - drawnBy(event.tiles);
      if ('drew' in event && inBag !== undefined)
        inBag -= drawnBy(event.drew) - (event.type === 'change' ? event.ids.length : 0);
      course.take(event);
      if (event.type === 'position') return board();
      if (event.type !== 'play' || event.errors !== undefined) return undefined;
      takePlay(event);
      return board();
    },
    panels() {
      const holding = racks.map((rack, index): Panel => {
        const caption = `${scores[index]} points${banks.of(index + 1)}`;
        const held = rack === '' ? {} : { rack, points: game.points };
        const seat = index + 1;
        return { seat, caption, rows: [], score: scores[index]!, ...banks.clock(seat), ...held };
      });
      return laid.length === 0 && !layout ? holding : [board(), ...holding];
    },
    moves: () => lines,
    laid: (move) => (layout ? tilesLaid(move, layout) : []),
  };
}

/** The number of tiles in counts of the wire, such as `4x1 5x2`. */
function drawnBy(counts = ''): number {
  return counts === '' ? 0 : countsOf(counts.split(' ')).reduce((sum, { count }) => sum + count, 0);
}

/** Where the word along a play begins, such as `8M`. A single tile may belong to a word down. */
function placeOf(
  placed: readonly Placement[],
  letters: ReadonlyMap<string, string>,
  word: string,
  layout: Layout | undefined,
): string | undefined {
  const [first, second] = placed;
  if (first === undefined) return undefined;
  const whole = layout && { ...layout, width: layout.rows[0]?.length ?? 0, height: layout.rows.length };
  const from = ([right, below]: readonly [number, number]) => {
    let { x, y } = first;
    while (letters.has(`${x - right} ${y - below}`)) [x, y] = [x - right, y - below];
    const isWord = [...word].every(
      (letter, index) => letters.get(`${x + index * right} ${y + index * below}`) === letter,
    );
    return { x, y, isWord };
  };
  const [across, down] = [from([1, 0]), from([0, 1])];
  const isDown = second ? first.x === second.x : !across.isWord && down.isWord;
  return placeOfWord({ ...(isDown ? down : across), direction: isDown ? 'down' : 'across' }, whole);
}

/** A move such as `8H WORD`, with a dot for a tile of the board. */
const WRITTEN = /^(?:(?<row>\d{1,2})(?<column>[A-Z])|(?<top>[A-Z])(?<first>\d{1,2})) (?<word>\S+)/u;

/** The tiles of a written play on a board with named columns. */
export function tilesLaid(move: string, board: Pick<Panel, 'rows'>): readonly LaidTile[] {
  return cellsOfPlay(move, board).filter(({ letter }) => letter !== '.');
}

/** A written play with the tiles of the board instead of dots. */
export function wholePlay(move: string, board: Pick<Panel, 'rows'>): string {
  const tiles = board.rows.flatMap((row) => [...row]);
  const cells = cellsOfPlay(move, board);
  const word = cells.map(({ cell, letter }) => (letter === '.' ? tiles[cell] : letter)).join('');
  return cells.length === 0 ? move : `${move.split(' ', 1)[0]} ${word}`;
}

/** Tiles, and dots for tiles of the board. */
function cellsOfPlay(move: string, { rows }: Pick<Panel, 'rows'>): readonly LaidTile[] {
  const { row, column, top, first, word = '' } = WRITTEN.exec(move)?.groups ?? {};
  const width = rows[0]?.length ?? 0;
  const [x, y] = [(column ?? top ?? '').charCodeAt(0) - 'A'.charCodeAt(0), Number(row ?? first) - 1];
  const step = row === undefined ? width : 1;
  return [...word].map((letter, index) => ({ cell: y * width + x + index * step, letter }));
}

type AcceptedPlay = ScrabbleEvent & { readonly type: 'play'; readonly errors?: undefined };

function emptyAround(laid: readonly Placement[]): Layout {
  const last = laid.at(-1);
  if (!last) return { x: 0, y: 0, rows: [] };
  const [left, width] = extent(
    laid.map(({ x }) => x),
    { around: last.x, margin: AROUND, most: MOST_DRAWN },
  );
  const [top, height] = extent(
    laid.map(({ y }) => y),
    { around: last.y, margin: AROUND, most: MOST_DRAWN },
  );
  return { x: left, y: top, rows: Array.from({ length: height }, () => ' '.repeat(width)) };
}

/** Limits for records from outside. */
const [MOST_TILES, MOST_SQUARES] = [4_000, 40_000];

/** The limit of the drawing, because tiles may be a billion squares apart. */
const MOST_DRAWN = 200;

function legendOf({ rows }: Layout, { signs }: GameDrawing): readonly Sign[] {
  const drawn = new Set(rows.join(''));
  return [...signs.values()]
    .filter(({ sign }) => drawn.has(sign))
    .sort((one, other) => one.weight - other.weight);
}

/** Small letters are blanks here, so squares have signs as on paper. */
function readable(layout: Layout | null, { signs }: GameDrawing): Layout | undefined {
  const sign = (drawn: string) => (drawn === '#' || drawn === '.' ? drawn : (signs.get(drawn)?.sign ?? '.'));
  const isDrawn = layout && layout.rows.length * (layout.rows[0]?.length ?? 0) <= MOST_SQUARES;
  return isDrawn ? { ...layout, rows: layout.rows.map((row) => [...row].map(sign).join('')) } : undefined;
}

/** Draws the board and tiles of a record. */
interface GameDrawing extends Pick<RecordedGame, 'isBlank'> {
  readonly center: Board['center'];
  /** Points by letter, where a letter has one value. */
  readonly points: Readonly<Record<string, number>>;
  readonly tiles: number;
  /** Signs by the record's characters of squares. */
  readonly signs: ReadonlyMap<string, Sign>;
}

/** Unreadable options have no signs and no blanks. A random board has the usual squares. */
function gameDrawing(options: RecordedGame['options']): GameDrawing {
  const { board, isDrawnBoard, tiles, isBlank } = recordedGame(options);
  const usual = isDrawnBoard ? builtInBoard('official') : board;
  return {
    center: usual?.center ?? [0, 0],
    signs: signsOn(usual),
    isBlank,
    points: tiles ? pointsByLetter(tiles) : {},
    tiles: tiles ? tileCount(tiles) : 0,
  };
}

/** Leaves out blanks, and letters that bring nothing. */
export function pointsByLetter(tiles: TileSet): Readonly<Record<string, number>> {
  const faces = tiles.tiles.filter(({ id }) => !isBlank(tiles, id)).flatMap((kind) => kind.faces);
  return Object.fromEntries(faces.flatMap(({ letter, points }) => (points === 0 ? [] : [[letter, points]])));
}

function signsOn(board: Board | undefined): ReadonlyMap<string, Sign> {
  const signs = new Map<string, Sign>();
  for (const kind of board?.squares ?? []) {
    const drawn = board!.drawnAs(kind.id);
    const sign = signOf(kind, drawn);
    if (sign) signs.set(drawn, sign);
  }
  return signs;
}

/** The visible part of a board. */
export interface BoardWindow {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface LaidBoard {
  readonly board: Board;
  readonly tiles: TileSet;
  readonly position: Position;
  /** Tiles of the last move. */
  readonly fresh: readonly Pick<Placement, 'x' | 'y'>[];
}

/** Draws a board, or a part of it, as a player knows it. */
export function boardPanel({ board, tiles, position, fresh }: LaidBoard, seen: BoardWindow): Panel {
  const { x, y, width, height } = seen;
  const signs = signsOn(board);
  const drawn = (column: number, row: number) => {
    const tile = position.tileAt(x + column, y + row);
    if (tile) return writtenLetter(tiles, tile);
    const square = board.squareAt(x + column, y + row);
    return square === NO_SQUARE ? '#' : (signs.get(board.drawnAs(square))?.sign ?? '.');
  };
  const rows = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => drawn(column, row)),
  );
  const used = new Set(rows.flat());
  const legend = [...signs.values()].filter(({ sign }) => used.has(sign));
  return {
    seat: undefined,
    caption: '',
    rows,
    ...namesIn(board, seen),
    legend: legend.sort((one, other) => one.weight - other.weight),
    fresh: fresh.flatMap((place) => {
      const [column, row] = [place.x - x, place.y - y];
      return column >= 0 && column < width && row >= 0 && row < height ? [row * width + column] : [];
    }),
  };
}

function namesIn({ layout }: Board, seen: BoardWindow) {
  if (!layout) return namesOf(seen, false);
  const { columnNames, rowNames } = namesOf(layout, true);
  const [left, top] = [seen.x - layout.x, seen.y - layout.y];
  return {
    columnNames: columnNames.slice(left, left + seen.width),
    rowNames: rowNames.slice(top, top + seen.height),
  };
}

type Options = Readonly<Record<string, string | null>>;

/** The options of a record, which may be from anywhere. Unreadable ones are omitted. */
export interface RecordedGame {
  readonly options: Options;
  /** Undefined for a random board. */
  readonly board: Board | undefined;
  readonly isDrawnBoard: boolean;
  readonly tiles: TileSet | undefined;
  /** Names of built-in parts; `own` for a file. */
  readonly boardName: string;
  readonly tilesName: string;
  readonly letters: RackLetters;
  isBlank(id: number): boolean;
}

export function recordedGame(options: Options): RecordedGame {
  const { rules, board, tiles } = options;
  const set = Object.hasOwn(ruleSets, rules ?? '') ? ruleSets[rules as RuleSetName] : ruleSets.tournament;
  const choice = choiceOf(board ?? set.board);
  // Only a match knows which letters its tiles have.
  const isUsual = options.alphabet === undefined || options.alphabet === 'usual';
  const tileSet = isUsual ? tilesOf(tiles ?? undefined, set.tiles) : undefined;
  const letters = rackLetters(tileSet ?? { tiles: [] });
  return {
    options,
    board: choice.ok ? choice.value.board : undefined,
    isDrawnBoard: choice.ok && choice.value.board === undefined,
    tiles: tileSet,
    boardName: nameOf(board ?? set.board, namedChoice),
    tilesName: nameOf(tiles ?? set.tiles, namedTiles),
    letters,
    isBlank: (id) => letters.get(id) === BLANK,
  };
}

const nameOf = (text: string, named: (name: string) => unknown) => (named(text) ? text : 'own');

function choiceOf(text: string) {
  return namedChoice(text) ?? boardChoice(text);
}

function tilesOf(text: string | undefined, ofRules: string): TileSet | undefined {
  const reading = text === undefined ? undefined : (namedTiles(text) ?? readTiles(text));
  if (reading === undefined) return builtInTileSet(ofRules);
  return reading.ok ? reading.value : undefined;
}
