import { visible } from '../../../core/text/visible.ts';
import { type LinePart, lineOfParts } from './line-parts.ts';
import { RedrawnLine } from './redrawn-line.ts';

/** On a terminal it is drawn again at most so often, and at least so often: time goes by while a game lasts. */
const REDRAWN_EVERY_MS = 100;
const TICK_MS = 1000;
/** Elsewhere there is a line at most so often, and less often the longer it takes: after each tenth more of the time so far. */
const LINE_EVERY_MS = 30_000;
const LINE_EVERY_PART = 1.1;

export interface ProgressOutput {
  /** None: nothing is shown. */
  readonly stream: NodeJS.WriteStream | undefined;
  /** Whether a line can be drawn again there. */
  readonly redraws: boolean;
  readonly now?: () => number;
}

/** The parts of the line, so many seconds after the start. */
export type PartsAt = (seconds: number) => readonly LinePart[];

/** The progress of a long run: a line that is drawn again on a terminal, and now and then a plain one elsewhere. */
export class ProgressLine {
  readonly #stream: NodeJS.WriteStream | undefined;
  /** None off a terminal. */
  readonly #line: RedrawnLine | undefined;
  readonly #now: () => number;
  readonly #start: number;
  #last: number;
  #next: number;
  #partsAt: PartsAt = () => [];
  #ticks: NodeJS.Timeout | undefined;

  constructor({ stream, redraws, now = () => performance.now() }: ProgressOutput) {
    this.#stream = stream;
    this.#line = stream && redraws ? new RedrawnLine(stream) : undefined;
    this.#now = now;
    this.#start = this.#last = now();
    this.#next = this.#start + LINE_EVERY_MS;
  }

  show(partsAt: PartsAt): void {
    this.#partsAt = partsAt;
    if (this.#line) this.#redrawSometimes(this.#line);
    else this.#writeSometimes();
  }

  /** Removes the line, so that something else can be printed. */
  clear(): void {
    clearInterval(this.#ticks);
    this.#ticks = undefined;
    this.#line?.clear();
  }

  #redrawSometimes(line: RedrawnLine): void {
    if (line.isShown && this.#now() - this.#last < REDRAWN_EVERY_MS) return;
    this.#redraw(line);
    this.#ticks ??= setInterval(() => this.tick(), TICK_MS).unref();
  }

  /** Time has gone by. */
  tick(): void {
    if (this.#line && !this.#line.isCovered) this.#redraw(this.#line);
  }

  #redraw(line: RedrawnLine): void {
    this.#last = this.#now();
    line.show((width) => lineOfParts(this.#parts(), width));
  }

  #writeSometimes(): void {
    const now = this.#now();
    if (now < this.#next) return;
    this.#next = Math.max(now + LINE_EVERY_MS, this.#start + (now - this.#start) * LINE_EVERY_PART);
    this.#stream?.write(`${lineOfParts(this.#parts(), Number.POSITIVE_INFINITY)}\n`);
  }

  #parts(): readonly LinePart[] {
    const parts = this.#partsAt((this.#now() - this.#start) / 1000);
    return parts.map(({ text, rank }) => ({ text: visible(text), rank }));
  }
}
