import type { CST, Document, LineCounter } from 'yaml';
import { atMostSoDeep, MOST_DEPTH } from '../../core/json.ts';

/** The value of a YAML or JSON file, and the position of each part. */
export interface PlacedFile {
  readonly value: unknown;
  /** The line and column of a part, such as `3:12`. A missing part has the position of the part that lacks it. */
  placeOf(path: readonly (string | number)[]): string;
}

export type PlacedReading =
  | { readonly ok: true; readonly file: PlacedFile }
  | { readonly ok: false; readonly place: string; readonly problem: string };

/** Aliases of aliases could make a small file endless. */
const MOST_ALIASES = 1000;

/** Says what a number or truth value becomes whose text differs from its value, such as `007`, `1e3` or `True`. */
type ChangeScalar = (scalar: WrittenScalar, outermost: string) => unknown;

/** In a tournament file only `format` has numbers. Other numbers are texts or options and stay as they are written. */
const asInTournament: ChangeScalar = ({ value, source }, outermost) =>
  typeof value === 'number' && outermost !== 'format' ? source : value;

export async function readPlaced(text: string, change = asInTournament): Promise<PlacedReading> {
  const yaml = await import('yaml');
  const excess = excessIn(yaml, text);
  if (excess) return { ok: false, place: `${excess.line}:${excess.col}`, problem: excess.problem };
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter: lines, logLevel: 'error' });
  const [error] = document.errors;
  if (error) {
    const problem =
      error.code === 'MULTIPLE_DOCS'
        ? 'expected one YAML document; got several, separated by `---`'
        : error.message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '');
    return { ok: false, place: placeAt(lines, error.pos[0]), problem };
  }
  changeWritten(yaml, document, change);
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

/** The offset of the innermost part that exists. A field has the offset of its name. */
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

/** A number or a truth value of a file whose text is another one than its value has: `007`, `1e3`, `True`. */
export class WrittenScalar {
  readonly value: number | boolean;
  readonly source: string;

  constructor(value: number | boolean, source: string) {
    this.value = value;
    this.source = source;
  }

  /** Writes the value as the file has it, for messages. */
  toJSON(): unknown {
    return typeof this.value === 'number' && !Number.isFinite(this.value) ? this.source : this.value;
  }
}

/** Replaces such scalars, except names, by what `change` returns for them. */
function changeWritten(
  { visit, isPair, isScalar }: typeof import('yaml'),
  document: Document.Parsed,
  change: ChangeScalar,
): void {
  visit(document, {
    Scalar(key, node, path) {
      const { value, source } = node;
      if (key === 'key' || source === undefined || String(value) === source) return;
      if (typeof value !== 'number' && typeof value !== 'boolean') return;
      const outermost = path.find(isPair)?.key;
      node.value = change(
        new WrittenScalar(value, source),
        isScalar(outermost) ? String(outermost.value) : '',
      );
    },
  });
}

/** A document, and what is read at the moment. */
const BESIDE = 2;
/** Names in one object. The time that the library takes grows with their square. */
const MOST_NAMES = 1000;

/** Where a file goes deeper than any needs, or has more names. It is looked for before the file is read as a whole: that takes long. */
function excessIn(
  { Lexer, LineCounter, Parser }: typeof import('yaml'),
  text: string,
): { readonly line: number; readonly col: number; readonly problem: string } | undefined {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  for (const lexeme of new Lexer().lex(text)) {
    // It reads as its parts are asked for.
    Array.from(parser.next(lexeme));
    const { stack, offset } = parser;
    if (stack.length > MOST_DEPTH + BESIDE)
      return { ...lines.linePos(offset), problem: `expected ${atMostSoDeep}` };
    if (stack.some((token) => isObject(token) && token.items.length > MOST_NAMES))
      return {
        ...lines.linePos(offset),
        problem: `expected at most ${MOST_NAMES} names in an object; it has more`,
      };
  }
  return undefined;
}

function isObject(token: CST.Token): token is CST.BlockMap | CST.FlowCollection {
  return (
    token.type === 'block-map' || (token.type === 'flow-collection' && token.start.type === 'flow-map-start')
  );
}
