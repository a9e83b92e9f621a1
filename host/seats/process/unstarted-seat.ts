import type { Nanos } from '../../core/units.ts';
import type { Ending, SandboxLevel, SeatListener } from '../../match/seat.ts';
import { unknownStatus } from './exit-status.ts';
import type { OpenedSeat } from './live-seat.ts';
import { unknownUsage } from './processes/usage.ts';

/** A seat whose player could not be started: it is gone from the first. */
export function unstartedSeat(
  sandbox: SandboxLevel,
  problem: string,
  listener: SeatListener,
  clock: () => Nanos,
): OpenedSeat {
  const ended = Promise.withResolvers<Ending>();
  let dismissed = false;
  return {
    sandbox,
    ended: ended.promise,
    begin() {
      if (!dismissed) listener.gone({ cause: 'crashed', ...unknownStatus, problem }, clock());
    },
    send() {},
    pause() {},
    resume() {},
    sip() {},
    hangUp() {},
    dismiss() {
      dismissed = true;
      ended.resolve({ ...unknownStatus, ...unknownUsage, killed: false, stderr: '', survivors: 0 });
    },
  };
}
