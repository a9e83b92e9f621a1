/** What output of the host is counted in: a wire in lines has lines of other lengths in another game, with names and times. */
export type Wire = 'bytes' | 'lines' | 'lines-after-greeting';

const NEW_LINE = '\n';

/** The last line of a greeting. */
const END = 'end';

/** How the host spoke to a player, from all that it wrote to it. */
export function wireOf(texts: readonly string[]): Wire {
  const [first] = texts;
  if (first === undefined || !texts.every((text) => text.endsWith(NEW_LINE))) return 'bytes';
  return first.split(NEW_LINE).at(-2) === END ? 'lines-after-greeting' : 'lines';
}

/** How much the host has said. A greeting counts as one line: hosts of other versions say more or less in it. */
export class Heard {
  readonly #wire: Wire;
  #isGreeting: boolean;
  #line = '';
  #amount = 0;

  constructor(wire: Wire) {
    this.#wire = wire;
    this.#isGreeting = wire === 'lines-after-greeting';
  }

  get amount(): number {
    return this.#amount;
  }

  take(bytes: Buffer): void {
    if (this.#wire === 'bytes') this.#amount += bytes.length;
    else this.#takeLines(bytes.toString('latin1'));
  }

  #takeLines(text: string): void {
    const [last = '', ...begun] = text.split(NEW_LINE).reverse();
    for (const part of begun.reverse()) {
      if (this.#isGreeting) this.#isGreeting = this.#line + part !== END;
      if (!this.#isGreeting) this.#amount += 1;
      this.#line = '';
    }
    this.#line += last;
  }
}
