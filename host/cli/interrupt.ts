const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Ctrl-C and its kin: the first ends the game in order, the second ends the host at once. */
export class Interruption implements Disposable {
  readonly #controller = new AbortController();
  #status: number | undefined;
  readonly #handlers = Object.entries(signals).map(([signal, status]) => {
    const handler = () => this.#interrupt(status);
    process.on(signal, handler);
    return { signal, handler };
  });

  constructor() {
    // Nobody reads the results any more: `wordhost … | head`.
    process.stdout.on('error', () => this.#interrupt(141));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The exit status of a command that was interrupted. */
  get status(): number | undefined {
    return this.#status;
  }

  [Symbol.dispose](): void {
    for (const { signal, handler } of this.#handlers) process.off(signal, handler);
  }

  #interrupt(status: number): void {
    if (this.#status !== undefined && status !== 141) process.exit(status);
    this.#status ??= status;
    this.#controller.abort();
  }
}
