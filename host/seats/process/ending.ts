import type { Nanos } from '../../core/units.ts';
import type { SeatDeparture } from '../../match/seat.ts';
import { type ExitStatus, type StartedCommand, unknownStatus } from './launcher/started-command.ts';
import type { Excess } from './limits/excess-watch.ts';
import { type Usage, usageOf } from './limits/usage.ts';
import type { PipeReader } from './pipes/pipe-reader.ts';
import { type PlayerProcesses, pause, pidsOf, signalAll, until } from './processes/player-processes.ts';
import type { ProcessSnapshot } from './processes/proc.ts';

interface Stop {
  readonly command: StartedCommand;
  readonly processes: PlayerProcesses;
  readonly near: readonly ProcessSnapshot[];
  /** Undefined sends SIGTERM at once. */
  readonly farewell: Farewell | undefined;
  readonly graceNs: Nanos;
  signalled(signal: 'SIGTERM' | 'SIGKILL'): void;
}

/** The time before SIGTERM, in which a player reads its last messages. */
interface Farewell {
  readonly longestNs: Nanos;
  hasRead(): boolean;
}

/** Most players have read by then that the game is over, and a look into their pipes costs as much as the wait. */
const FIRST_LOOK_MS = 2;
/** A player that has read the end of its game has this time to print a score or save what it learned. */
const MOMENT_MS = 50;
/** Only processes that hang in the kernel survive a SIGKILL for this long. */
const LONGEST_DEATH_MS = 5_000;
/** The status of the command arrives in this time after its end, unless it killed its supervisor. */
const LONGEST_REPORT_MS = 250;
const LONGEST_PAUSE_MS = 20;

interface StopReport extends Usage {
  readonly killed: boolean;
}

/** Sends SIGTERM to all processes, and SIGKILL after the grace. */
export async function stopPlayer(stop: Stop): Promise<StopReport> {
  const { command, processes, farewell, graceNs } = stop;
  const ownEnd = command.settled;
  if (farewell) await untilHeard(command, farewell);
  const deadline = performance.now() + graceNs / 1e6;
  const begun = () => command.started || command.settled;
  // A command that is still being started could lose the signal.
  const hadBegun = begun();
  if (!hadBegun) await until(begun, deadline);
  const near = hadBegun && !farewell ? stop.near : processes.look();
  const usage = usageOf(hadBegun ? stop.near : near);
  // A supervisor that hangs before the command starts has no processes below it and ignores SIGTERM.
  const killed = !(begun() && (await terminate(stop, pidsOf(near), deadline)));
  if (killed) {
    stop.signalled('SIGKILL');
    await killAll(processes);
  }
  await until(() => command.settled, performance.now() + LONGEST_REPORT_MS);
  await command.end(LONGEST_DEATH_MS);
  return { ...usage, cpuMs: allCpu(usage.cpuMs, command.cpuMs, ownEnd), killed };
}

async function untilHeard(command: StartedCommand, { longestNs, hasRead }: Farewell): Promise<void> {
  const deadline = performance.now() + longestNs / 1e6;
  const wait = async (ms: number) => {
    const left = Math.min(ms, deadline - performance.now());
    if (left > 0) await pause(left, command.over);
  };
  await wait(FIRST_LOOK_MS);
  await until(() => command.settled || hasRead(), deadline);
  if (!command.settled) await wait(MOMENT_MS);
}

/** Combines what was observed of living processes with what was counted at the end of the command. */
function allCpu(seen: number | null, counted: number | null, ownEnd: boolean): number | null {
  if (seen === null || counted === null) return seen ?? counted;
  return ownEnd ? counted + seen : Math.max(counted, seen);
}

/** Sends SIGTERM to each process once. Returns whether all ended in time. */
async function terminate(
  { command, processes, signalled }: Stop,
  near: readonly number[],
  deadline: number,
): Promise<boolean> {
  const told = new Set<number>();
  function tell(pids: readonly number[]): void {
    const untold = pids.filter((pid) => !told.has(pid));
    signalAll(untold, 'SIGTERM');
    if (told.size === 0 && untold.length > 0) signalled('SIGTERM');
    for (const pid of untold) told.add(pid);
  }
  // Processes that a player starts at its end are left alone, but one that was missed needs a signal.
  function empty(): boolean {
    const near = processes.look();
    tell(processes.orphans());
    return near.length === 0;
  }

  tell(near);
  await until(() => true, deadline, command.over);
  for (;;) {
    const isEmpty = empty();
    // This order matters: orphans of ended processes are among the escaped now.
    const escaped = await processes.escaped();
    // The kernel's list may miss a process while others come and go, so several processes need a second look.
    if (isEmpty && escaped.length === 0 && (near.length < 2 || empty())) return true;
    tell(escaped);
    if (performance.now() >= deadline) return false;
    await until(empty, deadline);
  }
}

async function killAll(processes: PlayerProcesses): Promise<void> {
  const deadline = performance.now() + LONGEST_DEATH_MS;
  do {
    processes.kill();
    await until(
      () => processes.look().length === 0,
      Math.min(deadline, performance.now() + LONGEST_PAUSE_MS),
    );
    await processes.escaped();
  } while (processes.look().length > 0 && performance.now() < deadline);
}

/** A killed process was missing when the player was stopped, so its excess is added. */
export function withExcess(stopped: StopReport, excess: Excess | undefined): StopReport {
  if (excess === undefined) return stopped;
  const seenKb = excess.of === 'memory' ? Math.floor(excess.bytes / 1024) : 0;
  return { ...stopped, killed: true, maxRssKb: Math.max(stopped.maxRssKb ?? 0, seenKb) || null };
}

export interface LeavingWatch {
  readonly output: PipeReader;
  readonly clock: () => Nanos;
  /** Whether a process can still act, and whether one waits for a processor. */
  look(): 'gone' | 'busy' | 'waiting';
  tell(gone: SeatDeparture, at: Nanos): void;
}

/** A command that ends this long after its output counts as ended, not closed. */
const STATUS_WAIT_MS = 50;
const LONGEST_STATUS_WAITS = 20;
const EMPTY_POLLS = 2;

/** Decides from the end of the output and the end of the command how the player left. */
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

  /** Reports nothing before this call. */
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

  /** Continues to read: output in the pipe is heard before the command is reported gone. */
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

  #tell(gone: SeatDeparture, at: Nanos): void {
    if (this.#told) return;
    this.stop();
    this.#watch.tell(gone, at);
  }
}
