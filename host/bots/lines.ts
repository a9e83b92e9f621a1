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

/** All up to the line `end`; what came after it stays in the inbox. None if the input ended before. */
export async function linesOfGreeting(inbox: Inbox<string>): Promise<readonly string[] | undefined> {
  const lines: string[] = [];
  while (!inbox.ended) {
    await inbox.news();
    const taken = inbox.take();
    const end = taken.findIndex((line) => line.trim() === 'end');
    if (end >= 0) {
      inbox.giveBack(taken.slice(end + 1));
      return [...lines, ...taken.slice(0, end + 1)];
    }
    lines.push(...taken);
  }
  return undefined;
}
