import { rateOf, secondsLeft } from '../../core/pace.ts';
import { cut, visible, visibleLines, widthOf } from '../../core/text.ts';

interface Work {
  readonly of: number;
  readonly what: string;
}

/** The progress of a run: number, rate, elapsed and remaining time. */
export class Progress {
  readonly #line: ProgressLine;
  readonly #work: Work;

  constructor(output: ProgressOutput, work: Work) {
    this.#line = new ProgressLine(output);
    this.#work = work;
  }

  show(done: number, status = ''): void {
    this.#line.show((seconds) => progressParts({ ...this.#work, done, seconds, status }));
  }

  /** Removes the line before other output. */
  clear(): void {
    this.#line.clear();
  }
}

interface Done extends Work {
  readonly done: number;
  readonly seconds: number;
  readonly status: string;
}

export function progressParts({ of, what, done, seconds, status }: Done): LinePart[] {
  const pace = { done, seconds };
  const rate = rateOf(pace);
  return [
    { text: `${done} of ${of} ${what}`, rank: 0 },
    barPart(done, of, 4),
    { text: rate === undefined ? '' : rateWords(rate), rank: 3 },
    { text: `${roughTime(seconds)} so far`, rank: 5 },
    { text: remainingWords(secondsLeft(pace, of - done)), rank: 1 },
    { text: status, rank: 2 },
  ];
}

const BAR = 20;

export function barPart(done: number, of: number, rank: number): LinePart {
  const filled = of === 0 ? 0 : Math.floor((BAR * done) / of);
  return { text: `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}]`, rank, isDrawn: true };
}

/** The range of the interval of redrawing on a terminal. */
const REDRAWN_EVERY_MS = 100;
const TICK_MS = 1000;
/** The least interval of lines elsewhere. It grows with the elapsed time. */
const LINE_EVERY_MS = 30_000;
const LINE_EVERY_PART = 1.1;

export interface ProgressOutput {
  readonly stream: NodeJS.WriteStream | undefined;
  /** The stream can redraw a line. */
  readonly redraws: boolean;
  readonly now?: () => number;
}

type PartsAt = (seconds: number) => readonly LinePart[];

/** A line that is redrawn on a terminal, and repeated rarely elsewhere. */
export class ProgressLine {
  readonly #stream: NodeJS.WriteStream | undefined;
  /** Undefined without a terminal. */
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

  /** Removes the line before other output. */
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
    const parts = this.#parts().filter(({ isDrawn }) => !isDrawn);
    this.#stream?.write(`${lineOfParts(parts, Number.POSITIVE_INFINITY)}\n`);
  }

  #parts(): readonly LinePart[] {
    const parts = this.#partsAt((this.#now() - this.#start) / 1000);
    return parts.map((part) => ({ ...part, text: visible(part.text) }));
  }
}

/** A part of a line. Parts of the highest rank are omitted first. */
export interface LinePart {
  readonly text: string;
  readonly rank: number;
  /** A line that is written once, as to a file, leaves this part out. */
  readonly isDrawn?: boolean;
}

const BETWEEN = ', ';

/** Joins the parts that fit. At least one remains, cut if necessary. */
export function lineOfParts(parts: readonly LinePart[], width: number): string {
  let kept = parts.filter(({ text }) => text !== '');
  while (kept.length > 1 && widthOf(joined(kept)) > width) {
    const least = Math.max(...kept.map(({ rank }) => rank));
    kept = kept.toSpliced(
      kept.findLastIndex(({ rank }) => rank === least),
      1,
    );
  }
  return cut(joined(kept), width);
}

const joined = (parts: readonly LinePart[]) => parts.map(({ text }) => text).join(BETWEEN);

type Terminal = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'on' | 'off'>;

/** The line at the bottom of each terminal. */
const shown = new WeakMap<Terminal, RedrawnLine>();

/** A line at the bottom of a terminal, redrawn in place and never wider than it. */
export class RedrawnLine {
  readonly #stream: Terminal;
  #lineFor: (width: number) => string = () => '';
  #width = 0;

  constructor(stream: Terminal) {
    this.#stream = stream;
  }

  get isShown(): boolean {
    return shown.get(this.#stream) === this;
  }

  get isCovered(): boolean {
    return shown.has(this.#stream) && !this.isShown;
  }

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

  /** Removes the line before other output. */
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

  /** A narrower terminal has wrapped the line. */
  readonly #redraw = (): void => {
    const above = Math.floor(Math.max(0, this.#width - 1) / (this.#stream.columns || 80));
    this.#write(`\r${above > 0 ? `\x1b[${above}A` : ''}\x1b[J`);
  };
}

type BlockTerminal = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'rows'>;

/** Lines at the bottom of a terminal, redrawn in place. */
export class RedrawnBlock {
  readonly #stream: BlockTerminal;
  #height = 0;

  constructor(stream: BlockTerminal) {
    this.#stream = stream;
  }

  show(linesFor: (width: number) => readonly string[]): void {
    const width = Math.max(1, (this.#stream.columns || 80) - 1);
    const lines = linesFor(width)
      .slice(0, Math.max(1, (this.#stream.rows || 24) - 1))
      .map((line) => cut(line, width));
    this.#stream.write(`${this.#back()}${visibleLines(lines.map((line) => `${line}\n`).join(''))}`);
    this.#height = lines.length;
  }

  /** Removes the lines before other output. */
  clear(): void {
    if (this.#height > 0) this.#stream.write(this.#back());
    this.#height = 0;
  }

  #back(): string {
    return this.#height > 0 ? `\x1b[${this.#height}A\x1b[J` : '';
  }
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration with about two digits: `45 s`, `12 min`, `3.2 h`, `4.1 days`. */
export function roughTime(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  if (seconds < 100 * MINUTE) return `${Math.ceil(seconds / MINUTE)} min`;
  return seconds < 3 * DAY ? `${(seconds / HOUR).toFixed(1)} h` : `${(seconds / DAY).toFixed(1)} days`;
}

/** The duration of a game: `85 ms`, `0.12 s`, `3.4 s`. */
export function timeOfGame(seconds: number): string {
  if (seconds < 0.1) return `${Math.max(1, Math.round(1000 * seconds))} ms`;
  if (seconds < 1) return `${seconds.toFixed(2)} s`;
  return seconds < 10 ? `${seconds.toFixed(1)} s` : roughTime(seconds);
}

/** A rate per second, minute or hour. */
export function rateWords(perSecond: number): string {
  if (perSecond >= 1) return `${perSecond.toFixed(perSecond < 100 ? 1 : 0)}/s`;
  const perMinute = perSecond * MINUTE;
  if (perMinute >= 1) return `${perMinute.toFixed(perMinute < 10 ? 1 : 0)}/min`;
  return `${(perSecond * HOUR).toFixed(1)}/h`;
}

export function remainingWords(seconds: number | undefined): string {
  return seconds === undefined ? 'time left unknown' : `${roughTime(seconds)} left`;
}

/** Rounds an estimate to two digits. */
export function roughCount(count: number): number {
  return Number(count.toPrecision(2));
}
