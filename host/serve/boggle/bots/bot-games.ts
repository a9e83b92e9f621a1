import { BotGame, type BotTools } from './bot-game.ts';
import type { WebGame } from './bot-service.ts';

interface BotGamesRequest extends BotTools {
  readonly commands: ReadonlyMap<string, string>;
  /** The limit of bot processes in all games together. */
  readonly most: number;
  /** The interval of looks for changes by other hosts. */
  readonly everyMs?: number;
  /** Called when a game failed by a fault of this host. */
  readonly failed: (error: unknown, key: string | undefined) => void;
}

/** A game that failed by a fault of the host is tried again after this time. */
const AGAIN_MS = 60_000;
const LOOK_MS = 1000;

/**
 * Runs games with bots, with a process per game from the bot's first turn to the end. At the limit, a bot
 * that waits for a person is ended for a bot in its turn, or that one waits for an end.
 */
export class BotGames implements AsyncDisposable {
  readonly #request: BotGamesRequest;
  readonly #running = new Map<string, { readonly game: BotGame; readonly over: Promise<void> }>();
  /** Games that wait for a bot that does not run, the oldest first. */
  readonly #due = new Map<string, WebGame>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #looks: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  /** The look failed, which was reported. */
  #isBlind = false;
  #isClosed = false;

  constructor(request: BotGamesRequest) {
    this.#request = request;
  }

  /** Resumes games that waited for a bot when the server stopped. */
  async start(): Promise<void> {
    await this.#lookForTurns();
    this.#timer = setInterval(() => void this.#lookAgain(), this.#request.everyMs ?? LOOK_MS);
    this.#timer.unref();
  }

  /** A game of these names is new or has changed. */
  changed(key: string, names: readonly string[]): void {
    if (names.some((name) => this.#request.commands.has(name))) this.#lookSoon(key);
  }

  #lookSoon(key: string): void {
    if (this.#isClosed) return;
    this.#looks = this.#looks
      .then(async () => await this.#look(key))
      .catch((error: unknown) => this.#failed(error, key));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const timer of this.#timers) clearTimeout(timer);
    for (const { game } of this.#running.values()) game.stop();
    await Promise.all([this.#looks, ...[...this.#running.values()].map(({ over }) => over)]);
  }

  async #lookAgain(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#lookForTurns();
      this.#isBlind = false;
    } catch (error) {
      if (!this.#isBlind && !this.#isClosed) this.#request.failed(error, undefined);
      this.#isBlind = true;
    }
    this.#isLooking = false;
  }

  /** Changes of this host were reported before. */
  async #lookForTurns(): Promise<void> {
    const { service, commands } = this.#request;
    for (const key of await service.gamesThatWait([...commands.keys()])) {
      const running = this.#running.get(key);
      if (!this.#due.has(key) && (!running || running.game.waitsSince !== undefined)) this.#lookSoon(key);
    }
    await this.#looks;
  }

  async #look(key: string): Promise<void> {
    if (this.#isClosed) return;
    const { service, commands } = this.#request;
    const game = await service.game(key);
    if (!game) return;
    this.#due.delete(key);
    const running = this.#running.get(key);
    if (game.isOver) running?.game.stop();
    else if (running) running.game.played(game.played);
    else if (commands.has(game.names[game.played.length % game.names.length]!)) this.#due.set(key, game);
    this.#startDue();
  }

  #startDue(): void {
    for (const [key, game] of this.#due) {
      if (this.#isClosed) return;
      const next = new BotGame(game, this.#request.commands, this.#request);
      if (this.#processes + next.bots > this.#request.most && this.#running.size > 0) {
        this.#makeWay();
        return;
      }
      this.#due.delete(key);
      this.#begin(key, next);
    }
  }

  get #processes(): number {
    return [...this.#running.values()].reduce((sum, { game }) => sum + game.bots, 0);
  }

  /** Ends the bot that has waited longest for a person, and then starts the next. */
  #makeWay(): void {
    const waiting = [...this.#running.values()].filter(({ game }) => game.waitsSince !== undefined);
    const [longest] = waiting.sort((one, other) => one.game.waitsSince! - other.game.waitsSince!);
    longest?.game.stop();
  }

  #begin(key: string, game: BotGame): void {
    game.onWait = () => this.#startDue();
    this.#running.set(key, { game, over: this.#play(key, game) });
  }

  async #play(key: string, game: BotGame): Promise<void> {
    try {
      await game.play();
      this.#running.delete(key);
      // A player may have moved since it was stopped.
      this.#lookSoon(key);
    } catch (error) {
      this.#running.delete(key);
      this.#failed(error, key);
    }
    this.#startDue();
  }

  #failed(error: unknown, key: string): void {
    this.#request.failed(error, key);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#lookSoon(key);
    }, AGAIN_MS);
    timer.unref();
    this.#timers.add(timer);
  }
}
