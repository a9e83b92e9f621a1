import type { Document, LineCounter } from 'yaml';
import { changeWritten, excessIn } from './yaml.ts';

/** The value of a YAML or JSON file, and where each part of it is. */
export interface PlacedFile {
  readonly value: unknown;
  /** `3:12`, the line and the column of what is there; of what is missing, that of what it is missing in. */
  placeOf(path: readonly (string | number)[]): string;
}

export type PlacedReading =
  | { readonly ok: true; readonly file: PlacedFile }
  | { readonly ok: false; readonly place: string; readonly problem: string };

/** What has numbers in it. All other numbers are texts, or options, and are taken as they are written. */
const NUMBERS = 'format';

/** More than a file needs: aliases of aliases could make a small one endless. */
const MOST_ALIASES = 1000;

export async function readPlaced(text: string): Promise<PlacedReading> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const excess = excessIn(yaml, text);
  if (excess) return { ok: false, place: `${excess.line}:${excess.col}`, problem: excess.problem };
  const document = yaml.parseDocument(text, { lineCounter: lines, logLevel: 'error' });
  const [error] = document.errors;
  if (error) {
    const problem = error.message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '');
    return { ok: false, place: placeAt(lines, error.pos[0]), problem };
  }
  changeWritten(yaml, document, ({ value, source }, outermost) =>
    typeof value === 'number' && outermost !== NUMBERS ? source : value,
  );
  try {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    return { ok: true, file: { value, placeOf: (path) => placeAt(lines, offsetOf(yaml, document, path)) } };
  } catch (fault) {
    return { ok: false, place: '1:1', problem: (fault as Error).message };
  }
}

function placeAt(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${line}:${col}`;
}

/** Of the innermost part that is there: of a field, its name. */
function offsetOf(
  { isMap, isScalar, isSeq, isNode }: typeof import('yaml'),
  document: Document,
  path: readonly (string | number)[],
): number {
  let node: unknown = document.contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (pair === undefined) break;
      offset = isScalar(pair.key) ? (pair.key.range?.[0] ?? offset) : offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      if (!isNode(node)) break;
      offset = node.range?.[0] ?? offset;
    } else break;
  }
  return offset;
}
