import type { CST, Document, Node } from 'yaml';
import { atMostSoDeep, MOST_DEPTH } from '../../core/json.ts';
import { visible, visibleInQuotes } from '../../core/text.ts';

/** A line of comment for people. */
interface Remark {
  /** In front of what it stands; after the end of a list, the place that comes next in it. */
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/**
 * A file of YAML as lines. What is in it can come from anybody: all values are written by the library, what cannot be seen in them
 * as escapes, and nothing in a remark ends its line.
 */
export async function yamlLines(value: object, remarks: readonly Remark[]): Promise<string[]> {
  const { Document, visit } = await import('yaml');
  const document = new Document(value);
  visit(document, {
    // One line for each that is not the outermost.
    Map(_, map, { length }) {
      map.flow = length > 1;
    },
    Scalar(_, scalar) {
      if (typeof scalar.value === 'string' && visible(scalar.value) !== scalar.value)
        scalar.type = 'QUOTE_DOUBLE';
    },
  });
  for (const { path, text } of remarks) {
    const node = document.getIn(path, true) as Node | undefined;
    if (node) node.commentBefore = withLine(node.commentBefore, text);
    else {
      const list = document.getIn(path.slice(0, -1)) as Node;
      list.comment = withLine(list.comment, text);
    }
  }
  const written = document.toString({ lineWidth: 0, doubleQuotedAsJSON: true });
  return written.trimEnd().split('\n').map(visibleInQuotes);
}

function withLine(comment: string | null | undefined, text: string): string {
  return [...(comment ? [comment] : []), ` ${visible(text)}`].join('\n');
}

/** A number or a truth value of a file whose text is another one than its value has: `007`, `1e3`, `True`. */
export class WrittenScalar {
  readonly value: number | boolean;
  readonly source: string;

  constructor(value: number | boolean, source: string) {
    this.value = value;
    this.source = source;
  }

  /** For messages. */
  toJSON(): unknown {
    return typeof this.value === 'number' && !Number.isFinite(this.value) ? this.source : this.value;
  }
}

/** In place: such scalars, besides names, become what `change` makes of them. */
export function changeWritten(
  { visit, isPair, isScalar }: typeof import('yaml'),
  document: Document.Parsed,
  change: (scalar: WrittenScalar, outermost: string) => unknown,
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
export function excessIn(
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
