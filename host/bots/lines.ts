import type { Inbox } from './inbox.ts';

/** Splits input at the ends of its parts. */
export class PartReader {
  readonly #end: string;
  #unfinished = '';

  constructor(end: string) {
    this.#end = end;
  }

  read(text: string): readonly string[] {
    const parts = (this.#unfinished + text).split(this.#end);
    this.#unfinished = parts.pop()!;
    return parts;
  }
}

/** All up to the line `end`. None if the input ended before. */
export async function linesOfGreeting(inbox: Inbox<string>): Promise<readonly string[] | undefined> {
  const lines: string[] = [];
  while (!inbox.ended) {
    await inbox.news();
    lines.push(...inbox.take());
    if (lines.some((line) => line.trim() === 'end')) return lines;
  }
  return undefined;
}
