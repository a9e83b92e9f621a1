import { EventEmitter } from 'node:events';

/** A terminal that knows what our lines need: it breaks long lines, and breaks them again when its width changes. */
export class TestTerminal extends EventEmitter {
  readonly isTTY = true;
  columns: number;
  /** How often something was drawn. */
  writes = 0;
  /** Whole lines; the cursor is at the end of the last one. */
  #lines: string[] = [''];

  constructor(columns: number) {
    super();
    this.columns = columns;
  }

  /** As a stream that programs write to. */
  get stream(): NodeJS.WriteStream {
    return this as unknown as NodeJS.WriteStream;
  }

  /** What is to be seen, row by row. */
  get rows(): readonly string[] {
    return this.#lines.flatMap((line) => this.#rowsOf(line));
  }

  get bottom(): string {
    return this.rows.at(-1)!;
  }

  write(text: string): boolean {
    this.writes++;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern finds them
    for (const part of text.match(/\x1b\[\d*[A-Z]|[\r\n]|[^\x1b\r\n]+/g) ?? []) this.#take(part);
    return true;
  }

  resize(columns: number): void {
    this.columns = columns;
    this.emit('resize');
  }

  /** `\r` goes to the begin of the row, and what we write after it clears the rest of it, or all below. */
  #take(part: string): void {
    if (part === '\n') this.#lines.push('');
    else if (part.startsWith('\x1b') && part.endsWith('A'))
      this.#dropRows(Number.parseInt(part.slice(2), 10));
    else if (part === '\x1b[K' || part === '\x1b[J') this.#dropRows(1);
    else if (part !== '\r') this.#lines.push(this.#lines.pop()! + part);
  }

  #dropRows(count: number): void {
    const rows = this.#rowsOf(this.#lines.pop()!);
    this.#lines.push(rows.slice(0, -count).join(''));
  }

  #rowsOf(line: string): string[] {
    const rows = [];
    for (let from = 0; from === 0 || from < line.length; from += this.columns)
      rows.push(line.slice(from, from + this.columns));
    return rows;
  }
}
