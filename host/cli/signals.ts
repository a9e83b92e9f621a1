import { setTimeout as sleep } from 'node:timers/promises';
import { controllingTerminal, isInForeground, isTerminalTaken, TerminalLock } from '../terminal/terminal.ts';
import { printNotes } from './output.ts';
import { isHangupIgnored } from './process/start.ts';

const HANGUP = 129;
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: HANGUP } as const;
/** The exit status after `Ctrl-\`, which ends the host at once, with everything that players started. */
const QUIT = 131;
const UNREAD = 141;

/**
 * Handles SIGINT, SIGTERM and SIGHUP (not under nohup): the first ends the game in order, the second ends the
 * host at once. With several games, a first SIGINT finishes the running ones, and the second ends them.
 */
export class Interruption implements Disposable {
  readonly #controller = new AbortController();
  readonly #stop = new AbortController();
  /** Called when the running games are finished first. Undefined if the only game is ended. */
  readonly #finishing: (() => void) | undefined;
  #status: number | undefined;
  readonly #handlers = [
    ...Object.entries(signals).map(([signal, status]) => ({ signal, act: () => this.#signalled(status) })),
    { signal: 'SIGQUIT', act: () => process.exit(QUIT) },
  ];
  /** The reader of the results has ended: `wordhost … | head`. */
  readonly #unread = () => this.#interrupt(UNREAD);

  constructor(finishing?: () => void) {
    this.#finishing = finishing;
    const handlers = this.#handlers.filter(({ signal }) => signal !== 'SIGHUP' || !isHangupIgnored());
    for (const { signal, act } of handlers) process.on(signal, act);
    process.stdout.on('error', this.#unread);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** No more games begin. */
  get stop(): AbortSignal {
    return this.#stop.signal;
  }

  /** The exit status of a command that was interrupted. */
  get status(): number | undefined {
    return this.#status;
  }

  [Symbol.dispose](): void {
    for (const { signal, act } of this.#handlers) process.off(signal, act);
    process.stdout.off('error', this.#unread);
  }

  #signalled(status: number): void {
    if (status === HANGUP && this.#personHasLeft()) return;
    if (this.#controller.signal.aborted) process.exit(status);
    if (status === signals.SIGINT && this.#finishing && !this.#stop.signal.aborted) {
      this.#status = status;
      this.#stop.abort();
      this.#finishing();
    } else this.#interrupt(status);
  }

  /** The terminal was a person's, who has left the game by closing it: the game goes on without that player. */
  #personHasLeft(): boolean {
    const terminal = controllingTerminal();
    return terminal !== undefined && isTerminalTaken(terminal);
  }

  #interrupt(status: number): void {
    this.#status ??= status;
    this.#stop.abort();
    this.#controller.abort();
  }
}

/** Handles an `Interruption` of several games. */
export function tellFinishing(quiet: boolean): void {
  if (!quiet) printNotes(['', 'finishing the running games; press Ctrl-C again to end them']);
}

/** Says after an interruption how a store helps. */
export function tellResume(store: string): void {
  printNotes([`the finished games are saved in ${store}; run the same command to resume`]);
}

/** A player that does not give the terminal back by then cannot hold the host up. */
const LONGEST_WAIT_MS = 1000;
const LOOK_EVERY_MS = 100;

/**
 * Handles Ctrl-Z while a person plays: the shell has the terminal before this program stops, and no player
 * takes it until the program continues in the foreground.
 */
export class JobControl implements Disposable {
  #isStopping = false;
  readonly #stop = () => void this.#stopOrderly();

  constructor() {
    process.on('SIGTSTP', this.#stop);
    if (!isInForeground()) void this.#keepUntilForeground();
  }

  [Symbol.dispose](): void {
    process.off('SIGTSTP', this.#stop);
  }

  async #stopOrderly(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const lock = await lockOfHost();
    process.kill(process.pid, 'SIGSTOP');
    this.#isStopping = false;
    await untilForeground();
    lock?.release();
  }

  async #keepUntilForeground(): Promise<void> {
    const lock = await lockOfHost();
    await untilForeground();
    lock?.release();
  }
}

/** Answers undefined without a terminal, or while a player keeps the terminal. */
async function lockOfHost() {
  const terminal = controllingTerminal();
  if (terminal === undefined) return undefined;
  const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
  const taking = { owner: 'host', request: 'now', asked: () => {}, signal } as const;
  return await TerminalLock.take(terminal, taking).catch(() => undefined);
}

async function untilForeground(): Promise<void> {
  while (!isInForeground()) await sleep(LOOK_EVERY_MS, undefined, { ref: false });
}

let lookedAt = Number.NEGATIVE_INFINITY;
let isFree = true;

/** No player has the terminal, so the host may draw on it. */
export function isTerminalFree(): boolean {
  const now = performance.now();
  if (now < lookedAt + LOOK_EVERY_MS) return isFree;
  lookedAt = now;
  const terminal = controllingTerminal();
  isFree = terminal === undefined || !isTerminalTaken(terminal);
  return isFree;
}
