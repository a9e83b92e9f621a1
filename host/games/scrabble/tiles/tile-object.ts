import { parseJson } from '../../../core/parse-json.ts';
import { arePoints, expectedLetter, expectedPoints, readLetter, shown } from './letter.ts';
import type { KindsReading } from './tile-set.ts';
import { type Face, MOST_FACES, MOST_TILES, type TileKind } from './tile-set.ts';

/** `{"tiles": [{"count": 9, "letters": {"A": 1}}, …]}`, as docs/reference/tiles.schema.json has it. */
export function readTileObject(text: string): KindsReading {
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

function no(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}
