import { widthOf } from '../../../core/text/columns.ts';

type Terminal = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'on' | 'off'>;

/** Of each terminal, the line that is shown at its bottom. */
const shown = new WeakMap<Terminal, RedrawnLine>();

/** One line at the bottom of a terminal, drawn again in its place and never wider than the terminal. */
export class RedrawnLine {
  readonly #stream: Terminal;
  #lineFor: (width: number) => string = () => '';
  /** The columns that it takes. */
  #width = 0;

  constructor(stream: Terminal) {
    this.#stream = stream;
  }

  /** It is at the bottom: no other one has been shown since. */
  get isShown(): boolean {
    return shown.get(this.#stream) === this;
  }

  /** Another one is at the bottom. */
  get isCovered(): boolean {
    return shown.has(this.#stream) && !this.isShown;
  }

  /** `lineFor` makes a line that is at most so wide. */
  show(lineFor: (width: number) => string): void {
    this.#lineFor = lineFor;
    if (!this.isShown) {
      const other = shown.get(this.#stream);
      if (other) other.#forget();
      shown.set(this.#stream, this);
      this.#stream.on('resize', this.#redraw);
    }
    this.#write('\r\x1b[K');
  }

  /** Removes it, so that something else can be printed. */
  clear(): void {
    if (!this.isShown) return;
    this.#stream.write('\r\x1b[K');
    this.#forget();
  }

  #forget(): void {
    this.#stream.off('resize', this.#redraw);
    shown.delete(this.#stream);
  }

  #write(before: string): void {
    const line = this.#lineFor((this.#stream.columns || 80) - 1);
    this.#width = widthOf(line);
    this.#stream.write(`${before}${line}`);
  }

  /** A narrower terminal has broken the line into several. */
  readonly #redraw = (): void => {
    const above = Math.floor(Math.max(0, this.#width - 1) / (this.#stream.columns || 80));
    this.#write(`\r${above > 0 ? `\x1b[${above}A` : ''}\x1b[J`);
  };
}
