/** One message, as it was written or read. */
export interface WireMessage {
  readonly from: 'host' | 'bot';
  readonly text: string;
  /** Of the bot's messages: the offset in all its output. */
  readonly offset: number;
}

/** All messages of both sides, in the order in which the host wrote and read them. */
export class Conversation {
  readonly #messages: WireMessage[] = [];
  #written = 0;

  get messages(): readonly WireMessage[] {
    return this.#messages;
  }

  addHost(text: string): void {
    this.#messages.push({ from: 'host', text, offset: 0 });
  }

  /** A message that comes in several pieces is one. */
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
  /** Without the end of the line; of the bot's output a character for each byte. */
  readonly text: string;
  /** The offset of the fault in it. */
  readonly fault?: number;
}

const MOST_LINES = 10;

/** The last lines of a conversation, up to the one at fault where there is one. */
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

/** For programs: as text, with the offset in characters. */
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
