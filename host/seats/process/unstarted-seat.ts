import { accessSync, constants, statSync } from 'node:fs';
import type { Nanos } from '../../core/units.ts';
import { faultInWords } from '../../files/output/fault-in-words.ts';
import type { SandboxLevel } from '../../match/process-facts.ts';
import type { Ending, SeatListener } from '../../match/seat.ts';
import { unknownStatus } from './launcher/exit-status.ts';
import type { OpenedSeat } from './live-seat.ts';
import type { PlayerEnvironment } from './player-environment.ts';
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
    processes: { sandbox },
    ended: ended.promise,
    begin() {
      if (!dismissed) listener.gone({ cause: 'crashed', ...unknownStatus, problem }, clock());
    },
    send() {},
    pause() {},
    resume() {},
    readInSmallPieces() {},
    hangUp() {},
    dismiss() {
      dismissed = true;
      const unknown = { ...unknownStatus, ...unknownUsage };
      ended.resolve({ processes: { ...unknown, killed: false, stderr: '', survivors: 0 } });
    },
  };
}

/** What the kernel takes as one word of a command line, its end included. */
const LONGEST_WORD = 131_072;

/** Why the system would refuse to start this, which it would do without saying why. */
export function unstartable(
  command: string,
  { broken }: Pick<PlayerEnvironment, 'broken'>,
  cwd: string | undefined,
): string | undefined {
  if (command.includes('\0')) return 'the command holds a NUL character: no shell can be given it';
  const length = Buffer.byteLength(command);
  if (length + 2 > LONGEST_WORD)
    return `the command is ${length} bytes long, and the system takes ${LONGEST_WORD - 2} at most (E2BIG)`;
  if (broken !== undefined) return `the variable ${broken} holds a NUL character: no program can be given it`;
  return cwd === undefined ? undefined : unenterable(cwd);
}

function unenterable(folder: string): string | undefined {
  try {
    accessSync(folder, constants.X_OK);
    return statSync(folder).isDirectory() ? undefined : `${folder} is no folder (--cwd)`;
  } catch (error) {
    return `the folder ${folder} cannot be entered (--cwd): ${faultInWords(error as Error)}`;
  }
}
