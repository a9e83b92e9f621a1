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
  /** Those that a look has found just now. */
  readonly near: readonly ProcessSnapshot[];
  /** None: it is sent SIGTERM at once. */
  readonly farewell: Farewell | undefined;
  readonly graceNs: Nanos;
  signalled(signal: 'SIGTERM' | 'SIGKILL'): void;
}

/** What comes before SIGTERM: it reads what it was sent last. */
interface Farewell {
  readonly longestNs: Nanos;
  hasRead(): boolean;
}

/** Most players have read by then that the game is over, and a look into their pipes costs as much as the wait. */
const FIRST_LOOK_MS = 2;
/** After a player has read that its game is over, it has so long to print a score or save what it learned. */
const MOMENT_MS = 50;
/** Nothing outlives a SIGKILL for long but what hangs in the kernel. */
const LONGEST_DEATH_MS = 5_000;
/** Once its processes are gone, the status of the command is on its way, unless it killed its supervisor. */
const LONGEST_REPORT_MS = 250;
const LONGEST_PAUSE_MS = 20;

interface StopReport extends Usage {
  /** SIGTERM was not enough. */
  readonly killed: boolean;
}

/** SIGTERM to all of it, at once; after the grace SIGKILL to what is left. */
export async function stopPlayer(stop: Stop): Promise<StopReport> {
  const { command, processes, farewell, graceNs } = stop;
  const ownEnd = command.settled;
  if (farewell) await untilHeard(command, farewell);
  const deadline = performance.now() + graceNs / 1e6;
  const begun = () => command.started || command.settled;
  // A command that is still being started could lose the signal on its way.
  const hadBegun = begun();
  if (!hadBegun) await until(begun, deadline);
  const near = hadBegun && !farewell ? stop.near : processes.look();
  const usage = usageOf(hadBegun ? stop.near : near);
  // What hangs before the command is started has nothing below it yet, and hears no SIGTERM.
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

/** What was seen of living processes, and what was counted when the command ended: of it, or of others by then. */
function allCpu(seen: number | null, counted: number | null, ownEnd: boolean): number | null {
  if (seen === null || counted === null) return seen ?? counted;
  return ownEnd ? counted + seen : Math.max(counted, seen);
}

/** Each process is sent SIGTERM once. Answers whether all were gone in time. */
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
  // What a player starts to end well is left alone. But one that was being started when its parent died was missed.
  function empty(): boolean {
    const near = processes.look();
    tell(processes.orphans());
    return near.length === 0;
  }

  tell(near);
  await until(() => true, deadline, command.over);
  for (;;) {
    const isEmpty = empty();
    // In this order: what a process that has ended left behind is among the escaped by now.
    const escaped = await processes.escaped();
    // While processes come and go, the kernel's list of them may lack one: where there were several, a second look is taken.
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

/** What was killed for its excess was not there any more when it was stopped. */
export function withExcess(stopped: StopReport, excess: Excess | undefined): StopReport {
  if (excess === undefined) return stopped;
  const seenKb = excess.of === 'memory' ? Math.floor(excess.bytes / 1024) : 0;
  return { ...stopped, killed: true, maxRssKb: Math.max(stopped.maxRssKb ?? 0, seenKb) || null };
}

export interface LeavingWatch {
  readonly output: PipeReader;
  readonly clock: () => Nanos;
  /** Whether some process of it can still act, and whether one waits for a processor to do so, perhaps to end. */
  look(): 'gone' | 'busy' | 'waiting';
  tell(gone: SeatDeparture, at: Nanos): void;
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

  #tell(gone: SeatDeparture, at: Nanos): void {
    if (this.#told) return;
    this.stop();
    this.#watch.tell(gone, at);
  }
}
