import type { Nanos } from '../../core/units.ts';
import type { Gone } from '../../match/seat.ts';
import { type ExitStatus, unknownStatus } from './launcher/exit-status.ts';
import type { PipeReader } from './pipes/pipe-reader.ts';

export interface LeavingWatch {
  readonly output: PipeReader;
  readonly clock: () => Nanos;
  /** Whether some process of it can still act, and whether one waits for a processor to do so, perhaps to end. */
  look(): 'gone' | 'busy' | 'waiting';
  tell(gone: Gone, at: Nanos): void;
}

/** How long after the end of its output a command may end and still be called ended, not closed. */
const STATUS_WAIT_MS = 50;
const LONGEST_STATUS_WAITS = 20;
const EMPTY_POLLS = 2;

/** Makes of the end of the output and the end of the command, whichever comes first, that the player has left. */
export class Leaving {
  readonly #watch: LeavingWatch;
  #status: ExitStatus | undefined;
  #outputEnd: Nanos | undefined;
  #problem: string | undefined;
  #begun = false;
  #told = false;
  #timer: NodeJS.Timeout | undefined;
  #polling = false;

  constructor(watch: LeavingWatch) {
    this.#watch = watch;
  }

  /** Nothing is told before this. */
  begin(): void {
    this.#begun = true;
    if (this.#problem !== undefined) this.failed(this.#problem);
    this.readOn();
  }

  outputEnded(at: Nanos): void {
    this.#outputEnd ??= at;
    if (this.#status) this.#tellEnded(this.#status, this.#outputEnd);
    else this.#awaitStatus(this.#outputEnd, 1);
  }

  commandEnded(status: ExitStatus): void {
    this.#status = status;
    if (this.#outputEnd !== undefined) this.#tellEnded(status, this.#outputEnd);
    else this.readOn();
  }

  failed(problem: string): void {
    this.#problem = problem;
    if (this.#begun) this.#tell({ cause: 'crashed', ...unknownStatus, problem }, this.#watch.clock());
  }

  /** Reading goes on, or begins: what a command left in its pipe is heard before it is called gone. */
  readOn(): void {
    if (!this.#status || !this.#begun || this.#told || this.#polling) return;
    this.#polling = true;
    this.#pollUntilEmpty(this.#watch.output.reads, -1);
  }

  stop(): void {
    this.#told = true;
    clearTimeout(this.#timer);
  }

  #pollUntilEmpty(reads: number, empty: number): void {
    setImmediate(() => {
      const { output, clock } = this.#watch;
      if (this.#told || output.paused) this.#polling = false;
      else if (output.reads !== reads) this.#pollUntilEmpty(output.reads, 0);
      else if (empty + 1 < EMPTY_POLLS) this.#pollUntilEmpty(reads, empty + 1);
      else this.#tellEnded(this.#status!, clock());
    });
  }

  #awaitStatus(at: Nanos, waits: number): void {
    this.#timer = setTimeout(() => {
      const state = this.#watch.look();
      const isLast = waits === LONGEST_STATUS_WAITS;
      if (state === 'waiting' || (state === 'busy' && isLast))
        this.#tell({ cause: 'closed', ...unknownStatus }, at);
      else if (isLast) this.#tell({ cause: 'crashed', ...unknownStatus }, at);
      else this.#awaitStatus(at, waits + 1);
    }, STATUS_WAIT_MS);
  }

  #tellEnded(status: ExitStatus, at: Nanos): void {
    this.#tell({ cause: status.code === 0 ? 'exited' : 'crashed', ...status }, at);
  }

  #tell(gone: Gone, at: Nanos): void {
    if (this.#told) return;
    this.stop();
    this.#watch.tell(gone, at);
  }
}
