import { existsSync } from 'node:fs';
import { VoidMatch } from '../core/errors.ts';
import type { MatchPlan } from '../match/plan.ts';
import { type Executor, NotBegun } from './executor.ts';
import type { Experiment, RunGame, RunInterruption } from './experiment.ts';
import type { GameReport } from './play-game.ts';

interface QueueOptions {
  readonly executor: Executor;
  readonly begins?: (game: number, plan: MatchPlan) => void;
  readonly interruption?: RunInterruption | undefined;
}

/** Games whose players hear the end and are ended, for each that is played: a short game takes a seventh of that time. */
export const MOST_ENDING = 7;
/** While the oldest game runs, this many others may begin for each game at once, so that the number of waiting results is bounded. */
const MOST_AHEAD = 32;

/** Begins the games of an experiment, several at once, and returns them as they end; one at a time, in order. */
export class GameQueue {
  readonly #experiment: Experiment;
  readonly #executor: Executor;
  readonly #begins: QueueOptions['begins'];
  readonly #closing = new AbortController();
  /** Aborted to end the running games. */
  readonly #interrupt: AbortSignal;
  /** Aborted to begin no more games. */
  readonly #stop: AbortSignal;
  /** Games that have begun and are not over, by number, the oldest first. */
  readonly #running = new Map<number, Promise<void>>();
  /** The running games that are still played. The players of the others are being ended. */
  readonly #undecided = new Set<number>();
  readonly #over: RunGame[] = [];
  /** Each ends its game, by number, where games can become unneeded. */
  readonly #ends = new Map<number, AbortController>();
  /** The next game, if the experiment was asked for it and it has not begun. */
  #next: number | undefined;
  #failure: { readonly error: unknown } | undefined;
  #change = Promise.withResolvers<void>();

  constructor(experiment: Experiment, { executor, begins, interruption }: QueueOptions) {
    this.#experiment = experiment;
    this.#executor = executor;
    this.#begins = begins;
    const { signal } = this.#closing;
    this.#interrupt = interruption ? AbortSignal.any([signal, interruption.signal]) : signal;
    this.#stop = interruption ? AbortSignal.any([this.#interrupt, interruption.stop]) : signal;
    const wake = () => this.#change.resolve();
    experiment.onWake?.(wake);
    this.#stop.addEventListener('abort', wake, { once: true });
  }

  /** Resolves when a game is over, is due or could begin after this call. */
  async nextChange(): Promise<void> {
    this.#change = Promise.withResolvers();
    await this.#change.promise;
  }

