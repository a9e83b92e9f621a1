/** Cuts what arrives at the ends of lines. */
export class LineReader {
  #unfinished = '';

  read(text: string): readonly string[] {
    const lines = (this.#unfinished + text).split('\n');
    this.#unfinished = lines.pop()!;
    return lines;
  }
}
