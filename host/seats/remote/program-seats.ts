import type { Clock } from '../../match/clock.ts';
import type { OpenSeats, SeatRequest } from '../../match/seat.ts';
import { type Script, scriptedSeats } from '../scripted/scripted-seats.ts';

/**
 * Runs a player in this process as if it were a program. It ends when its input ends. A returned sentence
 * removes the player. A rejection is a failure of the host.
 */
export type SeatProgram = (seat: SeatRequest, place: ProgramPlace) => Promise<string | undefined>;

export interface ProgramPlace {
  readonly input: ProgramInput;
  readonly send: (text: string) => void;
}

/** Input of a program, buffered until it listens. */
export interface ProgramInput {
  listen(hear: (text: string) => void, ended: () => void): void;
}

const MOST_UNREAD = 1024 * 1024;
/** The limit of the end after a dismissal. */
const LONGEST_END_MS = 2_000;

export function programSeats(programOf: (seat: SeatRequest) => SeatProgram, clock: Clock): OpenSeats {
  return async (requests, listenerOf) => {
    const scripts: Script[] = [];
    for (const request of requests) scripts[request.seat - 1] = scriptOf(programOf(request), request);
    return await scriptedSeats(scripts, clock)(requests, listenerOf);
  };
}

function scriptOf(program: SeatProgram, request: SeatRequest): Script {
  return (stage) => {
    const input = new Input();
    const ended = play();
    return {
      hear(text) {
        input.take(text);
        if (input.unread > MOST_UNREAD) stage.stopReading();
      },
      inputEnded: () => input.end(),
      async dismissed() {
        input.end();
        await inTime(ended);
      },
    };

    async function play(): Promise<void> {
      try {
        const problem = await program(request, {
          input,
          send: (text) => stage.say(Buffer.from(text).toString('latin1')),
        });
        stage.leave(problem === undefined ? 'exited' : 'crashed', problem);
      } catch (error) {
        const { message, stack = message } = error as Error;
        stage.fail(stack);
      }
    }
  };
}

/** A stream would take more time than a program does with a line. */
class Input implements ProgramInput {
  #waiting = '';
  #hear: ((text: string) => void) | undefined;
  #ended: (() => void) | undefined;
  #isOver = false;

  get unread(): number {
    return this.#waiting.length;
  }

  listen(hear: (text: string) => void, ended: () => void): void {
    this.#hear = hear;
    this.#ended = ended;
    if (this.#waiting !== '') hear(this.#waiting);
    this.#waiting = '';
    if (this.#isOver) ended();
  }

  take(text: string): void {
    if (this.#hear) this.#hear(text);
    else this.#waiting += text;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ended?.();
  }
}

async function inTime(ended: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, LONGEST_END_MS);
  await Promise.race([ended, promise]);
  clearTimeout(timer);
}
