import type { Inbox } from './inbox.ts';

/** Cuts what arrives at the ends of lines. */
export class LineReader {
  #unfinished = '';

  read(text: string): readonly string[] {
    const lines = (this.#unfinished + text).split('\n');
    this.#unfinished = lines.pop()!;
    return lines;
  }
}

/** All up to the line `end`. Nothing where the host has gone before it had said all. */
export async function linesOfGreeting(inbox: Inbox<string>): Promise<readonly string[] | undefined> {
  const lines: string[] = [];
  while (!inbox.ended) {
    await inbox.news();
    lines.push(...inbox.take());
    if (lines.some((line) => line.trim() === 'end')) return lines;
  }
  return undefined;
}
