import type { Inbox } from './inbox.ts';

/** Hears the host line by line. */
export class Listener {
  readonly #inbox: Inbox<string>;
  readonly #hear: (line: string) => void;

  constructor(inbox: Inbox<string>, hear: (line: string) => void) {
    this.#inbox = inbox;
    this.#hear = hear;
  }

  /** What has come by now. */
  hearNews(): void {
    for (const line of this.#inbox.take()) this.#hear(line);
  }

  /** Until that holds, the host has gone or it is so late. */
  async hearUntil(holds: () => boolean, time = Number.POSITIVE_INFINITY): Promise<void> {
    for (;;) {
      this.hearNews();
      const left = time - performance.now();
      if (holds() || this.#inbox.ended || left <= 0) return;
      await this.#inbox.news(left);
    }
  }
}
