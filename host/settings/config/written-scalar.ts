import type { Document } from 'yaml';

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
