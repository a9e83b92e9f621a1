/** One line at the bottom of a terminal, drawn again in its place and never wider than the terminal. */
export class RedrawnLine {
  readonly #stream: NodeJS.WriteStream;
  #isShown = false;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  show(line: string): void {
    this.#stream.write(`\r\x1b[K${line.slice(0, (this.#stream.columns || 80) - 1)}`);
    this.#isShown = true;
  }

  /** Removes it, so that something else can be printed. */
  clear(): void {
    if (this.#isShown) this.#stream.write('\r\x1b[K');
    this.#isShown = false;
  }
}
