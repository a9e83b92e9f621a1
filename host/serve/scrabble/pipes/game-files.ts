import { createHash } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { join } from 'node:path';
import { BLANK, boardRows, type FileKind, fileKinds, SIZE } from '../../../bots/scrabble/web/web-game.ts';
import { readJsonFile } from '../../../core/json.ts';
import { byName, listOf, object, oneOf, type ValueOf, whole } from '../../../core/shape.ts';
import type { Board } from '../../../games/scrabble/board/board.ts';
import { builtInBoard, builtInBoardNames } from '../../../games/scrabble/board/built-in-boards.ts';
import { makeBoard } from '../../../games/scrabble/board/make-board.ts';
import type { JudgingTerms } from '../../../games/scrabble/judge/judgement.ts';
import { ruleSets } from '../../../games/scrabble/rule-sets.ts';
import { tileSetFromFile } from '../../../games/scrabble/tiles/tile-file.ts';
import {
  builtInTileSet,
  MOST_FACES,
  MOST_TILES,
  type TileSet,
} from '../../../games/scrabble/tiles/tile-set.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import { loadLexicon } from '../../../lexicon/load.ts';
import { blockListOf, rangeOf } from '../../../seats/remote/endpoints.ts';
import { connectTo } from '../../../seats/remote/http-posts.ts';

export const HAND_SIZE = 7;
const FETCH_WITHIN_MS = 120_000;
const MOST_BYTES = {
  gameboard: 256 * 1024,
  dictionary: 64 * 1024 * 1024,
  letters: 256 * 1024,
} as const satisfies Record<FileKind, number>;

const FIRST_BYTES = 64 * 1024;

export interface PipeGame {
  readonly terms: JudgingTerms;
  readonly lexicon: Lexicon;
  /** The path of the word list for the bot. */
  readonly dictionary: string;
  readonly board: Board;
  readonly hashes: Readonly<Record<FileKind, string>>;
}

/** Addresses of the files and their hashes in lower case. */
export type FileNotice = Readonly<Record<FileKind, { readonly sha1: string; readonly url: string }>>;

/** Downloads and reads the files of a game. Returns a sentence if it cannot be played. */
export async function fetchGame(files: FileNotice, server: URL, folder: string): Promise<PipeGame | string> {
  const blockList = await addressesOf(server);
  if (typeof blockList === 'string') return blockList;
  const signal = AbortSignal.timeout(FETCH_WITHIN_MS);
  const bytes: Partial<Record<FileKind, Buffer>> = {};
  for (const kind of fileKinds) {
    const { sha1, url } = files[kind];
    const got = await download(new URL(url), MOST_BYTES[kind], { blockList, signal });
    if (typeof got === 'string') return `${kind}: ${got}`;
    const hash = createHash('sha1').update(got).digest('hex');
    if (hash !== sha1) return `${kind}: the file at ${url} does not have the SHA-1 ${sha1}`;
    bytes[kind] = got;
  }
  const board = boardFrom(bytes.gameboard!.toString());
  if (typeof board === 'string') return `gameboard: ${board}`;
  const tiles = tilesFrom(bytes.letters!.toString());
  if (typeof tiles === 'string') return `letters: ${tiles}`;
  const dictionary = join(folder, `${files.dictionary.sha1}.txt`);
  writeFileSync(dictionary, bytes.dictionary!);
  const loaded = loadLexicon(dictionary);
  if (!loaded.ok) return `dictionary: ${loaded.problem}`;
  const { lexicon } = loaded;
  const hashes = {
    gameboard: files.gameboard.sha1,
    dictionary: files.dictionary.sha1,
    letters: files.letters.sha1,
  };
  const terms = { rules: ruleSets.tournament, board, tiles, lexicon, handSize: HAND_SIZE };
  return { terms, lexicon, dictionary, board, hashes };
}

/** Without this check, a server could make this program fetch files of other machines. */
async function addressesOf({ hostname }: URL): Promise<BlockList | string> {
  try {
    const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true });
    return blockListOf(found.flatMap(({ address }) => rangeOf(address) ?? []));
  } catch (error) {
    return (error as Error).message;
  }
}

interface DownloadOptions {
  readonly blockList: BlockList;
  readonly signal: AbortSignal;
}

/** Returns the file or a sentence. Redirects are not followed. */
async function download(url: URL, most: number, options: DownloadOptions): Promise<Buffer | string> {
  const { blockList, signal } = options;
  try {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const { pathname, search, host } = url;
    const request = httpRequest({
      path: pathname + search,
      headers: { host, connection: 'close' },
      signal,
      createConnection: () => connectTo(url, { blockList }),
    });
    request.on('response', resolve).on('error', reject).end();
    const answer = await promise;
    if (answer.statusCode !== 200) {
      answer.destroy();
      return `${url} answers with the status ${answer.statusCode}`;
    }
    // A chunk may be a single byte, so each is copied.
    let bytes = Buffer.alloc(FIRST_BYTES);
    let length = 0;
    for await (const piece of answer as AsyncIterable<Buffer>) {
      if (length + piece.length > most) return `${url} has more than ${most} bytes`;
      while (length + piece.length > bytes.length) bytes = Buffer.concat([bytes], 2 * bytes.length);
      length += piece.copy(bytes, length);
    }
    return bytes.subarray(0, length);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (signal.aborted) return `${url}: the files did not come within ${FETCH_WITHIN_MS / 1000} s`;
    if (code === 'ERR_IP_BLOCKED') return `${url} is not at an address of the server`;
    return `${url} does not answer: ${message || code}`;
  }
}

