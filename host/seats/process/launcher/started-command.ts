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

/** All that we say ourselves is much shorter. A player can get hold of the pipe, by a debugger's means. */
const MOST_REPORTED = 1_000;
const LONGEST_KILL_MS = 1_000;

export interface CommandListener {
  /** It has opened its pipes; or it never will. */
  started(): void;
  ended(status: ExitStatus): void;
  /** It could not be started at all. */
  failed(problem: string): void;
}

/** Nobody asks when a report came. */
const noClock = () => 0;

/** One started command, by the slot that it runs in: the lifeline one way, reports the other. */
export class StartedCommand {
  /** The slot: a wrapper, or the shell that waits for the command where there is no wrapper. */
  readonly slot: ProcessName;
  status: ExitStatus = unknownStatus;
  /** Processor time of the command and of what it waited for, once it has ended. */
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

  /** Opened its pipes and was handed to the shell. */
  get started(): boolean {
    return this.#started;
  }

  /** The command itself has ended, or never began. */
  get settled(): boolean {
    return this.#settled;
  }

  /** Resolved once the command has ended, or its status cannot be known any more. */
  get over(): Promise<unknown> {
    return Promise.race([this.#over.promise, this.#reportsClosed.promise]);
  }

  /** The process of the command, and of a session of its own, where there is no wrapper. */
  get leader(): ProcessName | undefined {
    return this.#leader;
  }

  /** Lets the lifeline go, so that all in a namespace dies, and waits for the end of the slot. */
  async end(longestMs: number): Promise<void> {
    const { pid } = this.slot;
    this.#lifeline.close();
    let acts = true;
    const hasEnded = () => {
      acts = this.#acts();
      // Stopped by somebody, it would not see that.
      if (acts) signal(pid, 'SIGCONT');
      return !acts;
    };
    await until(hasEnded, performance.now() + longestMs, this.#reportsClosed.promise);
    if (acts) {
      // Before it what is below: a wrapper that has just made its namespace would leave a child that waits for it for ever.
      signalAll([...descendantsOf(pid).toReversed(), pid], 'SIGKILL');
      await until(() => !this.#lives(), performance.now() + LONGEST_KILL_MS);
    }
    this.#launcher.forget(this.#launched);
    await this.#closeReports();
  }

  /** What is on its way out does nothing more, and the launcher waits for the rest of it. */
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
    // The times come first: whoever is told of the end may let the supervisor die.
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

  /** No process is left that could report. */
  async #reportsEnded(): Promise<void> {
    void this.#closeReports();
    if (this.#settled) return;
    await until(() => this.#settled || !this.#lives(), performance.now() + LONGEST_KILL_MS);
    // A player may have killed who reports, and lives on.
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

/** As shells print times: `0m1.250s 0m0.010s`, for the user and for the system. */
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

/** Of two names for a number it is the first. */
const signals = new Map(
  Object.entries(constants.signals)
    .map(([name, number]) => [number, name as NodeJS.Signals] as const)
    .toReversed(),
);

/** A shell that lost its command to a signal exits with 128 and the signal's number. */
export function exitStatus(code: number | null, signal: NodeJS.Signals | null): ExitStatus {
  if (code === null || code <= 128) return { code, signal };
  const named = signals.get(code - 128);
  return named ? { code: null, signal: named } : { code, signal };
}
