import { the } from './elements.ts';

/** An answer that comes sooner is not waited for in words. */
const SOON_MS = 1000;
const late = new Set<Waiting>();

/** While an answer is late, the page says that it waits for the server. */
export class Waiting {
  readonly #timer: ReturnType<typeof setTimeout>;

  constructor() {
    this.#timer = setTimeout(() => {
      late.add(this);
      say();
    }, SOON_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
    if (late.delete(this)) say();
  }
}

function say(): void {
  the('waiting').textContent = late.size > 0 ? 'Waiting for the server…' : '';
}
