import type { Sink } from '../../runs/run.ts';
import {
  type LinePart,
  lineOfParts,
  ProgressLine,
  type ProgressOutput,
  RedrawnBlock,
} from '../../views/terminal/progress.ts';
import type { RunOutput } from '../../views/terminal/run-output.ts';

export type ProgressStream = Pick<ProgressOutput, 'stream' | 'redraws'>;

/** A block is drawn again after this time, or after this many times the time that it takes to make. */
const REDRAWN_EVERY_MS = 250;
const MOST_OF_TIME = 20;

/** Shows the progress of a run: redrawn on a terminal, elsewhere a plain line now and then. */
export class RunProgress implements Sink {
  readonly #parts: (seconds: number) => readonly LinePart[];
  readonly #line: ProgressLine;
  readonly #block: RedrawnBlock | undefined;
  readonly #below: ((width: number) => readonly string[]) | undefined;
  readonly #start = performance.now();
  #next = 0;

  /** `below`: on a terminal, what is drawn under the line. */
  constructor(
    output: Pick<RunOutput, 'beforeWriting'>,
    progress: ProgressOutput,
    parts: (seconds: number) => readonly LinePart[],
    below?: (width: number) => readonly string[],
  ) {
    const { stream, redraws } = progress;
    output.beforeWriting(() => this.clear());
    this.#parts = parts;
    this.#below = below;
    this.#block = below && stream && redraws ? new RedrawnBlock(stream) : undefined;
    this.#line = new ProgressLine(below ? { ...progress, redraws: false } : progress);
  }

  start(): void {
    this.show();
  }

  take(): void {
    this.show();
  }

  show(): void {
    if (this.#block) this.#showBlock(this.#block);
    else this.#line.show(this.#parts);
  }

  end(): void {
    this.clear();
  }

  /** Removes what is shown, so that something else can be printed. */
  clear(): void {
    this.#block?.clear();
    this.#line.clear();
    this.#next = 0;
  }

  #showBlock(block: RedrawnBlock): void {
    const now = performance.now();
    if (now < this.#next) return;
    const parts = this.#parts((now - this.#start) / 1000);
    block.show((width) => [lineOfParts(parts, width), '', ...this.#below!(width)]);
    const took = performance.now() - now;
    this.#next = now + Math.max(REDRAWN_EVERY_MS, took * MOST_OF_TIME);
  }
}
