import { cut } from '../../../core/text/columns.ts';
import { visibleLines } from '../../../core/text/visible.ts';

type Terminal = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'rows'>;

/** Some lines at the bottom of a terminal, drawn again in their place; no more of them than it has. */
export class RedrawnBlock {
  readonly #stream: Terminal;
  #height = 0;

  constructor(stream: Terminal) {
    this.#stream = stream;
  }

  /** `linesFor` makes lines that are at most so wide. */
  show(linesFor: (width: number) => readonly string[]): void {
    const width = Math.max(1, (this.#stream.columns || 80) - 1);
    const lines = linesFor(width)
      .slice(0, Math.max(1, (this.#stream.rows || 24) - 1))
      .map((line) => cut(line, width));
    this.#stream.write(`${this.#back()}${visibleLines(lines.map((line) => `${line}\n`).join(''))}`);
    this.#height = lines.length;
  }

  /** Removes it: what comes next is printed in its place. */
  clear(): void {
    if (this.#height > 0) this.#stream.write(this.#back());
    this.#height = 0;
  }

  #back(): string {
    return this.#height > 0 ? `\x1b[${this.#height}A\x1b[J` : '';
  }
}
