import type { Seat } from '../../core/units.ts';
import type { Clock } from '../../match/clock.ts';
import type { SeatOpener } from '../../match/open-table.ts';
import type { Ending, SeatHandle, SeatListener } from '../../match/seat.ts';

/** A player without a process: it hears what it is sent, and says what it likes. For tests and simulations. */
export type Script = (stage: Stage) => { hear(text: string): void };

export interface Stage {
  readonly seat: Seat;
  say(text: string | Uint8Array): void;
  leave(cause: 'exited' | 'closed' | 'crashed'): void;
}

/** What scripts say is read one poll later, in the order in which they said it. */
export function scriptedSeats(scripts: readonly Script[], clock: Clock): SeatOpener {
  return async (_plan, listenerOf) => {
    const seats = scripts.map((script, index) =>
      scriptedSeat(script, index + 1, listenerOf(index + 1), clock),
    );
    const dismissAll = async () => {
      for (const seat of seats) seat.dismiss();
    };
    return { seats, [Symbol.asyncDispose]: dismissAll };
  };
}

function scriptedSeat(script: Script, seat: Seat, listener: SeatListener, clock: Clock): SeatHandle {
  const ended = Promise.withResolvers<Ending>();
  let dismissed = false;
  const later = (act: () => void) => void clock.poll().then(() => dismissed || act());
  const part = script({
    seat,
    say(text) {
      const bytes = typeof text === 'string' ? Uint8Array.from(Buffer.from(text, 'latin1')) : text;
      later(() => listener.read(bytes, clock.now()));
    },
    leave(cause) {
      later(() => listener.gone({ cause, code: cause === 'crashed' ? 1 : 0, signal: null }, clock.now()));
    },
  });
  return {
    sandbox: 'scripted',
    send: (text) => dismissed || part.hear(text),
    pause() {},
    resume() {},
    sip() {},
    hangUp() {},
    dismiss() {
      dismissed = true;
      const gone = { code: 0, signal: null, killed: false, cpuMs: null, waitMs: null, maxRssKb: null };
      ended.resolve({ ...gone, stderr: '', survivors: 0 });
    },
    ended: ended.promise,
  };
}
