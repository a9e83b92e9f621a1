const NEW_LINE = '\n';

/** The received bytes, or on a wire in lines, the number of lines with this first word. */
export interface Moment {
  readonly what: string;
  readonly times: number;
}

/** Recognizes a wire in lines by the host's texts. */
export function isInLines(texts: readonly string[]): boolean {
  return texts.every((text) => text.endsWith(NEW_LINE));
}

/**
 * What the host has said. Lines are identified by their first words, because their lengths depend on names
 * and times, and other lines on other players and versions.
 */
export class Heard {
  readonly #inLines: boolean;
  readonly #counts = new Map<string, number>();
  #last = '';
  #line = '';

  constructor(inLines: boolean) {
    this.#inLines = inLines;
  }

  /** Since the last line, or byte, began to be there. */
  get moment(): Moment {
    return { what: this.#last, times: this.#counts.get(this.#last) ?? 0 };
  }

  has({ what, times }: Moment): boolean {
    return (this.#counts.get(what) ?? 0) >= times;
  }

  take(bytes: Buffer): void {
    if (!this.#inLines) {
      this.#add('byte', bytes.length);
      return;
    }
    const lines = (this.#line + bytes.toString('latin1')).split(NEW_LINE);
    this.#line = lines.pop()!;
    for (const line of lines) this.#add(line.split(' ', 1)[0]!, 1);
  }

  #add(what: string, times: number): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + times);
    this.#last = what;
  }
}
