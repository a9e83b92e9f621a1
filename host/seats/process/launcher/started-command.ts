import { constants } from 'node:os';
import { PipeReader } from '../pipes/pipe-reader.ts';
import {
  isStill,
  nameOf,
  type ProcessName,
  signal,
  signalAll,
  stillThere,
  until,
} from '../processes/player-processes.ts';
import { descendantsOf } from '../processes/proc.ts';
import type { Launcher } from './launcher.ts';
import type { Slot } from './launcher-script.ts';
import { Lifeline } from './reaper.ts';

/** The host's own reports are much shorter. A debugger could write to this pipe. */
const MOST_REPORTED = 1_000;
const LONGEST_KILL_MS = 1_000;

export interface CommandListener {
  /** The command opened its pipes, or never will. */
  started(): void;
  ended(status: ExitStatus): void;
  failed(problem: string): void;
}

/** Reports need no time. */
const noClock = () => 0;

/** A command in its slot: the lifeline in one direction, reports in the other. */
export class StartedCommand {
  /** The wrapper, or the shell that waits for the command. */
  readonly slot: ProcessName;
  status: ExitStatus = unknownStatus;
  /** Processor time of the command and its reaped children, after its end. */
  cpuMs: number | null = null;
  readonly #launcher: Launcher;
  readonly #launched: Slot;
  readonly #lifeline: Lifeline;
  readonly #reports: PipeReader;
  readonly #listener: CommandListener;
  readonly #over = Promise.withResolvers<void>();
  readonly #reportsClosed = Promise.withResolvers<void>();
  #leader: ProcessName | undefined;
  #started = false;
  #settled = false;
  #reported = '';

  constructor(launcher: Launcher, slot: Slot, orders: string, listener: CommandListener) {
    this.#launcher = launcher;
    this.#launched = slot;
    this.#listener = listener;
    this.slot = nameOf(slot.pid);
    this.#lifeline = new Lifeline(slot.lifeline);
    const reported = { read: (bytes: Uint8Array) => this.#report(Buffer.from(bytes).toString()) };
    this.#reports = new PipeReader(slot.reports, noClock, reported, () => void this.#reportsEnded());
    this.#reports.begin();
    this.#lifeline.write(orders);
  }

  get started(): boolean {
    return this.#started;
  }

  /** The command has ended or never began. */
  get settled(): boolean {
    return this.#settled;
  }

  /** Resolves at the end of the command, or when its status cannot be known any more. */
  get over(): Promise<unknown> {
    return Promise.race([this.#over.promise, this.#reportsClosed.promise]);
  }

  /** The leader of the command's session, without a wrapper. */
  get leader(): ProcessName | undefined {
    return this.#leader;
  }

  /** Closes the lifeline, which ends a namespace, and waits for the slot. */
  async end(longestMs: number): Promise<void> {
    const { pid } = this.slot;
    this.#lifeline.close();
    let acts = true;
    const hasEnded = () => {
      acts = this.#acts();
      // A stopped process would not see it.
      if (acts) signal(pid, 'SIGCONT');
      return !acts;
    };
    await until(hasEnded, performance.now() + longestMs, this.#reportsClosed.promise);
    if (acts) {
      // Children come first: a new wrapper would leave a child that waits for it for ever.
      signalAll([...descendantsOf(pid).toReversed(), pid], 'SIGKILL');
      await until(() => !this.#lives(), performance.now() + LONGEST_KILL_MS);
    }
    this.#launcher.forget(this.#launched);
    await this.#closeReports();
  }

  /** The launcher waits for processes that are ending. */
  #acts(): boolean {
    const slot = stillThere(this.slot);
    return slot !== undefined && slot.exiting !== true;
  }

  #lives(): boolean {
    return isStill(this.slot);
  }

  #report(text: string): void {
    this.#reported += text;
    if (this.#reported.length > MOST_REPORTED) return void this.#closeReports();
    const [start, leader] = /^started(?: (\d+))?\n/.exec(this.#reported) ?? [];
    if (leader !== undefined) this.#leader ??= nameOf(Number(leader));
    if (!this.#started && start !== undefined) this.#start();
    if (this.#reported.startsWith('unstarted\n')) this.#fail('the system did not start a process for it');
    // The times come first, because a listener of the end may let the supervisor die.
    const [, childTimes, status] = /^(?:.+s\n(.+s)\n)?ended (\d+)\n/m.exec(this.#reported) ?? [];
    if (childTimes !== undefined) this.cpuMs = milliseconds(childTimes);
    if (status !== undefined) this.#settle(exitStatus(Number(status), null));
  }

  async #closeReports(): Promise<void> {
    await this.#reports.close();
    this.#reportsClosed.resolve();
  }

  #start(): void {
    this.#started = true;
    this.#listener.started();
  }

  #settle(status: ExitStatus): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#over.resolve();
    this.status = status;
    this.#listener.ended(status);
  }

  /** No process is left to report the end. */
  async #reportsEnded(): Promise<void> {
    void this.#closeReports();
    if (this.#settled) return;
    await until(() => this.#settled || !this.#lives(), performance.now() + LONGEST_KILL_MS);
    // A player may have killed the reporting process and live on.
    if (this.#settled || this.#lives()) return;
    if (this.#started) return this.#settle({ code: null, signal: 'SIGKILL' });
    const status = await this.#launcher.statusOf(this.#launched).catch(() => undefined);
    const how = status === undefined ? '' : ` with status ${status}`;
    this.#fail(`the sandbox exited${how} before it started the command`);
  }

  #fail(problem: string): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#listener.failed(problem);
  }
}

/** Parses times as shells print them: `0m1.250s 0m0.010s`, for user and system. */
function milliseconds(times: string): number | null {
  const parts = [...times.matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length === 0) return null;
  return Math.round(
    parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1_000, 0),
  );
}

export interface ExitStatus {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export const unknownStatus: ExitStatus = { code: null, signal: null };

/** The first of two names for a number counts. */
const signals = new Map(
  Object.entries(constants.signals)
    .map(([name, number]) => [number, name as NodeJS.Signals] as const)
    .toReversed(),
);

/** A shell exits with 128 and the signal's number if a signal killed its command. */
export function exitStatus(code: number | null, signal: NodeJS.Signals | null): ExitStatus {
  if (code === null || code <= 128) return { code, signal };
  const named = signals.get(code - 128);
  return named ? { code: null, signal: named } : { code, signal };
}
