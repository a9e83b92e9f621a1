import type { Inbox } from './inbox.ts';

/** Splits input at the ends of lines. */
export class LineReader {
  #unfinished = '';

  read(text: string): readonly string[] {
    const lines = (this.#unfinished + text).split('\n');
    this.#unfinished = lines.pop()!;
    return lines;
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
