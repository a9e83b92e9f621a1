/** Mutations that change no behavior, and why: they are not drawn. */
export const equivalent: readonly {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly why: string;
}[] = [
  {
    file: 'host/games/boggle/words/word-finder.ts',
    before: 'if (top > 0) this.#follow(edge, this.#before[index]!, 0, 0, top);',
    after: 'if (top >= 0) this.#follow(edge, this.#before[index]!, 0, 0, top);',
    why: 'follows no path, and finds nothing',
  },
];
