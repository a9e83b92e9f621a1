import { visibleLines } from '../../../core/text/visible.ts';
import type { Panel } from '../../../games/shown.ts';
import { pictureLines } from '../grids/picture-lines.ts';
import type { Paint } from '../paint.ts';

/** With fewer columns than this no picture fits, and there is nothing to gain by fewer. */
const NARROWEST = 20;

/** The picture of a running game, drawn again in the same place of a terminal. */
export class LivePanels {
  readonly #stream: NodeJS.WriteStream;
  readonly #names: readonly string[];
  readonly #paint: Paint;
  #height = 0;
  #last = 0;

  constructor(stream: NodeJS.WriteStream, names: readonly string[], paint: Paint) {
    this.#paint = paint;
    this.#stream = stream;
    this.#names = names;
  }

  /** At most thirty times a second; what does not fit the terminal is left out. */
  show(panelsOf: () => readonly Panel[]): void {
    if (performance.now() - this.#last < 33) return;
    this.#last = performance.now();
    const space = (this.#stream.rows || 24) - 1;
    const width = Math.max(NARROWEST, this.#stream.columns || 80);
    const lines = pictureLines(panelsOf(), this.#names, width, space, this.#paint).slice(0, space);
    this.#stream.write(`${this.#back()}${visibleLines(lines.map((line) => `${line}\n`).join(''))}`);
    this.#height = lines.length;
  }

  /** Removes the picture: what comes next is printed in its place. */
  clear(): void {
    this.#stream.write(this.#back());
    this.#height = 0;
  }

  #back(): string {
    return this.#height > 0 ? `\x1b[${this.#height}A\x1b[J` : '';
  }
}
