import { setTimeout as sleep } from 'node:timers/promises';
import { controllingTerminal, isInForeground } from '../../terminal/controlling-terminal.ts';
import { TerminalLock } from '../../terminal/terminal-lock.ts';

/** A player that does not give the terminal back by then cannot hold the host up. */
const LONGEST_WAIT_MS = 1000;
const LOOK_EVERY_MS = 100;

/**
 * Ctrl-Z while a person plays: the terminal is the shell's again before this program stops, and nobody's player takes it until
 * the program goes on in the foreground.
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

/** None where there is no terminal, or a player keeps it. */
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