  /** A game that is over. With one job, a game that ended while the players of the last one still did waits for it. */
  takeOver(): RunGame | undefined {
    if (this.#executor.jobs > 1) return this.#over.shift();
    const [oldest = Number.POSITIVE_INFINITY] = this.#running.keys();
    const first = Math.min(...this.#over.map(({ game }) => game));
    if (first > oldest) return undefined;
    const index = this.#over.findIndex(({ game }) => game === first);
    return this.#over.splice(index, 1)[0];
  }

  /** Begins the games that can begin now. */
  begin(): void {
    for (const game of this.#experiment.unneeded?.(this.#running.keys()) ?? []) this.#ends.get(game)?.abort();
    while (this.#canBegin && !this.#failure && !this.#stop.aborted) {
      this.#next ??= this.#experiment.next();
      const game = this.#next;
      if (game === undefined || this.#isFarAhead(game) || this.#running.has(game)) return;
      this.#next = undefined;
      this.#undecided.add(game);
      // It may be decided at once, and then the next begins within this call.
      this.#running.set(game, Promise.resolve());
      this.#running.set(game, this.#playToEnd(game));
    }
  }

  /** No game runs, and none can begin before another result is counted. */
  get isOver(): boolean {
    const isLast = this.#experiment.onWake === undefined || this.isStopped || this.#failure !== undefined;
    return isLast && this.#running.size === 0 && this.#over.length === 0;
  }

  get isStopped(): boolean {
    return this.#stop.aborted;
  }

  /** The reason why a game could not be played. After it no more games begin, and running ones are finished. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  /** Ends the games that run. */
  async end(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running.values());
  }

  get #canBegin(): boolean {
    const { jobs } = this.#executor;
    if (this.#over.length >= jobs) return false;
    if (!this.#overlaps) return this.#running.size < jobs;
    return this.#undecided.size < jobs && this.#running.size < (1 + MOST_ENDING) * jobs;
  }

  get #overlaps(): boolean {
    return this.#experiment.overlap && this.#executor.overlap;
  }

  /** A run without end counts games as they come, so no game waits for the oldest. */
  #isFarAhead(game: number): boolean {
    if (this.#experiment.onWake) return false;
    const [oldest = game] = this.#running.keys();
    return game - oldest >= MOST_AHEAD * this.#executor.jobs;
  }

  async #playToEnd(game: number): Promise<void> {
    const end = this.#experiment.unneeded && new AbortController();
    if (end) this.#ends.set(game, end);
    try {
      await this.#play(game, end ? AbortSignal.any([this.#interrupt, end.signal]) : this.#interrupt);
    } catch (error) {
      this.#failure ??= { error };
    }
    this.#ends.delete(game);
    this.#running.delete(game);
    this.#undecided.delete(game);
    this.#change.resolve();
  }

  /** Plays one game, and again as long as it does not count. */
  async #play(game: number, interrupt: AbortSignal): Promise<void> {
    const rejudged: string[] = [];
    for (let again = true; again; ) {
      const plan = this.#experiment.plan(game, [...rejudged]);
      this.#begins?.(game, plan);
      const report = await this.#reportOf(game, plan, interrupt);
      if (report instanceof NotBegun) return;
      if (report instanceof VoidMatch) {
        this.#take({ game, failure: report, record: this.#recordSoFar(plan) });
        return;
      }
      const times = rejudged.push(plan.request.id) - 1;
      const { result } = report;
      again = this.#experiment.playsAgain?.(result, times, this.isStopped) ?? false;
      this.#take({ game, plan, report, again });
      if (this.isStopped || interrupt.aborted) return;
      if (again) this.#undecided.add(game);
    }
  }

  async #reportOf(
    game: number,
    plan: MatchPlan,
    interrupt: AbortSignal,
  ): Promise<GameReport | VoidMatch | NotBegun> {
    const decided = () => this.#decided(game);
    try {
      return await this.#executor.play(plan, { interrupt, stop: this.#stop, decided });
    } catch (failure) {
      if (failure instanceof VoidMatch || failure instanceof NotBegun) return failure;
      throw failure;
    }
  }

  #recordSoFar({ request }: MatchPlan): string | undefined {
    const path = this.#executor.recordOf?.(request.id);
    return path !== undefined && existsSync(path) ? path : undefined;
  }

  #take(game: RunGame): void {
    this.#over.push(game);
    this.#change.resolve();
  }

  /** The next game begins at once, since the run may be busy with others. */
  #decided(game: number): void {
    this.#undecided.delete(game);
    if (this.#overlaps) this.begin();
  }
}

/** Gives out what belongs to games in the order of their numbers, whatever the order in which they end. */
export class InOrder<Item> {
  readonly #waiting = new Map<number, Item[]>();
  /** Games that get no further item. */
  readonly #over = new Set<number>();
  #next = 1;

  /** Takes an item of this game, with `isLast` its last one. Returns the items that are due now. */
  take(game: number, item: Item, isLast = true): readonly Item[] {
    const items = this.#waiting.get(game);
    if (items) items.push(item);
    else this.#waiting.set(game, [item]);
    if (isLast) this.#over.add(game);
    const due: Item[] = [];
    for (; this.#over.delete(this.#next); this.#next++) due.push(...this.#taken(this.#next));
    return due;
  }

  /** Returns everything that waits for a game that will not come. */
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
