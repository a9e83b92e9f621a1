import type { Nanos, Seat } from '../../core/units.ts';
import { EventLog } from '../../events/event-log.ts';
import type { EventSink } from '../../events/noted.ts';
import type { Clock } from '../../match/clock.ts';
import type { MatchPlan } from '../../match/plan.ts';
import { playMatch } from '../../match/play-match.ts';
import {
  type Ending,
  type OpenSeats,
  type SeatHandle,
  type SeatListener,
  unreadOffence,
} from '../../match/seat.ts';
import type { MatchOutcome } from '../../match/settler.ts';

/** A player without a process, for tests and simulations. */
export type Script = (stage: Stage) => Part;

export interface Part {
  hear(text: string): void;
  inputEnded?(): void;
  dismissed?(): Promise<void>;
}

export interface Stage {
  readonly seat: Seat;
  say(text: string | Uint8Array): void;
  leave(cause: 'exited' | 'closed' | 'crashed', problem?: string): void;
  /** Reports a failure of the host. */
  fail(problem: string): void;
  /** Stops reading: sent texts wait. */
  stopReading(): void;
}

/** Output of scripts is read one poll later, in its order. */
export function scriptedSeats(scripts: readonly Script[], clock: Clock): OpenSeats {
  return async (requests, listenerOf) => {
    const seats = requests.map(
      ({ seat }) => new ScriptedSeat(scripts[seat - 1]!, seat, listenerOf(seat), clock),
    );
    const dismissAll = async () => {
      for (const seat of seats) seat.dismiss();
      await Promise.all(seats.map(({ ended }) => ended));
    };
    return { seats, [Symbol.asyncDispose]: dismissAll };
  };
}

const LARGEST_READ = 64 * 1024;
const SMALL_READ = 4 * 1024;
const MOST_UNREAD = 2 ** 20;

class ScriptedSeat implements SeatHandle {
  readonly #clock: Clock;
  readonly #listener: SeatListener;
  readonly #part: Part;
  readonly #ended = Promise.withResolvers<Ending>();
  /** Actions that the listener does not know yet. */
  #done: ((at: Nanos) => void)[] = [];
  /** The number of actions that are a poll old. */
  #due = 0;
  #most = LARGEST_READ;
  #unread: number | undefined;
  #isPaused = false;
  #hasLeft = false;
  #hears = true;
  #isDismissed = false;

  constructor(script: Script, seat: Seat, listener: SeatListener, clock: Clock) {
    this.#clock = clock;
    this.#listener = listener;
    this.#part = script({
      seat,
      say: (text) =>
        this.#say(typeof text === 'string' ? Uint8Array.from(Buffer.from(text, 'latin1')) : text),
      leave: (cause, problem) => this.#leave(cause, problem),
      fail: (problem) => this.#later((at) => this.#listener.lost?.(problem, at)),
      stopReading: () => {
        this.#unread ??= 0;
      },
    });
  }

  get ended(): Promise<Ending> {
    return this.#ended.promise;
  }

  send(text: string): void {
    if (!this.#hears || this.#isDismissed) return;
    if (this.#unread === undefined) this.#part.hear(text);
    else this.#wait(this.#unread, text.length);
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    if (this.#due > 0) void this.#clock.poll().then(() => this.#tell());
  }

  readInSmallPieces(): void {
    this.#most = SMALL_READ;
  }

  hangUp(): void {
    if (!this.#hears || this.#isDismissed) return;
    this.#hears = false;
    this.#part.inputEnded?.();
  }

  dismiss(): void {
    if (this.#isDismissed) return;
    this.#isDismissed = true;
    this.#done = [];
    const end = () => this.#ended.resolve({});
    const ending = this.#part.dismissed?.();
    if (ending) void ending.finally(end);
    else end();
  }

  #wait(before: number, length: number): void {
    const waiting = before + length;
    this.#unread = waiting;
    if (before <= MOST_UNREAD && waiting > MOST_UNREAD)
      this.#later((at) => this.#listener.caught(unreadOffence(waiting), at));
  }

  #say(bytes: Uint8Array): void {
    if (this.#hasLeft) return;
    for (let from = 0; from < bytes.length; from += this.#most) {
      const piece =
        from + this.#most < bytes.length || from > 0 ? bytes.slice(from, from + this.#most) : bytes;
      this.#later((at) => this.#listener.read(piece, at));
    }
  }

  #leave(cause: 'exited' | 'closed' | 'crashed', problem?: string): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#later((at) => {
      this.#hears = false;
      const code = cause === 'crashed' ? 1 : 0;
      this.#listener.gone({ cause, code, signal: null, ...(problem !== undefined && { problem }) }, at);
    });
  }

  #later(act: (at: Nanos) => void): void {
    this.#done.push(act);
    void this.#clock.poll().then(() => {
      this.#due++;
      this.#tell();
    });
  }

  #tell(): void {
    while (this.#due > 0 && !this.#isPaused && !this.#isDismissed) {
      this.#due--;
      this.#done.shift()?.(this.#clock.now());
    }
  }
}

const encoder = new TextEncoder();

/** The texts of a match of turns. */
interface ScriptOfMatch {
  /** Each player says it when it hears something first. */
  readonly hello: string;
  readonly moves: readonly {
    readonly seat: Seat;
    readonly text: string;
    readonly took: Nanos;
  }[];
}

/** Plays a match by the script's own time at full speed. After the last move it is interrupted. */
export async function playScript(
  plan: MatchPlan,
  { hello, moves }: ScriptOfMatch,
  sinks: readonly EventSink[],
): Promise<{ readonly played: MatchOutcome; readonly log: EventLog; readonly now: Nanos }> {
  const clock = new ScriptClock();
  const interrupt = new AbortController();
  const stages = new Map<Seat, Stage>();
  let next = 0;
  const log = new EventLog([...sinks], (event) => {
    if (event.type === 'out' && event.clock) turnOf(event.seat);
  });
  const scripts = plan.players.map((): Script => (stage) => ({ hear: () => greet(stage) }));
  const openSeats = scriptedSeats(scripts, clock);
  const played = await playMatch(plan, { openSeats, clock, log, interrupt: interrupt.signal });
  return { played, log, now: clock.now() };

  function greet(stage: Stage): void {
    if (stages.has(stage.seat)) return;
    stages.set(stage.seat, stage);
    stage.say(encoder.encode(hello));
  }

  function turnOf(seat: Seat): void {
    const move = moves[next++];
    if (!move) {
      interrupt.abort();
      return;
    }
    if (move.seat !== seat)
      throw new Error(`expected a move of seat ${seat}; the script has a move of seat ${move.seat}`);
    clock.pass(move.took);
    stages.get(seat)!.say(encoder.encode(move.text));
  }
}

/** Advances only by the script. No alarm rings. */
class ScriptClock implements Clock {
  #now: Nanos = 0;

  now(): Nanos {
    return this.#now;
  }

  pass(time: Nanos): void {
    this.#now += time;
  }

  alarm(): () => void {
    return () => {};
  }

  poll(): Promise<void> {
    return new Promise(setImmediate);
  }
}
