import { cut, visible, visibleLines } from '../../core/text.ts';
import type { Noted, SharedEvent } from '../../events/noted.ts';
import { ThinkingTimes } from '../../events/times.ts';
import { isPlatformEvent } from '../../games/events.ts';
import type { InWords, Panel } from '../../games/presentation.ts';
import { duration } from '../words.ts';
import type { Paint } from './paint.ts';
import { pictureLines } from './pictures.ts';
import type { RedrawnLine } from './progress.ts';

/** The parts of a game that the silence line needs. */
interface Waited {
  /** The seat whose turn ran out at this event. */
  readonly turnRanOut: (event: SharedEvent) => { readonly seat: number } | undefined;
  readonly players: readonly { readonly name: string; readonly entry: number }[];
  readonly readyMs: number;
  /** Undefined for turns without a limit. */
  readonly turnMs: (seat: number) => number | undefined;
}

/** The line appears after this silence. */
const LONG_MS = 3000;
const LONGEST_NAME = 40;
const MOST_NAMED = 3;

/** Shows at the bottom of a terminal for whom a silent game waits. */
export class SilenceLine {
  readonly #line: RedrawnLine;
  readonly #waited: Waited;
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #starting: Set<number>;
  #last: number;
  /** The running clock and its start. */
  #turn: { readonly seat: number; readonly since: number } | undefined;
  #over = false;

  constructor(line: RedrawnLine, waited: Waited, now: () => number = () => performance.now()) {
    this.#line = line;
    this.#waited = waited;
    this.#now = now;
    this.#last = this.#startedAt = now();
    this.#starting = new Set(waited.players.map((_, index) => index + 1));
  }

  take(event: SharedEvent): void {
    this.#last = this.#now();
    this.clear();
    switch (event.type) {
      case 'ready':
      case 'offence':
        this.#starting.delete(event.seat);
        break;
      case 'out':
        if (event.clock) this.#turn = { seat: event.seat, since: this.#last };
        break;
      case 'load':
      case 'end':
        this.#over = true;
        break;
      default:
    }
    const { seat } = this.#turn ?? {};
    const answered = 'bytes' in event && event.bytes !== undefined && event.seat === seat;
    if (answered || this.#waited.turnRanOut(event)?.seat === seat) this.#turn = undefined;
  }

  /** Called about once a second. */
  tick(): void {
    const silentMs = this.#now() - this.#last;
    if (this.#over || silentMs < LONG_MS) return;
    this.#line.show((width) => cut(visible(this.#sentence(silentMs)), width));
  }

  /** Removes the line before other output. */
  clear(): void {
    this.#line.clear();
  }

  #sentence(silentMs: number): string {
    const { readyMs, turnMs } = this.#waited;
    const sinceStart = this.#now() - this.#startedAt;
    if (this.#starting.size > 0)
      return `waiting for ${this.#names()} to be ready: ${duration(sinceStart)} of ${duration(readyMs)}`;
    if (this.#turn === undefined) return `no player has sent anything for ${duration(silentMs)}`;
    const { seat, since } = this.#turn;
    const limitMs = turnMs(seat);
    const limit = limitMs === undefined ? '' : ` of ${duration(limitMs)}`;
    return `waiting for the move of ${this.#name(seat)}: ${duration(this.#now() - since)}${limit}`;
  }

  #names(): string {
    const named = [...this.#starting].slice(0, MOST_NAMED).map((seat) => this.#name(seat));
    const more = this.#starting.size - MOST_NAMED;
    return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  }

  #name(seat: number): string {
    const { entry, name } = this.#waited.players[seat - 1]!;
    return `player ${entry} (${cut(name, LONGEST_NAME)})`;
  }
}

/** No picture fits into fewer columns. */
const NARROWEST = 20;
const REDRAWN_EVERY_MS = 33;
/** No terminal has more lines beside a grid. */
const MOST_MOVES = 100;

type ShownGame = InWords & ConstructorParameters<typeof ThinkingTimes>[0];

/** Redraws the picture of a running game in place. */
export class LivePanels {
  readonly #stream: NodeJS.WriteStream;
  readonly #game: ShownGame;
  readonly #names: readonly string[];
  readonly #paint: Paint;
  readonly #thinking: ThinkingTimes;
  readonly #moves: string[] = [];
  #height = 0;
  #last = Number.NEGATIVE_INFINITY;
  #later: NodeJS.Timeout | undefined;

  constructor(stream: NodeJS.WriteStream, game: ShownGame, names: readonly string[], paint: Paint) {
    this.#paint = paint;
    this.#stream = stream;
    this.#game = game;
    this.#names = names;
    this.#thinking = new ThinkingTimes(game, names.length);
  }

  take(event: Noted): void {
    this.#thinking.take(event);
    const words = isPlatformEvent(event) ? undefined : this.#game.describe(event);
    if (words === undefined) return;
    this.#moves.push(visible('seat' in event ? `${event.seat} ${words}` : words));
    if (this.#moves.length > MOST_MOVES) this.#moves.shift();
  }

  /** Limits drawing to thirty times a second, and omits what does not fit. The last of several changes is drawn, too. */
  show(panelsOf: () => readonly Panel[]): void {
    const left = this.#last + REDRAWN_EVERY_MS - performance.now();
    if (left > 0) {
      this.#later ??= setTimeout(() => {
        this.#later = undefined;
        this.show(panelsOf);
      }, left).unref();
      return;
    }
    this.#stopTimer();
    this.#last = performance.now();
    const space = (this.#stream.rows || 24) - 1;
    const width = Math.max(NARROWEST, this.#stream.columns || 80);
    const panels = panelsOf().map((panel) => this.#withClock(panel));
    const lines = pictureLines(panels, this.#names, width, space, this.#paint, this.#moves).slice(0, space);
    this.#stream.write(`${this.#back()}${visibleLines(lines.map((line) => `${line}\n`).join(''))}`);
    this.#height = lines.length;
  }

  #withClock(panel: Panel): Panel {
    const { seat, caption } = panel;
    if (seat === undefined || this.#thinking.began === undefined) return panel;
    const { think } = this.#thinking.of(seat);
    return { ...panel, caption: `${caption}, thinking ${duration(think / 1e6)}` };
  }

  /** Removes the picture before other output. */
  clear(): void {
    this.#stopTimer();
    this.#stream.write(this.#back());
    this.#height = 0;
  }

  #stopTimer(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
  }

  #back(): string {
    return this.#height > 0 ? `\x1b[${this.#height}A\x1b[J` : '';
  }
}
