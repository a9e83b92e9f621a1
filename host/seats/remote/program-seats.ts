import { Readable } from 'node:stream';
import type { Clock } from '../../match/clock.ts';
import type { OpenSeats, SeatRequest } from '../../match/seat.ts';
import { type Script, scriptedSeats } from '../scripted/scripted-seats.ts';

/**
 * A player that runs in this process as one that is a program would: it hears what is sent to it, and speaks. It ends by itself when its
 * input has ended. A sentence: it cannot play on, and is out. Where it rejects, the host has failed.
 */
export type SeatProgram = (seat: SeatRequest, place: ProgramPlace) => Promise<string | undefined>;

export interface ProgramPlace {
  readonly input: Readable;
  readonly send: (text: string) => void;
}

const MOST_UNREAD = 1024 * 1024;
/** After its dismissal; then nobody waits for it. */
const LONGEST_END_MS = 2_000;

/** `programOf`: of each seat. */
export function programSeats(programOf: (seat: SeatRequest) => SeatProgram, clock: Clock): OpenSeats {
  return async (requests, listenerOf) => {
    const scripts: Script[] = [];
    for (const request of requests) scripts[request.seat - 1] = scriptOf(programOf(request), request);
    return await scriptedSeats(scripts, clock)(requests, listenerOf);
  };
}

function scriptOf(program: SeatProgram, request: SeatRequest): Script {
  return (stage) => {
    const input = new Readable({ read() {} });
    const ended = play();
    return {
      hear(text) {
        input.push(text);
        if (input.readableLength > MOST_UNREAD) stage.stopReading();
      },
      inputEnded: () => void input.push(null),
      async dismissed() {
        input.push(null);
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

async function inTime(ended: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, LONGEST_END_MS);
  await Promise.race([ended, promise]);
  clearTimeout(timer);
}
