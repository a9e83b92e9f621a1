import { parseJson } from '../../../core/json.ts';
import type { FileReading } from '../../kit/option.ts';
import {
  arePoints,
  expectedLetter,
  expectedPoints,
  type Face,
  type KindsReading,
  MOST_FACES,
  MOST_KINDS,
  MOST_TILES,
  namedTileSet,
  readLetter,
  shown,
  type TileKind,
  type TileSet,
  type TilesReading,
  tileCount,
} from './tile-set.ts';

type Reading = FileReading & ({ ok: true; value: TileSet } | { ok: false });

export function namedTiles(name: string): Reading | undefined {
  return namedTileSet(name);
}

const FROM_FILE = 'file';

/** The text of a tile set's file. */
export function readTiles(text: string): Reading {
  return tileSetFromFile(FROM_FILE, text);
}

/** What it is read back from: its name, or a file of it. */
export function tilesText(set: TileSet): string {
  return set.name === FROM_FILE ? JSON.stringify({ tiles: set.tiles.map(kindInFile) }) : set.name;
}

function kindInFile({ count, faces }: TileKind): unknown {
  const letters: Record<string, number[]> = {};
  for (const { letter, points } of faces) (letters[letter] ??= []).push(points);
  return { count, letters };
}

const LONGEST_FILE = 1_048_576;

/** A tile set from the text of its file, which may come from anybody: JSON where it begins with `{`, else CSV. */
export function tileSetFromFile(name: string, text: string): TilesReading {
  if (text.length > LONGEST_FILE)
    return no(`expected a tile set of up to ${LONGEST_FILE} characters; got ${text.length}`);
  const plain = text.replace(/^\uFEFF/, '');
  const reading = plain.trimStart().startsWith('{') ? readTileObject(plain) : readTileLines(plain);
  if (!reading.ok) return reading;
  const set = { name, tiles: reading.tiles };
  const count = tileCount(set);
  if (set.tiles.length > MOST_KINDS)
    return no(`expected up to ${MOST_KINDS} kinds of tiles; got ${set.tiles.length}`);
  if (count < 1 || count > MOST_TILES) return no(`expected from 1 to ${MOST_TILES} tiles; got ${count}`);
  return { ok: true, value: set };
}

function no(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}

interface Row {
  readonly line: number;
  /** `?` is a blank: it stands for every other letter of the list. */
  readonly letter: string;
  readonly count: number;
  readonly points: number;
}

const columns = 'LETTER,lower case,COUNT,POINTS,vowel, as in A,a,9,1,1';

/** A line a kind of tile, as Scrabble programs keep them. Lower case and vowels are theirs: nothing here needs them. */
function readTileLines(text: string): KindsReading {
  const rows: Row[] = [];
  const known = new Set<string>();
  for (const [index, written] of text.split(/\r\n?|\n/).entries()) {
    if (written.trim() === '' || written.startsWith('#')) continue;
    const row = readRow(written, index + 1);
    if (typeof row === 'string') return { ok: false, line: index + 1, problem: row };
    if (known.has(row.letter))
      return { ok: false, line: index + 1, problem: `expected each letter once; got ${row.letter} again` };
    if (rows.length === MOST_KINDS)
      return {
        ok: false,
        line: index + 1,
        problem: `expected up to ${MOST_KINDS} kinds of tiles; here is one more`,
      };
    known.add(row.letter);
    rows.push(row);
  }
  return kindsOf(rows);
}

/** A line in its parts, or what is wrong with it. */
function readRow(written: string, line: number): Row | string {
  const cells = written.split(',').map((cell) => cell.trim());
  if (cells.length !== 5) return `expected ${columns}; got ${shown(written)}`;
  const [name, , count, points] = cells as [string, string, string, string];
  const letter = name === '?' ? '?' : readLetter(name);
  if (letter === undefined) return `expected ${expectedLetter}, or ? for a blank; got ${shown(name)}`;
  if (!/^\d{1,9}$/.test(count) || Number(count) > MOST_TILES)
    return `expected a count from 0 to ${MOST_TILES} in column 3; got ${shown(count)}`;
  if (!/^-?\d{1,10}$/.test(points) || !arePoints(Number(points)))
    return `expected points, ${expectedPoints}, in column 4; got ${shown(points)}`;
  if (letter === '?' && Number(points) !== 0)
    return `expected 0 points for a blank in column 4; got ${shown(points)}`;
  return { line, letter, count: Number(count), points: Number(points) + 0 };
}

