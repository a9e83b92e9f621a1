import { rateOf, secondsLeft } from '../../core/pace.ts';
import { cut, visible, visibleLines, widthOf } from '../../core/text.ts';

interface Work {
  /** How many there are. */
  readonly of: number;
  readonly what: string;
}

/** The progress of a run that knows how much it does: how many of all, how fast, for how long, and what is left. */
export class Progress {
  readonly #line: ProgressLine;
  readonly #work: Work;

  constructor(output: ProgressOutput, work: Work) {
    this.#line = new ProgressLine(output);
    this.#work = work;
  }

  /** So many are done; `status` says what has come of them. */
  show(done: number, status = ''): void {
    this.#line.show((seconds) => progressParts({ ...this.#work, done, seconds, status }));
  }

  /** Removes the line, so that something else can be printed. */
  clear(): void {
    this.#line.clear();
  }
}

interface Done extends Work {
  readonly done: number;
  readonly seconds: number;
  readonly status: string;
}

/** The parts of such a line. `status` says what has come of what is done. */
export function progressParts({ of, what, done, seconds, status }: Done): LinePart[] {
  const pace = { done, seconds };
  const rate = rateOf(pace);
  return [
    { text: `${done} of ${of} ${what}`, rank: 0 },
    { text: rate === undefined ? '' : rateWords(rate), rank: 3 },
    { text: `${roughTime(seconds)} so far`, rank: 4 },
    { text: remainingWords(secondsLeft(pace, of - done)), rank: 1 },
    { text: status, rank: 2 },
  ];
}

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
type PartsAt = (seconds: number) => readonly LinePart[];

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

/** A piece of a line. Where all of them do not fit, the ones of the highest rank are left out first. */
export interface LinePart {
  readonly text: string;
  readonly rank: number;
}

const BETWEEN = ', ';

/** The parts in their order, as many as fit. One of them is always there, cut if it must be. */
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

type BlockTerminal = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'rows'>;

/** Some lines at the bottom of a terminal, drawn again in their place; no more of them than it has. */
export class RedrawnBlock {
  readonly #stream: BlockTerminal;
  #height = 0;

  constructor(stream: BlockTerminal) {
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

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time for people, to two digits or so: `45 s`, `12 min`, `3.2 h`, `4.1 days`. */
export function roughTime(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  if (seconds < 100 * MINUTE) return `${Math.ceil(seconds / MINUTE)} min`;
  return seconds < 3 * DAY ? `${(seconds / HOUR).toFixed(1)} h` : `${(seconds / DAY).toFixed(1)} days`;
}

/** How long a game takes, also a short one: `85 ms`, `0.12 s`, `3.4 s`. */
export function timeOfGame(seconds: number): string {
  if (seconds < 0.1) return `${Math.max(1, Math.round(1000 * seconds))} ms`;
  if (seconds < 1) return `${seconds.toFixed(2)} s`;
  return seconds < 10 ? `${seconds.toFixed(1)} s` : roughTime(seconds);
}

/** So many a second, or what is less a minute or an hour. */
export function rateWords(perSecond: number): string {
  if (perSecond >= 1) return `${perSecond.toFixed(perSecond < 100 ? 1 : 0)}/s`;
  const perMinute = perSecond * MINUTE;
  if (perMinute >= 1) return `${perMinute.toFixed(perMinute < 10 ? 1 : 0)}/min`;
  return `${(perSecond * HOUR).toFixed(1)}/h`;
}

export function remainingWords(seconds: number | undefined): string {
  return seconds === undefined ? 'time left unknown' : `${roughTime(seconds)} left`;
}

/** An estimate to two digits: what follows them would pretend to be known. */
export function roughCount(count: number): number {
  return Number(count.toPrecision(2));
}
