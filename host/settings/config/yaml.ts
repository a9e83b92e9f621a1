import type { Node } from 'yaml';
import { visible, visibleInQuotes } from '../../core/text.ts';

/** A line of comment for people. */
interface Remark {
  /** The path of the part that follows. At the end of a list, this is the position after its last part. */
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/**
 * Writes a file of YAML as lines. Its content may come from anybody: the library writes all values, invisible
 * characters are escapes, and no remark ends its line.
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
