const BEFORE_A = 64;
/** The most words that are kept as strings. A power of two. */
const MOST_KEPT = 1 << 18;

/** Words as strings, made once as long as there is room: in a larger list, one makes room for another. */
export class KeptWords {
  readonly #mask: number;
  readonly #numbers: Int32Array;
  readonly #words: string[];

  constructor(words: number) {
    const places = Math.min(MOST_KEPT, 2 ** Math.ceil(Math.log2(Math.max(1, words))));
    this.#mask = places - 1;
    this.#numbers = new Int32Array(places).fill(-1);
    this.#words = new Array<string>(places).fill('');
  }

  /** The word of this number in its list; its letters are there in case that it is not kept. */
  wordOf(number: number, letters: Uint8Array, length: number): string {
    const place = number & this.#mask;
    if (this.#numbers[place] === number) return this.#words[place]!;
    const word = String.fromCharCode(...letters.subarray(0, length).map((letter) => letter + BEFORE_A));
    this.#numbers[place] = number;
    this.#words[place] = word;
    return word;
  }
}
