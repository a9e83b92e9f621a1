export interface WireMessage {
  readonly from: 'host' | 'bot';
  readonly text: string;
  /** The offset in all output of the bot. */
  readonly offset: number;
}

export class Conversation {
  readonly #messages: WireMessage[] = [];
  #written = 0;

  get messages(): readonly WireMessage[] {
    return this.#messages;
  }

  addHost(text: string): void {
    this.#messages.push({ from: 'host', text, offset: 0 });
  }

  /** Joins the pieces of a message. */
  addBot(bytes: Uint8Array): void {
    const text = Buffer.from(bytes).toString('latin1');
    const before = this.#messages.at(-1);
    if (before?.from === 'bot') this.#messages.splice(-1, 1, { ...before, text: before.text + text });
    else this.#messages.push({ from: 'bot', text, offset: this.#written });
    this.#written += bytes.length;
  }
}

export interface TranscriptLine {
  readonly from: WireMessage['from'];
  /** The line without its end. The bot's output has one character for each byte. */
  readonly text: string;
  readonly fault?: number;
}

const MOST_LINES = 10;

/** The last lines of a conversation, up to the line at fault. */
export function transcriptOf(
  messages: readonly WireMessage[],
  at: number | undefined,
): readonly TranscriptLine[] {
  const lines = messages.flatMap((message) => linesOf(message, at));
  const fault = lines.findIndex((line) => line.fault !== undefined);
  const end = fault === -1 ? lines.length : fault + 1;
  return lines.slice(Math.max(0, end - MOST_LINES), end);
}

function linesOf({ from, text, offset: start }: WireMessage, at: number | undefined): TranscriptLine[] {
  let begin = start;
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => {
      const offset = from === 'bot' && at !== undefined ? at - begin : -1;
      begin += line.length + 1;
      const isHere = offset >= 0 && offset <= line.length;
      return { from, text: line, ...(isHere && { fault: offset }) };
    });
}

/** Decodes a line as text, with its offset in characters, for programs. */
export function decodeLine({ from, text, fault }: TranscriptLine): TranscriptLine {
  if (from === 'host') return { from, text };
  return {
    from,
    text: decode(text),
    ...(fault !== undefined && { fault: decode(text.slice(0, fault)).length }),
  };
}

function decode(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
