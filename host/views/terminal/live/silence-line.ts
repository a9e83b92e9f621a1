import { cut } from '../../../core/text/columns.ts';
import { visible } from '../../../core/text/visible.ts';
import type { SharedEvent } from '../../../events/noted.ts';
import { duration } from '../words.ts';
import type { RedrawnLine } from './redrawn-line.ts';

/** Whom a game waits for, and how long players may take. */
interface Waited {
  /** Whether an event says that a turn has run out, and whose. */
  readonly turnRanOut: (event: SharedEvent) => { readonly seat: number } | undefined;
  readonly players: readonly { readonly name: string; readonly entry: number }[];
  readonly readyMs: number;
  /** Of this seat; none: a turn of it has no end. */
  readonly turnMs: (seat: number) => number | undefined;
}

/** After so long without an event it is said. */
const LONG_MS = 3000;
const LONGEST_NAME = 40;
const MOST_NAMED = 3;

/** For whom a game waits that has been silent for some seconds: one line at the bottom of a terminal, while it lasts. */
export class SilenceLine {
  readonly #line: RedrawnLine;
  readonly #waited: Waited;
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #starting: Set<number>;
  #last: number;
  /** Whose clock runs, and since when. */
  #turn: { readonly seat: number; readonly since: number } | undefined;
  #over = false;

  constructor(line: RedrawnLine, waited: Waited, now: () => number = () => performance.now()) {
    this.#line = line;
    this.#waited = waited;
    this.#now = now;
    this.#last = this.#startedAt = now();
    this.#starting = new Set(waited.players.map((_, index) => index + 1));
  }

  /** Something has happened. */
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

  /** To be called once a second or so. */
  tick(): void {
    const silentMs = this.#now() - this.#last;
    if (this.#over || silentMs < LONG_MS) return;
    this.#line.show((width) => cut(visible(this.#sentence(silentMs)), width));
  }

  /** Removes the line, so that something else can be printed. */
  clear(): void {
    this.#line.clear();
  }

  #sentence(silentMs: number): string {
    const { readyMs, turnMs } = this.#waited;
    const sinceStart = this.#now() - this.#startedAt;
    if (this.#starting.size > 0)
      return `waiting for ${this.#names()} to be ready: ${duration(sinceStart)} of ${duration(readyMs)}`;
    if (this.#turn === undefined) return `no player has written anything for ${duration(silentMs)}`;
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
