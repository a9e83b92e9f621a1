import { arePoints, expectedLetter, expectedPoints, readLetter, shown } from './letter.ts';
import type { KindsReading } from './tile-set.ts';
import { MOST_FACES, MOST_KINDS, MOST_TILES, type TileKind } from './tile-set.ts';

interface Row {
  readonly line: number;
  /** `?` is a blank: it stands for every other letter of the list. */
  readonly letter: string;
  readonly count: number;
  readonly points: number;
}

const columns = 'LETTER,lower case,COUNT,POINTS,vowel, as in A,a,9,1,1';

/** A line a kind of tile, as Scrabble programs keep them. Lower case and vowels are theirs: nothing here needs them. */
export function readTileLines(text: string): KindsReading {
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
