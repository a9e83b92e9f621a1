import type { Bot } from './bot.ts';

/**
 * How the host writes: each message by itself; each line in two pieces; all up to the bot's turn in one piece; or with
 * unknown lines before each of its own.
 */
export type Manner = 'plain' | 'pieces' | 'together' | 'unknown-lines';

/** The host's side of the pipe, as the scene requires. */
export class Writer {
  readonly #bot: Bot<unknown>;
  readonly #manner: Manner;
  #unsaid: string[] = [];
  #said = 0;

  constructor(bot: Bot<unknown>, manner: Manner) {
    this.#bot = bot;
    this.#manner = manner;
  }

  /** Lines without their ends. */
  async say(lines: readonly string[]): Promise<void> {
    this.#unsaid.push(...lines);
    if (this.#manner !== 'together') await this.finish();
  }

  /** Flushes the output. From here on the bot's output is read. */
  async finish(): Promise<void> {
    const lines = this.#unsaid;
    this.#unsaid = [];
    if (lines.length === 0) return;
    if (this.#manner === 'unknown-lines') this.#bot.send(textOf(this.#withUnknown(lines)));
    else if (this.#manner === 'pieces') await this.#bot.sendInPieces(halves(lines));
    else this.#bot.send(textOf(lines));
  }

  /** The first line stays first, and rows stay with their layout. */
  #withUnknown(lines: readonly string[]): string[] {
    return lines.flatMap((line) => {
      const alone = this.#said++ === 0 || line.startsWith('row ');
      return alone ? [line] : [unknown[this.#said % unknown.length]!, line];
    });
  }
}

/** Messages that a later version of the wire might have. */
const unknown = ['weather fine 21', 'spectators 12 x7 -3', 'ponder', 'opinion 1 play 0 0 1A1'];

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Each cut is in the middle of a line. */
function halves(lines: readonly string[]): string[] {
  const pieces: string[] = [];
  let before = '';
  for (const line of lines) {
    const middle = Math.ceil(line.length / 2);
    pieces.push(before + line.slice(0, middle));
    before = `${line.slice(middle)}\n`;
  }
  return [...pieces, before];
}
