import type { Nanos, Seat } from '../../../core/units.ts';
import { moveText } from '../../../games/boggle/wire/messages.ts';
import type { Clock } from '../../../match/clock.ts';
import type { Ending, OpenSeats, SeatHandle, SeatListener } from '../../../match/seat.ts';
import type { TurnUse } from './bot-service.ts';

interface SeatsRequest {
  readonly openBots: OpenSeats;
  readonly isBot: (seat: Seat) => boolean;
  /** The used turns of a seat until now. */
  readonly pastOf: (seat: Seat) => readonly TurnUse[];
  readonly clock: Clock;
  /** A person is asked for a move, or has made it. */
  readonly turnChanged: (hasTurn: boolean) => void;
}

export interface SeatsOfGame {
  readonly open: OpenSeats;
  /** Empty before the seats are opened. */
  readonly people: ReadonlyMap<Seat, PersonSeat>;
}

/** Seats of bots and of people, each with its past turns. */
export function seatsOfGame({ openBots, isBot, pastOf, clock, turnChanged }: SeatsRequest): SeatsOfGame {
  const people = new Map<Seat, PersonSeat>();
  const open: OpenSeats = async (requests, listenerOf) => {
    const past = new Map(
      requests
        .filter(({ seat }) => isBot(seat))
        .map(({ seat }) => [seat, new PastTurns(pastOf(seat), listenerOf(seat), clock)]),
    );
    const ofBots = requests.filter(({ seat }) => past.has(seat));
    const bots = await openBots(ofBots, (seat) => past.get(seat)!.listener);
    const handles = new Map<Seat, SeatHandle>();
    for (const [index, { seat }] of ofBots.entries())
      handles.set(seat, past.get(seat)!.handle(bots.seats[index]!));
    for (const { seat } of requests)
      if (!past.has(seat)) {
        const person = new PersonSeat(pastOf(seat), listenerOf(seat), clock, turnChanged);
        people.set(seat, person);
        handles.set(seat, person);
      }
    const seats = requests.map(({ seat }) => handles.get(seat)!);
    const dispose = async () => {
      for (const seat of seats) seat.dismiss();
      await bots[Symbol.asyncDispose]();
    };
    return { seats, [Symbol.asyncDispose]: dispose };
  };
  return { open, people };
}

/** A player on the web. It answers past turns at once, and others as soon as the move is there. */
class PersonSeat implements SeatHandle {
  readonly #lines: SeatLines;
  readonly #ended = Promise.withResolvers<Ending>();
  readonly #turnChanged: (hasTurn: boolean) => void;
  #moves: readonly TurnUse[];
  #answered = 0;
  #hasTurn = false;

  /** `turnChanged` reports the beginning and the end of an unanswered turn. */
  constructor(
    moves: readonly TurnUse[],
    listener: SeatListener,
    clock: Clock,
    turnChanged: (hasTurn: boolean) => void,
  ) {
    this.#moves = moves;
    this.#lines = new SeatLines(listener, clock);
    this.#turnChanged = turnChanged;
  }

  get ended(): Promise<Ending> {
    return this.#ended.promise;
  }

  /** Sets all moves of this player until now. */
  played(moves: readonly TurnUse[]): void {
    if (moves.length > this.#moves.length) this.#moves = moves;
    this.#answer();
  }

  send(text: string): void {
    if (text.endsWith('end\n')) this.#lines.say('ready');
    if (!isTurn(text)) return;
    this.#hasTurn = true;
    if (!this.#answer()) this.#turnChanged(true);
  }

  #answer(): boolean {
    const move = this.#moves[this.#answered];
    if (!this.#hasTurn || !move) return false;
    this.#hasTurn = false;
    this.#answered++;
    this.#turnChanged(false);
    this.#lines.say(lineOf(move));
    return true;
  }

  pause(): void {
    this.#lines.pause();
  }

  resume(): void {
    this.#lines.resume();
  }

  readInSmallPieces(): void {}
  hangUp(): void {}

  dismiss(): void {
    this.#lines.end();
    this.#ended.resolve({});
  }
}

/**
 * Stands between the match and a bot that starts in the middle of a game. It answers past turns for the bot,
 * passes other texts on, and delays the bot's output.
 */
class PastTurns {
  readonly #past: TurnUse[];
  readonly #listener: SeatListener;
  readonly #lines: SeatLines;
  #waiting: Uint8Array[] = [];
  #hasStarted = false;

  constructor(past: readonly TurnUse[], listener: SeatListener, clock: Clock) {
    this.#past = [...past];
    this.#listener = listener;
    this.#lines = new SeatLines(listener, clock);
  }

  get listener(): SeatListener {
    const read = (bytes: Uint8Array, at: Nanos) => {
      if (!this.#hasStarted) this.#listener.read(bytes, at);
      else if (this.#past.length > 0) this.#waiting.push(bytes);
      else this.#lines.pass(bytes);
    };
    return { ...this.#listener, read };
  }

  handle(inner: SeatHandle): SeatHandle {
    return {
      send: (text, when) => {
        if (text.startsWith('start')) this.#hasStarted = true;
        // The text before may have waited for an omitted one.
        if (!isTurn(text) || this.#past.length === 0)
          inner.send(text, this.#past.length === 0 ? when : 'soon');
        else this.#answer(this.#past.shift()!);
      },
      pause: () => {
        this.#lines.pause();
        inner.pause();
      },
      resume: () => {
        this.#lines.resume();
        inner.resume();
      },
      readInSmallPieces: () => inner.readInSmallPieces(),
      hangUp: () => inner.hangUp(),
      dismiss: () => {
        this.#lines.end();
        inner.dismiss();
      },
      ended: inner.ended,
      get processes() {
        return inner.processes;
      },
    };
  }

  #answer(past: TurnUse): void {
    this.#lines.say(lineOf(past));
    if (this.#past.length > 0) return;
    for (const bytes of this.#waiting) this.#lines.pass(bytes);
    this.#waiting = [];
  }
}

/** The line of a used turn. A turn that ran out is a pass. */
function lineOf(use: TurnUse): string {
  // Replaces characters that no line of the wire can have. The word is in no dictionary either way.
  return moveText(
    use.is === 'guess'
      ? { type: 'guess', word: use.word.replaceAll(/[^\x21-\x7e]/g, '?') }
      : { type: 'pass' },
  );
}

const isTurn = (text: string) => text.startsWith('turn ');

/** Sends lines for a player, which are read a moment later in order, as from a process. */
class SeatLines {
  readonly #listener: Pick<SeatListener, 'read'>;
  readonly #clock: Clock;
  #waiting: Uint8Array[] = [];
  #isPaused = false;
  #isOver = false;

  constructor(listener: Pick<SeatListener, 'read'>, clock: Clock) {
    this.#listener = listener;
    this.#clock = clock;
  }

  say(line: string): void {
    // The reader owns the bytes, so they are no part of a larger buffer.
    this.pass(Uint8Array.from(Buffer.from(`${line}\n`, 'latin1')));
  }

  /** Passes bytes on after all lines. */
  pass(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
    void this.#clock.poll().then(() => this.#tell());
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    void this.#clock.poll().then(() => this.#tell());
  }

  end(): void {
    this.#isOver = true;
    this.#waiting = [];
  }

  #tell(): void {
    while (!this.#isPaused && !this.#isOver) {
      const bytes = this.#waiting.shift();
      if (!bytes) return;
      this.#listener.read(bytes, this.#clock.now());
    }
  }
}