function kindsOf(rows: readonly Row[]): KindsReading {
  const letters = rows.map(({ letter }) => letter).filter((letter) => letter !== '?');
  const blank = rows.find(({ letter }) => letter === '?');
  if (blank && (letters.length === 0 || letters.length > MOST_FACES))
    return {
      ok: false,
      line: blank.line,
      problem: `expected from 1 to ${MOST_FACES} letters that a blank can be; got ${letters.length}`,
    };
  const facesOf = ({ letter, points }: Row) =>
    (letter === '?' ? letters : [letter]).map((each) => ({ letter: each, points }));
  const tiles = rows.map((row, id): TileKind => ({ id, count: row.count, faces: facesOf(row) }));
  return { ok: true, tiles };
}

/** `{"tiles": [{"count": 9, "letters": {"A": 1}}, …]}`, as docs/reference/tiles.schema.json has it. */
function readTileObject(text: string): KindsReading {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return no(`expected JSON: ${(error as Error).message.replace(/\s+/g, ' ').slice(0, 120)}`);
  }
  const odd = oddKey(value, ['tiles', '$schema']);
  if (odd !== undefined) return no(`there is no key ${shown(odd)}; the only one is tiles`);
  const list = isTable(value) ? value.tiles : undefined;
  if (!Array.isArray(list)) return no(`tiles: expected a list of kinds of tiles; got ${shown(list)}`);
  const tiles: TileKind[] = [];
  for (const [id, written] of list.entries()) {
    const kind = readKind(id, written);
    if (typeof kind === 'string') return no(`tiles[${id}]${kind}`);
    tiles.push(kind);
  }
  return { ok: true, tiles };
}

/** A kind of tile, or what is wrong with it. */
function readKind(id: number, value: unknown): TileKind | string {
  if (!isTable(value)) return `: expected an object with count and letters; got ${shown(value)}`;
  const odd = oddKey(value, ['count', 'letters']);
  if (odd !== undefined) return `: there is no key ${shown(odd)}; the keys are count and letters`;
  const { count, letters } = value;
  if (!Number.isInteger(count) || (count as number) < 0 || (count as number) > MOST_TILES)
    return `.count: expected a whole number from 0 to ${MOST_TILES}; got ${shown(count)}`;
  if (!isTable(letters) || Object.keys(letters).length === 0)
    return `.letters: expected an object of letters and their points; got ${shown(letters)}`;
  const faces = readFaces(letters);
  return typeof faces === 'string' ? `.letters${faces}` : { id, count: count as number, faces };
}

function readFaces(letters: Readonly<Record<string, unknown>>): readonly Face[] | string {
  const faces: Face[] = [];
  const known = new Set<string>();
  for (const [written, value] of Object.entries(letters)) {
    const letter = readLetter(written);
    if (letter === undefined) return `: expected ${expectedLetter}; got ${shown(written)}`;
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    const wrong = values.find((points) => !arePoints(points));
    if (wrong !== undefined || values.length === 0)
      return `.${letter}: expected ${expectedPoints}, or a list of them; got ${shown(wrong ?? value)}`;
    for (const points of values as readonly number[]) {
      if (known.has(letter + points))
        return `.${letter}: expected each letter with its points once; got ${letter} with ${points} twice`;
      known.add(letter + points);
      faces.push({ letter, points: points + 0 });
    }
    if (faces.length > MOST_FACES) return `: expected up to ${MOST_FACES} letters and points; there are more`;
  }
  return faces;
}

function oddKey(value: unknown, known: readonly string[]): string | undefined {
  return isTable(value) ? Object.keys(value).find((key) => !known.includes(key)) : undefined;
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
