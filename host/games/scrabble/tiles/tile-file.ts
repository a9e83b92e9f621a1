import { readJsonFile } from '../../../core/json.ts';
import {
  anyOf,
  byName,
  isObject,
  label,
  listOf,
  Misfit,
  misfit,
  optional,
  readBy,
  strictObject,
  text,
  whole,
} from '../../../core/shape.ts';
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

export function readTiles(text: string): Reading {
  return tileSetFromFile(FROM_FILE, text);
}

/** The name of the set, or a file of it. */
export function tilesText(set: TileSet): string {
  return set.name === FROM_FILE ? JSON.stringify({ tiles: set.tiles.map(kindInFile) }) : set.name;
}

function kindInFile({ count, faces }: TileKind): unknown {
  const letters: Record<string, number[]> = {};
  for (const { letter, points } of faces) (letters[letter] ??= []).push(points);
  return { count, letters };
}

const LONGEST_FILE = 1_048_576;

/** The file may come from anybody. A file that begins with `{` is JSON, others are CSV. */
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
  /** `?` is a blank, which stands for every other letter of the list. */
  readonly letter: string;
  readonly count: number;
  readonly points: number;
}

const columns = 'LETTER,lowercase,COUNT,POINTS,vowel, such as A,a,9,1,1';

/** A kind of tile per line, as Scrabble programs have it. Lower case and vowels are ignored. */
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
        problem: `expected up to ${MOST_KINDS} kinds of tiles; got more`,
      };
    known.add(row.letter);
    rows.push(row);
  }
  return kindsOf(rows);
}

/** Returns a sentence for a wrong line. */
function readRow(written: string, line: number): Row | string {
  const cells = written.split(',').map((cell) => cell.trim());
  if (cells.length !== 5) return `expected ${columns}; got ${shown(written)}`;
  const [name, , count, points] = cells as [string, string, string, string];
  const letter = name === '?' ? '?' : readLetter(name);
  if (letter === undefined) return `expected ${expectedLetter}, or ? for a blank; got ${shown(name)}`;
  if (!/^\d{1,9}$/.test(count) || Number(count) > MOST_TILES)
    return `expected a count from 0 to ${MOST_TILES} in column 3; got ${shown(count)}`;
  if (!/^-?\d{1,10}$/.test(points) || !arePoints(Number(points)))
    return `expected points in column 4, ${expectedPoints}; got ${shown(points)}`;
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

const faces = readBy<readonly Face[]>(byName(anyOf(whole(), listOf(whole(), 1))), (letters) => {
  if (!isObject(letters) || Object.keys(letters).length === 0)
    return misfit('an object of letters and their points', letters);
  const faces = new Map<string, Face>();
  for (const [written, value] of Object.entries(letters)) {
    const letter = readLetter(written);
    if (letter === undefined) return misfit(expectedLetter, written);
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    const wrong = values.find((points) => !arePoints(points));
    if (wrong !== undefined || values.length === 0)
      return misfit(`${expectedPoints}, or a list of them`, wrong ?? value).inside(letter);
    for (const points of values as readonly number[]) {
      if (faces.has(letter + points))
        return new Misfit(
          () => `expected each letter with its points once; got ${letter} with ${points} twice`,
        ).inside(letter);
      faces.set(letter + points, { letter, points: points + 0 });
    }
    if (faces.size > MOST_FACES)
      return new Misfit(() => `expected up to ${MOST_FACES} letters and points; it has more`);
  }
  return [...faces.values()];
});

const kind = label(
  'an object with count and letters',
  strictObject({ count: whole(0, MOST_TILES), letters: faces }),
);

/** `{"tiles": [{"count": 9, "letters": {"A": 1}}, …]}` (docs/reference/tiles.schema.json). */
const tilesFile = strictObject({
  tiles: label('a list of kinds of tiles', listOf(kind)),
  $schema: optional(text()),
});

function readTileObject(text: string): KindsReading {
  const file = readJsonFile(text, tilesFile, 'got nothing');
  if (typeof file === 'string') return no(file);
  return { ok: true, tiles: file.tiles.map(({ count, letters }, id) => ({ id, count, faces: letters })) };
}
