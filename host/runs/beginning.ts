/** How many games there are, and how many of them at once. */
interface Terms {
  readonly games: number;
  readonly jobs: number;
  /** A game may begin while the players of another are ended. */
  readonly overlap: boolean;
  /** No more begin. */
  readonly stop: AbortSignal;
}

/** Plays a game, by its number from 1: what comes of it. `decided` is called when only its end is awaited. */
type Play<Game> = (game: number, decided: () => void) => AsyncIterable<Game>;

/** While the oldest game goes on, so many others may begin for each that is played at once: what waits for it is bounded. */
const MOST_AHEAD = 32;

/** Begins the games of a run, so many at once, and gives out what comes of them as it comes; one at a time, in order. */
export class Beginning<Game> {
  readonly #terms: Terms;
  readonly #play: Play<Game>;
  /** Begun and not over, the oldest first. */
  readonly #running = new Map<number, Promise<void>>();
  /** Of these, those that are being decided. */
  readonly #undecided = new Set<number>();
  readonly #ready: { readonly game: number; readonly one: Game }[] = [];
  #next = 1;
  #failure: { readonly error: unknown } | undefined;
  #change = Promise.withResolvers<void>();

  constructor(terms: Terms, play: Play<Game>) {
    this.#terms = terms;
    this.#play = play;
  }

  /** After a failure no more begin; what runs is finished and given out before it is thrown. */
  async *games(): AsyncGenerator<Game> {
    for (;;) {
      for (let due = this.#takeDue(); due; due = this.#takeDue()) yield due.one;
      this.#begin();
      if (this.#running.size === 0) break;
      await this.#change.promise;
      this.#change = Promise.withResolvers();
    }
    if (this.#failure) throw this.#failure.error;
  }

  async allOver(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** One at a time, they come in order: the next may have ended while the players of the last one still did. */
  #takeDue(): { readonly one: Game } | undefined {
    if (this.#terms.jobs > 1) return this.#ready.shift();
    const [oldest = Number.POSITIVE_INFINITY] = this.#running.keys();
    const first = Math.min(...this.#ready.map(({ game }) => game));
    if (first > oldest) return undefined;
    const [due] = this.#ready.splice(
      this.#ready.findIndex(({ game }) => game === first),
      1,
    );
    return due;
  }

  #begin(): void {
    const { games, stop } = this.#terms;
    while (this.#next <= games && this.#hasPlace() && !this.#failure && !stop.aborted) {
      const game = this.#next++;
      this.#undecided.add(game);
      // It may be decided at once, and then the next begins within this call.
      this.#running.set(game, Promise.resolve());
      this.#running.set(game, this.#playToEnd(game));
    }
  }

  #hasPlace(): boolean {
    const { jobs, overlap } = this.#terms;
    const [oldest = this.#next] = this.#running.keys();
    if (this.#next - oldest >= MOST_AHEAD * jobs || this.#ready.length >= jobs) return false;
    if (!overlap) return this.#running.size < jobs;
    return this.#undecided.size < jobs && this.#running.size < 2 * jobs;
  }

  async #playToEnd(game: number): Promise<void> {
    try {
      for await (const one of this.#play(game, () => this.#decided(game))) {
        this.#ready.push({ game, one });
        this.#change.resolve();
      }
    } catch (error) {
      this.#failure ??= { error };
    }
    this.#running.delete(game);
    this.#undecided.delete(game);
    this.#change.resolve();
  }

  /** At once: whoever takes the games may be busy. */
  #decided(game: number): void {
    this.#undecided.delete(game);
    if (this.#terms.overlap) this.#begin();
  }
}
