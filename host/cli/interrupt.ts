import { controllingTerminal } from '../terminal/controlling-terminal.ts';
import { isTerminalTaken } from '../terminal/terminal-lock.ts';
import { isHangupIgnored } from './hosting/hangup.ts';

const HANGUP = 129;
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: HANGUP } as const;
/** `Ctrl-\`: at once. What players started ends with the host. */
const QUIT = 131;
const UNREAD = 141;

/**
 * SIGINT, SIGTERM and SIGHUP (not under nohup): the first ends the game in order, the second ends the host at once. Of several games a first
 * SIGINT lets those that run be finished: then the second ends them.
 */
export class Interruption implements Disposable {
  readonly #controller = new AbortController();
  readonly #stop = new AbortController();
  /** Told when the running games are finished first; none: there is one, and it is ended. */
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
