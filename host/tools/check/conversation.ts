/** One message, as it was written or read. */
export interface Said {
  readonly from: 'host' | 'bot';
  readonly text: string;
  /** Of the bot's messages: the offset in all its output. */
  readonly offset: number;
}

/** All messages of both sides, in the order in which the host wrote and read them. */
export class Conversation {
  readonly #said: Said[] = [];
  #written = 0;

  get said(): readonly Said[] {
    return this.#said;
  }

  hostSaid(text: string): void {
    this.#said.push({ from: 'host', text, offset: 0 });
  }

  /** A message that comes in several pieces is one. */
  botSaid(bytes: Uint8Array): void {
    const text = Buffer.from(bytes).toString('latin1');
    const before = this.#said.at(-1);
    if (before?.from === 'bot') this.#said[this.#said.length - 1] = { ...before, text: before.text + text };
    else this.#said.push({ from: 'bot', text, offset: this.#written });
    this.#written += bytes.length;
  }
}
