import { RedrawnLine } from './redrawn-line.ts';

/** The progress of a long run: one line at the bottom of a terminal. */
export class Progress {
  readonly #line: RedrawnLine;
  readonly #total: number;
  readonly #what: string;
  readonly #start = performance.now();
  #last = 0;

  constructor(stream: NodeJS.WriteStream, total: number, what = 'games') {
    this.#line = new RedrawnLine(stream);
    this.#total = total;
    this.#what = what;
  }

  show(done: number, standings: string): void {
    const time = performance.now();
    if (time - this.#last < 100 && done < this.#total) return;
    this.#last = time;
    const rate = done / ((time - this.#start) / 1000);
    const left = rate > 0 ? `, ${Math.ceil((this.#total - done) / rate)} s left` : '';
    this.#line.show(
      `${done} of ${this.#total} ${this.#what}, ${rate.toFixed(1)} a second${left}  ${standings}`,
    );
  }

  /** Removes the line, so that something else can be printed. */
  clear(): void {
    this.#line.clear();
  }
}