const MOST_TIMES = 100;
/** The top left corner, so that the middle is (0, 0). */
const CORNER = -7;
/** A square without multipliers. */
const PLAIN = '1 1';

const times = whole(1, MOST_TIMES);
const square = object({ LS: times, WS: times, start: oneOf(true, false) });
const rowsOfBoard = listOf(listOf(square));

type Rows = ValueOf<typeof rowsOfBoard>;

/** Returns the built-in board with these squares, which bots may know by name, or a new one. */
export function boardFrom(text: string): Board | string {
  const rows = readJsonFile(text, rowsOfBoard, 'got nothing');
  if (typeof rows === 'string') return rows;
  if (rows.length !== SIZE || rows.some(({ length }) => length !== SIZE))
    return `expected ${SIZE} rows of ${SIZE} squares`;
  // Both have the fields of a square in the same order.
  const wanted = JSON.stringify(rows);
  const known = builtInBoardNames
    .map((name) => builtInBoard(name)!)
    .find((board) => JSON.stringify(boardRows(board, { rules: ruleSets.tournament })) === wanted);
  return known ?? webBoard(rows);
}

function webBoard(rows: Rows): Board | string {
  const squares = rows.flatMap((row, y) =>
    row.map((square, x) => ({ x: x + CORNER, y: y + CORNER, square })),
  );
  const starts = squares.filter(({ square }) => square.start);
  if (starts.length !== 1) return `expected one square with "start":true; there are ${starts.length}`;
  const kinds = [PLAIN, ...new Set(squares.map(({ square: { LS, WS } }) => `${LS} ${WS}`))].filter(isFirst);
  const made = makeBoard('web', {
    prog: programOf(rows, kinds),
    squares: Object.fromEntries(kinds.map((kind, id) => [id, functionsOf(kind)])),
    usedSquare: 0,
    center: [starts[0]!.x, starts[0]!.y],
    isInfinite: false,
    bounds: [CORNER, CORNER, SIZE, SIZE],
  });
  return made.ok ? made.board : made.problem;
}

const isFirst = <Item>(item: Item, index: number, items: readonly Item[]) => items.indexOf(item) === index;

/** The letter value counts before the word. */
function functionsOf(kind: string): Record<string, string> {
  const [letter, word] = kind.split(' ');
  const points = letter === '1' ? 'pointValue(_pos_)' : `(pointValue(_pos_) * ${letter})`;
  return {
    0: `_result_ := ${points} + _acc_`,
    ...(word !== '1' && { 1: `_result_ := _acc_ * ${word}` }),
  };
}

/** Rows with the squares that have multipliers. */
function programOf(rows: Rows, kinds: readonly string[]): string {
  const steps = rows.flatMap((row, y) => {
    const squares = row.flatMap(({ LS, WS }, x) => {
      const id = kinds.indexOf(`${LS} ${WS}`);
      return id === 0 ? [] : [when('_x_', x, `_result_ := ${id}`)];
    });
    return squares.length === 0 ? [] : [when('_y_', y, squares.join(';\n'))];
  });
  return [INSIDE, ...steps].join(';\n');
}

const when = (place: string, index: number, act: string) =>
  `if (${place} = ${number(index + CORNER)}) then { ${act} } else { _result_ := _result_ }`;

const number = (value: number) => (value < 0 ? `(-${-value})` : String(value));

const INSIDE = `if (((${number(CORNER)} <= _x_) /\\ (_x_ <= ${SIZE - 1 + CORNER})) /\\ ((${number(CORNER)} <= _y_) /\\ (_y_ <= ${SIZE - 1 + CORNER})))
then { _result_ := 0 } else { _result_ := (-1) }`;

const lettersFile = object({
  points: byName(whole(), { most: MOST_FACES }),
  distribution: byName(whole(0, MOST_TILES), { most: MOST_FACES }),
});

/** Uses the numbers of the built-in tiles for equal letters. */
export function tilesFrom(text: string): TileSet | string {
  const file = readJsonFile(text, lettersFile, 'got nothing');
  if (typeof file === 'string') return file;
  const { points, distribution } = file;
  const letters = Object.keys(points).sort();
  const countOf = (letter: string) => (Object.hasOwn(distribution, letter) ? distribution[letter] : 0);
  const faces = Object.fromEntries(letters.map((letter) => [letter, 0]));
  const kinds = letters.map((letter) => ({
    count: countOf(letter),
    letters: { [letter]: points[letter] },
  }));
  const set = JSON.stringify({ tiles: [{ count: countOf(BLANK), letters: faces }, ...kinds] });
  const reading = tileSetFromFile('web', set);
  if (!reading.ok) return reading.problem;
  const english = builtInTileSet('english')!;
  return JSON.stringify(english.tiles) === JSON.stringify(reading.value.tiles) ? english : reading.value;
}
