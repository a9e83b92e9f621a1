const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** `Ctrl-\`: at once. What players started ends with the host. */
const QUIT = 131;
const UNREAD = 141;

/** SIGINT, SIGTERM and SIGHUP: the first ends the game in order, the second ends the host at once. */
export class Interruption implements Disposable {
  readonly #controller = new AbortController();
  #status: number | undefined;
  readonly #handlers = [
    ...Object.entries(signals).map(([signal, status]) => ({ signal, act: () => this.#interrupt(status) })),
    { signal: 'SIGQUIT', act: () => process.exit(QUIT) },
  ];
  /** The reader of the results has ended: `wordhost … | head`. */
  readonly #unread = () => this.#interrupt(UNREAD);

  constructor() {
    for (const { signal, act } of this.#handlers) process.on(signal, act);
    process.stdout.on('error', this.#unread);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The exit status of a command that was interrupted. */
  get status(): number | undefined {
    return this.#status;
  }

  [Symbol.dispose](): void {
    for (const { signal, act } of this.#handlers) process.off(signal, act);
    process.stdout.off('error', this.#unread);
  }

  #interrupt(status: number): void {
    if (this.#status !== undefined && status !== UNREAD) process.exit(status);
    this.#status ??= status;
    this.#controller.abort();
  }
}
