import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { execa } from 'execa';
import { type ExitStatus, exitStatus, unknownStatus } from './exit-status.ts';
import { closeSocket } from './pipes/close-socket.ts';

const LONGEST_REPORT_MS = 1_000;
/** All that we say ourselves is much shorter. A player can get hold of the line, by a debugger's means. */
const MOST_REPORTED = 1_000;

export type Execa = typeof execa;

export interface CommandLine {
  readonly argv: readonly string[];
  /** The shell runs below a first process of ours, which reports how it ended. */
  readonly reported: boolean;
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  /** For what the wrapper itself has to complain of. */
  readonly errors: number;
  /** Descriptors that it would inherit from the host, and shall not. */
  readonly withheld: readonly number[];
}

interface StartFailure {
  readonly originalMessage?: string | undefined;
  readonly shortMessage?: string | undefined;
}

export interface CommandListener {
  /** It has opened its pipes; or it never will. */
  started(): void;
  ended(status: ExitStatus): void;
  /** It could not be started at all. */
  failed(problem: string): void;
}

/** One started command, and the descriptor that leads to it: lifeline one way, reports the other. */
export class PlayerCommand {
  /** Of the wrapper, or of the shell where there is no wrapper. */
  readonly pid: number | undefined;
  /** The process that the host itself started is gone. */
  readonly over: Promise<void>;
  status: ExitStatus = unknownStatus;
  /** Processor time of the command and of what it waited for, once it has ended. */
  cpuMs: number | null = null;
  readonly #child: ChildProcess;
  readonly #line: Socket;
  readonly #listener: CommandListener;
  #started = false;
  #settled = false;
  #reports = '';

  constructor(
    start: Execa,
    { argv, reported, environment, cwd, errors, withheld }: CommandLine,
    listener: CommandListener,
  ) {
    this.#listener = listener;
    const [file = '', ...rest] = argv;
    const nowhere = withheld.length > 0 ? openSync('/dev/null', 'r+') : undefined;
    const subprocess = start(file, rest, {
      stdio: ['ignore', 'ignore', errors as 9, 'pipe', ...coveredBy(nowhere, withheld)],
      env: environment,
      extendEnv: false,
      ...(cwd !== undefined && { cwd }),
      // A Ctrl-C at the terminal is the host's alone.
      detached: true,
      // It reads, signals and ends nothing by itself.
      buffer: false,
      reject: false,
      cleanup: false,
      encoding: 'buffer',
    });
    if (nowhere !== undefined) closeSync(nowhere);
    this.#child = subprocess.nodeChildProcess;
    this.pid = this.#child.pid;
    this.#line = subprocess.stdio[3] as unknown as Socket;
    this.#line.on('error', () => {}).on('data', (bytes) => this.#report(String(bytes)));
    const exit = new Promise<void>((resolve) => {
      this.#child.once('exit', (code, signal) => resolve(this.#exited(reported, code, signal)));
    });
    this.over = this.pid === undefined ? this.#neverBegan(subprocess) : exit;
  }

  /** Opened its pipes and was handed to the shell. */
  get started(): boolean {
    return this.#started;
  }

  /** The command itself has ended, or never began. */
  get settled(): boolean {
    return this.#settled;
  }

  /** Lets the lifeline go, so that all in a namespace dies, and waits for the end of what the host started. */
  async end(longestMs: number): Promise<void> {
    this.#line.end();
    // Stopped by somebody, it would not see that.
    if (this.pid !== undefined) this.#child.kill('SIGCONT');
    await within(longestMs, this.over);
    if (this.pid !== undefined) this.#child.kill('SIGKILL');
    await closeSocket(this.#line);
  }

  #report(text: string): void {
    this.#reports += text;
    if (this.#reports.length > MOST_REPORTED) return void this.#line.destroy();
    if (!this.#started && this.#reports.startsWith('started\n')) this.#start();
    // The times come first: whoever is told of the end may let the keeper die.
    const [, childTimes, status] = /^(?:.+s\n(.+s)\n)?ended (\d+)\n/m.exec(this.#reports) ?? [];
    if (childTimes !== undefined) this.cpuMs = milliseconds(childTimes);
    if (status !== undefined) this.#settle(exitStatus(Number(status), null));
  }

  #start(): void {
    this.#started = true;
    this.#listener.started();
  }

  #settle(status: ExitStatus): void {
    if (this.#settled) return;
    this.#settled = true;
    this.status = status;
    this.#listener.ended(status);
  }

  async #exited(reported: boolean, code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    if (reported && !this.#settled) {
      // What it reported last may still be on its way. Nothing below a killed wrapper shall outlive it.
      this.#line.end();
      await within(LONGEST_REPORT_MS, closed(this.#line));
    }
    if (!reported) this.#settle(exitStatus(code, signal));
    else if (this.#started) this.#settle({ code: null, signal: 'SIGKILL' });
    else this.#fail(`the sandbox ended with ${signal ?? `status ${code}`} before the command was started`);
  }

  async #neverBegan(result: PromiseLike<StartFailure>) {
    const { originalMessage, shortMessage } = await result;
    this.#fail(originalMessage || shortMessage || 'the system could not start it');
  }

  #fail(problem: string): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#listener.failed(problem);
  }
}

/** What follows the first four. Execa takes any descriptor; its types name those to 9. */
function coveredBy(nowhere: number | undefined, withheld: readonly number[]): ('ignore' | 9)[] {
  const last = Math.max(3, ...withheld);
  return Array.from({ length: last - 3 }, (_, index) =>
    withheld.includes(index + 4) ? (nowhere as 9) : 'ignore',
  );
}

async function closed(line: Socket): Promise<void> {
  if (!line.closed) await once(line, 'close');
}

async function within(longestMs: number, event: Promise<void>): Promise<void> {
  const bound = Promise.withResolvers<void>();
  const timer = setTimeout(bound.resolve, longestMs);
  await Promise.race([event, bound.promise]);
  clearTimeout(timer);
}

/** As shells print times: `0m1.250s 0m0.010s`, for the user and for the system. */
function milliseconds(times: string): number | null {
  const parts = [...times.matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length === 0) return null;
  return Math.round(
    parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1_000, 0),
  );
}
