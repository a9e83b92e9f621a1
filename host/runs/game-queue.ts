/** Which games there are, and how many of them at once. */
interface QueueOptions {
  /** Answers each number once, going upwards; none: no more can begin now. It is asked again when a game is over. */
  readonly next: () => number | undefined;
  /** Where there is no last game: `wake` is called when there may be another one. */
  readonly onWake?: ((wake: () => void) => void) | undefined;
  readonly jobs: number;
  /** A game may begin while the players of another are ended. */
  readonly overlap: boolean;
  /** No more begin. */
  readonly stop: AbortSignal;
}

/** Plays a game, by its number from 1: what comes of it. `decided` is called when only its end is awaited. */
type Play<Game> = (game: number, decided: () => void) => AsyncIterable<Game>;

/** Games whose players hear the end and are ended, for each that is played: a short game takes a fifth of that time. */
export const MOST_ENDING = 4;
/** While the oldest game goes on, so many others may begin for each that is played at once: what waits for it is bounded. */
const MOST_AHEAD = 32;

/** Begins the games of a run, so many at once, and gives out what comes of them as it comes; one at a time, in order. */
export class GameQueue<Game> {
  readonly #options: QueueOptions;
  readonly #play: Play<Game>;
  /** Begun and not over, the oldest first. */
  readonly #running = new Map<number, Promise<void>>();
  /** Of these, those that are being decided. */
  readonly #undecided = new Set<number>();
  readonly #ended: { readonly game: number; readonly one: Game }[] = [];
  /** The next one that begins, if it has been asked for. */
  #waiting: number | undefined;
  #failure: { readonly error: unknown } | undefined;
  #change = Promise.withResolvers<void>();

  constructor(options: QueueOptions, play: Play<Game>) {
    this.#options = options;
    this.#play = play;
    const wake = () => this.#change.resolve();
    options.onWake?.(wake);
    options.stop.addEventListener('abort', wake, { once: true });
  }

  /** After a failure no more begin; what runs is finished and given out before it is thrown. */
  async *games(): AsyncGenerator<Game> {
    for (;;) {
      for (let due = this.#takeDue(); due; due = this.#takeDue()) yield due.one;
      this.#begin();
      if (this.#running.size === 0 && this.#isLast()) break;
      await this.#change.promise;
      this.#change = Promise.withResolvers();
    }
    if (this.#failure) throw this.#failure.error;
  }

  #isLast(): boolean {
    const { onWake, stop } = this.#options;
    return onWake === undefined || stop.aborted || this.#failure !== undefined;
  }

  async allOver(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** One at a time, they come in order: the next may have ended while the players of the last one still did. */
  #takeDue(): { readonly one: Game } | undefined {
    if (this.#options.jobs > 1) return this.#ended.shift();
    const [oldest = Number.POSITIVE_INFINITY] = this.#running.keys();
    const first = Math.min(...this.#ended.map(({ game }) => game));
    if (first > oldest) return undefined;
    const [due] = this.#ended.splice(
      this.#ended.findIndex(({ game }) => game === first),
      1,
    );
    return due;
  }

  #begin(): void {
    const { next, stop } = this.#options;
    while (this.#canBegin() && !this.#failure && !stop.aborted) {
      this.#waiting ??= next();
      const game = this.#waiting;
      if (game === undefined || this.#isFarAhead(game)) return;
      this.#waiting = undefined;
      this.#undecided.add(game);
      // It may be decided at once, and then the next begins within this call.
      this.#running.set(game, Promise.resolve());
      this.#running.set(game, this.#playToEnd(game));
    }
  }

  #isFarAhead(game: number): boolean {
    const [oldest = game] = this.#running.keys();
    return game - oldest >= MOST_AHEAD * this.#options.jobs;
  }

  #canBegin(): boolean {
    const { jobs, overlap } = this.#options;
    if (this.#ended.length >= jobs) return false;
    if (!overlap) return this.#running.size < jobs;
    return this.#undecided.size < jobs && this.#running.size < (1 + MOST_ENDING) * jobs;
  }

  async #playToEnd(game: number): Promise<void> {
    try {
      for await (const one of this.#play(game, () => this.#decided(game))) {
        this.#ended.push({ game, one });
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
    if (this.#options.overlap) this.#begin();
  }
}

/** Gives out what belongs to games in the order of their numbers, whatever the order in which they end. */
export class InOrder<Item> {
  readonly #waiting = new Map<number, Item[]>();
  /** Those that nothing more comes of. */
  readonly #over = new Set<number>();
  #next = 1;

  /** Of the game with this number, and with `isLast` nothing more comes of it. Answers with what is due now. */
  take(game: number, item: Item, isLast = true): readonly Item[] {
    const items = this.#waiting.get(game);
    if (items) items.push(item);
    else this.#waiting.set(game, [item]);
    if (isLast) this.#over.add(game);
    const due: Item[] = [];
    for (; this.#over.delete(this.#next); this.#next++) due.push(...this.#taken(this.#next));
    return due;
  }

  /** What still waits for a game that does not come any more. */
  rest(): readonly Item[] {
    const games = [...this.#waiting.keys()].sort((one, other) => one - other);
    return games.flatMap((game) => this.#taken(game));
  }

  #taken(game: number): readonly Item[] {
    const items = this.#waiting.get(game) ?? [];
    this.#waiting.delete(game);
    return items;
  }
}
