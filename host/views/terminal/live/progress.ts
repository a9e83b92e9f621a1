/** The progress of a long run: one line at the bottom of a terminal. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  readonly #total: number;
  readonly #what: string;
  readonly #start = performance.now();
  #shown = false;
  #last = 0;

  constructor(stream: NodeJS.WriteStream, total: number, what = 'games') {
    this.#stream = stream;
    this.#total = total;
    this.#what = what;
  }

  show(done: number, standings: string): void {
    const time = performance.now();
    if (time - this.#last < 100 && done < this.#total) return;
    this.#last = time;
    const rate = done / ((time - this.#start) / 1000);
    const left = rate > 0 ? `, ${Math.ceil((this.#total - done) / rate)} s left` : '';
    const line = `${done} of ${this.#total} ${this.#what}, ${rate.toFixed(1)} a second${left}  ${standings}`;
    this.#stream.write(`\r\x1b[K${line.slice(0, (this.#stream.columns || 80) - 1)}`);
    this.#shown = true;
  }

  /** Removes the line, so that something else can be printed. */
  clear(): void {
    if (this.#shown) this.#stream.write('\r\x1b[K');
    this.#shown = false;
  }
}
